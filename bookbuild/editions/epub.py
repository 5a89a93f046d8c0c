"""Sphinx's EPUB builder with the book's own style, parts, cover and formulas."""

import re
import shutil
from html import escape
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from sphinx.builders.epub3 import Epub3Builder

from bookbuild import drawings
from bookbuild.editions import mathml

HERE = Path(__file__).parent
LEAF = re.compile(r'<span class="([^"]*)">([^<]*)</span>')
KINDS = {"mathml": "<math ", "svg": "<svg "}
ACCESS = "".join(
    f'<meta property="schema:{name}">{value}</meta>\n    '
    for name, values in {
        "accessMode": ("textual", "visual"),
        "accessModeSufficient": ("textual",),
        "accessibilityFeature": (
            "alternativeText",
            "MathML",
            "structuralNavigation",
            "tableOfContents",
        ),
        "accessibilityHazard": ("none",),
    }.items()
    for value in values
)


class Edition(Epub3Builder):
    """The EPUB; its pages, joined, are what paper gets."""

    def init(self) -> None:
        """Learn which marks have a style: colors of code, and labels of references."""
        super().init()
        colors = re.findall(r"\.highlight \.(\w+)", self.highlighter.get_stylesheet())
        self.styled = {*colors, "label"}

    def prepare_writing(self, docnames: set[str]) -> None:
        """Start the parser of formulas."""
        super().prepare_writing(docnames)
        self.formula = mathml.Parser()

    def plain(self, body: str) -> str:
        """Return a page without the marks that change nothing: most words of code have one."""

        def unmark(leaf: re.Match) -> str:
            return leaf[0] if self.styled & {*leaf[1].split()} else leaf[2]

        return LEAF.sub(unmark, LEAF.sub(unmark, body))

    def finish(self) -> None:
        """Stop the parser: all pages are written."""
        self.formula.close()
        super().finish()

    def copy_static_files(self) -> None:
        """Write what the pages' layout asks for, and the cover."""
        static = Path(self.outdir) / "_static"
        drawings.write_faces(static)
        self.create_pygments_style_file()
        for name in ("edition.css", "epub.css"):
            shutil.copyfile(HERE / name, static / name)
        config = self.config
        drawings.cover(static / "cover.png", config.epub_title, config.epub_author, static)

    def get_toc(self) -> None:
        """List the pages below the parts of the book, each of which has a page of its own."""
        titles, toc = self.env.titles, self.config.external_site_map
        self.refnodes = [entry(1, titles[toc.root.docname].astext(), toc.root.docname)]
        for number, part in enumerate(toc.root.subtrees, 1):
            body = f'<section class="part"><h1>{escape(part.caption)}</h1></section>'
            self.handle_page(f"part-{number}", {"title": part.caption, "body": body})
            self.refnodes.append(entry(1, part.caption, f"part-{number}"))
            for page in part.items:
                self.refnodes.append(entry(2, titles[page].astext(), page))
                below = (name for tree in toc[page].subtrees for name in tree.items)
                self.refnodes += [entry(3, toc[name].title, name) for name in below]

    def toc_add_files(self, refnodes: list[dict]) -> None:
        """Add nothing: the list is complete."""

    def toc_metadata(self, level: int, navpoints: list) -> dict:
        """Name the book in the old table of contents as the package does."""
        return {**super().toc_metadata(level, navpoints), "uid": self.config.epub_identifier}

    def build_content(self) -> None:
        """Say what the standard asks for: which pages have formulas, and who can read the book."""
        super().build_content()
        package = Path(self.outdir) / "content.opf"
        text = package.read_text(encoding="utf-8").replace("</metadata>", f"{ACCESS}</metadata>")
        for name in self.files:
            if properties := self.properties(name):
                text = text.replace(f'href="{name}"', f'href="{name}" properties="{properties}"')
        package.write_text(text, encoding="utf-8")

    def properties(self, name: str) -> str:
        """Return what must be said of a file."""
        if name == self.config.epub_cover[0]:
            return "cover-image"
        if not name.endswith(".xhtml"):
            return ""
        page = (Path(self.outdir) / name).read_text(encoding="utf-8")
        return " ".join(kind for kind, tag in KINDS.items() if tag in page)

    def build_epub(self) -> None:
        """Put the files into the EPUB, without the times at which they were written."""
        folder = Path(self.outdir)
        with ZipFile(folder / f"{self.config.epub_basename}.epub", "w") as epub:
            epub.writestr(ZipInfo("mimetype"), (folder / "mimetype").read_bytes(), ZIP_STORED)
            for name in ("META-INF/container.xml", "content.opf", "toc.ncx", *self.files):
                epub.writestr(ZipInfo(name), (folder / name).read_bytes(), ZIP_DEFLATED)


def entry(level: int, text: str, page: str) -> dict:
    """Return a line of the table of contents."""
    return {"level": level, "text": escape(text), "refuri": f"{page}.xhtml"}
