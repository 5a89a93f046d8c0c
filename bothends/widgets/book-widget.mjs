// The site's host of the widgets: <book-widget module="lookup" state='{...}'>stand-in</book-widget>.

/** What anywidget's model is in JupyterLab, for a page without a kernel. */
class Model {
  #state;
  #listeners = new Map();

  constructor(state) { this.#state = state; }

  get(name) { return this.#state[name]; }

  set(name, value) {
    if (Object.is(this.#state[name], value)) return;
    this.#state[name] = value;
    for (const listener of [...(this.#listeners.get(`change:${name}`) ?? [])]) listener();
  }

  save_changes() {}

  on(event, listener) {
    if (!this.#listeners.has(event)) this.#listeners.set(event, new Set());
    this.#listeners.get(event).add(listener);
  }

  off(event, listener) { this.#listeners.get(event)?.delete(listener); }
}

class BookWidget extends HTMLElement {
  async connectedCallback() {
    if (this.dataset.now) return;
    this.dataset.now = "loading";
    try {
      const { default: widget } = await import(new URL(`./${this.getAttribute("module")}.mjs`, import.meta.url));
      const el = document.createElement("div");
      this.model = new Model(JSON.parse(this.getAttribute("state") ?? "{}"));
      await widget.render({ model: this.model, el });
      this.replaceChildren(el);  // only now is what stood in for it dropped
      this.dataset.now = "ready";
    } catch (error) {
      this.dataset.now = "failed";
      console.error(`The widget ${this.getAttribute("module")} could not start:`, error);
    }
  }
}

customElements.define("book-widget", BookWidget);
