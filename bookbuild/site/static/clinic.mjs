// Narrows the clinic's entries down by symptom, cause and chapter. All it knows stands in the
// page: an entry is a section with an h3, and its first paragraph names cause and chapter.
const ABOUT = /^Cause: (.+?)\. Chapter: (.+)$/;
const entries = [...document.querySelectorAll("article section:has(> h3)")].map(read);
const parts = [...document.querySelectorAll("article section:has(> h2)")];
const form = build();
parts[0].before(form);
filter();

form.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());
form.querySelector("button").addEventListener("click", showAll);
window.addEventListener("hashchange", () => reveal(location.hash));
document.addEventListener("click", ({ target }) => reveal(target.closest("a")?.hash));

function read(section) {
  const [, cause, chapter] = section.querySelector("p").textContent.match(ABOUT);
  const words = [...section.querySelectorAll(":scope > :is(h3, p)")].map((node) => node.textContent);
  return { section, cause, chapter, text: words.join(" ").toLowerCase() };
}

function build() {
  const form = document.createElement("form");
  form.className = "clinic";
  form.autocomplete = "off";
  form.setAttribute("aria-label", "Find an entry");
  form.innerHTML = `
    <label>Symptom <input name="symptom" type="search" spellcheck="false"></label>
    <label>Cause <select name="cause"><option value="">any cause</option></select></label>
    <label>Chapter <select name="chapter"><option value="">any chapter</option></select></label>
    <button type="button">Show all</button>
    <p role="status"></p>`;
  for (const name of ["cause", "chapter"]) {
    const values = new Set(entries.map((entry) => entry[name]));
    for (const value of [...values].sort()) form.elements[name].add(new Option(value));
  }
  return form;
}

function filter() {
  const { symptom, cause, chapter } = form.elements;
  const words = symptom.value.toLowerCase().split(/\s+/);
  for (const entry of entries) {
    const fits =
      words.every((word) => entry.text.includes(word)) &&
      ["", entry.cause].includes(cause.value) &&
      ["", entry.chapter].includes(chapter.value);
    entry.section.hidden = !fits;
  }
  const left = entries.filter(({ section }) => !section.hidden).length;
  for (const part of parts) {
    part.hidden = left < entries.length && !part.querySelector("section:not([hidden])");
  }
  form.querySelector("[role=status]").textContent = left
    ? `${left} of ${entries.length} entries`
    : "No entry: try fewer words, or another cause or chapter";
}

function showAll() {
  form.reset();
  filter();
}

// A link to what is filtered out shows it, and all the rest.
function reveal(hash) {
  const target = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
  if (!target?.closest("section[hidden]")) return;
  showAll();
  target.scrollIntoView();
}
