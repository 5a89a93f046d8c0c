"""A folder of submissions: each answer gets its row, and nothing that breaks stops the rest."""

import csv
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bookbuild.paths import ROOT
from bothends.exercises.engine.catalogue import chapter_of, every, find
from bothends.grade.command import main
from bothends.grade.key import read_key
from bothends.grade.mark import mark
from bothends.grade.notebook import code_cells

STUBS = ROOT / "exercises/03_lookup.ipynb"
SOLUTIONS = sorted((ROOT / "solutions").glob("*.ipynb"))
POINTS = {
    "lookup-rows-by-hand": 1,
    "lookup-any-shape": 3,
    "lookup-one-hot": 3,
    "lookup-cost": 2,
    "lookup-why-not-build": 1,
}
ROWS = "def rows():\n    return {}"
RIGHT_ROWS = ROWS.format([[5, 6], [7, 8], [3, 4], [5, 6]])
ONE_BASED = ROWS.format([[3, 4], [5, 6], [1, 2], [3, 4]])
RIGHT_CHOICE = 'def why_not_build():\n    return "B", 1'


def grade(folder, *options):
    """Return the rows of the CSV, by learner."""
    target = folder.parent / "grades.csv"
    assert main([str(folder), "--to", str(target), *options]) == 0
    learners = {}
    with target.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            learners.setdefault(row["learner"], []).append(row)
    return learners


def hand_in(path, answers, *, change=lambda cells: cells):
    """Write the stubs with the text of some cells replaced, by their grade_id."""
    notebook = json.loads(STUBS.read_text("utf-8"))
    for cell in notebook["cells"]:
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
        cell["source"] = answers.get(grade_id, cell["source"])
    notebook["cells"] = change(notebook["cells"])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(notebook), "utf-8")


def results(rows):
    return {row["exercise"]: row["result"] for row in rows}


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "submissions"
    path.mkdir()
    return path


@pytest.fixture
def answered(folder):
    """Grade one notebook with these cells, beside a sound one that must get its points."""

    def rows(answers, *options, **change):
        hand_in(folder / "broken.ipynb", answers, **change)
        hand_in(folder / "sound.ipynb", {"lookup-rows-by-hand": RIGHT_ROWS})
        graded = grade(folder, *options)
        assert results(graded["sound"])["lookup-rows-by-hand"] == "right"
        return {row["exercise"]: row for row in graded["broken"]}

    return rows


def test_a_solution_earns_every_point(folder):
    some = [path for path in SOLUTIONS if path.name[:2] in ("01", "06", "16")]
    for path in some:
        shutil.copy(path, folder)
    graded = grade(folder)
    assert set(graded) == {path.stem for path in some}
    rows = [row for learner in graded.values() for row in learner]
    assert [row["exercise"] for row in rows] == [
        exercise.id for exercise in every() if chapter_of(exercise.id) in ("01", "06", "16")
    ]
    assert all(row["result"] == "right" and row["solved"] == "yes" for row in rows), rows
    assert all(row["points"] == row["possible"] and not row["detail"] for row in rows)


def test_the_key_has_every_exercise_and_its_function_which_the_solution_defines():
    key = read_key(ROOT / "solutions")
    questions = [(path, one) for path in SOLUTIONS for one in key[path.stem].values()]
    assert [one.exercise_id for _, one in questions] == [exercise.id for exercise in every()]
    for path, one in questions:
        assert any(f"def {one.function}(" in cell.source for cell in code_cells(path)), one
        assert one.points > 0


def test_untouched_stubs_are_not_attempted_and_their_points_are_listed(folder):
    (folder / "ada").mkdir()
    shutil.copy(STUBS, folder / "ada")
    rows = grade(folder)["ada"]
    assert {row["exercise"]: int(row["possible"]) for row in rows} == POINTS
    assert {row["result"] for row in rows} == {"not attempted"}
    assert {row["notebook"] for row in rows} == {str(Path("ada") / STUBS.name)}
    assert {(row["solved"], row["points"], row["detail"]) for row in rows} == {("no", "0", "")}


