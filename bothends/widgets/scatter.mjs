import {
  button, choice, each, element, field, follow, frame, menu, names, panel, shape, table, text, update, vector,
} from "./parts.mjs";

const WIDTH = 320;
const CHIP = 26;
const MOUTH = 84;  // the upper edge of the buckets

/** The slopes of the table's rows after all vectors have fallen: each is added to its row. */
export function add(ids, upstream, vocabSize) {
  const grad = each(vocabSize, () => upstream[0].map(() => 0));
  ids.forEach((id, t) => upstream[t].forEach((slope, d) => { grad[id][d] += slope; }));
  return grad;
}

/** The same with each vector written over what is there. */
export function overwrite(ids, upstream, vocabSize) {
  const grad = each(vocabSize, () => upstream[0].map(() => 0));
  ids.forEach((id, t) => { grad[id] = [...upstream[t]]; });
  return grad;
}

const RULES = { add, overwrite };

/** The table of slopes after the first `count` vectors. */
function partly({ ids, upstream, vocab_size: vocabSize }, rule, count) {
  return RULES[rule](ids.slice(0, count), upstream, vocabSize);
}

function sentence(state) {
  const { ids, upstream, fallen, rule } = state;
  if (fallen === 0) return `Nothing has fallen yet. Next: ${vector(upstream[0])} into row ${ids[0]}.`;
  const t = fallen - 1;
  const row = ids[t];
  const [before, after] = [t, fallen].map((count) => vector(partly(state, rule, count)[row]));
  const fresh = vector(upstream[t]);
  if (rule === "add") return `Place ${t} adds ${fresh} to row ${row}, which goes from ${before} to ${after}.`;
  if (!ids.slice(0, t).includes(row)) return `Place ${t} writes ${fresh} into row ${row}, which was empty.`;
  const sum = vector(partly(state, "add", fallen)[row]);
  return `Place ${t} writes ${fresh} over row ${row}: ${before} is lost. The sum would be ${sum}.`;
}

function chip(x, y, width, words, style) {
  const left = x - width / 2;
  return [
    shape("rect", { class: style, x: left, y, width, height: CHIP - 4, rx: 3 }),
    text("bw-middle", x, y + CHIP / 2 - 2, words),
  ];
}

/** Where everything is: places above, buckets below, and in them the levels that vectors come to rest on. */
function layout({ ids, vocab_size: vocabSize }) {
  const width = WIDTH / Math.max(ids.length, vocabSize) - 6;
  const floor = MOUTH + ids.length * CHIP;
  const level = (t) => ids.slice(0, t).filter((id) => id === ids[t]).length;
  return {
    width,
    floor,
    above: (t) => (t + 0.5) * WIDTH / ids.length,
    below: (id) => (id + 0.5) * WIDTH / vocabSize,
    rest: (t) => floor - (level(t) + 1) * CHIP,
  };
}

/** A place with its vector, which falls along a line to its row. */
function start(t, { ids, upstream, fallen }, { above, below, width }) {
  const [x, end] = [above(t), below(ids[t])];
  const style = t === fallen - 1 ? "bw-blue-line" : t < fallen ? "" : "bw-thin bw-dashed";
  return [
    shape("path", { class: style, d: `M${x} 40C${x} 64 ${end} 58 ${end} ${MOUTH}` }),
    text("bw-middle bw-faint", x, 8, `place ${t}, id ${ids[t]}`),
    ...chip(x, 18, width, vector(upstream[t]), t < fallen ? "bw-thin" : "bw-kept"),
  ];
}

/** A vector that has come to rest; one that was written over is struck out. */
function landed(t, { ids, upstream, fallen, rule }, { below, rest, width }) {
  const [x, y] = [below(ids[t]), rest(t)];
  const lost = rule === "overwrite" && ids.slice(t + 1, fallen).includes(ids[t]);
  const node = shape("g", { class: t === fallen - 1 ? "bw-drop" : lost ? "bw-lost" : "" },
    ...chip(x, y + 2, width - 6, vector(upstream[t]), lost ? "bw-dashed" : "bw-kept"));
  const across = `M${x - width / 2 + 8} ${y + 13}h${width - 16}`;
  if (lost) node.append(shape("path", { class: "bw-strike", d: across }));
  node.style.setProperty("--fall", `${MOUTH - y}px`);
  return node;
}

