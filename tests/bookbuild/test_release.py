"""One version and one date wherever they are named, and workflows that name what is there."""

import re
import tomllib
from datetime import datetime

import yaml

from bookbuild.paths import ROOT

CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text())
HEADS = re.findall(
    r"^## (\d+\.\d+\.\d+), (\d+ \w+ \d{4})$",
    (ROOT / "book/changelog.md").read_text(),
    re.MULTILINE,
)


def day(text: str) -> datetime:
    return datetime.strptime(text, "%d %B %Y")


def test_the_package_the_citation_and_the_changelog_name_one_version():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == CITATION["version"] == HEADS[0][0]


def test_the_changelog_has_the_date_of_the_citation_and_its_newest_version_first():
    assert day(HEADS[0][1]).strftime("%Y-%m-%d") == CITATION["date-released"]
    dates = [day(date) for _, date in HEADS]
    assert dates == sorted(dates, reverse=True)


def test_the_workflows_name_paths_that_exist():
    for workflow in (ROOT / ".github/workflows").glob("*.yml"):
        for path in re.findall(r"(?:tests|notebooks|solutions)/[\w./]+", workflow.read_text()):
            assert (ROOT / path).exists(), f"{workflow.name}: {path}"
