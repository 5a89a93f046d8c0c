"""The page for instructors is true: its plans, its counts and its recipe."""

import re
import subprocess

from bookbuild.paths import BOOK
from bothends.exercises.engine import personal
from bothends.exercises.engine.catalogue import chapter_of, every, find
from bothends.grade.command import submissions
from bothends.grade.key import SOLUTIONS, read_key

PAGE = (BOOK / "teaching.md").read_text("utf-8")
POINTS = {q.exercise_id: q.points for one in read_key(SOLUTIONS).values() for q in one.values()}


def plan():
    """Return (chapters, exercises, minutes, points) of each line in the page's two plans."""
    lines = re.findall(
        r"^\| [^|]+ \| [^|]+ \| ([\d, ]+) \| (\d+) \| (\d+) \| (\d+) \|$", PAGE, re.M
    )
    return [(chapters.split(", "), *map(int, numbers)) for chapters, *numbers in lines]


def test_the_plans_on_the_page_are_the_catalogues():
    assert len(plan()) == 7
    for chapters, exercises, minutes, points in plan():
        found = [one for one in every() if chapter_of(one.id) in chapters]
        assert exercises == len(found)
        assert minutes == sum(one.minutes for one in found)
        assert points == sum(POINTS[one.id] for one in found)
    weeks = [chapter for chapters, *_ in plan()[:4] for chapter in chapters]
    assert weeks == sorted({chapter_of(one.id) for one in every()})
    day = [chapter for chapters, *_ in plan()[4:] for chapter in chapters]
    assert f"CHAPTERS={','.join(day)}`" in PAGE


def test_the_other_numbers_on_the_page_are_the_catalogues():
    in_page = sum(one.in_page for one in every())
    assert f"The book has {len(every())} exercises" in PAGE
    assert f"{in_page} of the {len(every())} exercises" in PAGE
    minutes = sum(find(one).minutes for one in personal.KINDS)
    points = sum(POINTS[one] for one in personal.KINDS)
    assert len(personal.KINDS) == 6
    assert f"six exercises with own numbers take {minutes} minutes and give {points} points" in PAGE


def test_the_pages_recipe_gives_each_student_a_folder(tmp_path):
    moodle = "Ada Lovelace_41_assignsubmission_file_"
    (tmp_path / "submissions" / moodle).mkdir(parents=True)
    (tmp_path / "submissions" / moodle / "03_lookup.ipynb").touch()
    for name in ("own_numbers", "03_lookup"):
        (tmp_path / f"submissions/bob_41_7_{name}.ipynb").touch()
    recipe = re.search(r"```sh\n(cd submissions\n.*?)```", PAGE, re.DOTALL).group(1)
    subprocess.run(["sh", "-euc", recipe], cwd=tmp_path, check=True)
    found = [learner for learner, path in submissions(tmp_path / "submissions") if path]
    assert found == ["Ada Lovelace", "bob", "bob"]
