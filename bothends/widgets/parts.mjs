// What all widgets are made of, and the formulas that several of them teach.

const SVG = "http://www.w3.org/2000/svg";
const CONTROLS = ["input", "select", "button"];
let made = 0;

/** One thing for each whole number below `count`. */
export function each(count, act) {
  return Array.from({ length: count }, (_, i) => act(i));
}

/** An element with attributes and children; a child that is text becomes text. */
export function element(name, attributes = {}, ...children) {
  const node = fill(document.createElement(name), attributes, children);
  // JupyterLab takes arrow keys for itself unless the element that has the focus says otherwise.
  if (CONTROLS.includes(name)) node.dataset.lmSuppressShortcuts = true;
  return node;
}

/** The same for a picture. */
export function shape(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** Text in a picture. */
export function text(style, x, y, words) {
  return shape("text", { class: style, x, y }, words);
}

function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === undefined) continue;
    node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children);
  return node;
}

/** An id that nothing else on the page has. */
export function unique(name) {
  made += 1;
  return `bw-${name}-${made}-${Math.random().toString(36).slice(2, 8)}`;
}

/** A number as the book prints it: at most `places` decimals, and no -0. */
export function number(value, places = 4) {
  if (!Number.isFinite(value)) return String(value).replace("Infinity", "inf");
  const rounded = Number(value.toFixed(places)) + 0;
  return String(rounded === 0 ? 0 : rounded).replace("-", "\u2212");
}

/** A row of numbers in brackets. */
export function vector(values, places = 4) {
  return `[${values.map((value) => number(value, places)).join(", ")}]`;
}

/** The box of a widget, with its title and a sentence that a screen reader is told when it changes. */
export function frame(el, name, title) {
  const heading = element("p", { class: "bw-title", id: unique("title") }, title);
  const words = element("p", { class: "bw-words", role: "status" });
  const controls = element("div", { class: "bw-controls" });
  const stage = element("div", { class: "bw-stage" });
  const box = element(
    "div",
    { class: `bw bw-${name}`, role: "group", "aria-labelledby": heading.id },
    heading, controls, stage, words,
  );
  el.replaceChildren(box);
  return { box, controls, stage, say: (text) => words.replaceChildren(...prose(text)) };
}

/** Text in which `backticks` become code. */
export function prose(words) {
  return words.split("`").map((part, i) => (i % 2 ? element("code", {}, part) : part));
}

/** A labelled slider; `describe` gives what is shown and read out for a value. */
export function slider({ label, min, max, step = 1, describe = number, change }) {
  const input = element("input", { id: unique("slider"), type: "range", min, max, step });
  const shown = element("span", { class: "bw-value", "aria-hidden": "true" });
  input.addEventListener("input", () => change(Number(input.value)));
  const set = (value) => {
    input.value = value;
    shown.textContent = describe(value);
    input.setAttribute("aria-valuetext", describe(value));
  };
  const row = element("div", { class: "bw-row" }, element("label", { for: input.id }, label), input, shown);
  return { row, set };
}

/** One choice among few, as radio buttons; `options` are [value, label]. */
export function choice({ label, options, change }) {
  const name = unique("choice");
  const inputs = options.map(([value, words]) => {
    const input = element("input", { type: "radio", name, value });
    input.addEventListener("change", () => change(value));
    return [value, input, element("label", {}, input, words)];
  });
  const legend = element("legend", {}, label);
  const row = element("fieldset", { class: "bw-choice" }, legend, ...inputs.map((one) => one[2]));
  return { row, set: (now) => inputs.forEach(([value, input]) => { input.checked = value === now; }) };
}

/** One choice among many, as a list to drop down; `options` are [value, label]. */
export function menu({ label, options, change }) {
  const select = element("select", {}, ...options.map(([value, words]) => element("option", { value }, words)));
  select.addEventListener("change", () => change(options[select.selectedIndex][0]));
  const row = element("label", { class: "bw-row" }, label, select);
  return { row, set: (value) => { select.value = value; } };
}

/** A labelled number to type. */
export function field({ label, min, max, change }) {
  const input = element("input", { type: "number", min, max, step: "any" });
  input.addEventListener("input", () => {
    if (input.validity.valid && input.value !== "") change(input.valueAsNumber);
  });
  const row = element("label", { class: "bw-field" }, label, input);
  return { row, set: (value) => { if (input.valueAsNumber !== value) input.value = value; } };
}

