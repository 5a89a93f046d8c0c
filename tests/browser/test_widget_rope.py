"""The rotations of chapters 16 and 17, against the package and under a reader's hands."""

from itertools import product

import pytest
import torch

from bothends.rope import rotate, tables
from bothends.widgets import Rope
from tests.browser.widget import MINUS, close, plain, typeset

F64 = torch.float64
WAYS = [{"pairing": pairing, "sign": sign} for pairing in ("halves", "pairs") for sign in (1, -1)]


@pytest.fixture
def played(play):
    return play(Rope())


def turned(x, position, base, way):
    cos, sin = tables(torch.tensor([position]), len(x), base=base, dtype=F64)
    return rotate(x[None, None], cos, sin, **way)[0, 0]


def points(played, marks: str, *names: str) -> torch.Tensor:
    """Two attributes of each mark, side by side."""
    return torch.tensor([played.numbers(marks, name) for name in names], dtype=F64).T


def test_its_arithmetic_is_the_packages(played):
    generator = torch.Generator().manual_seed(13)
    sizes = ((2, 3.0), (4, 10_000.0), (6, 500_000.0), (16, 100_000.0))
    for way, (head_dim, base) in product(WAYS, sizes):
        q, k = torch.randn(2, head_dim, generator=generator, dtype=F64)
        m, n = torch.randint(3000, (2,), generator=generator).tolist()
        query, key = turned(q, m, base, way), turned(k, n, base, way)
        close(played.call("rotate", q.tolist(), m, {"base": base, **way}), query, 1e-9)
        score = played.call("score", q.tolist(), k.tolist(), m, n, {"base": base, **way})
        close(score, query @ key, 1e-9)


def test_channels_are_paired_as_in_the_chapter(played):
    assert played.call("pairsOf", 6, "halves") == [[0, 3], [1, 4], [2, 5]]
    assert played.call("pairsOf", 6, "pairs") == [[0, 1], [2, 3], [4, 5]]


def test_a_chosen_distance_has_places_and_n_stays_where_it_can(played):
    asked = [(n, apart, 12) for n, apart in product((0, 3, 12), range(-12, 13))]
    for (n, apart, _), place in zip(asked, played.each("placed", asked), strict=True):
        assert place["m"] - place["n"] == apart
        assert 0 <= place["m"] <= 12 and 0 <= place["n"] <= 12
        assert place["n"] == n or not 0 <= n + apart <= 12


def test_python_gives_it_a_head_of_one_pair(play):
    played = play(Rope(q=[0.25, -3.0], k=[-1.5, 2.0], base=50.0))
    assert played.words == typeset(played.widget.words())
    assert played.box.locator(".bw-dial").count() == 1
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
    for pairing, sign in product(("halves", "pairs"), ("+", MINUS)):
        played.box.get_by_label(pairing).check()
        played.box.get_by_label(sign, exact=True).press("Space")
        score = played.words.split("the score is ")[1].partition(",")[0]
        named[pairing, sign] = plain(score), played.words.rpartition(": ")[2]
    assert named == {
        ("halves", "+"): ("-4.1699", "Llama in transformers)."),
        ("halves", MINUS): ("-5.2392", "nanochat)."),
        ("pairs", "+"): ("4.6444", "RoFormer)."),
        ("pairs", MINUS): ("8.6016", "no model in this book)."),
    }


def test_a_mouse_chooses_a_distance_in_the_chart(played):
    chart = played.box.get_by_role("img")
    box, mouse = chart.bounding_box(), played.page.mouse

    def point_at(apart: int) -> tuple[int, int]:
        x = box["x"] + box["width"] * (34 + (apart + 12) / 24 * 294) / 340
        mouse.move(x, box["y"] + 60)
        return played.state("m"), played.state("n")

    point_at(0)
    mouse.down()
    assert point_at(0) == (3, 3)
    assert point_at(-7) == (0, 7)
    mouse.up()
    assert point_at(5) == (0, 7)


def test_the_chart_shows_the_packages_scores(played):
    q, k = torch.tensor([[1.0, 2, 3, 4], [0.5, -1, 2, 0]], dtype=F64)
    for way in WAYS:
        played.set(m=9, n=4, **way)
        scores = torch.stack(
            [
                turned(q, 12 + apart, 10_000, way) @ turned(k, 12, 10_000, way)
                for apart in range(-12, 13)
            ]
        )
        said = plain(played.box.get_by_role("img").get_attribute("aria-label"))
        found = [float(part.split()[0]) for part in said.partition(": ")[2].split(", ")]
        assert found == pytest.approx(scores.tolist(), abs=0.006)
        dots = points(played, ".bw-blue-dot", "cx", "cy")
        assert points(played, ".bw-now", "cx", "cy").tolist() == [dots[12 + 5].tolist()]
        heights = dots[:, 1] - dots[12, 1]  # downwards from the score at 0
        rises = (heights / (scores[12] - scores))[heights != 0]
        close(rises, rises[:1].expand(len(rises)), 1e-6)
        assert rises[0] > 0


def test_arrows_point_where_the_package_points(played):
    for way in WAYS:
        played.set(**way)
        arrows = points(played, ".bw-dial line.bw-blue-line", "x2", "y2") * torch.tensor([1, -1])
        x = turned(torch.tensor([1.0, 2, 3, 4], dtype=F64), 5, 10_000, way)
        pairs = x.view(2, 2).T if way["pairing"] == "halves" else x.view(2, 2)
        close(*(one / one.norm(dim=1, keepdim=True) for one in (arrows, pairs)), 1e-6)
