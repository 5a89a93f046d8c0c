"""What a page says of itself where somebody shares its address, with a card if it has one.

By hand, since sphinxext-opengraph cuts a description at 200 characters, with the TeX of formulas
in it, names an address where none is known, and says nothing of a page without a source.
"""

import re
from functools import partial
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from docutils import nodes

from bookbuild import drawings

SENTENCE_END = re.compile(r"(?<=[.?!]) ")
ENOUGH = 60  # characters
FORMULA = "\0"
Cards = dict[str, tuple[str, str]]


def words(node: nodes.Node) -> str:
    """Return the text of a paragraph, with a mark for each formula."""
    if isinstance(node, nodes.math):
        return FORMULA
    return "".join(map(words, node.children)) if node.children else node.astext()


def opening(doctree: nodes.document) -> str:
    """Return the first words of a page that can be read without its formulas: whole sentences."""
    for paragraph in doctree.findall(nodes.paragraph):
        told = ""
        if isinstance(paragraph.parent, nodes.section):
            for sentence in SENTENCE_END.split(" ".join(words(paragraph).split())):
                if told and (FORMULA in sentence or len(told) >= ENOUGH):
                    break
                if FORMULA not in sentence:
                    told = f"{told} {sentence}".strip()
        if told:
            return told
    return ""


def describe(cards: Cards, app, page: str, template: str, context: dict, doctree) -> None:
    """Put title and description into a page's head; with the site's address, its card as well."""
    if doctree is not None:
        cards[page] = app.env.titles[page].astext(), opening(doctree)
    elif page == "index":  # the way in stands for the landing page
        page = app.config.root_doc
    else:
        return
    title, text = cards[page]
    said = {"og:type": "website", "og:site_name": app.config.html_title, "og:title": title}
    said |= {"og:description": text, "description": text}
    if base := app.config.html_baseurl:
        context["pageurl"] = base + app.builder.get_target_uri(page)
        said |= {
            "og:url": context["pageurl"],
            "og:image": f"{base}{place(page)}",
            "og:image:width": "1200",
            "og:image:height": "630",
            "og:image:alt": f"{title}. {text}".strip(),
            "twitter:card": "summary_large_image",
        }
    context["metatags"] = context.get("metatags", "") + "".join(
        f'<meta {"property" if name.startswith("og:") else "name"}="{name}" '
        f'content="{escape(content)}">\n'
        for name, content in said.items()
        if content
    )


def place(page: str) -> str:
    """Return where the card of a page is, seen from the root of the site."""
    return f"_static/cards/{page.replace('/', '-')}.png"


def draw(cards: Cards, app, error: Exception | None) -> None:
    """Draw the card of each page, if their addresses are known."""
    if error or not app.config.html_baseurl:
        return
    with TemporaryDirectory() as folder:
        faces = Path(folder)
        drawings.write_faces(faces)
        for page, (title, text) in cards.items():
            book = "" if page == app.config.root_doc else app.config.html_title
            drawings.card(Path(app.outdir) / place(page), title, text, book, faces)


def setup(app) -> None:
    """Describe pages as they are written, and draw their cards when all are."""
    cards: Cards = {}
    app.connect("html-page-context", partial(describe, cards))
    app.connect("build-finished", partial(draw, cards))
