"""The cache of chapter 14, against RopeCache, against torch, and under a reader's hands."""

from itertools import product

import pytest
import torch

from bothends.rope import RopeCache
from bothends.widgets import Cache
from tests.browser.widget import plain

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
            got = torch.tensor([row[name] for row in rows], dtype=F64)
            torch.testing.assert_close(got, getattr(cache, name), atol=1e-12, rtol=0)


def test_the_right_guard_answers_and_refuses_as_the_package_does(played):
    cache = RopeCache(8, 4, base=1e4, dtype=F64)
    rows = cache.cos.tolist()
    for offset, length in [*REQUESTS, (0, 0), (8, 0), (-2, 2), (3, -1)]:
        try:
            expected = cache.at(offset, length)[0].tolist()
        except ValueError as error:
            expected = f"RangeError: {error}"
        assert played.call("at", rows, offset, length) == expected


def test_the_broken_guard_lets_through_what_torch_then_repeats_or_refuses(played):
    rows = torch.arange(8)
    for offset, length in REQUESTS:
        outcome = played.call("outcome", rows.tolist(), offset, length, "length")
        if length > 8:
            assert outcome["kind"] == "refused"
            continue
        assert played.call("atLength", rows.tolist(), offset, length) == (
            rows[offset : offset + length].tolist()
        )
        try:
            got = (torch.ones(length, dtype=int) * rows[offset : offset + length]).tolist()
        except RuntimeError:
            assert outcome["kind"] == "luck"
            continue
        meant = list(range(offset, offset + length))
        assert outcome["got"] == got
        assert outcome["kind"] == ("right" if got == meant else "wrong" if got else "lost")


def test_both_guards_agree_where_every_token_has_a_row(played):
    rows = list(range(8))
    for offset, length in REQUESTS:
        outcome = played.call("outcome", rows, offset, length, "end")
        fits = offset + length <= 8
        assert outcome["kind"] == ("right" if fits else "refused")
        if fits:
            assert outcome == played.call("outcome", rows, offset, length, "length")


def test_python_moves_it_and_both_say_the_same(played):
    requests = [(0, 4), (4, 1), (8, 1), (6, 3), (7, 3), (9, 2), (0, 9), (10, 9)]
    for (offset, length), guard in product(requests, ("length", "end")):
        played.set(offset=offset, length=length, guard=guard)
        assert played.words == Cache(offset=offset, length=length, guard=guard).words()


def handed_out(played) -> list[str]:
    rows = played.box.get_by_role("table", name="cos of pair 0").locator("tbody tr")
    return [row.locator("td").last.inner_text() for row in rows.all()]


def test_what_is_handed_out_is_what_python_shows(played):
    for offset, length in [(7, 3), (8, 1), (6, 3), (2, 3)]:
        played.set(offset=offset, length=length)
        still = Cache(offset=offset, length=length).still()
        assert [_short(text) for text in handed_out(played)] == [
            _short(row[-1]) for row in still.body
        ]


def _short(text: str):
    text = plain(text)
    return text if text.isalpha() else float(text)


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
    assert lines.count() == 3
    ends = lines.evaluate_all("all => all.map((line) => line.getAttribute('x2'))")
    assert len(set(ends)) == 1  # all three meet at row 7
    played.box.get_by_role("radio").last.click()
    assert lines.count() == 0 and played.words.startswith("Refused")
