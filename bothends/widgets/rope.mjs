import {
  choice, draggable, element, follow, frame, inverseFrequencies, number, shape, slider, table, update,
} from "./parts.mjs";

const REACH = 12;  // the farthest that m and n go from 0
const [WIDTH, HEIGHT, LEFT, TOP] = [340, 200, 34, 12];
const KNOWN = {
  "pairs and +": "RoFormer", "halves and +": "Llama in transformers", "halves and \u2212": "nanochat",
};

/** The channels of each pair. */
export function pairsOf(headDim, pairing) {
  const half = headDim / 2;
  return Array.from({ length: half }, (_, i) => (pairing === "halves" ? [i, i + half] : [2 * i, 2 * i + 1]));
}

/** x at a position: each pair (a, b) is turned towards b, or with sign -1 the other way. */
export function rotate(x, position, { base, pairing, sign }) {
  const theta = inverseFrequencies(x.length, base);
  const turned = [...x];
  pairsOf(x.length, pairing).forEach(([a, b], i) => {
    const cos = Math.cos(position * theta[i]);
    const sin = sign * Math.sin(position * theta[i]);
    turned[a] = x[a] * cos - x[b] * sin;
    turned[b] = x[a] * sin + x[b] * cos;
  });
  return turned;
}

/** The dot product of q at position m and k at position n. */
export function score(q, k, m, n, way) {
  const key = rotate(k, n, way);
  return rotate(q, m, way).reduce((sum, one, channel) => sum + one * key[channel], 0);
}

/** Positions from 0 to `reach` that are `apart` from each other, with n kept where it can be. */
export function placed(n, apart, reach) {
  const m = Math.min(Math.max(n + apart, 0), reach);
  return { m, n: m - apart };
}

function arrow(name, [x, y], style) {
  const length = Math.hypot(x, y) || 1;
  return [
    shape("line", { class: style, x2: x, y2: -y }),
    shape("circle", { class: style, cx: x, cy: -y, r: 3 }),
    shape("text", { class: "bw-middle", x: x + 12 * x / length, y: -y - 12 * y / length }, name),
  ];
}

/** One pair of channels: where each vector points and, thin, where it pointed at position 0. */
function dial(vectors, [a, b], text) {
  const longest = Math.max(...vectors.map(({ from }) => Math.hypot(from[a], from[b]))) || 1;
  const place = (x) => [62 * x[a] / longest, 62 * x[b] / longest];
  const drawn = vectors.flatMap(({ name, from, to, style }) => {
    const [x, y] = place(from);
    const circle = shape("circle", { class: "bw-thin", r: Math.hypot(x, y) });
    return [circle, shape("line", { class: "bw-thin", x2: x, y2: -y }), ...arrow(name, place(to), style)];
  });
  const picture = shape("svg", { viewBox: "-80 -80 160 160", "aria-hidden": "true" }, ...drawn);
  return element("div", { class: "bw-dial" }, picture, text);
}

/** What each channel adds to the score. */
function terms(query, key) {
  const { node, set, mark } = table({
    caption: "Turned, and multiplied",
    columns: ["q", "k", "product"],
    rows: [...query.keys(), "score"],
    corner: "channel",
  });
  const products = query.map((one, c) => one * key[c]);
  const sum = products.reduce((total, one) => total + one);
  set([...query.map((one, c) => [one, key[c], products[c]]), ["", "", sum]]);
  mark((r, c) => r === query.length && c === 2);
  return node;
}

const across = (apart) => LEFT + (apart + REACH) / (2 * REACH) * (WIDTH - LEFT - 12);
const apartAt = (x) => Math.round((x - LEFT) / (WIDTH - LEFT - 12) * 2 * REACH - REACH);
const range = (from, to, step) => Array.from({ length: (to - from) / step + 1 }, (_, i) => from + i * step);

