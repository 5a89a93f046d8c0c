import {
  button, element, follow, frame, inverseFrequencies, menu, number, panel, shape, slider, table, update,
} from "./parts.mjs";

const LAST = 2048;  // a text as long as those that nanochat is trained on
const RADIUS = 44;

/** For each pair: radians a token, tokens a turn, turns up to the position, and where the hand's tip is. */
export function clocks(headDim, base, position) {
  return inverseFrequencies(headDim, base).map((theta) => {
    const angle = position * theta;
    const wavelength = 2 * Math.PI / theta;
    return { theta, wavelength, turns: position / wavelength, tip: [Math.cos(angle), Math.sin(angle)] };
  });
}

/** A few pairs from the fastest to the slowest, at even steps. */
export function shown(pairs) {
  return [...new Set([0, 0.25, 0.5, 0.75, 1].map((part) => Math.min(Math.floor(part * pairs), pairs - 1)))];
}

/** A count as the book prints it. */
function grouped(value) {
  return Math.round(value).toLocaleString("en-US");
}

function tokens(wavelength) {
  return wavelength < 100 ? number(wavelength, 2) : grouped(wavelength);
}

/** What a pair has swept in its first turn, from the right counterclockwise. */
function sector({ turns, tip: [x, y] }) {
  const end = `${RADIUS * x} ${-RADIUS * y}`;
  return shape("path", {
    class: "bw-fill", d: `M0 0 H${RADIUS} A${RADIUS} ${RADIUS} 0 ${turns > 0.5 ? 1 : 0} 0 ${end} Z`,
  });
}

function face(clock, name) {
  const [x, y] = clock.tip.map((part) => part * (RADIUS - 4));
  const first = clock.turns < 1;
  const picture = shape(
    "svg", { viewBox: "-50 -50 100 100" },
    ...(first ? [sector(clock)] : []),
    shape("circle", { class: first ? "bw-dashed" : "bw-outline", r: RADIUS }),
    shape("line", { class: "bw-hand", x2: x, y2: -y }),
    shape("circle", { class: "bw-dot", r: 5 }),
  );
  return element("span", { class: "bw-clock" }, picture, name);
}

/** The table of some of the pairs. */
function numbers(all) {
  const some = shown(all.length);
  const { node, set, mark } = table({
    caption: "\u03b8 in radians a token", columns: ["\u03b8", "tokens a turn", "turns"], rows: some,
    corner: "pair",
  });
  set(some.map((i) => [
    number(Number(all[i].theta.toPrecision(3)), 10), tokens(all[i].wavelength), number(all[i].turns, 3),
  ]));
  mark((r, c) => c === 2 && all[some[r]].turns >= 1);
  return node;
}

/** Two buttons that take one step. */
function steps({ change }) {
  let now;
  const step = (label, by) => button(label, () => change(Math.min(Math.max(now + by, 0), LAST)));
  const row = element("div", { class: "bw-row" }, step("1 back", -1), step("1 on", 1));
  return { row, set: (position) => { now = position; } };
}

function render({ model, el }) {
  const ui = frame(el, "clocks", "Each pair of a head is a clock");
  const options = (values) => values.map((value) => [value, grouped(value)]);
  const show = panel(
    model, ui,
    ["position", slider, { label: "position", min: 0, max: LAST, describe: grouped }],
    ["position", steps],
    ["head_dim", menu, { label: "head size", options: options([4, 8, 16, 32, 64, 128]) }],
    ["base", menu, { label: "base", options: options([10_000, 100_000, 500_000]) }],
  );
  const faces = element("div", { class: "bw-faces", "aria-hidden": "true" });
  const key = element("p", { class: "bw-note" },
    "Hands start on the right and run counterclockwise. Dashed rim: still in the first turn, "
    + "what is swept is tinted. Solid rim: has been round.");
  const figures = element("div");
  ui.stage.append(faces, key, figures);

  return follow(model, ["position", "head_dim", "base"], (state) => {
    const { position: now, head_dim: headDim, base } = state;
    const all = clocks(headDim, base, now);
    show(state);
    faces.classList.toggle("bw-small", all.length > 8);
    faces.replaceChildren(...all.map((clock, i) => face(clock, all.length > 8 ? i : `pair ${i}`)));
    figures.replaceChildren(numbers(all));
    const done = all.filter((clock) => clock.wavelength <= now).length;
    ui.say(`Position ${grouped(now)} lies past the first full turn of ${done} of the ${all.length} pairs; `
      + `the slowest takes ${grouped(all.at(-1).wavelength)} tokens for one.`);
  });
}

export default { render };
