import { button, each, element, follow, frame, prose, unique, update } from "./parts.mjs";

const LETTERS = "ABCDEF";

/** How many questions are answered rightly. */
export function score(questions, checked) {
  return questions.filter((question, q) => checked[q] === question.right).length;
}

/** The verdict on an option, in words. */
export function reply(question, option) {
  return `${option === question.right ? "Right" : "Not so"}. ${question.options[option].reason}`;
}

/** One answer: its radio button, its letter and text, and the reason that a check brings out. */
function optionOf(question, option, name, choose) {
  const input = element("input", { type: "radio", name });
  const letter = element("span", { class: "bw-letter", "aria-hidden": "true" }, LETTERS[option]);
  const text = element("span", {}, ...prose(question.options[option].text));
  const verdict = option === question.right ? "\u2713 " : "\u2717 ";
  const words = [verdict, ...prose(reply(question, option))];
  const reason = element("p", { class: "bw-reason", hidden: true }, ...words);
  const label = element("label", {}, input, letter, text);
  const row = element("div", { class: "bw-option", "aria-live": "polite" }, label, reason);
  input.addEventListener("change", choose);
  return {
    row,
    set: (chosen, checked) => {
      input.checked = chosen;
      reason.hidden = !checked;
      row.classList.toggle("bw-right", checked && option === question.right);
      row.classList.toggle("bw-wrong", checked && option !== question.right);
    },
  };
}

/** A question with its answers and a button; Enter checks as well. */
function questionOf(model, q) {
  const all = model.get("questions");
  const question = all[q];
  const set = (name, option) => {  // -1 stands for no option
    update(model, { [name]: each(all.length, (i) => (i === q ? option : model.get(name)[i] ?? -1)) });
  };
  const name = unique("question");
  const options = question.options.map((_, option) => (
    optionOf(question, option, name, () => set("chosen", option))
  ));
  const check = button("Check", () => {});
  check.type = "submit";
  const legend = element("legend", {}, `${q + 1}. `, ...prose(question.text));
  const form = element("form", {}, element("fieldset", {}, legend, ...options.map((one) => one.row)), check);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    set("checked", model.get("chosen")[q] ?? -1);
  });
  return {
    form,
    set: (chosen, checked) => {
      check.disabled = chosen === -1;
      options.forEach((one, option) => one.set(chosen === option, chosen === option && checked === option));
    },
  };
}

function steps(model, count) {
  const go = (by) => update(model, { at: model.get("at") + by });
  const back = button("Back", () => go(-1));
  const next = button("Next", () => go(1));
  return {
    row: element("div", { class: "bw-row bw-steps" }, back, next),
    set: (at) => {
      back.disabled = at === 0;
      next.disabled = at === count - 1;
    },
  };
}

function render({ model, el }) {
  const ui = frame(el, "quiz", "What do you think?");
  let questions;  // those on the stage
  let shown;
  const build = () => {
    questions = model.get("questions");
    shown = { forms: questions.map((_, q) => questionOf(model, q)), steps: steps(model, questions.length) };
    ui.stage.replaceChildren(...shown.forms.map((one) => one.form));
  };

  return follow(model, ["questions", "listed", "at", "chosen", "checked"], (state) => {
    if (state.questions !== questions) build();
    const { listed, at, chosen, checked } = state;
    shown.forms.forEach((one, q) => {
      one.form.hidden = !listed && q !== at;
      one.set(chosen[q] ?? -1, checked[q] ?? -1);
    });
    if (listed) shown.steps.row.remove();
    else if (!shown.steps.row.parentNode) ui.stage.append(shown.steps.row);
    shown.steps.set(at);
    const count = questions.length;
    ui.say(checked.length ? `${score(questions, checked)} of ${count} right.` : `${count} questions.`);
  });
}

export default { render };
