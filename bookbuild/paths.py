"""Where things lie in a checkout of the book."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BOOK = ROOT / "book"
PACKAGE = ROOT / "bothends"
NODE_MODULES = ROOT / "node_modules"
BUILT = ROOT / "_build"
SITE = BUILT / "html"
EDITIONS = BUILT / "editions"
SERIF = NODE_MODULES / "@fontsource-variable/source-serif-4"
EMBLEM = ROOT / "bookbuild/site/templates/logo.svg"
