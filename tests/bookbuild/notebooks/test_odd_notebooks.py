"""Whatever a pressed file has become, it never passes for the one that was pressed."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bookbuild.errors import BookError
from bookbuild.notebooks.command import job_for
from bookbuild.notebooks.page import all_pages
from bookbuild.notebooks.record import Record
from bookbuild.notebooks.work import was_edited
from tests.bookbuild.notebooks.small_book import CHAPTER_PAGE, SOLUTION, STUB

PAGES = (CHAPTER_PAGE, STUB, SOLUTION)
ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-1, 99),
    st.floats(),
    st.sampled_from(["", "x", "code", "markdown", [], ["x"], {}, {"x": 1}, [{}], [None]]),
)


@pytest.fixture(scope="module")
def book(pressed_once):
    return pressed_once


def is_up_to_date(root: Path, name: str, content: bytes, remembered: bool) -> bool:
    """Put `content` into the file of this name for a moment, and ask the press about it."""
    file = root / name
    before = file.read_bytes()
    (page,) = (page for page in all_pages(root) if page.target == file)
    record = Record(root)
    if not remembered:
        record.pages.clear()
    file.write_bytes(content)
    try:
        if not remembered and page.is_intact():
            return True
        job = job_for(page, record, everything=False)
        assert file.read_bytes() == content
        return job is None and not (page.is_stub and was_edited(page))
    except BookError:
        return False
    finally:
        file.write_bytes(before)


def places(value, path=()):
    """Yield the path to each value inside a notebook's JSON."""
    yield path
    if isinstance(value, dict | list):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(one, (*path, key))


def changed(notebook, path, how, odd):
    """Return a copy with the value at `path` replaced, removed, doubled or given a stray key."""
    notebook = json.loads(json.dumps(notebook))
    if not path:
        return odd
    *outer, key = path
    holder = notebook
    for step in outer:
        holder = holder[step]
    value = holder[key]
    if how == "remove":
        del holder[key]
    elif how == "add" and isinstance(value, dict):
        value["stray"] = odd
    elif how == "add" and isinstance(value, list):
        value.append(odd)
    elif how == "double" and isinstance(holder, list):
        holder.insert(key, value)
    else:
        holder[key] = odd
    return notebook


@pytest.mark.parametrize("name", PAGES)
def test_the_file_itself_is_up_to_date(book, name):
    for remembered in (True, False):
        assert is_up_to_date(book, name, (book / name).read_bytes(), remembered)


@settings(max_examples=150)
@given(data=st.data(), name=st.sampled_from(PAGES))
def test_no_change_of_a_value_goes_unseen(book, name, data):
    good = json.loads((book / name).read_text(encoding="utf-8"))
    path = data.draw(st.sampled_from(list(places(good))))
    how = data.draw(st.sampled_from(["remove", "add", "double", "replace"]))
    odd = changed(good, path, how, data.draw(ODD))
    if odd == good:
        return
    content = f"{json.dumps(odd, indent=1, ensure_ascii=False, sort_keys=True)}\n".encode()
    assert not is_up_to_date(book, name, content, remembered=True)
    if name == STUB and "outputs" in path:
        return  # in a fresh clone nbval alone can know what a stub prints
    assert not is_up_to_date(book, name, content, remembered=False)


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: b"",
        lambda text: b"{}",
        lambda text: b"[" * 100_000,
        lambda text: b"\xff" + text,
        lambda text: b"\xef\xbb\xbf" + text,
        lambda text: text[: len(text) // 2],
        lambda text: text.replace(b"\n", b"\r\n"),
        lambda text: text + b"\n",
        lambda text: json.dumps(json.loads(text)).encode(),
        lambda text: text.replace(b'"id": "c001"', b'"id": null'),
        lambda text: text.replace(b'"id": "c001"', b'"id": "c002"'),
        lambda text: text.replace(b'"execution_count": 1', b'"execution_count": null'),
        lambda text: text.replace(b'"nbformat_minor": 5', b'"nbformat_minor": 4'),
        lambda text: text.replace(b'"nbformat": 4', b'"nbformat": 3'),
        lambda text: text.replace(b'"nbformat": 4', b'"nbformat": "4"'),
    ],
)
def test_no_change_of_a_byte_goes_unseen(book, name, spoil):
    text = (book / name).read_bytes()
    assert spoil(text) != text
    for remembered in (True, False):
        assert not is_up_to_date(book, name, spoil(text), remembered)
