"""The part of `make mutants` after mutmut: survivors meet the notebooks, then survivors.md.

`retest` makes mutmut try its survivors again when tests have changed, which it does not notice.
`report` runs the notebooks and prints the table. It fails at a survivor that survivors.md does
not explain, and at an explained mutant that does not survive.
"""

import os
import re
import sys
from collections import Counter
from pathlib import Path

from chapters import MUTANTS, ROOT, meet_notebooks
from mutmut.mutation.data import SourceFileMutationData
from mutmut.mutation.diff_apply import get_diff_for_mutant
from mutmut.stats import status_by_exit_code
from mutmut.utils.file_utils import walk_mutatable_files
from mutmut.utils.format_utils import mangled_name_from_mutant_name

EXPLAINED = Path(__file__).with_name("survivors.md")
KILLED = ("killed", "timeout", "segfault")
UNFINISHED = ("not checked", "check was interrupted by user")
ROW = "{:<10}{:>9}{:>9}{:>11}{:>11}{:>9}"


def results() -> list[SourceFileMutationData]:
    files = [SourceFileMutationData(path=path) for path in walk_mutatable_files()]
    for file in files:
        file.load()
    return files


def retest() -> None:
    tried, now = (
        {path.name: path.read_bytes() for path in folder.glob("tests/*.py")}
        for folder in (MUTANTS, ROOT)
    )
    if not tried or tried == now:
        return
    (MUTANTS / "mutmut-stats.json").unlink(missing_ok=True)  # which test calls what
    for file in results():
        for mutant, code in file.exit_code_by_key.items():
            if status_by_exit_code[code] not in KILLED:
                file.exit_code_by_key[mutant] = None
        file.save()


def change(mutant: str, path: Path) -> str:
    """Return what a mutant changes, as survivors.md says it: mutmut's numbers may move."""
    module, _, name = mangled_name_from_mutant_name(mutant).rpartition(".")
    function = name.removeprefix("x_").removeprefix("xǁ").replace("ǁ", ".")
    diff = get_diff_for_mutant(mutant, path=path).splitlines()[2:]
    lines = [f"{line[0]} {line[1:].strip()}" for line in diff if line[0] in "+-"]
    return "\n".join([f"@@ {module}.{function}", *lines])


def explained() -> set[str]:
    blocks = re.findall(r"^```diff\n(.*?)^```", EXPLAINED.read_text("utf-8"), re.S | re.M)
    entries = [entry for block in blocks for entry in re.split(r"^(?=@@)", block, flags=re.M)]
    return {entry.strip() for entry in entries} - {""}


def module_of(mutant: str) -> str:
    return mutant.split(".")[1]


def report() -> str | None:
    """Print the table; return what is wrong, if anything is."""
    total, by_tests, survivors = Counter(), Counter(), {}
    for file in results():
        for mutant, code in file.exit_code_by_key.items():
            status = status_by_exit_code[code]
            if status in UNFINISHED:
                return "not every mutant is tested yet: run make mutants again, it goes on"
            total[module_of(mutant)] += 1
            if status in KILLED:
                by_tests[module_of(mutant)] += 1
            else:
                survivors[mutant] = change(mutant, file.path)
    known = explained()
    caught = meet_notebooks([m for m, text in survivors.items() if text not in known])
    by_notebooks = Counter(module_of(mutant) for mutant, notebook in caught.items() if notebook)
    print_table(total, by_tests, by_notebooks)
    left = [survivors[mutant] for mutant, notebook in caught.items() if notebook is None]
    wrong = [f"survives, and nobody says why:\n{text}" for text in left]
    gone = known - set(survivors.values())
    wrong += [f"is in survivors.md, but does not survive:\n{text}" for text in sorted(gone)]
    return "\n\n".join(wrong)


def print_table(total: Counter, by_tests: Counter, by_notebooks: Counter) -> None:
    print(ROW.format("module", "mutants", "by tests", "notebooks", "survivors", "killed"))
    for module in (*total, "all"):
        n, t, b = (
            c.total() if module == "all" else c[module] for c in (total, by_tests, by_notebooks)
        )
        print(ROW.format(module, n, t, b, n - t - b, f"{(t + b) / n:.1%}"))


if __name__ == "__main__":
    # The mutants, and not the package that is installed: here and in what a notebook starts.
    sys.path.insert(0, str(MUTANTS))
    os.environ["PYTHONPATH"] = str(MUTANTS)
    sys.exit({"retest": retest, "report": report}[sys.argv[1]]() or 0)
