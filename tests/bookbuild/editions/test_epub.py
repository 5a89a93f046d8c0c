"""What the editions replace in Sphinx must be there, and what they pack is the same each time."""

import os
from types import SimpleNamespace
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest
from sphinx.errors import ExtensionError

from bookbuild.editions.command import pack
from bookbuild.editions.epub import Edition, check_hooks
from bookbuild.editions.palette import colored


def test_a_method_that_sphinx_has_no_more_is_named():
    older = SimpleNamespace(**{name: print for name in vars(Edition) if name != "get_toc"})
    with pytest.raises(ExtensionError, match="has no get_toc any more"):
        check_hooks(Edition, older)


def test_an_epub_is_packed_in_its_order_and_without_times(tmp_path):
    for time in (1, 2):
        with ZipFile(tmp_path / f"{time}.epub", "w") as epub:
            for name in ("mimetype", "b.css", "a"):
                (tmp_path / name).write_text(name)
                os.utime(tmp_path / name, (time * 10**9, time * 10**9))
                how = ZIP_STORED if name == "mimetype" else ZIP_DEFLATED
                epub.write(tmp_path / name, name, how)
        pack(tmp_path / f"{time}.epub", tmp_path / f"{time}.packed")
    assert (tmp_path / "1.packed").read_bytes() == (tmp_path / "2.packed").read_bytes()
    with ZipFile(tmp_path / "1.packed") as packed:
        assert packed.namelist() == ["mimetype", "b.css", "a"]
        assert packed.infolist()[0].compress_type == ZIP_STORED


def test_colours_are_written_out_and_an_unknown_one_is_refused(tmp_path):
    (tmp_path / "a.css").write_text("a { color: var(--tint-blue); }")
    assert colored(tmp_path / "a.css") == "a { color: #eef4fa; }"
    (tmp_path / "a.css").write_text("a { color: var(--blu); }")
    with pytest.raises(KeyError, match="blu"):
        colored(tmp_path / "a.css")
