"""The rotations of chapters 12 and 13, against the package and under a reader's hands."""

import itertools

import pytest
import torch

from bothends.rope import rotate, tables
from bothends.widgets import Rope
from tests.browser.widget import MINUS, plain, typeset

WAYS = [{"pairing": pairing, "sign": sign} for pairing in ("halves", "pairs") for sign in (1, -1)]


@pytest.fixture
def played(play):
    return play(Rope())


def turned(x, position, base, way):
    cos, sin = tables(torch.tensor([position]), len(x), base=base, dtype=torch.float64)
    return rotate(x[None, None], cos, sin, **way)[0, 0]


@pytest.mark.parametrize("way", WAYS)
def test_its_arithmetic_is_the_packages(played, way):
    generator = torch.Generator().manual_seed(13)
    for head_dim, base in ((2, 3.0), (4, 10_000.0), (6, 500_000.0), (16, 100_000.0)):
        q, k = torch.randn(2, head_dim, generator=generator, dtype=torch.float64)
        m, n = torch.randint(3000, (2,), generator=generator).tolist()
        query, key = turned(q, m, base, way), turned(k, n, base, way)
        got = played.call("rotate", q.tolist(), m, {"base": base, **way})
        torch.testing.assert_close(torch.tensor(got, dtype=q.dtype), query, atol=1e-9, rtol=0)
        got = played.call("score", q.tolist(), k.tolist(), m, n, {"base": base, **way})
        assert got == pytest.approx((query @ key).item(), abs=1e-9)


def test_a_head_of_odd_size_is_refused(played):
    way = {"base": 10_000, "pairing": "pairs", "sign": 1}
    says = "RangeError: head_dim=3 does not split into pairs"
    assert played.call("rotate", [1, 2, 3], 1, way) == says


def test_channels_are_paired_as_in_the_chapter(played):
    assert played.call("pairsOf", 6, "halves") == [[0, 3], [1, 4], [2, 5]]
    assert played.call("pairsOf", 6, "pairs") == [[0, 1], [2, 3], [4, 5]]


def test_a_chosen_distance_has_places_and_n_stays_where_it_can(played):
    for n, apart in itertools.product((0, 3, 12), range(-12, 13)):
        place = played.call("placed", n, apart, 12)
        assert place["m"] - place["n"] == apart
        assert 0 <= place["m"] <= 12 and 0 <= place["n"] <= 12
        assert place["n"] == n or not 0 <= n + apart <= 12


def test_python_moves_it_and_both_say_the_same(played):
    all_places = ({"m": 5, "n": 3, "shift": 0}, {"m": 0, "n": 12, "shift": 100})
    all_vectors = ({}, {"q": [0.25, -3.0], "k": [-1.5, 2.0], "base": 50.0})
    for vectors, places, way in itertools.product(all_vectors, all_places, WAYS):
        state = {**way, **places, **vectors}
        played.set(**state)
        assert played.words == typeset(Rope(**state).words())
    assert played.visit.problems == []


def test_keys_move_both_and_the_score_stays(played):
    assert f"the score is {MINUS}4.1699, as wherever m {MINUS} n = 2" in played.words
    played.box.get_by_role("slider", name="shift both").press("End")
    assert played.words.startswith(f"q at 105, k at 103: the score is {MINUS}4.1699,")
    played.box.get_by_role("slider", name="place of k").press("ArrowRight")
    assert f"m {MINUS} n = 1" in played.words and "4.1699" not in played.words
    played.box.get_by_role("slider", name="place of q").press("ArrowRight")
    assert "4.1699" in played.words
    marked = played.box.locator("td.bw-mark").all_inner_texts()
    assert marked == [f"{MINUS}4.1699"]


def test_switches_name_the_model_that_turns_so(played):
    named = {}
    for pairing, sign in itertools.product(("halves", "pairs"), ("+", MINUS)):
        played.box.get_by_label(pairing).check()
        played.box.get_by_label(sign, exact=True).press("Space")
        named[pairing, sign] = played.words.rpartition(": ")[2]
        score = played.words.split("the score is ")[1].partition(",")[0]
        named[pairing, sign] = plain(score), named[pairing, sign]
    assert named == {
        ("halves", "+"): ("-4.1699", "Llama in transformers)."),
        ("halves", MINUS): ("-5.2392", "nanochat)."),
        ("pairs", "+"): ("4.6444", "RoFormer)."),
        ("pairs", MINUS): ("8.6016", "no model in this book)."),
    }


def test_a_mouse_chooses_a_distance_in_the_chart(played):
    chart = played.box.get_by_role("img")
    box = chart.bounding_box()
    x = lambda apart: box["x"] + box["width"] * (34 + (apart + 12) / 24 * 294) / 340  # noqa: E731
    played.page.mouse.move(x(0), box["y"] + 60)
    played.page.mouse.down()
    assert (played.state("m"), played.state("n")) == (3, 3)
    played.page.mouse.move(x(-7), box["y"] + 60)
    assert (played.state("m"), played.state("n")) == (0, 7)
    played.page.mouse.up()
    played.page.mouse.move(x(5), box["y"] + 60)
    assert (played.state("m"), played.state("n")) == (0, 7)


@pytest.mark.parametrize("way", WAYS)
def test_the_chart_shows_the_packages_scores(played, way):
    played.set(m=9, n=4, **way)
    q, k = torch.tensor([[1.0, 2, 3, 4], [0.5, -1, 2, 0]], dtype=torch.float64)
    scores = torch.stack(
        [
            turned(q, 12 + apart, 10_000, way) @ turned(k, 12, 10_000, way)
            for apart in range(-12, 13)
        ]
    )
    said = plain(played.box.get_by_role("img").get_attribute("aria-label"))
    found = [float(part.split()[0]) for part in said.partition(": ")[2].split(", ")]
    assert found == pytest.approx(scores.tolist(), abs=0.006)
    dots = points(played, ".bw-blue-dot")
    assert points(played, ".bw-now").tolist() == [dots[12 + 5].tolist()]
    heights = dots[:, 1] - dots[12, 1]  # downwards from the score at 0
    rises = (heights / (scores[12] - scores))[heights != 0]
    torch.testing.assert_close(rises, rises[:1].expand(len(rises)))
    assert rises[0] > 0


def points(played, marks: str) -> torch.Tensor:
    read = "all => all.map((dot) => [dot.getAttribute('cx'), dot.getAttribute('cy')].map(Number))"
    return torch.tensor(played.box.locator(marks).evaluate_all(read), dtype=torch.float64)


@pytest.mark.parametrize("way", WAYS)
def test_arrows_point_where_the_package_points(played, way):
    played.set(**way)
    ends = played.box.locator(".bw-dial line.bw-blue-line").evaluate_all(
        "all => all.map((line) => [line.getAttribute('x2'), -line.getAttribute('y2')].map(Number))"
    )
    found = torch.tensor(ends, dtype=torch.float64)
    x = turned(torch.tensor([1.0, 2, 3, 4], dtype=torch.float64), 5, 10_000, way)
    pairs = x.view(2, 2).T if way["pairing"] == "halves" else x.view(2, 2)
    directions = pairs / pairs.norm(dim=1, keepdim=True)
    torch.testing.assert_close(found / found.norm(dim=1, keepdim=True), directions)