/** The bucket of a row, and under it what the row holds. */
function bucket(row, slopes, { below, floor, width }) {
  const [x, left] = [below(row), below(row) - width / 2];
  return [
    shape("path", { d: `M${left} ${MOUTH}V${floor + 1}h${width}V${MOUTH}` }),
    text("bw-middle bw-strong", x, floor + 16, vector(slopes)),
    text("bw-middle bw-faint", x, floor + 34, `row ${row}`),
  ];
}

function draw(picture, state, grad) {
  const where = layout(state);
  const { ids, fallen } = state;
  picture.setAttribute("viewBox", `0 0 ${WIDTH} ${where.floor + 42}`);
  picture.replaceChildren(
    ...ids.flatMap((_, t) => start(t, state, where)),
    ...grad.flatMap((slopes, row) => bucket(row, slopes, where)),
    ...ids.slice(0, fallen).map((_, t) => landed(t, state, where)),
  );
}

/** The id of a place, and its vector. */
function placeControls(model, t) {
  const put = (name, value) => update(model, { [name]: model.get(name).with(t, value) });
  const options = each(model.get("vocab_size"), (v) => [v, v]);
  const id = menu({ label: "id", options, change: (value) => put("ids", value) });
  const slopes = model.get("upstream")[t].map((_, d) => field({
    label: `d${d}`, min: -99, max: 99, change: (value) => put("upstream", model.get("upstream")[t].with(d, value)),
  }));
  const legend = element("legend", {}, `place ${t}`);
  const row = element("fieldset", { class: "bw-choice bw-place" }, legend, id.row, ...slopes.map((one) => one.row));
  const set = ({ ids, upstream }) => {
    id.set(ids[t]);
    slopes.forEach((one, d) => one.set(upstream[t][d]));
  };
  return { row, set };
}

/** Buttons that let vectors fall; the focus on one that is switched off moves to another. */
function steps({ count, change }) {
  let now;
  const back = button("Back", () => change(now - 1));
  const step = button("Step", () => change(now + 1));
  const all = button("All", () => change(count));
  const set = (fallen) => {
    const focused = document.activeElement;
    now = fallen;
    back.disabled = now === 0;
    step.disabled = all.disabled = now === count;
    if (focused.disabled && [back, step, all].includes(focused)) (focused === back ? step : back).focus();
  };
  return { row: element("div", { class: "bw-row" }, step, back, all), set };
}

function render({ model, el }) {
  const ui = frame(el, "scatter", "Each upstream vector falls into the row that was read");
  const places = model.get("ids").map((_, t) => placeControls(model, t));
  ui.controls.append(...places.map((one) => one.row));
  const show = panel(
    model, ui,
    ["fallen", steps, { count: places.length }],
    ["rule", choice, { label: "rule", options: [["add", "add"], ["overwrite", "overwrite, as grad[ids] += G does"]] }],
  );
  const picture = shape("svg", { class: "bw-fall", "aria-hidden": "true" });
  const columns = names("d", model.get("upstream")[0]);
  const rows = each(model.get("vocab_size"), (v) => `row ${v}`);
  const slopes = table({ caption: "Gradient so far, (V, D)", columns, rows });
  ui.stage.append(picture, slopes.node);

  return follow(model, ["ids", "upstream", "fallen", "rule", "vocab_size"], (state) => {
    const grad = partly(state, state.rule, state.fallen);
    show(state);
    for (const one of places) one.set(state);
    draw(picture, state, grad);
    slopes.set(grad);
    slopes.mark((r) => r === state.ids[state.fallen - 1]);
    ui.say(sentence(state));
  });
}

export default { render };
