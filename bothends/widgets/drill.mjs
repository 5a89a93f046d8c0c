import {
  button, element, follow, frame, number, prose, table, tokenLoss, unique, update, vector,
} from "./parts.mjs";

const CLOSE = 1.000001e-3;  // three decimals are asked for
const each = (count, act) => Array.from({ length: count }, (_, i) => act(i));
const zeros = (rows, columns) => each(rows, () => Array(columns).fill(0));

// Lookup

function rowsOf({ table: rows, ids }, shift = 0) {
  return ids.map((id) => [...rows[(id + shift + rows.length) % rows.length]]);
}

/** Column `id` for each id, where there is one as long as a row. */
function columnsOf({ table: rows, ids }) {
  const found = ids.map((id) => rows[0].map((_, d) => rows[d]?.[id]));
  return found.flat().includes(undefined) ? null : found;
}

function sumOf(given) {
  return rowsOf(given).reduce((sum, row) => sum.map((one, d) => one + row[d]));
}

/** The given rows first, and below them nothing. */
function above(rows, count) {
  return each(count, (r) => rows[r] ?? rows[0].map(() => null));
}

const ADDED = [
  "the rows added together",
  "You added the rows that were read. A one-hot sum looks like that, but a lookup keeps one vector for "
  + "each id; nothing is summed over the sequence.",
];

const lookup = {
  title: "Drill: what comes out of the table?",
  asks: ({ ids }) => `The ids ${vector(ids)} are looked up: write down what comes out, then check.`,
  caption: "Vectors X, (T, D)",
  rows: ({ ids }) => ids.map((_, t) => `place ${t}`),
  columns: ({ table: rows }) => rows[0].map((_, d) => `d${d}`),
  show: ({ table: rows, ids }) => [
    numbers("Table E, (V, D)", rows, rows.map((_, v) => `row ${v}`), "d"),
    element("p", { class: "bw-formula" }, `ids ${vector(ids)}`),
  ],
  right: (given) => rowsOf(given),
  mistakes: [
    [
      "columns for rows",
      "You took column `id` of the table. A table (V, D) holds one row for each id; a column mixes one "
      + "coordinate of all V tokens.",
      columnsOf,
    ],
    [
      "one-based rows",
      "Python and every tokenizer count from 0: id 0 is the first row and id 1 the second.",
      (given) => rowsOf(given, -1),
    ],
    [...ADDED, (given) => above([sumOf(given)], given.ids.length)],
    [...ADDED, (given) => given.ids.map(() => sumOf(given))],
    [
      "position for id",
      "You took the first rows in order, so where a token stands decided what it means. The id is the "
      + "address; its place in the sequence plays no part in a lookup.",
      ({ table: rows, ids }) => (ids.length > rows.length ? null : rows.slice(0, ids.length)),
    ],
    [
      "each row once",
      "You listed the rows that occur. An id that comes twice is read twice: the answer has one vector "
      + "for each position, not one for each different id.",
      ({ table: rows, ids }) => above([...new Set(ids)].map((id) => rows[id]), ids.length),
    ],
  ],
  hints: [
    "An id is an address. Number the rows of the table from 0 down the margin.",
    "Copy one row for each id, in the order of the ids. An id that comes twice is copied twice.",
  ],
  draw: (random) => {
    const [V, D] = random.among([[4, 2], [5, 3], [3, 3]]);
    return { table: random.table(V, D, -3, 9), ids: each(random.whole(3, 4), () => random.whole(0, V - 1)) };
  },
  fit: ({ ids }) => new Set(ids).size > 1 && new Set(ids).size < ids.length,
};

// Scatter-add

function piles({ ids, upstream, vocab_size: V }, shift = 0) {
  const grad = zeros(V, upstream[0].length);
  ids.forEach((id, t) => upstream[t].forEach((slope, d) => { grad[(id + shift + V) % V][d] += slope; }));
  return grad;
}

function lastOf({ ids, upstream, vocab_size: V }) {
  const grad = zeros(V, upstream[0].length);
  ids.forEach((id, t) => { grad[id] = [...upstream[t]]; });
  return grad;
}

