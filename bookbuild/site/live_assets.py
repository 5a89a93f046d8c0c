"""What live exercises are served from: editor, Pyodide, and the checker in one archive."""

import subprocess
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from bookbuild.paths import NODE_MODULES, PACKAGE, ROOT

LIVE = Path(__file__).with_name("live")
RENAMED = PACKAGE / "exercises/renamed.json"
PYODIDE = NODE_MODULES / "pyodide"
LOADED = ("pyodide.asm.wasm", "python_stdlib.zip")
PYODIDE_FILES = (*LOADED, "pyodide.asm.mjs", "pyodide.mjs", "pyodide-lock.json", "package.json")
EDITOR_LICENSES = (
    "codemirror",
    "@codemirror/*",
    "@lezer/*",
    "@marijn/*",
    "crelt",
    "style-mod",
    "w3c-keyname",
)


def bytes_to_load() -> int:
    """Return how many bytes the browser loads before Python starts."""
    return sum((PYODIDE / name).stat().st_size for name in LOADED)


def archive(path: Path) -> None:
    """Write the checker and the driver, which need the standard library alone, to a zip file."""
    files = [PACKAGE / "__init__.py", *sorted((PACKAGE / "exercises").rglob("*.py")), RENAMED]
    names = {LIVE / "driver.py": "driver.py"}
    names |= {file: file.relative_to(ROOT).as_posix() for file in files}
    with ZipFile(path, "w", ZIP_DEFLATED) as zipped:
        for file, name in names.items():
            zipped.writestr(ZipInfo(name), file.read_bytes(), ZIP_DEFLATED)  # with no date


def bundle(path: Path) -> None:
    """Write the editor and all that it imports to one module, and its licences beside it."""
    options = ["--bundle", "--format=esm", "--minify", "--log-level=warning"]
    command = [NODE_MODULES / ".bin/esbuild", LIVE / "editor.mjs", *options, f"--outfile={path}"]
    subprocess.run(command, check=True)
    texts = {
        file.read_text(encoding="utf-8")
        for package in EDITOR_LICENSES
        for file in NODE_MODULES.glob(f"{package}/LICENSE")
    }
    path.with_name("LICENSE").write_text("\n\n".join(sorted(texts)), encoding="utf-8")


def build(app, error: Exception | None) -> None:
    """Make the editor, the archive and the list of old ids once the other assets are copied."""
    if error is None:
        live = Path(app.outdir) / "_static/live"
        bundle(live / "editor.mjs")
        archive(live / "python.zip")
        renamed = RENAMED.read_text(encoding="utf-8").strip()
        (live / "renamed.mjs").write_text(f"export default {renamed};\n", encoding="utf-8")
