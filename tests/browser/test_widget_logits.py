"""The widget of chapter 07, against the package and under a reader's hands."""

import pytest
import torch

from bothends.head import project, token_loss, token_loss_grad
from bothends.widgets import Logits
from tests.browser.widget import MINUS, close

FIRST = "At h = [1, 2] the target, row 3, has probability 0.2562: the loss is 1.3618, and dh is "
F64 = torch.float64


@pytest.fixture
def played(play):
    return play(Logits())


def by_autograd(rows, h, v):
    """Return the logits, the loss on the target, and its slopes."""
    h, target = h.clone().requires_grad_(), torch.tensor(v)
    z = project(h, rows)
    loss = token_loss(z, target).mean
    (dh,) = torch.autograd.grad(loss, h)
    z = z.detach()
    dz = token_loss_grad(z, target)
    return {"z": z, "p": z.softmax(-1), "loss": loss.detach(), "dz": dz, "dh": dh}


def test_its_arithmetic_is_the_packages(played):
    generator = torch.Generator().manual_seed(5)
    for V, D, scale in ((4, 2, 1), (7, 3, 3), (1, 1, 1), (3, 5, 400)):
        rows, h = (
            scale * torch.randn(*shape, generator=generator, dtype=F64) for shape in ((V, D), (D,))
        )
        asked = [(rows.tolist(), h.tolist(), v) for v in range(V)]
        for v, found in enumerate(played.each("tokenLoss", asked, module="parts")):
            for name, values in by_autograd(rows, h, v).items():
                close(found[name], values)


def test_a_step_goes_against_dh_and_stays_in_the_picture(played):
    rows = torch.tensor(Logits().table, dtype=F64)
    for h in ([1.0, 2.0], [-2.5, 0.25], [3.0, 3.0], [-3.0, -3.0]):
        x = torch.tensor(h, dtype=F64)
        steps = played.each("stepped", [(rows.tolist(), h, v) for v in range(4)])
        for v, found in enumerate(steps):
            close(found, (x - 0.5 * by_autograd(rows, x, v)["dh"]).clamp(-3, 3))


def test_dragging_moves_h(played):
    assert played.words == f"{FIRST}[{MINUS}0.7091, 0.649]."
    plane = played.box.locator(".bw-plane")
    plane.scroll_into_view_if_needed()
    box, unit = plane.bounding_box(), plane.evaluate("svg => svg.getScreenCTM().a * 42")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse = played.page.mouse
    mouse.move(x + unit, y - 2 * unit)
    mouse.down()
    mouse.move(x - 1.5 * unit, y + 0.5 * unit)
    assert played.state("h") == [-1.5, -0.5]
    mouse.move(x + 3.3 * unit, y)
    assert played.state("h") == [3, 0]
    mouse.up()
    mouse.move(x, y)
    assert played.state("h") == [3, 0]
    assert played.words.startswith("At h = [3, 0] the target, row 3, has probability 0.4")


def test_keys_move_h_choose_the_target_and_take_a_step(played):
    played.box.get_by_role("slider", name="h0").press("ArrowRight")
    played.box.get_by_role("slider", name="h1").press("ArrowLeft")
    assert played.state("h") == [1.1, 1.9]
    targets = played.box.get_by_role("group", name="target row")
    targets.get_by_label("3").press("ArrowLeft")
    assert played.state("target") == 2
    assert played.box.locator("td.bw-mark").count() == 1
    step, losses = played.box.get_by_role("button", name="Step"), []
    for key in ("Enter", "Space"):
        losses.append(float(played.words.split("the loss is ")[1].split(",")[0]))
        step.press(key)
    assert losses[1] < losses[0]


def test_its_numbers_are_on_the_page_and_drawn(played):
    cells = played.cells(".bw-table")
    assert cells[2:] == [[4, 0.6964, 0.6964], [3, 0.2562, -0.7438]]
    left, width = (played.numbers(".bw-signed rect.bw-hollow", name) for name in ("x", "width"))
    assert left[3] + width[3] == pytest.approx(left[2])  # below zero, so to the left
    arrow = [
        played.numbers(".bw-plane line.bw-orange-line", name)[0] / 42
        for name in ("x1", "y1", "x2", "y2")
    ]
    assert arrow == pytest.approx([1, -2, 1 - 0.709142, -2 - 0.648962], abs=1e-5)
    assert "+ 0.6964 · [0, 2] + " in played.box.locator(".bw-formula").inner_text()


def test_python_moves_its_controls(played):
    played.set(h=[2.2, -3.0], target=2)
    assert played.box.get_by_role("slider", name="h0").input_value() == "2.2"
    assert played.box.get_by_label("2", exact=True).is_checked()


def test_what_stands_in_for_it_has_the_same_numbers():
    assert Logits().still().body[3] == ("row 3", "3", "0.2562", "-0.7438")
