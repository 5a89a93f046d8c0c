// What a learner sees of an exercise: the editor's frame, buttons, words, output and hints.
import { button, element, unique } from "../widgets/parts.mjs";

const KEYS = "Ctrl or Cmd + Enter checks. Tab leaves the editor; Ctrl or Cmd + ] indents.";

/** Build the box; `press` has a function for each button. */
export function box({ title, bytes, press }) {
  const keys = element("p", { class: "live-keys", id: unique("keys") }, KEYS);
  const solved = element("span", { class: "live-solved" }, "Solved");
  const frame = element("div", { class: "live-editor highlight" });
  const words = element("p", { class: "bw-words", role: "status" });
  const bar = element("progress", { max: bytes, "aria-label": "Loading Python" });
  const loaded = element("span", { "aria-hidden": "true" });
  const loading = element("div", { class: "live-loading" }, bar, loaded);
  const output = element("div", { class: "live-output", role: "region", "aria-label": "Output", tabindex: 0 });
  const hints = element("ol", { class: "live-hints", "aria-label": "Hints", "aria-live": "polite" });
  const buttons = {
    check: button("Check", press.check),
    run: button("Run", press.run),
    stop: button("Stop", press.stop),
    hint: button("Hint", press.hint),
    reset: button("Reset", press.reset),
    undo: button("Undo", press.undo),
  };
  const node = element(
    "div", { class: "bw bw-live", role: "group", "aria-label": `Your answer: ${title}` },
    element("p", { class: "bw-title" }, "Your answer", solved), frame, keys,
    element("div", { class: "live-buttons" }, ...Object.values(buttons)), words, loading, output, hints,
  );
  buttons.check.classList.add("live-check");
  loading.hidden = output.hidden = true;

  return {
    node, frame, keys,
    say: (text) => { words.textContent = text; },
    show: ({ isSolved, isRunning, canUndo, texts, isLastHint }) => {
      solved.hidden = !isSolved;
      buttons.undo.hidden = !canUndo;
      disable(buttons.stop, !isRunning);
      disable(buttons.check, isRunning);
      disable(buttons.run, isRunning);
      disable(buttons.hint, isLastHint);
      hints.append(...texts.slice(hints.children.length).map((text) => element("li", {}, ...marked(text))));
      while (hints.children.length > texts.length) hints.lastChild.remove();
    },
    load: (count) => {
      loading.hidden = count >= bytes;
      bar.value = count;
      loaded.textContent = `${mb(count)} of ${mb(bytes)} MB`;
    },
    clear: () => {
      output.replaceChildren();
      output.hidden = true;
    },
    print: (part) => {
      output.hidden = false;
      if (typeof part !== "string") output.append(part);
      else if (output.lastChild?.nodeName === "PRE") output.lastChild.append(part);
      else output.append(element("pre", {}, part));
    },
  };
}

// A button that says it is of no use now, and keeps the focus.
function disable(node, off) {
  node.setAttribute("aria-disabled", off);
}

// Words between backticks are code.
function marked(text) {
  return text.split("`").map((part, place) => (place % 2 ? element("code", {}, part) : part));
}

function mb(count) {
  return (count / 1e6).toFixed(1);
}
