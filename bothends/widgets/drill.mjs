import {
  button, element, follow, frame, number, prose, table, update, vector,
} from "./parts.mjs";

const CLOSE = 1.000001e-3;  // three decimals are asked for
const SIGNS = { right: "\u2713", wrong: "\u2717", odd: "?" };
const FRESH = { cells: [], checked: [], hints: 0, shown: false };

/** A pattern with what is given for each name in braces, or its entry `t`; {t} is `t` itself. */
export function filled(pattern, given, t) {
  return pattern.replace(/\{(\w+)\}/g, (_, name) => {
    if (name === "t") return t;
    const value = t === undefined ? given[name] : given[name][t];
    if (Array.isArray(value)) return vector(value);
    return typeof value === "number" ? number(value) : value;
  });
}

/** What a cell says: null if it is empty, NaN if it is no number. */
export function read(text) {
  const plain = text.trim().replace("\u2212", "-").replace(",", ".");
  return plain === "" ? null : Number(plain);
}

function close(value, other) {
  return value === null || other === null ? value === other : Math.abs(value - other) < CLOSE;
}

/** For each cell "right", "wrong", "odd" or "empty", and which mistake gives these numbers, if one does. */
export function verdict({ right, mistakes }, cells) {
  const values = cells.map((row) => row.map(read));
  const marks = values.map((row, r) => row.map((value, c) => {
    if (value === null) return "empty";
    if (Number.isNaN(value)) return "odd";
    return close(value, right[r][c]) ? "right" : "wrong";
  }));
  const same = ([, rows]) => rows.every((row, r) => row.every((one, c) => close(one, values[r][c])));
  return { marks, mistake: mistakes.find(same)?.[0], solved: marks.flat().every((mark) => mark === "right") };
}

/** The task after this one; from the first, the given one, to any other. */
export function next(at, count) {
  return at === 0 ? 1 + Math.floor(Math.random() * (count - 1)) : at % (count - 1) + 1;
}

/** The names of the cells with this mark, as a list in words. */
function named(marks, mark, names) {
  const found = names.filter((_, i) => marks[i] === mark);
  return found.length > 4 ? `${found.slice(0, 4).join("; ")} and ${found.length - 4} more` : found.join("; ");
}

function finding({ marks, mistake, solved }, known, names, streak) {
  const all = marks.flat();
  const count = (mark) => all.filter((one) => one === mark).length;
  if (solved) return `All ${all.length} cells are right. At the first try, in a row: ${streak}.`;
  const start = `${count("right")} of ${all.length} cells are right.`;
  if (mistake !== undefined) {
    const [name, says] = known[mistake];
    return `${start} These numbers are a known mistake, ${name}: ${says}`;
  }
  const odd = count("odd") ? ` No number: ${named(all, "odd", names)}.` : "";
  const wrong = count("wrong") ? ` Look again at ${named(all, "wrong", names)}.` : "";
  return `${start}${odd}${wrong}${count("empty") ? ` Still empty: ${count("empty")}.` : ""}`;
}

/** An empty table with names in place of their patterns. */
function tableOf([caption, rows, columns], given, values) {
  const named = (pattern, list) => list.map((_, t) => filled(pattern, given, t));
  return table({ caption, rows: named(rows, values), columns: named(columns, values[0]) });
}

/** The table to fill in; `set` shows texts, marks for some of them, and whether they can be changed. */
function form(sheet, change) {
  const cells = [];
  sheet.node.classList.add("bw-sheet");
  sheet.visit((td, r, c, name) => {
    const input = element("input", { type: "text", autocomplete: "off" });
    const sign = element("span", { class: "bw-sign", "aria-hidden": "true" });
    const label = element("span", { class: "bw-unseen" }, name);
    td.append(element("label", {}, label, input), sign);
    input.addEventListener("input", () => change(r, c, input.value));
    cells.push({ td, input, sign, name, r, c });
  });
  const set = (texts, marks, locked) => cells.forEach(({ td, input, sign, r, c }) => {
    const mark = marks?.[r][c];
    if (input.value !== texts[r][c]) input.value = texts[r][c];
    input.readOnly = locked;
    input.setAttribute("aria-invalid", String(mark === "wrong" || mark === "odd"));
    sign.textContent = SIGNS[mark] ?? "";
    td.className = mark ? `bw-${mark}` : "";
  });
  return { set, names: cells.map((one) => one.name), focus: () => cells[0].input.focus() };
}

