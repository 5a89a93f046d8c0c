"""Which files of the package a page is made from."""

import pytest

from bookbuild.notebooks.imports import package_files

MODULES = {
    "__init__.py": "",
    "lookup.py": "import math",
    "scatter.py": "from bothends.lookup import lookup",
    "device.py": "",
    "head/__init__.py": "from bothends.head.loss import mean",
    "head/loss.py": "import bothends.device",
    "show/__init__.py": "",
    "show/style.css": "",
    "exercises/__init__.py": "from bothends.exercises.engine.api import check",
    "exercises/engine/api.py": "from bothends.exercises.lookup import rows",
    "exercises/lookup/__init__.py": "",
    "exercises/lookup/rows.py": "",
    "exercises/scatter_add/__init__.py": "",
    "exercises/large_vocabulary/__init__.py": "from bothends.exercises.scatter_add import loss",
    "exercises/large_vocabulary/sizes.py": "",
}
EXERCISES = {"__init__.py", "exercises/__init__.py", "exercises/engine/api.py"}


@pytest.fixture
def files(tmp_path):
    for name, text in MODULES.items():
        path = tmp_path / "bothends" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def files(*cells, chapter="lookup"):
        found = package_files(cells, tmp_path, chapter)
        return {path.relative_to(tmp_path / "bothends").as_posix() for path in found}

    return files


def test_modules_that_are_imported_directly_or_not(files):
    assert files("import torch") == set()
    assert files("from bothends.lookup import lookup") == {"__init__.py", "lookup.py"}
    both = {"__init__.py", "lookup.py", "scatter.py"}
    assert files("%time\nx = 1", "import bothends.scatter as s") == both


def test_a_package_counts_as_a_whole_and_what_it_imports_first(files):
    assert files("from bothends import show") == {
        "__init__.py",
        "show/__init__.py",
        "show/style.css",
    }
    head = {"__init__.py", "head/__init__.py", "head/loss.py", "device.py"}
    assert files("from bothends.head.loss import mean") == head


def test_a_module_that_a_cell_names_in_a_text_for_another_process(files):
    assert files('command = ["-m", "bothends.lookup"]') == {"__init__.py", "lookup.py"}


def test_of_the_exercises_those_of_the_page_and_what_they_import(files):
    cell = "from bothends.exercises import check"
    assert files(cell) == EXERCISES | {"exercises/lookup/__init__.py", "exercises/lookup/rows.py"}
    assert files(cell, chapter="large_vocabulary") == EXERCISES | {
        "exercises/large_vocabulary/__init__.py",
        "exercises/large_vocabulary/sizes.py",
        "exercises/scatter_add/__init__.py",
    }
