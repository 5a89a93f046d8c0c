"""Sphinx's EPUB builder with the book's own style, parts, cover and metadata."""

from html import escape
from pathlib import Path

from sphinx.builders.epub3 import Epub3Builder
from sphinx.errors import ExtensionError

from bookbuild import drawings
from bookbuild.editions.palette import colored

HERE = Path(__file__).parent
KINDS = {"mathml": "<math ", "svg": "<svg "}
ACCESS = "".join(
    f'<meta property="schema:{name}">{value}</meta>\n    '
    for name, value in (
        ("accessMode", "textual"),
        ("accessMode", "visual"),
        ("accessModeSufficient", "textual"),
        ("accessibilityFeature", "alternativeText"),
        ("accessibilityFeature", "MathML"),
        ("accessibilityFeature", "structuralNavigation"),
        ("accessibilityFeature", "tableOfContents"),
        ("accessibilityHazard", "none"),
    )
)


class Edition(Epub3Builder):
    """The EPUB. Each of its methods replaces one of Sphinx's, which `check_hooks` looks for."""

    def copy_static_files(self) -> None:
        """Write what the pages' layout asks for, and the cover."""
        static = Path(self.outdir) / "_static"
        style = drawings.write_faces(static) + colored(HERE / "edition.css")
        (static / "edition.css").write_text(style, encoding="utf-8")
        self.create_pygments_style_file()
        config = self.config
        drawings.cover(static / "cover.png", config.epub_title, config.epub_author, static)

    def get_toc(self) -> None:
        """List the pages below the parts of the book, each of which has a page of its own."""
        toc = self.config.external_site_map
        for number, part in enumerate(toc.root.subtrees, 1):
            body = f'<section class="part"><h1>{escape(part.caption)}</h1></section>'
            self.handle_page(f"part-{number}", {"title": part.caption, "body": body})
            self.refnodes.append(entry(1, part.caption, f"part-{number}"))
            for page in part.items:
                self.refnodes.append(entry(2, self.env.titles[page].astext(), page))
                below = (name for tree in toc[page].subtrees for name in tree.items)
                self.refnodes += [entry(3, toc[name].title, name) for name in below]
        self.toc_add_files(self.refnodes)

    def toc_metadata(self, level: int, navpoints: list) -> dict:
        """Name the book in the old table of contents as the package does."""
        return {**super().toc_metadata(level, navpoints), "uid": self.config.epub_identifier}

    def build_content(self) -> None:
        """Say what the standard asks for: which pages have formulas, and who can read the book."""
        super().build_content()
        package = Path(self.outdir) / "content.opf"
        text = package.read_text(encoding="utf-8").replace("</metadata>", f"{ACCESS}</metadata>")
        for name in self.files:
            if name == self.config.epub_cover[0]:
                said = "cover-image"
            else:
                said = " ".join(kinds(Path(self.outdir) / name))
            if said:
                text = text.replace(f'href="{name}"', f'href="{name}" properties="{said}"')
        package.write_text(text, encoding="utf-8")


def kinds(file: Path) -> list[str]:
    """Return what an EPUB must be told of that a page holds."""
    page = file.read_text(encoding="utf-8") if file.suffix == ".xhtml" else ""
    return [kind for kind, tag in KINDS.items() if tag in page]


def entry(level: int, text: str, page: str) -> dict:
    """Return a line of the table of contents."""
    return {"level": level, "text": escape(text), "refuri": f"{page}.xhtml"}


def check_hooks(edition: type, builder: type) -> None:
    """Raise an `ExtensionError` if Sphinx's builder has no method that an edition replaces."""
    for name, method in vars(edition).items():
        if callable(method) and not callable(getattr(builder, name, None)):
            raise ExtensionError(
                f"Sphinx's EPUB builder has no {name} any more, which {edition.__module__} "
                f"replaces: find out what does its work, or pin an older Sphinx"
            )


def setup(app) -> None:
    """Register the builder in the place of Sphinx's own."""
    check_hooks(Edition, Epub3Builder)
    app.add_builder(Edition, override=True)