def test_a_mark_has_the_parts_of_the_verdict():
    token_loss, merge = find("head-token-loss"), find("tokenizer-merge")
    by_name = {one.name: one.answer for one in (*token_loss.misconceptions, *merge.misconceptions)}

    def marked(exercise_id, answer):
        found = mark(exercise_id, answer)
        return found["result"], found["misconception"]

    wrong = marked(merge.id, by_name["from the right"])
    assert wrong == ("wrong", "from the right")
    raises = marked(token_loss.id, by_name["e to the whole logit"])
    assert raises == ("crashed", "e to the whole logit")
    assert marked(merge.id, lambda pieces, pair: pieces[70]) == ("crashed", "")
    assert marked(merge.id, lambda pieces, pair: [1, 2]) == ("wrong", "")
    assert marked(merge.id, None) == ("not attempted", "")


def test_right_wrong_and_crashed_answers(answered):
    rows = answered(
        {
            "lookup-rows-by-hand": ONE_BASED,
            "lookup-any-shape": "def lookup(table, ids):\n    return table[70]",
            "lookup-one-hot": "def one_hot(ids, table:",
            "lookup-why-not-build": RIGHT_CHOICE,
        }
    )
    assert [row["result"] for row in rows.values()] == [
        "wrong",
        "crashed",
        "crashed",
        "not attempted",
        "right",
    ]
    assert [row["points"] for row in rows.values()] == ["0", "0", "0", "0", "1"]
    assert rows["lookup-rows-by-hand"]["misconception"] == "one-based rows"
    assert "IndexError: list index out of range" in rows["lookup-any-shape"]["detail"]
    assert "raised SyntaxError" in rows["lookup-one-hot"]["detail"]


def test_endless_loops_cost_their_own_exercise_only(answered):
    rows = answered(
        {
            "lookup-rows-by-hand": RIGHT_ROWS,
            "lookup-any-shape": "def lookup(table, ids):\n    while True:\n        pass",
            "lookup-one-hot": "while True:\n    pass",
            "lookup-why-not-build": RIGHT_CHOICE,
        },
        "--seconds",
        "5",
    )
    assert results(rows.values()) == {
        "lookup-rows-by-hand": "right",
        "lookup-any-shape": "timed out",
        "lookup-one-hot": "timed out",
        "lookup-cost": "not attempted",
        "lookup-why-not-build": "right",
    }
    assert rows["lookup-any-shape"]["detail"] == "lookup-any-shape: no end after 5 s"
    assert rows["lookup-one-hot"]["detail"].endswith(": no end after 5 s")


@pytest.mark.parametrize("leave", ["import os; os._exit(0)", "import os; os.abort()"])
def test_an_answer_that_ends_the_process_is_named(answered, leave):
    rows = answered(
        {
            "lookup-any-shape": f"def lookup(table, ids):\n    {leave}",
            "lookup-why-not-build": RIGHT_CHOICE,
        }
    )
    assert rows["lookup-any-shape"]["result"] == "crashed"
    assert "the process ended with code" in rows["lookup-any-shape"]["detail"]
    assert rows["lookup-why-not-build"]["result"] == "right"


