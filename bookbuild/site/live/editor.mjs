// The editor of an answer: CodeMirror, in the colours of the page's own code cells.
import { minimalSetup } from "codemirror";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tagHighlighter, tags } from "@lezer/highlight";

// Pygments' class names, which the site's style sheet colours in light and in dark.
const PYGMENTS = tagHighlighter([
  { tag: tags.keyword, class: "k" },
  { tag: tags.operatorKeyword, class: "ow" },
  { tag: [tags.bool, tags.null, tags.self], class: "kc" },
  { tag: tags.operator, class: "o" },
  { tag: tags.string, class: "s" },
  { tag: tags.number, class: "m" },
  { tag: tags.comment, class: "c" },
  { tag: tags.function(tags.definition(tags.variableName)), class: "nf" },
  { tag: tags.definition(tags.className), class: "nc" },
]);

/** Put an editor into `parent`; `change` gets the text after each change. */
export function edit({ parent, text, label, describedBy, check, change }) {
  const done = () => { check(); return true; };
  const view = new EditorView({
    parent,
    doc: text,
    extensions: [
      keymap.of([{ key: "Ctrl-Enter", run: done }, { key: "Mod-Enter", run: done }]),
      minimalSetup,
      lineNumbers(),
      python(),
      indentUnit.of("    "),
      indentOnInput(),
      bracketMatching(),
      syntaxHighlighting(PYGMENTS),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": label, "aria-describedby": describedBy }),
      EditorView.updateListener.of((update) => { if (update.docChanged) change(update.state.doc.toString()); }),
    ],
  });
  return {
    text: () => view.state.doc.toString(),
    write: (insert) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } }),
    focus: () => view.focus(),
  };
}