/** Texts for all cells of the right table, empty where there is none yet. */
function whole(texts, { right }) {
  return right.map((row, r) => row.map((_, c) => texts[r]?.[c] ?? ""));
}

function check(model, task) {
  const checked = whole(model.get("cells"), task);
  if (checked.flat().every((text) => read(text) === null)) return;
  const { marks, solved } = verdict(task, checked);
  const first = model.get("checked").length === 0;
  const more = solved && first ? 1 : 0;
  update(model, { streak: marks.flat().includes("wrong") ? 0 : model.get("streak") + more, checked });
}

/** Put a task on the stage: what is given, and the table to fill in. */
function stage(ui, model, sheet, task) {
  const given = task.given[sheet.given];
  const values = Array.isArray(given[0]) ? given : [given];
  const shown = tableOf(sheet.shown, task.given, values);
  const answer = tableOf(sheet.answer, task.given, task.right);
  const lines = sheet.lines.map((line) => element("p", { class: "bw-formula" }, filled(line, task.given)));
  shown.set(values);
  ui.box.querySelector(".bw-title").textContent = sheet.title;
  ui.stage.replaceChildren(element("div", { class: "bw-given" }, shown.node, ...lines), answer.node);
  return form(answer, (r, c, text) => {
    const cells = whole(model.get("cells"), task);
    cells[r][c] = text;
    update(model, { cells });
  });
}

function controls(model, now) {
  const submit = button("Check", () => {});
  submit.type = "submit";
  const hint = button("Hint", () => update(model, { hints: model.get("hints") + 1 }));
  const show = button("Show me", () => {
    update(model, { cells: now.task.right.map((row) => row.map((one) => number(one, 3))), shown: true, streak: 0 });
  });
  const fresh = button("Another", () => {
    update(model, { at: next(model.get("at"), now.sheet.tasks.length) });
    now.answer.focus();
  });
  const streak = element("span", { class: "bw-value" });
  return {
    row: element("div", { class: "bw-row bw-buttons" }, submit, hint, show, fresh, streak),
    set: ({ sheet, checked, hints, shown, streak: count }, solved) => {
      submit.disabled = shown;
      show.disabled = checked.length === 0 || solved || shown;
      hint.disabled = show.disabled || hints >= sheet.hints.length;
      streak.textContent = `At the first try, in a row: ${count}`;
    },
  };
}

function render({ model, el }) {
  const ui = frame(el, "drill", "");
  const now = {};  // the sheet, its task on the stage, and the form to answer in
  const buttons = controls(model, now);
  const hints = element("ol", { class: "bw-hints" });
  const paper = element("form", {}, ui.stage, buttons.row, hints);
  paper.addEventListener("submit", (event) => { event.preventDefault(); check(model, now.task); });
  ui.controls.replaceWith(paper);

  return follow(model, ["sheet", "at", "cells", "checked", "hints", "shown", "streak"], (state) => {
    const { sheet, at } = state;
    const task = sheet.tasks[at];
    if (task !== now.task) {
      const later = now.task !== undefined;
      Object.assign(now, { sheet, task, answer: stage(ui, model, sheet, task) });
      if (later) update(model, FRESH);
      Object.assign(state, later && FRESH);
    }
    paint(ui, now, buttons, hints, state);
  });
}

function paint(ui, { sheet, task, answer }, buttons, hints, state) {
  const [texts, checked] = [state.cells, state.checked].map((one) => whole(one, task));
  const found = state.checked.length && !state.shown ? verdict(task, checked) : null;
  const unchanged = (mark, r, c) => (texts[r][c] === checked[r][c] ? mark : undefined);
  answer.set(texts, found?.marks.map((row, r) => row.map((mark, c) => unchanged(mark, r, c))), state.shown);
  buttons.set(state, Boolean(found?.solved));
  hints.replaceChildren(...sheet.hints.slice(0, state.hints).map((one) => element("li", {}, ...prose(one))));
  ui.say(state.shown ? "These are the numbers. The next task is yours."
    : found ? finding(found, sheet.mistakes, answer.names, state.streak) : filled(sheet.asks, task.given));
}

export default { render };
