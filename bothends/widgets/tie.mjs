import {
  arrowLine, choice, element, follow, frame, names, panel, shape, table, text, tokenLoss, vector,
} from "./parts.mjs";

const UNIT = 110;
const RATE = 0.5;
const [SIDE, ABOVE] = [0.7, 0.5];  // around the points, for the arrows

/** The gradient of a tied table by way of the lookup and of the head, and their sum. */
export function paths(rows, read, target) {
  const h = rows[read];
  const { p, dz, dh } = tokenLoss(rows, h, target);
  const input = rows.map((row, v) => row.map((_, d) => (v === read ? dh[d] : 0)));
  const output = dz.map((slope) => h.map((one) => slope * one));
  const sum = input.map((row, v) => row.map((one, d) => one + output[v][d]));
  return { p, dz, input, output, sum };
}

function sentence(read, { input, output, sum }) {
  const [looked, scored, both] = [input, output, sum].map((part) => vector(part[read]));
  const reached = output.filter((row) => row.some((slope) => slope !== 0)).length;
  return `Row ${read} gets ${looked} by the lookup and ${scored} by the head, ${both} together. `
    + `The head reaches ${reached} of ${output.length} rows.`;
}

/** A table whose cells are the deeper in colour the larger their number. */
function heat(caption, rows, columns) {
  const one = table({ caption, columns, rows });
  one.node.classList.add("bw-heat");
  const set = (values, largest, read) => {
    one.set(values);
    one.mark((r) => r === read);
    one.visit((cell, r, c) => {
      cell.classList.toggle("bw-below", values[r][c] < 0);
      cell.style.setProperty("--part", largest ? Math.abs(values[r][c]) / largest : 0);
    });
  };
  return { node: one.node, set };
}

/** The box around points, with room for arrows. */
function viewBox(points) {
  const [xs, ys] = [0, 1].map((d) => points.map((one) => one[d]));
  const [left, top] = [Math.min(...xs) - SIDE * UNIT, Math.min(...ys) - ABOVE * UNIT];
  return [left, top, Math.max(...xs) + SIDE * UNIT - left, Math.max(...ys) + ABOVE * UNIT - top];
}

/** The rows as points, and where each part of a step takes them: against its slopes. */
function drawStep(picture, rows, { input, output, sum }, read) {
  const place = ([x, y]) => [UNIT * x, -UNIT * y];
  const points = rows.map(place);
  const push = (v, part, style) => (
    arrowLine(points[v], place(rows[v].map((one, d) => one - RATE * part[v][d])), style)
  );
  const [left, top, width, height] = viewBox(points);
  picture.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
  picture.replaceChildren(
    shape("path", { class: "bw-thin", d: `M${left} 0h${width}M0 ${top}v${height}` }),
    ...rows.flatMap((_, v) => push(v, output, "bw-orange-line")),
    ...push(read, input, "bw-blue-line"), ...push(read, sum, "bw-ink-line"),
    ...points.flatMap(([cx, cy], v) => [
      shape("circle", { class: "bw-dot", cx, cy, r: 4 }),
      text(v === read ? "bw-strong" : "bw-faint", cx + 6, cy + 18, `row ${v}`),
    ]),
  );
}

/** What the arrows are. */
function key() {
  const entry = (style, words) => element(
    "li", {}, shape("svg", { viewBox: "0 0 40 12" }, ...arrowLine([2, 6], [36, 6], style)), words,
  );
  return element("ul", { class: "bw-key" },
    entry("bw-orange-line", "by the head, to every row"),
    entry("bw-blue-line", "by the lookup, to the row that is read"),
    entry("bw-ink-line", `together, in a step of rate ${RATE}`));
}

function render({ model, el }) {
  const rows = model.get("table");
  const ui = frame(el, "tie", "One table, two ways for the gradient to reach it");
  const options = rows.map((_, v) => [v, v]);
  const show = panel(
    model, ui, ["read", choice, { label: "id read", options }], ["target", choice, { label: "target", options }],
  );
  const part = (caption) => heat(caption, names("row ", rows), names("d", rows[0]));
  const parts = {
    input: part("Input part, by the lookup"),
    output: part("+ output part, by the head"),
    sum: part("= sum, the gradient"),
  };
  const picture = shape("svg", { class: "bw-step", "aria-hidden": "true" });
  const scores = table({
    caption: "Read as h, and scored", columns: ["p", "p \u2212 y"], rows: names("row ", rows),
  });
  ui.stage.append(
    element("div", { class: "bw-parts" }, ...Object.values(parts).map((one) => one.node)),
    picture, element("div", { class: "bw-beside" }, scores.node, key()),
  );

  return follow(model, ["read", "target"], (state) => {
    const { read, target } = state;
    const found = paths(rows, read, target);
    const largest = Math.max(...[found.input, found.output, found.sum].flat(2).map(Math.abs));
    show(state);
    for (const [name, one] of Object.entries(parts)) one.set(found[name], largest, read);
    drawStep(picture, rows, found, read);
    scores.set(found.p.map((one, v) => [one, found.dz[v]]));
    scores.mark((r, c) => r === target && c === 1);
    ui.say(sentence(read, found));
  });
}

export default { render };