/** The score at each distance; a pointer chooses one. */
function chart(choose) {
  const picture = shape("svg", { class: "bw-chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  draggable(picture, (x) => choose(Math.min(Math.max(apartAt(x), -REACH), REACH)));
  const set = (at, limit, now) => {
    const down = (value) => TOP + (1 - value / limit) * (HEIGHT - TOP - 32) / 2;
    const points = (step) => range(-REACH, REACH, step).map((d) => [across(d), down(at(d))]);
    picture.replaceChildren(
      ...axes(down, limit),
      shape("path", { class: "bw-blue-line", d: `M${points(0.125).map((one) => one.join(" ")).join("L")}` }),
      ...points(1).map(([cx, cy]) => shape("circle", { class: "bw-blue-dot", cx, cy, r: 2 })),
      shape("line", { class: "bw-thin", x1: across(now), x2: across(now), y1: TOP, y2: HEIGHT - 32 }),
      shape("circle", { class: "bw-now", cx: across(now), cy: down(at(now)), r: 6 }),
    );
    const all = range(-REACH, REACH, 1).map((d) => `${number(at(d), 2)} at ${number(d)}`).join(", ");
    picture.setAttribute("aria-label", `The score at each m \u2212 n: ${all}.`);
  };
  return { picture, set };
}

function axes(down, limit) {
  const step = 10 ** Math.floor(Math.log10(limit));
  const tick = Math.floor(limit / step) * step;
  const label = (x, y, text, style = "bw-middle") => shape("text", { class: style, x, y }, text);
  return [
    ...[-tick, 0, tick].map((value) => label(LEFT - 8, down(value), number(value), "bw-end")),
    ...range(-REACH, REACH, 4).map((d) => label(across(d), HEIGHT - 20, number(d))),
    label(2, 8, "score", ""),
    label(across(0), HEIGHT - 4, "m \u2212 n"),
    shape("line", { class: "bw-thin", x1: LEFT, x2: WIDTH - 12, y1: down(0), y2: down(0) }),
    shape("line", { class: "bw-thin", x1: across(0), x2: across(0), y1: TOP, y2: HEIGHT - 32 }),
  ];
}

function controls(model) {
  const set = (name) => (value) => update(model, { [name]: value });
  const place = { min: 0, max: REACH };
  return {
    m: slider({ label: "m, place of q", ...place, change: set("m") }),
    n: slider({ label: "n, place of k", ...place, change: set("n") }),
    shift: slider({ label: "shift both by", min: 0, max: 100, change: set("shift") }),
    pairing: choice({
      label: "pairing", options: [["halves", "halves"], ["pairs", "pairs"]], change: set("pairing"),
    }),
    sign: choice({ label: "sign", options: [[1, "+"], [-1, "\u2212"]], change: set("sign") }),
  };
}

function sentence({ q, k, m, n, shift, ...way }) {
  const name = `${way.pairing} and ${way.sign === 1 ? "+" : "\u2212"}`;
  const now = number(score(q, k, m + shift, n + shift, way));
  return `q at ${m + shift}, k at ${n + shift}: the score is ${now}, `
    + `as wherever m \u2212 n = ${number(m - n)} (${name}: ${KNOWN[name] ?? "no model in this book"}).`;
}

function drawTurned(dials, sum, { q, k, m, n, shift, ...way }) {
  const vectors = [
    { name: "q", from: q, to: rotate(q, m + shift, way), style: "bw-blue-line" },
    { name: "k", from: k, to: rotate(k, n + shift, way), style: "bw-orange-line" },
  ];
  const theta = inverseFrequencies(q.length, way.base);
  sum.replaceChildren(terms(...vectors.map((one) => one.to)));
  dials.replaceChildren(
    ...pairsOf(q.length, way.pairing).map(([a, b], i) => dial(
      vectors, [a, b], `Pair ${i}: channels ${a} and ${b}, \u03b8 = ${number(theta[i])}`,
    )),
  );
}

function render({ model, el }) {
  const names = ["q", "k", "base", "m", "n", "shift", "pairing", "sign"];
  const ui = frame(el, "rope", "A query and a key turn, and their score");
  const inputs = controls(model);
  const dials = element("div", { class: "bw-dials" });
  const sum = element("div");
  const curve = chart((apart) => update(model, placed(model.get("n"), apart, REACH)));
  ui.controls.append(...Object.values(inputs).map((one) => one.row));
  ui.stage.append(dials, curve.picture, sum);

  return follow(model, names, () => {
    const state = Object.fromEntries(names.map((name) => [name, model.get(name)]));
    const { q, k, m, n } = state;
    for (const [name, input] of Object.entries(inputs)) input.set(state[name]);
    drawTurned(dials, sum, state);
    curve.set((apart) => score(q, k, apart, 0, state), Math.hypot(...q) * Math.hypot(...k) || 1, m - n);
    ui.say(sentence(state));
  });
}

export default { render };