function firstOf({ ids, upstream, ...rest }) {
  return lastOf({ ids: ids.toReversed(), upstream: upstream.toReversed(), ...rest });
}

function meanOf(given) {
  const count = (row) => given.ids.filter((id) => id === row).length;
  return piles(given).map((slopes, row) => slopes.map((one) => one / Math.max(1, count(row))));
}

const scatter = {
  title: "Drill: where does the gradient go?",
  asks: ({ ids }) => `The ids ${vector(ids)} were read: write down the gradient of the table, then check.`,
  caption: "Gradient of E, (V, D)",
  rows: ({ vocab_size: V }) => each(V, (v) => `row ${v}`),
  columns: ({ upstream }) => upstream[0].map((_, d) => `d${d}`),
  show: ({ ids, upstream }) => [
    numbers("Upstream gradient G, (T, D)", upstream, ids.map((id, t) => `place ${t}, id ${id}`), "d"),
  ],
  right: (given) => piles(given),
  mistakes: [
    [
      "the last one wins",
      "A repeated id kept only its last upstream row; this is what `grad[ids] = G` and `grad[ids] += G` "
      + "give. Each reading of a row changes the loss, so their slopes add.",
      lastOf,
    ],
    [
      "the first one wins",
      "A repeated id kept only its first upstream row. Each reading of a row changes the loss, so all its "
      + "upstream rows count.",
      firstOf,
    ],
    [
      "the mean for the sum",
      "You averaged the upstream rows of a repeated id. If a row is read twice, raising it raises both "
      + "outputs, and the two effects add. (`scale_grad_by_freq` divides; it is off by default.)",
      meanOf,
    ],
    [
      "in order of position",
      "You put the upstream rows in the order in which they came. Row n of G belongs to the n-th token; "
      + "the token's id says which row of the table it goes to.",
      ({ upstream, vocab_size: V }) => each(V, (v) => upstream[v] ?? upstream[0].map(() => 0)),
    ],
    [
      "the upstream gradient itself",
      "You returned the gradient of the output, one row for each token. Asked for is the gradient of the "
      + "table, one row for each of its V rows.",
      ({ upstream, vocab_size: V }) => above(upstream, V),
    ],
    [
      "one-based rows",
      "Your numbers stand one row too high. Rows count from 0: id 2 is the third row.",
      (given) => piles(given, -1),
    ],
  ],
  hints: [
    "The gradient of a table has the table's shape. Which of its rows were not read at all?",
    "Go through the ids. Each time, put the upstream row on the pile of the row that was read; what is on "
    + "one pile is added.",
  ],
  draw: (random) => {
    const [V, T] = random.among([[4, 3], [5, 4], [5, 3]]);
    return { ids: each(T, () => random.whole(0, V - 1)), upstream: random.table(T, 2, -4, 8), vocab_size: V };
  },
  fit: ({ ids }) => new Set(ids).size > 1 && new Set(ids).size < ids.length,
};

// Logits

function lines(given, slopes) {
  const { z, p } = tokenLoss(given.table, given.hidden, given.target);
  return [z, p, slopes(p, z)];
}

function lessOneHot(values, target) {
  return values.map((one, v) => (v === target ? one - 1 : one));
}

function sharesOf(given) {
  const [z] = lines(given, () => []);
  const total = z.reduce((sum, one) => sum + one, 0);
  const shares = z.map((one) => one / total);
  return total === 0 ? null : [z, shares, lessOneHot(shares, given.target)];
}

const POWERS = [..."\u2070\u00b9\u00b2\u00b3\u2074"].map(
  (n, i) => `e${n}\u00a0=\u00a0${number(Math.exp(i))}`,
);

