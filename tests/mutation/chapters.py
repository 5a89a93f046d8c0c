"""Mutants meet the chapters: each notebook that calls the changed function runs in a fork."""

import hashlib
import json
import multiprocessing
import os
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import torch  # noqa: F401  (once, for all forks)
from mutmut.state import state
from mutmut.utils.format_utils import mangled_name_from_mutant_name

ROOT = Path(__file__).parents[2]
MUTANTS = ROOT / "mutants"
MEETINGS = MUTANTS / "notebooks.json"
FORK = multiprocessing.get_context("fork")
SECONDS = 300  # for a notebook: a mutant may loop without end


def run(notebook: Path, mutant: str) -> set[str]:
    """Run each cell; return the functions that were called, where `mutant` is "stats"."""
    os.environ["MUTANT_UNDER_TEST"] = mutant
    os.chdir(MUTANTS)  # so that `python -c` in a cell imports the mutant too
    with open(os.devnull, "w") as null, redirect_stdout(null), redirect_stderr(null):
        names = {"__name__": "__main__"}
        for cell in json.loads(notebook.read_text("utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                exec("".join(cell["source"]), names)
    return state()._stats


def run_in_fork(notebook: Path, mutant: str) -> set[str]:
    with FORK.Pool(1) as pool:
        return pool.apply_async(run, (notebook, mutant)).get(SECONDS)


def passes(notebook: Path, mutant: str) -> bool:
    try:
        run_in_fork(notebook, mutant)
    except Exception:
        return False
    return True


def meet_notebooks(mutants: list[str]) -> dict[str, str | None]:
    """Return for each mutant the first notebook that fails on it, from those that call it.

    All that was found stays in a file until a notebook or a module changes.
    """
    notebooks = sorted(ROOT.glob("notebooks/*.ipynb"))
    sources = [*notebooks, *sorted(ROOT.glob("bothends/**/*.py"))]
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
    found = json.loads(MEETINGS.read_text()) if MEETINGS.exists() else {}
    if found.get("digest") != digest:
        found = {"digest": digest, "calls": {}, "caught": {}}
    calls, caught = found["calls"], found["caught"]
    for mutant in mutants:
        if mutant in caught:
            continue
        if not calls:
            print("which notebook calls which function")
            calls |= {path.name: sorted(run_in_fork(path, "stats")) for path in notebooks}
        function = mangled_name_from_mutant_name(mutant)
        callers = [path for path in notebooks if function in calls[path.name]]
        caught[mutant] = next((path.name for path in callers if not passes(path, mutant)), None)
        print(f"{mutant}: {caught[mutant] or 'no notebook notices'}")
        MEETINGS.write_text(json.dumps(found))
    return {mutant: caught[mutant] for mutant in mutants}
