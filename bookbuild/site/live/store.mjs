// A learner's code and progress, in this browser's storage; two books on one host stay apart.
import renamed from "./renamed.mjs";

const BOOK = `bothends ${new URL("../../", import.meta.url).pathname} `;
const PROGRESS = `${BOOK}progress`;
const NOTHING = '{"version": 1, "exercises": {}}';
const here = new Map();  // stands in for a storage that is full or refused
let works = true;

/** Whether what is written will be there after a reload. */
export function isKept() {
  return works;
}

/** The code of an exercise, and the one that it replaced if that can be brought back. */
export function answer(id) {
  return JSON.parse(get(BOOK + id) ?? "{}");
}

export function keepAnswer(id, { code, before }) {
  put(BOOK + id, JSON.stringify({ code, before }));
}

/** Call `change` when another tab writes the answer to this exercise. */
export function followAnswer(id, change) {
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === BOOK + id && newValue) change();
  });
}

/** The progress of all exercises, as the text of the file that `bothends.exercises` keeps elsewhere. */
export function progress() {
  return get(PROGRESS) ?? NOTHING;
}

/** What is known of one exercise. */
export function record(id) {
  return JSON.parse(progress()).exercises[id] ?? { solved: false, hints: 0 };
}

/** Add to the progress; what another tab has found out meanwhile stays. */
export function addProgress(text) {
  const { version, exercises } = JSON.parse(progress());
  const all = {};
  for (const [old, { solved, hints }] of [...Object.entries(exercises), ...Object.entries(JSON.parse(text).exercises)]) {
    const id = today(old);
    const { solved: before, hints: opened } = all[id] ?? { solved: false, hints: 0 };
    all[id] = { solved: solved || before, hints: Math.max(hints, opened) };
  }
  put(PROGRESS, JSON.stringify({ version, exercises: all }));
}

export function addHints(id, hints) {
  addProgress(JSON.stringify({ exercises: { [id]: { solved: false, hints } } }));
}

/** Everything that is kept, by exercise. */
export function everything() {
  const answers = {};
  for (const key of keys()) {
    if (key !== PROGRESS) answers[key.slice(BOOK.length)] = JSON.parse(get(key));
  }
  return { answers, progress: JSON.parse(progress()) };
}

/** Whether this is what `everything` returns. */
export function isWork(work) {
  const hasCode = ({ code, before }) => isText(code) && (before === undefined || isText(before));
  const isRecord = ({ solved, hints }) => typeof solved === "boolean" && Number.isInteger(hints);
  return isTable(work?.answers, hasCode) && isTable(work.progress?.exercises, isRecord);
}

function isText(value) {
  return typeof value === "string";
}

function isTable(table, isRight) {
  const isObject = (value) => value?.constructor === Object;
  return isObject(table) && Object.values(table).every((one) => isObject(one) && isRight(one));
}

/** Add what `everything` returned; an answer that it replaces can be brought back. */
export function restore({ answers, progress }) {
  for (const [old, { code, before }] of Object.entries(answers)) {
    const id = today(old);
    const now = answer(id).code;
    if (code !== now) keepAnswer(id, { code, before: now ?? before });
  }
  addProgress(JSON.stringify(progress));
}

export function removeEverything() {
  for (const key of keys()) {
    here.delete(key);
    quietly(() => localStorage.removeItem(key));
  }
}

function keys() {
  const stored = quietly(() => Object.keys(localStorage)) ?? [];
  return [...new Set([...stored, ...here.keys()])].filter((key) => key.startsWith(BOOK)).sort();
}

function get(key) {
  return here.get(key) ?? quietly(() => localStorage.getItem(key)) ?? null;
}

function put(key, value) {
  here.delete(key);
  works = quietly(() => { localStorage.setItem(key, value); return true; }) ?? false;
  if (!works) here.set(key, value);
}

function quietly(act) {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** The id that an exercise has now: in version 0.1.0 ids were numbered by chapter. */
function today(id) {
  return renamed[id] ?? id;
}

/** Move what is kept under ids of version 0.1.0 to those of today. */
function carryOver() {
  const { answers, progress } = everything();
  const old = Object.keys(answers).filter((id) => id in renamed);
  if (!old.length && !Object.keys(progress.exercises).some((id) => id in renamed)) return;
  restore({ answers: Object.fromEntries(old.map((id) => [id, answers[id]])), progress });
  for (const id of works ? old : []) {
    here.delete(BOOK + id);
    quietly(() => localStorage.removeItem(BOOK + id));
  }
}

quietly(carryOver);