const logits = {
  title: "Drill: scores, probabilities, slopes",
  asks: ({ hidden, target }) => (
    `h = ${vector(hidden)}, target ${target}: write down logits, probabilities and slopes, then check.`
  ),
  caption: "Logits z, probabilities p, slopes dz",
  rows: () => ["z", "p", "dz"],
  columns: ({ table: rows }) => rows.map((_, v) => `row ${v}`),
  show: ({ table: rows, hidden, target }) => [
    numbers("Table E, (V, D)", rows, rows.map((_, v) => `row ${v}`), "d"),
    element("p", { class: "bw-formula" }, `h = ${vector(hidden)}, target ${target}`),
    element("p", { class: "bw-note" }, `Three decimals are enough. ${POWERS.join(", ")}.`),
  ],
  right: (given) => lines(given, (p) => lessOneHot(p, given.target)),
  mistakes: [
    [
      "no one-hot taken off",
      "You gave the probabilities themselves. The loss also holds minus the target's logit, so 1 is taken "
      + "off at the target, and the slopes of one place sum to 0.",
      (given) => lines(given, (p) => p),
    ],
    [
      "the sign turned round",
      "Every sign is turned round. The slope of the target is negative: raising its logit makes the loss "
      + "smaller.",
      (given) => lines(given, (p) => lessOneHot(p, given.target).map((one) => -one)),
    ],
    [
      "the target counted from one",
      "The slopes would be right for another target. Rows count from 0: target 1 is the second row.",
      (given) => (given.target ? lines(given, (p) => lessOneHot(p, given.target - 1)) : null),
    ],
    [
      "shares of the scores",
      "You divided each score by the sum of the scores. Softmax first makes each score positive with the "
      + "exponential, then divides.",
      sharesOf,
    ],
    [
      "one taken off the score",
      "Your slopes begin from the scores. The one-hot vector is subtracted from the probabilities.",
      (given) => lines(given, (p, z) => lessOneHot(z, given.target)),
    ],
  ],
  hints: [
    "Each logit is a dot product: multiply h with one row of E, number by number, and add.",
    "Take the exponential of each score and add the four up. Each share is one of the four, divided by "
    + "that sum.",
    "The third line is the second line, with 1 taken off in one place. It sums to 0.",
  ],
  draw: (random) => ({
    table: random.table(4, 2, -1, 2), hidden: random.table(1, 2, -2, 2)[0], target: random.whole(0, 3),
  }),
  fit: (given) => {
    const [z] = lines(given, () => []);
    return Math.min(...z) >= 0 && Math.max(...z) <= 4 && new Set(z).size > 2;
  },
};

// Rotation, in quarter turns: by hand, cosines and sines are 0, 1 and -1

const QUARTERS = [2, 1];  // what each pair turns at each position
const TURN = [[1, 0], [0, 1], [-1, 0], [0, -1]];  // cos and sin after 0 to 3 quarters
const PLACES = { halves: [[0, 2], [1, 3]], pairs: [[0, 1], [2, 3]] };

function turned({ x, positions, pairing, sign }, { quarters = QUARTERS, first = 0, turn = turnPair } = {}) {
  return positions.map((position) => {
    const row = [...x];
    PLACES[pairing].forEach(([i, j], pair) => {
      const [cos, sin] = TURN[(position + first) * quarters[pair] % 4];
      [row[i], row[j]] = turn(x[i], x[j], cos, sign * sin);
    });
    return row;
  });
}

function turnPair(a, b, cos, sin) {
  return [a * cos - b * sin, a * sin + b * cos];
}

function addBoth(a, b, cos, sin) {
  return [a * cos + b * sin, a * sin + b * cos];
}

function rule({ pairing, sign }) {
  const [fast, slow] = PLACES[pairing].map(([i, j]) => `(c${i}, c${j})`);
  const name = pairing === "halves" ? "halves" : "neighbours";
  return `Pairs: ${name}. Each position turns pair 0, ${fast}, by half a turn and pair 1, ${slow}, by a quarter. `
    + `Sign ${sign === 1 ? "+1" : number(sign)}.`;
}

