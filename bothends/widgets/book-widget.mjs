// The site's host of the widgets: <book-widget module="lookup" state='{...}'>stand-in</book-widget>.

/** What anywidget's model is in JupyterLab, for a page without a kernel. */
class Model extends EventTarget {
  #state;

  constructor(state) {
    super();
    this.#state = state;
  }

  get(name) { return this.#state[name]; }

  set(name, value) {
    if (Object.is(this.#state[name], value)) return;
    this.#state[name] = value;
    this.dispatchEvent(new Event(`change:${name}`));
  }

  on(event, listener) { this.addEventListener(event, listener); }

  off(event, listener) { this.removeEventListener(event, listener); }

  save_changes() {}
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
