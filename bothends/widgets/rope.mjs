import {
  choice, draggable, each, element, follow, frame, inverseFrequencies, number, panel, shape, slider, table, text,
  update,
} from "./parts.mjs";

const REACH = 12;  // the farthest that m and n go from 0
const [WIDTH, HEIGHT, LEFT, TOP] = [340, 200, 34, 12];
const KNOWN = {
  "pairs and +": "RoFormer", "halves and +": "Llama in transformers", "halves and \u2212": "nanochat",
};

/** The channels of each pair. */
export function pairsOf(headDim, pairing) {
  const half = headDim / 2;
  return each(half, (i) => (pairing === "halves" ? [i, i + half] : [2 * i, 2 * i + 1]));
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
    text("bw-middle", x + 12 * x / length, -y - 12 * y / length, name),
  ];
}

/** One pair of channels: where each vector points and, thin, where it pointed at position 0. */
function dial(vectors, [a, b], words) {
  const longest = Math.max(...vectors.map(({ from }) => Math.hypot(from[a], from[b]))) || 1;
  const place = (x) => [62 * x[a] / longest, 62 * x[b] / longest];
  const drawn = vectors.flatMap(({ name, from, to, style }) => {
    const [x, y] = place(from);
    const circle = shape("circle", { class: "bw-thin", r: Math.hypot(x, y) });
    return [circle, shape("line", { class: "bw-thin", x2: x, y2: -y }), ...arrow(name, place(to), style)];
  });
  const picture = shape("svg", { viewBox: "-80 -80 160 160", "aria-hidden": "true" }, ...drawn);
  return element("div", { class: "bw-dial" }, picture, words);
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
const range = (step) => each(2 * REACH / step + 1, (i) => i * step - REACH);

/** The score at each distance; a pointer chooses one. */
function chart(choose) {
  const picture = shape("svg", { class: "bw-chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  draggable(picture, (x) => choose(Math.min(Math.max(apartAt(x), -REACH), REACH)));
  const set = (at, limit, now) => {
    const down = (value) => TOP + (1 - value / limit) * (HEIGHT - TOP - 32) / 2;
    const points = (step) => range(step).map((d) => [across(d), down(at(d))]);
    picture.replaceChildren(
      ...axes(down, limit),
      shape("path", { class: "bw-blue-line", d: `M${points(0.125).map((one) => one.join(" ")).join("L")}` }),
      ...points(1).map(([cx, cy]) => shape("circle", { class: "bw-blue-dot", cx, cy, r: 2 })),
      shape("line", { class: "bw-thin", x1: across(now), x2: across(now), y1: TOP, y2: HEIGHT - 32 }),
      shape("circle", { class: "bw-now", cx: across(now), cy: down(at(now)), r: 6 }),
    );
    const all = range(1).map((d) => `${number(at(d), 2)} at ${number(d)}`).join(", ");
    picture.setAttribute("aria-label", `The score at each m \u2212 n: ${all}.`);
  };
  return { picture, set };
}

function axes(down, limit) {
  const step = 10 ** Math.floor(Math.log10(limit));
  const tick = Math.floor(limit / step) * step;
  return [
    ...[-tick, 0, tick].map((value) => text("bw-end", LEFT - 8, down(value), number(value))),
    ...range(4).map((d) => text("bw-middle", across(d), HEIGHT - 20, number(d))),
    text("", 2, 8, "score"),
    text("bw-middle", across(0), HEIGHT - 4, "m \u2212 n"),
    shape("line", { class: "bw-thin", x1: LEFT, x2: WIDTH - 12, y1: down(0), y2: down(0) }),
    shape("line", { class: "bw-thin", x1: across(0), x2: across(0), y1: TOP, y2: HEIGHT - 32 }),
  ];
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
  const ui = frame(el, "rope", "A query and a key turn, and their score");
  const show = panel(
    model, ui,
    ["m", slider, { label: "m, place of q", min: 0, max: REACH }],
    ["n", slider, { label: "n, place of k", min: 0, max: REACH }],
    ["shift", slider, { label: "shift both by", min: 0, max: 100 }],
    ["pairing", choice, { label: "pairing", options: [["halves", "halves"], ["pairs", "pairs"]] }],
    ["sign", choice, { label: "sign", options: [[1, "+"], [-1, "\u2212"]] }],
  );
  const dials = element("div", { class: "bw-dials" });
  const sum = element("div");
  const curve = chart((apart) => update(model, placed(model.get("n"), apart, REACH)));
  ui.stage.append(dials, curve.picture, sum);

  return follow(model, ["q", "k", "base", "m", "n", "shift", "pairing", "sign"], (state) => {
    const { q, k, m, n } = state;
    show(state);
    drawTurned(dials, sum, state);
    curve.set((apart) => score(q, k, apart, 0, state), Math.hypot(...q) * Math.hypot(...k) || 1, m - n);
    ui.say(sentence(state));
  });
}

export default { render };