def test_sys_exit_in_a_cell_and_in_a_function(answered):
    rows = answered(
        {
            "lookup-rows-by-hand": "import sys\nsys.exit()",
            "lookup-any-shape": "def lookup(table, ids):\n    raise SystemExit",
            "lookup-why-not-build": RIGHT_CHOICE,
        }
    )
    assert "raised SystemExit" in rows["lookup-rows-by-hand"]["detail"]
    assert "SystemExit" in rows["lookup-any-shape"]["detail"]
    assert list(results(rows.values()).values()) == [
        "crashed",
        "crashed",
        "not attempted",
        "not attempted",
        "right",
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux refuses memory")
def test_a_memory_hog_starves_nobody_else(answered):
    hog = "kept = []\nwhile True:\n    kept.append(bytearray(10**7))"
    function = "def lookup(table, ids):\n    return len(bytearray(10**9))"
    rows = answered(
        {
            "lookup-rows-by-hand": hog,
            "lookup-any-shape": function,
            "lookup-why-not-build": RIGHT_CHOICE,
        },
        "--memory",
        "700",
    )
    assert rows["lookup-rows-by-hand"]["result"] == "crashed"
    assert "MemoryError" in rows["lookup-any-shape"]["detail"]
    assert rows["lookup-why-not-build"]["result"] == "right"


def test_the_submissions_own_check_cells_decide_nothing(answered):
    forged = "from types import SimpleNamespace\nresult = SimpleNamespace(solved=True)"
    rows = answered(
        {
            "lookup-rows-by-hand": ONE_BASED,
            "lookup-rows-by-hand-check": forged,
            "lookup-why-not-build": RIGHT_CHOICE,
            "lookup-why-not-build-check": 'raise RuntimeError("not run")',
        }
    )
    assert rows["lookup-rows-by-hand"]["result"] == "wrong"
    assert rows["lookup-why-not-build"]["result"] == "right"
    assert rows["lookup-why-not-build"]["detail"] == "its check cell was edited"
    assert not rows["lookup-cost"]["detail"]


def test_a_check_cell_or_an_answer_that_is_missing(answered):
    gone = {"lookup-why-not-build-check", "lookup-any-shape"}

    def without(cells):
        ids = [cell["metadata"].get("nbgrader", {}).get("grade_id") for cell in cells]
        return [cell for cell, one in zip(cells, ids, strict=True) if one not in gone]

    rows = answered({"lookup-why-not-build": RIGHT_CHOICE}, change=without)
    assert rows["lookup-why-not-build"]["result"] == "right"
    assert rows["lookup-why-not-build"]["detail"] == "its check cell is missing"
    assert rows["lookup-any-shape"]["result"] == "not attempted"
    assert rows["lookup-any-shape"]["detail"] == "no cell defines lookup"


def test_a_notebook_that_lost_its_ids_is_known_by_its_name(folder):
    def bare(cells):
        return [{**cell, "metadata": {}} for cell in cells]

    hand_in(folder / "ada/03_lookup.ipynb", {"lookup-rows-by-hand": RIGHT_ROWS}, change=bare)
    hand_in(folder / "bob/mine.ipynb", {}, change=bare)
    graded = grade(folder)
    assert results(graded["ada"])["lookup-rows-by-hand"] == "right"
    assert graded["bob"][0]["detail"] == "no exercise of this course is in the notebook"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"cells": [7]}', "[" * 100_000, '{"cells": 3}'])
def test_a_file_that_is_no_notebook_gets_a_row(folder, text):
    (folder / "broken.ipynb").write_text(text)
    (folder / "empty").mkdir()
    hand_in(folder / "sound.ipynb", {"lookup-rows-by-hand": RIGHT_ROWS})
    graded = grade(folder)
    assert [(row["result"], row["exercise"]) for row in graded["broken"]] == [("crashed", "")]
    assert "no notebook of format 4" in graded["broken"][0]["detail"]
    assert graded["empty"][0]["detail"] == "no notebook in this folder"
    assert results(graded["sound"])["lookup-rows-by-hand"] == "right"


def test_cells_may_use_magics_and_leave_no_files(folder):
    cell = f"%time 1 + 1\nopen('left.txt', 'w').close()\n{RIGHT_ROWS}"
    hand_in(folder / "ada/01.ipynb", {"lookup-rows-by-hand": cell})
    assert results(grade(folder)["ada"])["lookup-rows-by-hand"] == "right"
    assert [path.name for path in folder.rglob("*") if path.is_file()] == ["01.ipynb"]


@pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")
def test_what_a_cell_started_neither_delays_nor_outlives_it(answered, tmp_path):
    started = tmp_path / "started"
    cell = f"""
import subprocess, sys, threading, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
open({str(started)!r}, "w").write(str(child.pid))
threading.Thread(target=time.sleep, args=(600,)).start()
{RIGHT_ROWS}"""
    rows = answered({"lookup-rows-by-hand": cell})
    assert rows["lookup-rows-by-hand"]["result"] == "right"
    state = Path(f"/proc/{started.read_text()}/stat")
    assert not state.exists() or state.read_text().split()[2] == "Z"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere"], "nowhere is no folder: name the one that holds the submissions"),
        (["class", "--solutions", "."], "holds no notebooks: name the book's with --solutions"),
        (["class/ada"], "holds neither a notebook nor a folder of them"),
        (["class", "--seconds", "0"], "0 is no whole number from 1"),
        (["class", "--to", "nowhere/grades.csv"], "nowhere is no folder: make it"),
    ],
)
def test_what_cannot_be_asked_is_said(arguments, words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "class/ada").mkdir(parents=True)
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert words in capsys.readouterr().err


def test_help_names_each_result():
    done = subprocess.run(
        [sys.executable, "-m", "bothends.grade", "--help"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0
    text = " ".join(done.stdout.split())
    assert "right, wrong, not attempted, crashed, timed out" in text
