"""What all widgets share: where their module is, and what is shown when it cannot run."""

from collections.abc import Iterable
from html import escape
from importlib.resources import files
from json import dumps

import anywidget

FOLDER = files("bothends.widgets")
SHARED = 'from "./parts.mjs";'


def text(name: str) -> str:
    """Return the text of `<name>.mjs` with `parts.mjs`, which it imports, written into it.

    JupyterLab gets a module as text, and text has no folder to import from.
    """
    own = (FOLDER / f"{name}.mjs").read_text(encoding="utf-8")
    return (FOLDER / "parts.mjs").read_text(encoding="utf-8") + own.split(SHARED, 1)[1]


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

    _css = (FOLDER / "widgets.css").read_text(encoding="utf-8")

    def __init_subclass__(cls, **kwargs) -> None:
        super().__init_subclass__(**kwargs)
        if "module" in vars(cls):  # anywidget derives a class of its own from each, for its traits
            cls._esm = text(cls.module)

    def words(self) -> str:
        """Return one sentence that says what the figure shows now."""
        raise NotImplementedError

    def still(self):
        """Return a table or a figure of `bothends.show` with the same numbers."""
        raise NotImplementedError

    def state(self) -> dict:
        """Return what the module starts from."""
        shared = {*BookWidget.class_trait_names(), "_esm", "_css", "_anywidget_id"}
        return {name: getattr(self, name) for name in sorted(set(self.keys) - shared)}

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
