import {
  arrowLine, button, choice, draggable, element, follow, frame, names, number, panel, shape, slider, table, text,
  tokenLoss, update, vector,
} from "./parts.mjs";

const REACH = 3;  // the farthest that an entry of h goes from 0
const UNIT = 42;
const [ZERO, SPAN] = [168, 105];
const RATE = 0.5;
const SLOPE = "p \u2212 y";

/** h after one step against its gradient, kept in the picture. */
export function stepped(rows, h, target) {
  const { dh } = tokenLoss(rows, h, target);
  return h.map((one, d) => kept(one - RATE * dh[d]));
}

function kept(value) {
  return Math.min(Math.max(value, -REACH), REACH);
}

const place = ([x, y]) => [UNIT * x, -UNIT * y];
const tenths = (value) => Math.round(10 * kept(value)) / 10;

/** A name beside a point, on the side that a direction points to. */
function beside([x, y], [u, v], name) {
  const length = Math.hypot(u, v) / 18 || 1;
  return text("bw-middle bw-strong", x + u / length, y - v / length, name);
}

function axes() {
  const marks = [-3, -2, -1, 1, 2, 3].map((at) => `M${UNIT * at} -3v6M-3 ${UNIT * at}h6`).join("");
  return [
    shape("path", { class: "bw-thin", d: `M-144 0h288M0 -144v288${marks}` }),
    text("bw-end bw-faint", 145, 13, "d0"), text("bw-faint", 7, -134, "d1"),
  ];
}

/** A row of the table with its name; the target is ringed. */
function point(row, v, target) {
  const [cx, cy] = place(row);
  const [style, x] = row[0] > 0 ? ["bw-faint", cx + 9] : ["bw-faint bw-end", cx - 9];
  return [
    ...(v === target ? [shape("circle", { class: "bw-new", cx, cy, r: 9 })] : []),
    shape("circle", { class: "bw-dot", cx, cy, r: 4 }),
    text(style, x, cy + (row[1] > 0 ? -9 : 15), v === target ? `row ${v}, target` : `row ${v}`),
  ];
}

/** The plane of hidden states; a pointer moves h. */
function plane(model) {
  const picture = shape("svg", { class: "bw-plane", viewBox: "-146 -146 292 292", "aria-hidden": "true" });
  draggable(picture, (x, y) => update(model, { h: [tenths(x / UNIT), tenths(-y / UNIT)] }));
  const set = (rows, h, target, dh) => {
    const uphill = h.map((one, d) => one + dh[d]);
    const [cx, cy] = place(h);
    picture.replaceChildren(
      ...axes(), ...rows.flatMap((row, v) => point(row, v, target)),
      ...arrowLine([0, 0], place(h), "bw-blue-line"), ...arrowLine(place(h), place(uphill), "bw-orange-line"),
      shape("circle", { class: "bw-handle", cx, cy, r: 8 }),
      beside(place(h), dh.map((one) => -one), "h"), beside(place(uphill), dh, "dh"),
    );
  };
  return { picture, set };
}

function bar(style, value, y, from = ZERO) {
  return shape("rect", {
    class: style, x: from + SPAN * Math.min(value, 0), y, width: SPAN * Math.abs(value), height: 9,
  });
}

/** For each row a bar for p and, below it, one for its slope; at the bottom, which is which. */
function drawBars(picture, p, dz) {
  const end = 28 + 32 * p.length;
  picture.setAttribute("viewBox", `0 0 290 ${end + 24}`);
  picture.replaceChildren(
    ...[-1, 0, 1].map((value) => text("bw-middle bw-faint", ZERO + SPAN * value, 8, number(value))),
    shape("path", { class: "bw-thin", d: `M${ZERO} 18V${end}` }),
    ...p.flatMap((one, v) => {
      const top = 24 + 32 * v;
      return [
        text("bw-end", 48, top + 10, `row ${v}`),
        bar("bw-blue-dot", one, top), bar("bw-hollow", dz[v], top + 11),
      ];
    }),
    bar("bw-blue-dot", 0.2, end + 9, 92), text("", 118, end + 18, "p"),
    bar("bw-hollow", 0.2, end + 9, 160), text("", 186, end + 18, SLOPE),
  );
}

/** A slider for one entry of h. */
function entry({ d, change }) {
  let now;
  const { row, set } = slider({
    label: `h${d}`, min: -REACH, max: REACH, step: 0.1, describe: (value) => number(value, 2),
    change: (value) => change(now.with(d, value)),
  });
  return { row, set: (h) => { now = h; set(h[d]); } };
}

function sentence(h, target, { p, loss, dh }) {
  return `At h = ${vector(h)} the target, row ${target}, has probability ${number(p[target])}: `
    + `the loss is ${number(loss)}, and dh is ${vector(dh)}.`;
}

function render({ model, el }) {
  const rows = model.get("table");
  const ui = frame(el, "logits", "A hidden state scores four rows, and the loss says where to move it");
  const show = panel(
    model, ui,
    ["h", entry, { d: 0 }],
    ["h", entry, { d: 1 }],
    ["target", choice, { label: "target row", options: rows.map((_, v) => [v, v]) }],
  );
  const step = button(`Step: h \u2212 ${RATE} dh`, () => {
    update(model, { h: stepped(rows, model.get("h"), model.get("target")) });
  });
  const space = plane(model);
  const scores = table({
    caption: "Logits, softmax and slopes", columns: ["z", "p", SLOPE], rows: names("row ", rows),
  });
  const bars = shape("svg", { class: "bw-signed", "aria-hidden": "true" });
  const sum = element("p", { class: "bw-formula" });
  ui.controls.append(element("div", { class: "bw-row" }, step));
  ui.stage.append(space.picture, element("div", { class: "bw-beside" }, scores.node, bars), sum);

  return follow(model, ["h", "target"], (state) => {
    const { h, target } = state;
    const found = tokenLoss(rows, h, target);
    show(state);
    space.set(rows, h, target, found.dh);
    scores.set(found.z.map((one, v) => [one, found.p[v], found.dz[v]]));
    scores.mark((r, c) => r === target && c === 2);
    drawBars(bars, found.p, found.dz);
    const terms = rows.map((row, v) => `${number(found.dz[v])} \u00b7 ${vector(row)}`).join(" + ");
    sum.textContent = `dh = ${terms} = ${vector(found.dh)}, uphill. A step goes the other way.`;
    ui.say(sentence(h, target, found));
  });
}

export default { render };
