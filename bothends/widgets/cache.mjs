import {
  button, choice, each, element, follow, frame, inverseFrequencies, names, number, panel, shape, slider, table,
  text, update,
} from "./parts.mjs";

const WIDTH = 312;
const PROMPT = 4;

/** cos and sin of each pair at positions 0 .. maxLen - 1. */
export function rotations(maxLen, headDim, base) {
  const theta = inverseFrequencies(headDim, base);
  return each(maxLen, (position) => ({
    cos: theta.map((one) => Math.cos(position * one)),
    sin: theta.map((one) => Math.sin(position * one)),
  }));
}

/** What becomes of new tokens: a kind, the rows that they are multiplied by, and the error if there is one.
    The guard asks whether they fit the table where they stand, "end", or by their number alone. */
export function outcome(maxLen, offset, length, guard) {
  const end = offset + length;
  if (guard === "end" && (offset < 0 || length < 0 || end > maxLen)) {
    const error = `offset=${offset} and length=${length} ask for positions ${offset} to ${end - 1}, `
      + `but the cache holds 0 to ${maxLen - 1}: `
      + `build RopeCache with max_len >= ${end}, or start a new context`;
    return { kind: "refused", got: [], error };
  }
  if (length > maxLen) return { kind: "refused", got: [], error: "the text is longer than the table" };
  const rows = each(maxLen, (i) => i).slice(offset, end);
  if (rows.length === length) return { kind: "right", got: rows };
  if (rows.length === 1) return { kind: "wrong", got: Array(length).fill(rows[0]) };  // torch repeats it
  if (length === 1) return { kind: "lost", got: [] };  // and a single token no times
  return { kind: "luck", got: [], error: `${length} tokens do not fit ${rows.length} rows` };
}

function sentence(kind, { offset, length, max_len: maxLen }) {
  const where = length === 1 ? `position ${offset}` : `positions ${offset} to ${offset + length - 1}`;
  const left = Math.max(maxLen - offset, 0);
  return {
    refused: `Refused: the guard stops ${where}, for the table ends at ${maxLen - 1}.`,
    luck: `Caught by luck: ${left} rows are left for ${where}, which is a shape error.`,
    lost: `Silently lost: no row is left for ${where}, and its token vanishes.`,
    wrong: `Silently wrong: one row is left and repeated, ${where} all turn as ${offset}.`,
    right: `Right: ${where} ${length === 1 ? "has its own row" : "have a row each"}.`,
  }[kind];
}

/** Tokens above, the table's rows below, and a line from each new token to the row that it gets. */
function drawStrip(picture, { offset, length, max_len: maxLen }, got) {
  const cell = WIDTH / Math.max(12, offset + length);
  const middle = (i) => (i + 0.5) * cell;
  const box = (i, y, style) => [
    shape("rect", { class: style, x: i * cell + 1.5, y, width: cell - 3, height: 22, rx: 2 }),
    ...(cell < 20 && i % 2 ? [] : [text("bw-middle", middle(i), y + 11, i)]),
  ];
  const fresh = got.length ? "bw-new" : "bw-new bw-dashed";
  picture.replaceChildren(
    text("", 2, 10, "positions: kept, and new in bold lines"),
    ...each(offset, (i) => box(i, 20, "bw-kept")).flat(),
    ...each(length, (t) => box(offset + t, 20, fresh)).flat(),
    ...got.map((row, t) => shape("line", {
      class: "bw-to", x1: middle(offset + t), y1: 43, x2: middle(row), y2: 83,
    })),
    ...each(maxLen, (i) => box(i, 84, got.includes(i) ? "bw-new" : "bw-outline")).flat(),
    text("", 2, 122, "rows of the table"),
  );
}

/** The table of rotations, with the rows that new tokens get set off. */
function rowTable(rows, got) {
  const columns = rows[0].cos.flatMap((_, i) => [`cos ${i}`, `sin ${i}`]);
  const { node, set, mark } = table({
    caption: "Rows, for each pair", columns, rows: names("", rows), corner: "row",
  });
  set(rows.map(({ cos, sin }) => cos.flatMap((one, i) => [number(one, 3), number(sin[i], 3)])));
  mark((r) => got.includes(r));
  return node;
}

/** The cosine of pair 0 that each new token should get, and the one that it gets. */
function tokenTable(rows, { offset, length, head_dim: headDim, base }, { kind, got }) {
  const meant = rotations(offset + length, headDim, base).slice(offset);
  const { node, set, mark } = table({
    caption: "cos of pair 0", columns: ["meant", "handed out"],
    rows: meant.map((_, t) => `position ${offset + t}`),
  });
  const instead = kind === "lost" ? "nothing" : "error";
  set(meant.map(({ cos }, t) => [cos[0], t in got ? rows[got[t]].cos[0] : instead]));
  mark((t, c) => c === 1 && got[t] !== offset + t);
  return node;
}

function render({ model, el }) {
  const maxLen = model.get("max_len");
  const ui = frame(el, "cache", `Which row turns a new token? A table of L = ${maxLen} rows`);
  const show = panel(
    model, ui,
    ["offset", slider, { label: "T\u2080, tokens kept", min: 0, max: maxLen + 2 }],
    ["length", slider, { label: "T, new tokens", min: 1, max: maxLen + 1 }],
    ["guard", choice, { label: "guard", options: [["length", "T \u2264 L"], ["end", "T\u2080 + T \u2264 L"]] }],
  );
  const start = button("Prompt of 4", () => update(model, { offset: 0, length: PROMPT }));
  const next = button("Next token", () => {
    update(model, { offset: model.get("offset") + model.get("length"), length: 1 });
  });
  const strip = shape("svg", { class: "bw-strip", viewBox: `0 0 ${WIDTH} 128`, "aria-hidden": "true" });
  const figures = element("div", { class: "bw-stage" });
  const error = element("p", { class: "bw-note" });
  ui.controls.append(element("div", { class: "bw-row" }, start, next));
  ui.stage.append(strip, error, figures);

  return follow(model, ["offset", "length", "guard", "max_len", "head_dim", "base"], (state) => {
    const rows = rotations(state.max_len, state.head_dim, state.base);
    const found = outcome(state.max_len, state.offset, state.length, state.guard);
    show(state);
    next.disabled = found.got.length === 0 || state.offset + state.length > state.max_len + 2;
    drawStrip(strip, state, found.got);
    figures.replaceChildren(tokenTable(rows, state, found), rowTable(rows, found.got));
    error.textContent = found.error ?? "";
    ui.say(sentence(found.kind, state));
  });
}

export default { render };
