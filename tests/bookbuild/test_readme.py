"""The README is true: its tree, its links and its commands."""

import re
import subprocess

import pytest

from bookbuild.paths import ROOT
from bothends.show.palette import light

README = (ROOT / "README.md").read_text()


def tree() -> list[str]:
    """Return each path in the README's tree, from the root."""
    block = re.search(r"## The tree\n+```\n(.*?)```", README, re.DOTALL).group(1)
    paths, folder = [], ""
    for line in block.splitlines():
        name = line.split()[0]
        if not line.startswith(" "):
            folder = name
        paths.append(folder + name if line.startswith(" ") else name)
    return paths


@pytest.mark.parametrize("path", tree())
def test_each_path_in_the_tree_exists(path):
    assert (ROOT / path).exists()
    assert (ROOT / path).is_dir() == path.endswith("/")


def test_the_tree_shows_all_that_is_tracked_at_the_top_and_in_both_rooms():
    if not (ROOT / ".git").exists():
        pytest.skip("this copy is not a git clone")
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert {path.split("/")[0] for path in tracked} == {path.split("/")[0] for path in tree()}
    for folder in ("bothends/", "book/", "bookbuild/"):
        inside = {path.split("/")[1] for path in tracked if path.startswith(folder)}
        shown = {path.split("/")[1] for path in tree() if path.startswith(folder)}
        assert inside - {"__init__.py"} == shown - {""}


def test_each_link_leads_to_a_file():
    for target in re.findall(r"\]\((?!https:)([^)]+)\)", README):
        assert (ROOT / target).is_file(), target


def test_each_make_task_exists_and_has_a_line_of_help():
    helped = set(re.findall(r"^([a-z]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"(?:^|`|=cuda )make ([a-z]+)", README, re.MULTILINE))
    assert {"book", "test", "serve", "lab", "author", "notebooks"} <= named
    assert named <= helped


def test_one_version_of_torch_is_named_wherever_it_is_pinned():
    texts = [(ROOT / name).read_text() for name in ("README.md", "requirements.txt")]
    texts.append((ROOT / "constraints.txt").read_text())
    named = [
        set(re.findall(r"^torch==([\d.]+)|install torch==([\d.]+)", one, re.M)) for one in texts
    ]
    assert len({"".join(pair) for found in named for pair in found}) == 1 and all(named)


@pytest.mark.parametrize(
    "picture", [*(ROOT / "book/pictures").glob("*.svg"), ROOT / "bookbuild/site/static/favicon.svg"]
)
def test_a_picture_has_the_colours_of_the_palette(picture):
    pale = {"#9aa2ad", "#f3f4f6", "#dfeaf5", "#fbe6d3"}  # lines and fills of the pictures alone
    assert set(re.findall(r"#[0-9a-f]{6}", picture.read_text())) <= {*light().values(), *pale}
