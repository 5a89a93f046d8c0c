"""What all widgets share: where their module is, and what is shown when it cannot run."""

import re
from collections.abc import Iterable
from html import escape
from importlib.resources import files
from json import dumps

import anywidget
from traitlets import Unicode, default

SHARED = re.compile(r'import (\{[^}]*\}) from "\./parts\.mjs";\n')


def text(name: str) -> str:
    """Return the text of `<name>.mjs` with what it imports from `parts.mjs` written into it.

    JupyterLab gets a module as text, which has no folder to import from; and where the package is
    installed by pip alone, as on Colab, there is no node to bundle the two.

    Raises:
        ValueError: the module does not begin with that import.

    """
    own = read(f"{name}.mjs")
    found = SHARED.match(own)
    if not found:
        raise ValueError(f'{name}.mjs must begin with import {{ ... }} from "./parts.mjs";')
    parts = re.sub("^export ", "", read("parts.mjs"), flags=re.MULTILINE)
    shared = f"const {found[1]} = (() => {{\n{parts}return {found[1]};\n}})();\n"
    return shared + own[found.end() :]


def read(name: str) -> str:
    """Return the text of a file beside this one."""
    return files("bothends.widgets").joinpath(name).read_text(encoding="utf-8")


def number(value: float | int) -> str:
    """Return a number as `parts.mjs` writes it, but for the minus sign."""
    return f"{round(value, 4) + 0.0:.4f}".rstrip("0").rstrip(".")


def vector(values: Iterable[float | int]) -> str:
    """Return a row of numbers in brackets, as `parts.mjs` does."""
    return f"[{', '.join(map(number, values))}]"


class BookWidget(anywidget.AnyWidget):
    """A figure that a reader can move. A subclass names its module, and has its state as traits.

    It names it as an attribute: Colab's traitlets takes no keyword in a class statement.

    `words` is the state in a sentence, and `still` a table or a figure of `bothends.show` that
    stands in where no module runs: without JavaScript, and in an EPUB.
    """

    _esm = Unicode().tag(sync=True)
    _css = read("palette.css") + read("widgets.css")

    @default("_esm")
    def _module_text(self) -> str:
        return text(self.module)

    def words(self) -> str:
        """Return one sentence that says what the figure shows now."""
        raise NotImplementedError

    def still(self):
        """Return a table or a figure of `bothends.show` with the same numbers."""
        raise NotImplementedError

    def state(self) -> dict:
        """Return what the module starts from."""
        own = sorted(set(self.keys) - set(BookWidget.class_trait_names()))
        return {name: getattr(self, name) for name in own if not name.startswith("_")}

    def html(self) -> str:
        """Return the element that the site turns into the figure, with what stands in for it."""
        state = escape(dumps(self.state()))
        start = f'<book-widget module="{self.module}" state="{state}">'
        return f"{start}{self.stand_in()}</book-widget>"

    def stand_in(self) -> str:
        """Return what stands in for the figure where no module runs."""
        still = self.still()
        picture = still.svg if hasattr(still, "svg") else still._repr_html_()
        return f"<p>{escape(self.words())}</p>{picture}"

    def __repr__(self) -> str:
        return self.words()

    def _repr_mimebundle_(self, **kwargs) -> tuple[dict, dict]:
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        return {**data, "text/plain": self.words(), "text/html": self.html()}, metadata