const rotation = {
  title: "Drill: turn the pairs",
  asks: ({ x, positions }) => (
    `${vector(x)} stands at positions ${vector(positions)}: write down where its pairs turn, then check.`
  ),
  caption: "The vector, turned",
  rows: ({ positions }) => positions.map((position) => `m = ${position}`),
  columns: ({ x }) => x.map((_, c) => `c${c}`),
  show: (given) => [
    numbers("Vector x", [given.x], ["x"], "c"), element("p", { class: "bw-formula" }, rule(given)),
  ],
  right: (given) => turned(given),
  mistakes: [
    [
      "turned the other way",
      "You turned by minus the angle. With sign +1, (a, b) goes to (a cos - b sin, a sin + b cos).",
      (given) => (given.sign === 1 ? turned({ ...given, sign: -1 }) : null),
    ],
    [
      "the sign left out",
      "You turned by +angle whatever the sign. With sign -1 each pair turns the other way.",
      (given) => (given.sign === 1 ? null : turned({ ...given, sign: 1 })),
    ],
    [
      "neighbours for halves",
      'You joined neighbours where "halves" was asked for. There, channel i goes with channel i + '
      + "head_dim / 2.",
      (given) => (given.pairing === "halves" ? turned({ ...given, pairing: "pairs" }) : null),
    ],
    [
      "halves for neighbours",
      'You joined channel i with channel i + head_dim / 2 where "pairs" was asked for. There, neighbours go '
      + "together, 2i with 2i + 1.",
      (given) => (given.pairing === "pairs" ? turned({ ...given, pairing: "halves" }) : null),
    ],
    [
      "both terms added",
      "You added in both members of a pair, so lengths change. In the first one the sine term is subtracted.",
      (given) => (given.sign === 1 ? turned(given, { turn: addBoth }) : null),
    ],
    [
      "one frequency for both pairs",
      "Both of your pairs turn by half a turn for each token. The second pair is slower.",
      (given) => turned(given, { quarters: [2, 2] }),
    ],
    [
      "the slow pair first",
      "You gave the fast frequency to the second pair. Pair 0 is the fast one.",
      (given) => turned(given, { quarters: [1, 2] }),
    ],
    [
      "positions counted from one",
      "Your first row is turned already. Positions count from 0, and the token at position 0 stays as it is.",
      (given) => turned(given, { first: 1 }),
    ],
  ],
  hints: [
    "How does the row at position 0 look?",
    "Half a turn changes both signs of a pair. A quarter turn with sign +1 brings (a, b) to (-b, a); with "
    + "sign -1 it brings (a, b) to (b, -a).",
    "At position m, pair 0 has made m half turns and pair 1 m quarter turns. Four quarters are no turn at "
    + "all.",
  ],
  draw: (random) => {
    const first = random.whole(1, 3);
    return {
      x: random.table(1, 4, -5, 9)[0],
      positions: [0, first, random.whole(first + 1, 6)],
      pairing: random.among(["halves", "pairs"]),
      sign: random.among([1, -1]),
    };
  },
  fit: ({ x }) => !x.includes(0) && new Set(x).size === 4,
};

const KINDS = { lookup, scatter, logits, rotation };

/** The table that is asked for. */
export function right(kind, given) {
  return KINDS[kind].right(given);
}

/** The known mistakes that this task can bring out: name, sentence, and the table that each gives. */
export function mistakes(kind, given) {
  const want = right(kind, given);
  const fails = (row, r) => row.some((value, c) => value !== null && !close(value, want[r][c]));
  return answers(kind, given).filter((one) => one.table.some(fails));
}

function answers(kind, given) {
  return KINDS[kind].mistakes
    .map(([name, says, wrong]) => ({ name, says, table: wrong(given) }))
    .filter((one) => one.table !== null);
}

/** A fresh task; the same for the same seed. Its known mistakes can be told apart. */
export function draw(kind, seed) {
  const random = randomFrom(seed);
  for (;;) {
    const given = KINDS[kind].draw(random);
    if (KINDS[kind].fit(given) && apart(kind, given)) return given;
  }
}

function apart(kind, given) {
  const found = [right(kind, given), ...answers(kind, given).map((one) => one.table)];
  return found.every((one, i) => found.slice(0, i).every((other) => !same(one, other)));
}

function same(one, other) {
  return one.every((row, r) => row.every((value, c) => close(value, other[r][c])));
}

function close(value, other) {
  return value === null || other === null ? value === other : Math.abs(value - other) < CLOSE;
}

