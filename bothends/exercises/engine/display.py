"""Show text, as HTML too where a notebook can show it."""

import sys
from html import escape


def in_notebook() -> bool:
    """Say whether a Jupyter kernel runs this code."""
    ipython = sys.modules.get("IPython")
    return hasattr(ipython and ipython.get_ipython(), "kernel")


def show(text: str, html: str) -> None:
    """Display both in a notebook, which picks one; print the text elsewhere."""
    if not in_notebook():
        print(text)
        return
    from IPython.display import display

    display({"text/plain": text, "text/html": html}, raw=True)


def show_table(rows: list[tuple[str, ...]]) -> None:
    """Show rows of text, the first of them as column headings."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    head, *body = (
        "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row) + "</tr>"
        for tag, row in zip(["th", *["td"] * (len(rows) - 1)], rows, strict=True)
    )
    show("\n".join(lines), f"<table><thead>{head}</thead><tbody>{''.join(body)}</tbody></table>")
