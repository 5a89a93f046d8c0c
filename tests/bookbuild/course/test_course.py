"""A course as its instructor sees it: hand out, collect from a class, mark with both tools."""

import ast
import csv
import os
import re
import shutil
import subprocess
import sys

import jupytext
import nbformat
import pytest
import yaml
from nbclient import NotebookClient
from nbgrader.nbgraderformat import MetadataValidator

from bookbuild.course import assignments, lists, site
from bookbuild.course import command as course
from bookbuild.course.roster import read_roster
from bookbuild.errors import BookError
from bookbuild.paths import ROOT
from bothends.exercises import NotYet, check
from bothends.exercises.engine import personal
from bothends.exercises.engine.catalogue import chapter_of, every, find
from bothends.grade.key import SOLUTIONS, read_key

SOURCES = ROOT / "book/exercises"
PAGE = (ROOT / "book/teaching.md").read_text("utf-8")
CLASS = ("ada", "bob", "cy", "dot", "eve")
POINTS = {q.exercise_id: q.points for one in read_key(SOLUTIONS).values() for q in one.values()}

RIGHT_ROWS = "def rows():\n    return [[5, 6], [7, 8], [3, 4], [5, 6]]"
ONE_BASED = "def rows():\n    return [[3, 4], [5, 6], [1, 2], [3, 4]]"
RIGHT_CHOICE = 'def why_not_build():\n    return "B", 1'
BROKEN = "def rows(:"