/** Numbers that look random and follow from the seed: mulberry32. */
function randomFrom(seed) {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (min, max) => min + Math.floor(next() * (max - min + 1));
  return {
    whole,
    among: (list) => list[whole(0, list.length - 1)],
    table: (rows, columns, min, max) => each(rows, () => each(columns, () => whole(min, max))),
  };
}

/** What a cell says: null if it is empty, NaN if it is no number. */
export function read(text) {
  const plain = text.trim().replace("\u2212", "-").replace(",", ".");
  return plain === "" ? null : Number(plain);
}

/** For each cell "right", "wrong", "odd" or "empty", and the mistake whose numbers these are. */
export function verdict(kind, given, cells) {
  const values = cells.map((row) => row.map(read));
  const want = right(kind, given);
  const marks = values.map((row, r) => row.map((value, c) => {
    if (value === null) return "empty";
    if (Number.isNaN(value)) return "odd";
    return close(value, want[r][c]) ? "right" : "wrong";
  }));
  const mistake = mistakes(kind, given).find((one) => same(one.table, values)) ?? null;
  return { marks, mistake, solved: marks.flat().every((mark) => mark === "right") };
}

function numbers(caption, values, rows, letter) {
  const shown = table({ caption, columns: values[0].map((_, c) => `${letter}${c}`), rows });
  shown.set(values);
  return shown.node;
}

/** The names of the cells with this mark, as a list in words. */
function named(marks, mark, names) {
  const found = marks.flat().map((one, i) => (one === mark ? names[i] : null)).filter(Boolean);
  return found.length > 4 ? `${found.slice(0, 4).join("; ")} and ${found.length - 4} more` : found.join("; ");
}

function finding({ marks, mistake, solved }, names, streak) {
  const all = marks.flat();
  const count = (mark) => all.filter((one) => one === mark).length;
  if (solved) return `All ${all.length} cells are right. At the first try, in a row: ${streak}.`;
  const start = `${count("right")} of ${all.length} cells are right.`;
  if (mistake) return `${start} These numbers are a known mistake, ${mistake.name}: ${mistake.says}`;
  const odd = count("odd") ? ` No number: ${named(marks, "odd", names)}.` : "";
  const wrong = count("wrong") ? ` Look again at ${named(marks, "wrong", names)}.` : "";
  return `${start}${odd}${wrong}${count("empty") ? ` Still empty: ${count("empty")}.` : ""}`;
}

/** The table to fill in. */
function grid({ rows, columns, caption }, change) {
  const sheet = table({ caption, columns, rows });
  sheet.node.classList.add("bw-sheet");
  const cells = sheet.cells.map((row, r) => row.map((td, c) => {
    const input = element("input", {
      type: "text", id: unique("cell"), autocomplete: "off", "data-lm-suppress-shortcuts": "true",
    });
    const sign = element("span", { class: "bw-sign", "aria-hidden": "true" });
    const name = element("span", { class: "bw-unseen" }, `${rows[r]}, ${columns[c]}`);
    td.append(element("label", { for: input.id }, name, input), sign);
    input.addEventListener("input", () => change(r, c, input.value));
    return { td, input, sign };
  }));
  return { node: sheet.node, cells, set: (texts, marks, locked) => setCells(cells, texts, marks, locked) };
}

const SIGNS = { right: "\u2713", wrong: "\u2717", odd: "?" };

function setCells(cells, texts, marks, locked) {
  cells.forEach((row, r) => row.forEach(({ td, input, sign }, c) => {
    const mark = marks?.[r][c];
    if (input.value !== texts[r][c]) input.value = texts[r][c];
    input.readOnly = locked;
    input.setAttribute("aria-invalid", String(mark === "wrong" || mark === "odd"));
    sign.textContent = SIGNS[mark] ?? "";
    td.className = mark ? `bw-${mark}` : "";
  }));
}

/** What the reader has typed, with an empty text where nothing is. */
function typed(cells, want) {
  return want.map((row, r) => row.map((_, c) => cells[r]?.[c] ?? ""));
}

