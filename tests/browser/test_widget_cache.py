"""The cache of chapter 18, against RopeCache, against torch, and under a reader's hands."""

import pytest
import torch

from bothends.rope import RopeCache
from bothends.widgets import Cache
from tests.browser.widget import close, plain

F64 = torch.float64
REQUESTS = [(T0, T) for T0 in range(11) for T in range(1, 10)]


@pytest.fixture
def played(play):
    return play(Cache())


def test_its_rows_are_those_of_the_package(played):
    for max_len, head_dim, base in [(8, 4, 1e4), (1, 2, 7.0), (40, 16, 5e5), (3, 6, 1e5)]:
        cache = RopeCache(max_len, head_dim, base=base, dtype=F64)
        rows = played.call("rotations", max_len, head_dim, base)
        for name in ("cos", "sin"):
            close([row[name] for row in rows], getattr(cache, name))


def test_the_right_guard_answers_and_refuses_as_the_package_does(played):
    cache = RopeCache(8, 4, base=1e4, dtype=F64)
    requests = [*REQUESTS, (0, 0), (8, 0), (-2, 2), (3, -1)]
    outcomes = played.each("outcome", [(8, *request, "end") for request in requests])
    for request, outcome in zip(requests, outcomes, strict=True):
        try:
            assert cache.at(*request)[0].tolist() == cache.cos[outcome["got"]].tolist()
            assert outcome["kind"] == "right"
        except ValueError as error:
            assert outcome == {"kind": "refused", "got": [], "error": str(error)}


def test_the_broken_guard_lets_through_what_torch_then_repeats_or_refuses(played):
    rows = torch.arange(8)
    outcomes = played.each("outcome", [(8, *request, "length") for request in REQUESTS])
    for (offset, length), outcome in zip(REQUESTS, outcomes, strict=True):
        if length > 8:
            assert outcome["kind"] == "refused"
            continue
        try:
            got = (torch.ones(length, dtype=int) * rows[offset : offset + length]).tolist()
        except RuntimeError:
            assert outcome["kind"] == "luck"
            continue
        meant = list(range(offset, offset + length))
        assert outcome["got"] == got
        assert outcome["kind"] == ("right" if got == meant else "wrong" if got else "lost")


def handed_out(played) -> list[str]:
    rows = played.box.get_by_role("table", name="cos of pair 0").locator("tbody tr")
    return rows.locator("td:last-child").all_inner_texts()


def test_what_is_handed_out_is_what_python_shows(played):
    def short(text: str):
        return text if text.isalpha() else float(plain(text))

    for offset, length in [(7, 3), (8, 1), (6, 3), (2, 3)]:
        played.set(offset=offset, length=length)
        body = Cache(offset=offset, length=length).still().body
        assert [short(text) for text in handed_out(played)] == [short(row[-1]) for row in body]


def test_decoding_runs_past_the_last_row_in_silence(played):
    played.box.get_by_role("button", name="Prompt").click()
    assert played.words == "Right: positions 0 to 3 have a row each."
    further = played.box.get_by_role("button", name="Next token")
    for position in range(4, 8):
        further.press("Enter")
        assert played.words == f"Right: position {position} has its own row."
    further.click()
    assert played.words == "Silently lost: no row is left for position 8, and its token vanishes."
    assert handed_out(played) == ["nothing"] and further.is_disabled()


def test_keys_choose_the_request_and_the_guard(played):
    played.box.get_by_role("slider", name="new tokens").press("ArrowLeft")
    assert played.words.startswith("Silently wrong: one row is left and repeated")
    assert handed_out(played) == ["0.7539", "0.7539"]
    played.box.get_by_role("slider", name="tokens kept").press("ArrowLeft")
    assert played.words == "Right: positions 6 to 7 have a row each."
    played.box.get_by_role("slider", name="new tokens").press("ArrowRight")
    assert played.words.startswith("Caught by luck: 2 rows are left for positions 6 to 8")
    played.box.get_by_role("radio").first.press("ArrowRight")
    assert played.state("guard") == "end"
    assert played.words.startswith("Refused: the guard stops positions 6 to 8")
    assert "build RopeCache with max_len >= 9" in played.box.locator(".bw-note").inner_text()
    assert handed_out(played) == ["error"] * 3


def test_a_mouse_chooses_the_guard(played):
    lines = played.box.locator("line.bw-to")
    assert len(played.numbers("line.bw-to", "x2")) == 3
    assert len(set(played.numbers("line.bw-to", "x2"))) == 1  # all three meet at row 7
    played.box.get_by_role("radio").last.click()
    assert lines.count() == 0 and played.words.startswith("Refused")
