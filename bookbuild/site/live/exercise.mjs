// <live-exercise>: an answer that is written, run and checked in the page. Its children are the
// notebook's two cells; they stay for print, and wherever this module does not run.
import { box } from "./box.mjs";
import * as python from "./python.mjs";
import * as store from "./store.mjs";

const NEAR = "200px";
const BUSY = "Python is at work on another answer: stop that one, or wait.";
const UNKEPT = "This browser keeps nothing for this site: save your work as a file before you leave.";
const ENDED = {
  ran: "It ran to its end.",
  "ran silently": "It ran to its end and printed nothing. Check tries it out.",
  correct: "Correct.",
  "not attempted": "Not attempted yet.",
  "not yet": "Not yet. Below is why.",
  error: "It ended with an error.",
  stopped: "Stopped. Python starts again with your next run.",
};

class LiveExercise extends HTMLElement {
  #isRunning = false;

  connectedCallback() {
    near.observe(this);
  }

  build(edit) {
    const { exercise, title, hints } = this.dataset;
    [this.stub, this.test] = sources(this);
    this.hints = JSON.parse(hints);
    this.bytes = Number(this.dataset.bytes);
    const check = () => this.run(this.test);
    this.box = box({ title, bytes: this.bytes, press: {
      check, run: () => this.run(""), stop: () => this.stop(),
      hint: () => this.hint(), reset: () => this.reset(), undo: () => this.undo(),
    } });
    const { code = this.stub, before } = store.answer(exercise);
    this.before = before;
    this.editor = edit({
      parent: this.box.frame, text: code, label: `Your answer: ${title}`, describedBy: this.box.keys.id,
      check, change: () => this.keep(),
    });
    store.followAnswer(exercise, () => this.follow());
    this.append(this.box.node);
    this.show();
    this.dataset.now = "ready";
  }

  /** Run the answer, and then the cell that tests it if there is one. */
  async run(test) {
    if (python.isBusy()) {
      if (!this.#isRunning) this.box.say(BUSY);
      return;
    }
    this.#begin();
    const job = { before: earlier(this), code: this.editor.text(), check: test, progress: store.progress() };
    const outcome = await python.run(job, {
      loaded: (count) => this.#load(count),
      output: (text) => this.box.print(text),
    });
    this.#end(outcome);
  }

  /** Take over what was stored by another tab or from a file, lest this page overwrite it. */
  follow() {
    const { code = this.stub, before } = store.answer(this.dataset.exercise);
    this.before = before;
    if (code !== this.editor.text()) this.editor.write(code);
    this.show();
  }

  #begin() {
    this.#isRunning = true;
    this.box.clear();
    this.box.say(python.isReady() ? "Python is running." : "Loading Python, once for this page.");
    this.show();
    this.dataset.now = "running";
  }

  #load(count) {
    this.box.load(count);
    if (count >= this.bytes) this.box.say("Starting Python.");
  }

  #end({ ended, why, html, progress }) {
    this.#isRunning = false;
    if (html) this.box.print(document.createRange().createContextualFragment(html));
    if (progress) store.addProgress(progress);
    this.box.load(this.bytes);
    this.box.say(ENDED[ended] ?? `Python broke down: ${why} It starts again with your next run.`);
    this.show();
    this.dataset.now = ended;
  }

  stop() {
    if (this.#isRunning) python.stop();
  }

  hint() {
    const { exercise } = this.dataset;
    const opened = Math.min(store.record(exercise).hints + 1, this.hints.length);
    store.addHints(exercise, opened);
    this.show();
  }

  /** Start again from the stub; what was written can be brought back, after a reload too. */
  reset() {
    this.#replace(this.stub);
    this.box.say("The stub is back. Undo brings back what you had.");
  }

  undo() {
    this.#replace(this.before);
    this.box.say("Your code is back.");
  }

  #replace(code) {
    const old = this.editor.text();
    if (old === code) return;
    this.before = old === this.stub ? undefined : old;
    this.editor.write(code);
  }

  /** Forget the answer; the desk removes it from the storage. */
  forget() {
    this.before = undefined;
    this.editor.write(this.stub);
    this.box.clear();
    this.box.say("");
  }

  keep() {
    store.keepAnswer(this.dataset.exercise, { code: this.editor.text(), before: this.before });
    if (!store.isKept()) this.box.say(UNKEPT);
    this.show();
  }

  show() {
    const { solved, hints } = store.record(this.dataset.exercise);
    this.box.show({
      isSolved: solved,
      isRunning: this.#isRunning,
      canUndo: this.before !== undefined,
      texts: this.hints.slice(0, hints),
      isLastHint: hints >= this.hints.length,
    });
  }
}

// The sources of the cells in an element.
function sources(node) {
  return [...node.querySelectorAll(".cell_input pre")].map((pre) => pre.textContent.trimEnd());
}

// The page's cells before an exercise that are no part of any exercise.
function earlier(exercise) {
  return [...document.querySelectorAll("main .cell")]
    .filter((cell) => !cell.closest("live-exercise, .in-jupyterlab"))
    .filter((cell) => cell.compareDocumentPosition(exercise) & Node.DOCUMENT_POSITION_FOLLOWING)
    .flatMap(sources);
}

const near = new IntersectionObserver((seen) => {
  if (seen.some((one) => one.isIntersecting)) buildAll();
}, { rootMargin: NEAR });
window.addEventListener("keydown", () => buildAll(), { once: true });  // Tab would pass them by

async function buildAll() {
  near.disconnect();
  const { edit } = await import("./editor.mjs");
  document.querySelector(".live-note").hidden = false;
  for (const one of document.querySelectorAll("live-exercise:not([data-now])")) one.build(edit);
}

customElements.define("live-exercise", LiveExercise);