function check(model) {
  const [kind, given] = [model.get("kind"), model.get("given")];
  const cells = typed(model.get("cells"), right(kind, given));
  if (cells.flat().every((text) => read(text) === null)) return;
  const { marks, solved } = verdict(kind, given, cells);
  const first = model.get("checked").length === 0;
  const failed = marks.flat().includes("wrong");
  const streak = failed ? 0 : model.get("streak") + (solved && first ? 1 : 0);
  update(model, { streak, checked: cells });
}

function showAnswer(model) {
  const want = right(model.get("kind"), model.get("given"));
  update(model, { cells: want.map((row) => row.map((value) => number(value, 3))), shown: true, streak: 0 });
}

/** The task on the stage: what is given, the table to fill in, and where the hints go. */
function stage(ui, model) {
  const [kind, given] = [KINDS[model.get("kind")], model.get("given")];
  const names = { rows: kind.rows(given), columns: kind.columns(given), caption: kind.caption };
  const change = (r, c, text) => {
    const cells = typed(model.get("cells"), kind.right(given));
    cells[r][c] = text;
    update(model, { cells });
  };
  const answer = grid(names, change);
  ui.box.querySelector(".bw-title").textContent = kind.title;
  ui.stage.replaceChildren(element("div", { class: "bw-given" }, ...kind.show(given)), answer.node);
  return { answer, names: names.rows.flatMap((row) => names.columns.map((column) => `${row}, ${column}`)) };
}

function buttons(model, another) {
  const submit = button("Check", () => {});
  submit.type = "submit";
  const hint = button("Hint", () => update(model, { hints: model.get("hints") + 1 }));
  const show = button("Show me", () => showAnswer(model));
  const fresh = button("Another", another);
  const streak = element("span", { class: "bw-value" });
  return {
    row: element("div", { class: "bw-row bw-buttons" }, submit, hint, show, fresh, streak),
    set: ({ kind, checked, hints, shown, solved, streak: count }) => {
      const open = checked.length > 0 && !solved && !shown;
      submit.disabled = shown;
      hint.disabled = !open || hints >= KINDS[kind].hints.length;
      show.disabled = !open;
      streak.textContent = `At the first try, in a row: ${count}`;
    },
  };
}

const FRESH = { cells: [], checked: [], hints: 0, shown: false };

function render({ model, el }) {
  const ui = frame(el, "drill", "");
  let now;  // the task on the stage
  let task;
  const controls = buttons(model, () => {
    const seed = model.get("seed") + 1;
    update(model, { seed, given: draw(model.get("kind"), seed) });
    task.answer.cells[0][0].input.focus();
  });
  const hints = element("ol", { class: "bw-hints" });
  const form = element("form", {}, ui.stage, controls.row, hints);
  form.addEventListener("submit", (event) => { event.preventDefault(); check(model); });
  ui.controls.replaceWith(form);

  return follow(model, ["given", "cells", "checked", "hints", "shown", "streak"], () => {
    if (model.get("given") !== now) {
      const later = now !== undefined;
      now = model.get("given");
      task = stage(ui, model);
      if (later) update(model, FRESH);
    }
    const state = Object.fromEntries(
      ["kind", "cells", "checked", "hints", "shown", "streak"].map((name) => [name, model.get(name)]),
    );
    paint(ui, { task, controls, hints }, state, now);
  });
}

function paint(ui, { task, controls, hints }, state, given) {
  const want = right(state.kind, given);
  const [texts, checked] = [typed(state.cells, want), typed(state.checked, want)];
  const found = state.checked.length && !state.shown ? verdict(state.kind, given, checked) : null;
  const unchanged = (mark, r, c) => (texts[r][c] === checked[r][c] ? mark : undefined);
  const marks = found?.marks.map((row, r) => row.map((mark, c) => unchanged(mark, r, c)));
  task.answer.set(texts, marks, state.shown);
  controls.set({ ...state, solved: Boolean(found?.solved) });
  hints.replaceChildren(
    ...KINDS[state.kind].hints.slice(0, state.hints).map((one) => element("li", {}, ...prose(one))),
  );
  const asks = KINDS[state.kind].asks(given);
  ui.say(state.shown ? "These are the numbers. The next task is yours."
    : found ? finding(found, task.names, state.streak) : asks);
}

export default { render };
