import { choice, each, element, follow, frame, panel, slider } from "./parts.mjs";

const MIB = 2 ** 20;
const GIB = 2 ** 30;
const WIDTHS = { float32: 4, bfloat16: 2, float16: 2 };

// Sizes of real models, and 50,000, the book's example.
const STOPS = {
  vocab_size: [
    256, 1000, 8192, 16384, 32000, 32768, 50000, 50257, 64000, 100277, 128000, 128256, 151936, 201088, 256000,
    262144,
  ],
  n_embd: [64, 128, 256, 512, 768, 1024, 1280, 1600, 2048, 2560, 3072, 4096, 5120, 8192, 16384],
  batch: each(11, (i) => 2 ** i),
  length: each(18, (i) => 2 ** i),
};

/** The bytes of each part, by name. */
export function parts({ vocab_size: V, n_embd: D, dtype, tied, training, batch, length }) {
  const numbers = (tied ? 1 : 2) * V * D;
  const trains = training !== "none";
  const master = training === "master";
  const logits = batch * length * V * WIDTHS[dtype];
  return {
    [tied ? "one table" : "two tables"]: numbers * WIDTHS[dtype],
    gradient: trains ? numbers * WIDTHS[dtype] : 0,
    "copy in float32": master ? numbers * WIDTHS.float32 : 0,
    "Adam's moments": trains ? 2 * numbers * (master ? WIDTHS.float32 : WIDTHS[dtype]) : 0,
    logits,
    "gradient of logits": trains ? logits : 0,
  };
}

/** A size in words; a tie goes to the even digit, as in Python. */
export function human(size) {
  if (size >= GIB) return `${fixed(size / GIB, 2)} GiB`;
  if (size >= MIB / 10) return `${fixed(size / MIB, 1)} MiB`;
  return `${size} bytes`;
}

function fixed(value, places) {
  const scaled = value * 10 ** places;
  return (scaled % 1 === 0.5 ? 2 * Math.round(scaled / 2) / 10 ** places : value).toFixed(places);
}

/** What a full bar stands for: the first of 1 MiB, 4 MiB, 16 MiB and so on that holds the largest part. */
export function fullBar(sizes) {
  return MIB * 4 ** Math.max(0, Math.ceil(Math.log2(Math.max(...sizes) / MIB) / 2));
}

function sum(numbers) {
  return numbers.reduce((total, one) => total + one, 0);
}

/** Whole units only, since it is a power of four. */
function unit(size) {
  return size >= GIB ? `${size / GIB} GiB` : `${size / MIB} MiB`;
}

function bars(sizes) {
  const full = fullBar(Object.values(sizes));
  const rows = Object.entries(sizes).map(([name, size]) => {
    const style = name.includes("logits") ? "bw-bar bw-striped" : "bw-bar";
    const bar = element("span", { class: style, "aria-hidden": "true" });
    const words = element("span", { class: "bw-size" }, human(size));
    bar.style.setProperty("--part", size / full);
    return element("li", {}, element("span", {}, name), bar, words);
  });
  return [
    element("p", { class: "bw-note" }, `A full bar is ${unit(full)}.`),
    element("ul", { class: "bw-bars" }, ...rows),
  ];
}

function sentence(sizes, training) {
  const values = Object.values(sizes);
  const [ends, logits] = [values.slice(0, 4), values.slice(4)].map(sum);
  const start = training === "none" ? "Reading" : "Training";
  return `${start} keeps ${human(ends)} for the two ends, and one batch takes `
    + `${human(logits)} for its logits: ${human(ends + logits)} in all.`;
}

/** A slider over the stops of one size; a value between two stops shows as it is. */
function size({ label, stops, change }) {
  let now;
  const describe = () => now.toLocaleString("en-US");
  const { row, set } = slider({ label, min: 0, max: stops.length - 1, describe, change: (i) => change(stops[i]) });
  return { row, set: (value) => { now = value; set(stops.filter((stop) => stop < value).length); } };
}

const CONTROLS = [
  ["vocab_size", size, { label: "V, rows", stops: STOPS.vocab_size }],
  ["n_embd", size, { label: "D, width", stops: STOPS.n_embd }],
  ["batch", size, { label: "B, sequences", stops: STOPS.batch }],
  ["length", size, { label: "T, tokens each", stops: STOPS.length }],
  ["dtype", choice, { label: "numbers", options: Object.keys(WIDTHS).map((name) => [name, name]) }],
  ["tied", choice, { label: "ends", options: [[true, "tied"], [false, "two tables"]] }],
  ["training", choice, {
    label: "training", options: [["none", "none"], ["adam", "Adam"], ["master", "Adam, with float32 copies"]],
  }],
];

function render({ model, el }) {
  const ui = frame(el, "memory", "What the two ends and their logits take");
  const show = panel(model, ui, ...CONTROLS);
  return follow(model, CONTROLS.map(([name]) => name), (state) => {
    const found = parts(state);
    show(state);
    ui.stage.replaceChildren(...bars(found));
    ui.say(sentence(found, state.training));
  });
}

export default { render };
