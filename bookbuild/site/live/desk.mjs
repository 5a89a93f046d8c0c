// <live-desk>: what this browser keeps of a learner's work, to save as a file, to load from one, or to remove.
import { button, element } from "../widgets/parts.mjs";
import * as python from "./python.mjs";
import * as store from "./store.mjs";

const KEPT = "Your code and your progress, from all exercise pages, are kept in this browser and nowhere else.";

class LiveDesk extends HTMLElement {
  connectedCallback() {
    const words = element("p", { class: "bw-words", role: "status" });
    const say = (text) => { words.textContent = text; };
    const ask = button("Remove my work", () => show(true));
    const keep = button("Keep it", () => { show(false); say("Nothing was removed."); });
    const remove = button("Yes, remove it", () => { removeAll(); show(false); say("Your work is removed from this browser."); });
    const save = button("Save my work as a file", () => { saveFile(); say("Saved as a file."); });
    const load = element("input", { type: "file", accept: ".json", hidden: "" });
    load.addEventListener("change", async () => {
      say(await loadFile(load.files[0]));
      load.value = "";  // so that the same file can be chosen again
    });
    const choose = button("Load a saved file", () => load.click());
    const question = element("p", { id: "live-question" });
    const sure = element(
      "div", { class: "live-sure", role: "group", "aria-labelledby": question.id },
      question, element("div", { class: "live-buttons" }, keep, remove),
    );
    const show = (asking) => {
      sure.hidden = !asking;
      ask.hidden = asking;
      question.textContent = `Remove the code of ${count(store.everything().answers)} and all progress? This cannot be undone.`;
      say("");
      (asking ? keep : ask).focus();
    };
    sure.hidden = true;
    this.replaceChildren(element(
      "div", { class: "bw bw-live", role: "group", "aria-label": "Your work" },
      element("p", { class: "bw-title" }, "Your work"), element("p", {}, KEPT),
      element("div", { class: "live-buttons" }, save, choose, ask), load, sure, words,
    ));
  }
}

function count(answers) {
  const many = Object.keys(answers).length;
  return many === 1 ? "1 answer" : `${many} answers`;
}

function saveFile() {
  const text = JSON.stringify(store.everything(), null, 1);
  const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  element("a", { href, download: "my-answers.json" }).click();
  URL.revokeObjectURL(href);
}

/** Take over what a file holds, and return what to say of it. */
async function loadFile(file) {
  let work;
  try {
    work = JSON.parse(await file.text());
  } catch {
    work = undefined;
  }
  if (!store.isWork(work)) {
    return `${file.name} is not a file of this page. Choose one that "Save my work as a file" has made.`;
  }
  store.restore(work);
  for (const one of document.querySelectorAll("live-exercise[data-now]")) one.follow();
  const kept = store.isKept() ? "" : " This browser keeps nothing for this site: keep the file.";
  return `Loaded ${count(work.answers)}. Where you had written something else, Undo brings it back.${kept}`;
}

function removeAll() {
  python.stop();
  const exercises = [...document.querySelectorAll("live-exercise[data-now]")];
  for (const one of exercises) one.forget();
  store.removeEverything();
  for (const one of exercises) one.show();
}

customElements.define("live-desk", LiveDesk);