/** A button. */
export function button(label, press) {
  const node = element("button", { type: "button" }, label);
  node.addEventListener("click", press);
  return node;
}

/** Put up controls for parts of the state, such as ["place", slider, { label: "place", ... }].
    What is returned shows a state in all of them. */
export function panel(model, { controls }, ...parts) {
  const inputs = parts.map(([name, make, options]) => [
    name, make({ change: (value) => update(model, { [name]: value }), ...options }),
  ]);
  controls.append(...inputs.map(([, input]) => input.row));
  return (state) => inputs.forEach(([name, input]) => input.set(state[name]));
}

/** "row 0", "row 1" and so on, one for each entry of a list. */
export function names(word, list) {
  return list.map((_, i) => `${word}${i}`);
}

/** A table of numbers with names; `set(values)` writes it, `mark(test)` sets off cells. */
export function table({ caption, columns, rows, corner = "" }) {
  const cells = rows.map(() => columns.map(() => element("td")));
  const head = [corner, ...columns].map((text, i) => (i || text ? element("th", { scope: "col" }, text) : element("td")));
  const body = cells.map((row, r) => element("tr", {}, element("th", { scope: "row" }, rows[r]), ...row));
  const node = element(
    "table", { class: "bw-table" },
    element("caption", {}, caption), element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...body),
  );
  const visit = (act) => cells.forEach((row, r) => row.forEach((cell, c) => act(cell, r, c, `${rows[r]}, ${columns[c]}`)));
  return {
    node,
    visit,
    set: (values) => visit((cell, r, c) => {
      const value = values[r][c];
      cell.textContent = typeof value === "number" ? number(value) : value;
    }),
    mark: (test) => visit((cell, r, c) => cell.classList.toggle("bw-mark", test(r, c))),
  };
}

/** An arrow in a picture; one that is too short for a head has none. */
export function arrowLine([x, y], [u, v], style) {
  const line = shape("line", { class: style, x1: x, y1: y, x2: u, y2: v });
  if (Math.hypot(u - x, v - y) < 4) return [line];
  const angle = Math.atan2(v - y, u - x);
  const barb = (turn) => `${u - 9 * Math.cos(angle + turn)} ${v - 9 * Math.sin(angle + turn)}`;
  return [line, shape("path", { class: `${style} bw-solid`, d: `M${barb(0.45)}L${u} ${v}L${barb(-0.45)}` })];
}

/** Let a pointer drag a point in a picture; `move` gets the coordinates of its viewBox. */
export function draggable(svg, move) {
  const at = (event) => {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    move(x, y);
  };
  svg.classList.add("bw-draggable");
  svg.addEventListener("pointerdown", (event) => { svg.setPointerCapture(event.pointerId); at(event); });
  svg.addEventListener("pointermove", (event) => { if (svg.hasPointerCapture(event.pointerId)) at(event); });
}

/** Draw the named parts of the state now and at each change of one; what is returned stops it. */
export function follow(model, names, draw) {
  const now = () => draw(Object.fromEntries(names.map((name) => [name, model.get(name)])));
  for (const name of names) model.on(`change:${name}`, now);
  now();
  return () => { for (const name of names) model.off(`change:${name}`, now); };
}

/** Change the state, here and in the kernel if there is one. */
export function update(model, changes) {
  for (const [name, value] of Object.entries(changes)) model.set(name, value);
  model.save_changes();
}

/** The head_dim / 2 frequencies of a rotation in radians per token, fastest first. */
export function inverseFrequencies(headDim, base) {
  if (headDim < 2 || headDim % 2) throw new RangeError(`head_dim=${headDim} does not split into pairs`);
  return each(headDim / 2, (i) => base ** (-2 * i / headDim));
}

/** The logits of a hidden state, their softmax, the loss on a target, and its slopes. */
export function tokenLoss(rows, hidden, target) {
  const z = rows.map((row) => row.reduce((sum, one, d) => sum + one * hidden[d], 0));
  const largest = Math.max(...z);
  const powers = z.map((one) => Math.exp(one - largest));
  const total = powers.reduce((sum, one) => sum + one, 0);
  const p = powers.map((one) => one / total);
  const dz = p.map((one, v) => (v === target ? one - 1 : one));
  const dh = hidden.map((_, d) => dz.reduce((sum, slope, v) => sum + slope * rows[v][d], 0));
  return { z, p, loss: largest + Math.log(total) - z[target], dz, dh };
}
