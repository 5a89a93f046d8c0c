"""What an exercise in the page runs, outside a browser: the driver and its archive."""

import json
import subprocess
import sys
from types import SimpleNamespace
from zipfile import ZipFile

import pytest
from sphinx.errors import ExtensionError

from bookbuild.site import assets as site_assets
from bookbuild.site import live_assets

sys.path.append(str(live_assets.LIVE))
import driver

SOLVED = "def gradient():\n    return [[0, 0], [0, 0], [4, 6], [5, 6]]"
CHECK = 'result = check("scatter-gradient-by-hand", gradient)'
EARLIER = ["from bothends.exercises import check, hint, progress"]
NO_PROGRESS = '{"version": 1, "exercises": {}}'


@pytest.fixture(autouse=True)
def progress_file(tmp_path, monkeypatch):
    monkeypatch.setenv("BOTHENDS_PROGRESS", str(tmp_path / "progress.json"))


def attempt(code, check="", progress=NO_PROGRESS, before=EARLIER):
    job = {"before": before, "code": code, "check": check, "progress": progress}
    said = []
    outcome = json.loads(driver.attempt(json.dumps(job), said.append))
    return SimpleNamespace(**outcome, output="".join(said))


def test_an_answer_is_checked_and_its_progress_handed_back():
    outcome = attempt(SOLVED, CHECK)
    assert outcome.ended == "correct"
    assert outcome.output == "scatter-gradient-by-hand: correct, 1 case\n"
    records = json.loads(outcome.progress)["exercises"]
    assert records == {"scatter-gradient-by-hand": {"solved": True, "hints": 0}}


def test_progress_that_is_handed_in_is_known_to_the_checker():
    kept = {"version": 1, "exercises": {"lookup-any-shape": {"solved": True, "hints": 2}}}
    outcome = attempt("progress()", progress=json.dumps(kept))
    (line,) = [line for line in outcome.output.splitlines() if line.startswith("lookup-any-shape ")]
    assert line.endswith("yes      2 of 3")


def test_a_wrong_answer_is_told_in_html_and_without_a_traceback():
    outcome = attempt(SOLVED.replace("4, 6", "3, 4"), CHECK)
    assert outcome.ended == "not yet"
    assert outcome.output == ""
    assert "the last one wins" in outcome.html


def test_a_stub_is_not_attempted_whether_it_is_checked_or_called():
    stub = "def gradient():\n    raise NotImplementedError"
    assert attempt(stub, CHECK).ended == "not attempted"
    assert attempt(f"{stub}\ngradient()").ended == "not attempted"


@pytest.mark.parametrize(
    ("code", "ended", "output"),
    [
        ("x = 1", "ran silently", ""),
        ("x = 1\nx + 1", "ran", "2\n"),
        ("None", "ran silently", ""),
        ("", "ran silently", ""),
        ("print('a')\nraise SystemExit", "error", "SystemExit"),
        ("raise NotImplementedError('half')", "error", "NotImplementedError: half"),
        ("import sys\nprint('b', file=sys.stderr)", "ran", "b\n"),
    ],
)
def test_a_run_ends_as_in_a_notebook(code, ended, output):
    outcome = attempt(code)
    assert outcome.ended == ended
    assert output in outcome.output


def test_an_error_has_the_learners_lines_and_no_others():
    outcome = attempt("import json\n\ndef load():\n    json.loads('{')\n\nload()")
    assert outcome.output.count('File "<your answer>"') == 2
    assert outcome.output.count("File ") == 2
    assert "    json.loads('{')" in outcome.output
    outcome = attempt("def half(n:")
    assert "SyntaxError" in outcome.output and "driver" not in outcome.output


def test_an_answer_of_another_name_is_told_which_name_is_asked_for():
    outcome = attempt(SOLVED.replace("gradient", "slope"), CHECK)
    assert outcome.ended == "error"
    assert outcome.output == "The answer must define gradient, as the stub does.\n"


@pytest.mark.parametrize("size", [1, 999, 20_000, 30_000])
def test_output_is_cut_once_and_says_so(size):
    outcome = attempt(f"for _ in range(60_000 // {size}):\n    print('x' * {size}, end='')")
    assert outcome.output.count("x") == driver.LIMIT
    assert outcome.output.endswith("... The rest is cut: the page shows 20,000 characters.\n")


def test_what_earlier_cells_import_in_vain_is_told_when_it_is_used():
    before = [*EARLIER, "from nowhere import rotate, turn as spin\nimport math, gone.deep"]
    assert attempt("math.pi", before=before).output.startswith("3.14")
    for code, name in {"rotate(1)": "rotate", "spin.x": "spin", "gone.deep": "gone"}.items():
        outcome = attempt(code, before=before)
        assert outcome.ended == "error"
        assert (
            f"{name} is not here: the page runs Python with its standard library" in outcome.output
        )


def test_a_package_that_nobody_finds_is_refused_in_words():
    assert driver.Nowhere.find_spec("os.nothing") is None
    with pytest.raises(ModuleNotFoundError, match="numpy is not here") as refused:
        driver.Nowhere.find_spec("numpy")
    assert refused.value.name == "numpy"


def test_the_archive_holds_what_the_checker_needs_and_no_more(tmp_path):
    one, two = tmp_path / "one.zip", tmp_path / "two.zip"
    live_assets.archive(one)
    live_assets.archive(two)
    assert one.read_bytes() == two.read_bytes()
    names = ZipFile(one).namelist()
    assert {"driver.py", "bothends/__init__.py", "bothends/exercises/engine/catalogue.py"} <= set(
        names
    )
    assert all(n.startswith("bothends/exercises/") for n in names[2:])
    code = (
        "import sys, driver; from bothends.exercises.engine.catalogue import every;"
        "[one.cases() for one in every()];"
        "loaded = {name.partition('.')[0] for name in sys.modules};"
        "assert loaded <= sys.stdlib_module_names | {'bothends', 'driver', '__main__'}, loaded"
    )
    command = [sys.executable, "-S", "-c", code]
    subprocess.run(command, check=True, timeout=60, env={"PYTHONPATH": str(one)})


def test_a_file_that_npm_did_not_install_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(site_assets, "COPIED", [(tmp_path, "there", ["*.mjs"])])
    with pytest.raises(ExtensionError, match=r"\*\.mjs is missing, which the site serves"):
        site_assets.assets()