def rows_of(path):
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module", autouse=True)
def environment():
    """The settings of nbgrader change the environment: give it back as it was."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOTHENDS_PROGRESS", "off")
        patch.setenv("PATH", os.environ["PATH"])
        yield


@pytest.fixture(scope="module")
def kit(tmp_path_factory):
    """The kit of chapters 03 and 04, but for its site."""
    folder = tmp_path_factory.mktemp("kit")
    roster = folder / "roster.csv"
    roster.write_text("id,email\n" + "".join(f"{name},\n" for name in CLASS))
    students, sources = read_roster(roster), assignments.choose(SOURCES, "03, 04")
    assignments.write(folder / "course", sources, "spring", students)
    lists.write(folder, folder / "course/source")
    lists.write_key(folder / "key.csv", folder / "course/source", students)
    return folder


def released(kit, assignment):
    return nbformat.read(kit / f"course/release/{assignment}/{assignment}.ipynb", as_version=4)


def hand_in(kit, student, assignment, answers, name=""):
    """Save the released notebook with the text of some cells replaced, by their grade_id."""
    notebook = released(kit, assignment)
    for cell in notebook.cells:
        cell.source = answers.get(cell.metadata.get("nbgrader", {}).get("grade_id"), cell.source)
        cell.source = cell.source.replace('NAME = ""', f'NAME = "{name}"')
    folder = kit / "course/submitted" / student / assignment
    folder.mkdir(parents=True)
    nbformat.write(notebook, folder / f"{assignment}.ipynb")


def own_answers(kit, name):
    """Return what the key has for a student, as cells."""
    functions = {"own-lookup-rows-by-hand": "rows", "own-scatter-gradient-by-hand": "gradient"}
    return {
        row["exercise"]: f"def {functions[row['exercise']]}():\n    return {row['answer']}"
        for row in rows_of(kit / "key.csv")
        if row["student"] == name
    }


@pytest.fixture(scope="module")
def handed_in(kit):
    """A class: ada is right, bob hands in her numbers, cy counts from one, dot does nothing."""
    mistake = personal.find("lookup-rows-by-hand/spring/cy").misconceptions[0]
    one_based = {"own-lookup-rows-by-hand": f"def rows():\n    return {mistake.answer()}"}
    broken = {"own-lookup-rows-by-hand": BROKEN}
    hand_in(kit, "ada", "own_numbers", own_answers(kit, "ada"), "Ada")
    hand_in(kit, "bob", "own_numbers", own_answers(kit, "ada"), "ada")
    hand_in(kit, "cy", "own_numbers", own_answers(kit, "cy") | one_based, "cy")
    hand_in(kit, "dot", "own_numbers", {})
    hand_in(kit, "eve", "own_numbers", own_answers(kit, "eve") | broken, "eve")

    right = {"lookup-rows-by-hand": RIGHT_ROWS, "lookup-why-not-build": RIGHT_CHOICE}
    hand_in(kit, "ada", "03_lookup", right)
    hand_in(kit, "bob", "03_lookup", right | {"lookup-rows-by-hand": ONE_BASED})
    hand_in(kit, "cy", "03_lookup", {"lookup-rows-by-hand": ONE_BASED})
    hand_in(kit, "dot", "03_lookup", {})
    hand_in(kit, "eve", "03_lookup", right)
    torn = kit / "course/submitted/eve/03_lookup/03_lookup.ipynb"
    torn.write_text(torn.read_text("utf-8")[:900], "utf-8")
    return kit


EARNED = {
    "own_numbers": {"ada": 3, "bob": 0, "cy": 2, "dot": 0, "eve": 2},
    "03_lookup": {"ada": 2, "bob": 1, "cy": 0, "dot": 0, "eve": 0},
}


@pytest.fixture(scope="module")
def by_nbgrader(handed_in):
    """What nbgrader exports, once it has marked the class."""

    def nbgrader(*arguments):
        return subprocess.run(
            [sys.executable, "-m", "nbgrader", *arguments],
            cwd=handed_in / "course",
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
        )

    sound, torn = nbgrader("autograde", "own_numbers"), nbgrader("autograde", "03_lookup")
    assert sound.returncode == 0, sound.stderr
    assert torn.returncode == 1 and "for student 'eve'" in torn.stderr
    assert nbgrader("export", "--to=points.csv").returncode == 0
    return rows_of(handed_in / "course/points.csv")


def test_nbgrader_gives_each_student_the_points(by_nbgrader):
    for assignment, earned in EARNED.items():
        rows = [row for row in by_nbgrader if row["assignment"] == assignment]
        assert {row["student_id"]: float(row["score"]) for row in rows} == earned
    assert {row["max_score"] for row in by_nbgrader} == {"3.0", "10.0", "11.0"}


def test_nbgrader_says_whose_numbers_were_handed_in(by_nbgrader, handed_in):
    marked = handed_in / "course/autograded/bob/own_numbers/own_numbers.ipynb"
    assert "answered with the numbers of 'ada', and handed in by 'bob'" in marked.read_text("utf-8")


@pytest.fixture(scope="module")
def by_grade(handed_in, tmp_path_factory):
    """The rows and the words of bothends.grade."""
    target = tmp_path_factory.mktemp("marks") / "marks.csv"
    folders = [handed_in / "course/submitted", "--solutions", handed_in / "course/source"]
    done = subprocess.run(
        [sys.executable, "-m", "bothends.grade", *map(str, folders), "--to", str(target)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return rows_of(target), done.stdout


def test_grade_gives_each_student_the_same_points(by_grade):
    for assignment, earned in EARNED.items():
        found = dict.fromkeys(CLASS, 0)
        for row in by_grade[0]:
            if f"{assignment}.ipynb" in row["notebook"]:
                found[row["learner"]] += int(row["points"] or 0)
        assert found == earned


def test_grade_names_mistakes_and_whose_numbers_were_handed_in(by_grade):
    rows = {(row["learner"], row["exercise"]): row for row in by_grade[0]}
    assert rows["cy", "own-lookup-rows-by-hand"]["misconception"] == "one-based rows"
    assert rows["cy", "own-scatter-gradient-by-hand"]["result"] == "right"
    assert rows["dot", "own-lookup-rows-by-hand"]["result"] == "not attempted"
    assert rows["eve", "own-lookup-rows-by-hand"]["result"] == "crashed"
    for exercise in ("own-lookup-rows-by-hand", "own-scatter-gradient-by-hand"):
        row = rows["bob", exercise]
        assert row["result"] == "wrong"
        assert row["detail"].startswith("NAME is 'ada', handed in by 'bob'; ")
        assert "handed in" not in rows["ada", exercise]["detail"]


def test_the_page_shows_the_counts_of_this_class(by_grade):
    shown = re.search(r"```text\n(\d met in .*?)```", PAGE, re.DOTALL).group(1)
    assert shown in by_grade[1]


def test_a_release_holds_no_solution(kit):
    course = kit / "course"
    names = {"03_lookup", "04_scatter_add", "own_numbers"}
    assert {path.name for path in (course / "release").iterdir()} == names
    for name in names:
        text = (course / f"release/{name}/{name}.ipynb").read_text("utf-8")
        assert "SOLUTION" not in text and "HIDDEN" not in text and "reference()" not in text
        assert "](../" not in text
        source = (course / f"source/{name}/{name}.ipynb").read_text("utf-8")
        assert source.count("BEGIN SOLUTION") == text.count("raise NotImplementedError") > 0


def test_a_student_sees_numbers_and_that_nothing_was_attempted(kit, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    notebook = released(kit, "own_numbers")
    notebook.cells[1].source = 'NAME = "dot"'
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    shown = str([cell.outputs for cell in notebook.cells if cell.cell_type == "code"])
    assert shown.count("Given for ") == 4  # each as text and as HTML
    assert "lookup-rows-by-hand/spring/dot: not attempted yet." in shown


def test_the_kit_is_the_same_each_time(kit, tmp_path):
    sources = assignments.choose(SOURCES, "04,03")
    assignments.write(tmp_path / "course", sources, "spring", [])
    for kind in ("source", "release"):
        for path in sorted((tmp_path / "course" / kind).rglob("*.ipynb")):
            again = kit / path.relative_to(tmp_path)
            assert path.read_bytes() == again.read_bytes(), path


def test_chapters_without_own_numbers_have_no_such_assignment(tmp_path):
    assignments.write(tmp_path / "course", assignments.choose(SOURCES, "06"), "s", [{"id": "ada"}])
    source = tmp_path / "course/source"
    assert [path.name for path in source.iterdir()] == ["06_switches"]
    lists.write_key(tmp_path / "key.csv", source, [{"id": "ada"}])
    assert not (tmp_path / "key.csv").exists()


def test_the_lists_are_the_catalogue(kit):
    rows = rows_of(kit / "exercises.csv")
    book = [one for one in every() if chapter_of(one.id) in ("03", "04")]
    assert [row["id"] for row in rows if row["assignment"] != "own_numbers"] == [
        one.id for one in book
    ]
    for row in rows:
        exercise = find(row["id"].removeprefix("own-"))
        assert (row["title"], row["kind"], row["difficulty"], int(row["minutes"])) == (
            exercise.title,
            exercise.kind,
            exercise.difficulty,
            exercise.minutes,
        )
        assert int(row["points"]) == POINTS[exercise.id]
        in_page = exercise.in_page and row["assignment"] != "own_numbers"
        assert row["in_page"] == ("yes" if in_page else "no")
    page = (kit / "exercises.html").read_text("utf-8")
    for total in ("5 exercises", ">30<", ">10<", ">28<", ">11<", "12 exercises, 66 minutes, 24"):
        assert total in page


def test_each_misconception_is_listed_with_an_answer_that_shows_it(kit):
    rows = rows_of(kit / "misconceptions.csv")
    book = [one for one in every() if chapter_of(one.id) in ("03", "04")]
    listed = [(row["exercise"], row["name"], row["told"]) for row in rows]
    assert listed == [
        (one.id, wrong.name, wrong.says) for one in book for wrong in one.misconceptions
    ]
    assert all(row["wrong_answer"] for row in rows)
    tables = [row for row in rows if not row["input"]]
    assert len(tables) > 20
    for row in tables:
        with pytest.raises(NotYet) as caught:
            check(row["exercise"], ast.literal_eval(row["wrong_answer"]))
        assert caught.value.mistake == row["name"]


def test_every_misconception_of_the_book_can_be_shown():
    for exercise in every():
        for mistake in exercise.misconceptions:
            assert lists.mistake_row(exercise, mistake)["wrong_answer"]


def test_the_notebook_of_own_numbers_agrees_with_the_exercises():
    notebook = jupytext.read(assignments.NUMBERS)
    MetadataValidator().validate_nb(notebook)
    cells = [cell for cell in notebook.cells if "points" in cell.metadata.get("nbgrader", {})]
    ids = [cell.metadata.nbgrader.grade_id for cell in cells]
    assert ids == [f"own-{one}-check" for one in personal.KINDS]
    for cell, one in zip(cells, personal.KINDS, strict=True):
        assert cell.metadata.nbgrader.points == POINTS[one]
        assert re.match(rf'result = check\(f"{one}/SEED/{{NAME}}", \w+\)\n', cell.source)
    text = assignments.NUMBERS.read_text("utf-8")
    found = re.findall(r"^## (.*)\n\n\*(\w+) minutes, (\w+)\.", text, re.MULTILINE)
    words = {"Three": 3, "Five": 5, "Six": 6, "Eight": 8}
    assert [(title, words[minutes], level) for title, minutes, level in found] == [
        (one.title, one.minutes, one.difficulty) for one in map(find, personal.KINDS)
    ]


def test_the_site_is_made_without_a_way_to_the_solutions(tmp_path):
    root, desk = tmp_path / "root", tmp_path / "desk"
    for name in site.FOLDERS:
        (root / name).mkdir(parents=True)
    for name in site.FILES:
        shutil.copy(ROOT / name, root / name)
    shutil.copytree(ROOT / "notebooks", root / "notebooks", dirs_exist_ok=True)
    settings = (ROOT / "_config.yml").read_text("utf-8")
    known = settings.replace('\n  url: ""', '\n  url: "https://example.org/both-ends"')
    assert known != settings
    known = known.replace('baseurl: ""', 'baseurl: "https://example.org/site/"')
    (root / "_config.yml").write_text(known, "utf-8")
    site.copy(root, desk)
    for path in (desk / "_config.yml", desk / "_toc.yml", *desk.glob("notebooks/*.ipynb")):
        text = path.read_text("utf-8")
        assert "solutions" not in path.name and "solutions/" not in text, path
        assert "example.org" not in text
    changed = yaml.safe_load((desk / "_config.yml").read_text("utf-8"))
    assert changed["sphinx"] == yaml.safe_load(settings)["sphinx"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1: no column id"),
        ("name\nada\n", "line 1: no column id in 'name': begin with 'id,email'"),
        ("id;email\nada;\n", "no column id in 'id;email'"),
        ("id\n", "no students: write one line for each"),
        ("id,email\nada,\n,b@example.org\n", "line 3: '' is no id"),
        ("id\nada\nbob\nADA\n", "line 4: 'ADA' is the id in line 2 as well: change one"),
        ("id\nada lovelace\nada_lovelace\n", "line 3: 'ada_lovelace' is the id in line 2"),
        ("id\na/b\n", "line 2: 'a/b' is no id: use letters and digits"),
        (b"id\n\xff\n", "no CSV in UTF-8"),
    ],
)
def test_a_roster_that_cannot_be_used_is_refused(tmp_path, text, words):
    path = tmp_path / "roster.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(BookError, match=re.escape(words)) as refused:
        read_roster(path)
    assert str(path) in str(refused.value)


def test_a_roster_may_come_from_a_spreadsheet(tmp_path):
    (tmp_path / "roster.csv").write_bytes(b"\xef\xbb\xbfid,last_name,group\r\nada,Lovelace,3\r\n")
    assert read_roster(tmp_path / "roster.csv") == [{"id": "ada", "last_name": "Lovelace"}]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["", "--seed", "s"], "is missing: add OUT=../kit"),
        (["full", "--seed", "s"], "is not empty, and stays as it is: name another folder"),
        (["a_file", "--seed", "s"], "is not empty, and stays as it is: name another folder"),
        (["new", "--seed", ""], "seed: '' is none: use letters, digits and hyphens"),
        (["new", "--seed", "a b"], "seed: 'a b' is none"),
        (["new", "--seed", "s", "--chapters", "03,3"], "chapters: '3' is none with exercises"),
        (["new", "--seed", "s", "--chapters", "21"], "there are 01, 02, 03, 04"),
        (["new", "--seed", "s", "--roster", "nowhere.csv"], "nowhere.csv: no CSV in UTF-8"),
    ],
)
def test_what_cannot_be_asked_is_said_and_nothing_is_written(
    arguments, words, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full/notes.txt").write_text("mine")
    (tmp_path / "a_file").write_text("mine")
    with pytest.raises(SystemExit) as left:
        course.main(arguments)
    assert left.value.code == 2
    assert words in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a_file", "full", "notes.txt"]
