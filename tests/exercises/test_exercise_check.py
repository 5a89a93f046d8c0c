"""The order of the questions, and what a learner is told."""

import math
import subprocess
import sys
from html.parser import HTMLParser

import numpy as np
import pytest
import torch

from bothends.exercises import NotYet, check, hint, progress
from bothends.exercises.engine.catalogue import of_chapter
from tests.exercises.right.lookup import recursive
from tests.exercises.right.scatter_add import GRADIENT, counts_by_hand, gradient_by_index_add
from tests.exercises.told import message, not_yet

WITHOUT_TORCH = """
import sys
sys.modules["torch"] = sys.modules["numpy"] = sys.modules["IPython"] = None
from bothends.exercises import NotYet, check, hint, progress
loaded = {name.partition(".")[0] for name in sys.modules if sys.modules[name]}
assert loaded <= sys.stdlib_module_names | {"bothends"} | ALLOWED, loaded
rows = lambda ids, upstream, vocab_size: [
    [sum(u[d] for i, u in zip(ids, upstream) if i == v) for d in range(2)]
    for v in range(vocab_size)
]
lookup = lambda table, ids: [lookup(table, i) for i in ids] if type(ids) is list else table[ids]
assert check("lookup-any-shape", lookup)
try:
    check("scatter-no-loop", rows)
except NotYet as error:
    assert "loops" in str(error) or "float64" in str(error), error
hint("lookup-any-shape")
progress()
"""


def lookup_that_returns(answer):
    return lambda table, ids: answer


def test_it_needs_the_standard_library_alone():
    before = "import sys; ALLOWED = {n.partition('.')[0] for n in sys.modules};"
    subprocess.run([sys.executable, "-c", before + WITHOUT_TORCH], check=True, timeout=60)


@pytest.mark.parametrize("nothing", [None, ...])
def test_an_untouched_stub_says_so_and_is_false(nothing, capsys):
    def stub(table, ids):
        raise NotImplementedError

    for answer in (stub, nothing, lookup_that_returns(nothing)):
        assert not check("lookup-any-shape", answer)
        assert "lookup-any-shape: not attempted yet" in capsys.readouterr().out


def test_torchs_not_implemented_error_is_an_attempt():
    def unknown_to_torch(ids, upstream, vocab_size):
        raise NotImplementedError('"add" not implemented for "Half"')

    assert not_yet("scatter-no-loop", unknown_to_torch).raised == "NotImplementedError"


def test_nothing_for_a_later_case_is_an_attempt():
    def only_flat(table, ids):
        if isinstance(ids, list) and isinstance(ids[0], int):
            return [table[id_] for id_ in ids]

    wrong = not_yet("lookup-any-shape", only_flat)
    assert wrong.case == 2 and wrong.inputs["ids"] == [[2, 0, 2], [3, 1, 1]]
    assert "Is `return` missing?" in str(wrong)


def test_the_first_failing_case_is_shown_with_the_first_index():
    def doubled(table, ids):
        answer = recursive(table, ids)
        return answer if isinstance(ids[0], int) else np.array(answer) + [[[0], [0], [1]]] * 2

    assert message("lookup-any-shape", doubled) == (
        "Not yet: lookup-any-shape, case 2 of 7 (a batch of two sequences)\n\n"
        "The cell [0][2][0] should be 20 and is 21. 2 of 7 cases are right. Wrong as well: "
        "case 3 (a single id), case 4 (ids with three axes), case 5 (one more single id), "
        "case 7. It is right only where `ids` has one axis.\n\n"
        "Input:\n"
        "  table = [[0, 1, 2, 3, 4], [10, 11, 12, 13, 14], [20, 21, 22, 23, 24], "
        "[30, 31, 32, 33, 34]]\n"
        "  ids = [[2, 0, 2], [3, 1, 1]]\n\n"
        "Expected, shape (2, 3, 5):\n"
        "  [0][0] 20, 21, 22, 23, 24\n  [0][1] 0, 1, 2, 3, 4\n  [0][2] 20, 21, 22, 23, 24\n"
        "  [1][0] 30, 31, 32, 33, 34\n  [1][1] 10, 11, 12, 13, 14\n"
        "  [1][2] 10, 11, 12, 13, 14\n\n"
        "Received, shape (2, 3, 5); what differs is marked:\n"
        "  [0][0] 20, 21, 22, 23, 24\n  [0][1] 0, 1, 2, 3, 4\n"
        "  [0][2] >21<, >22<, >23<, >24<, >25<\n  [1][0] 30, 31, 32, 33, 34\n"
        "  [1][1] 10, 11, 12, 13, 14\n  [1][2] >11<, >12<, >13<, >14<, >15<\n\n"
        'Stuck? `hint("lookup-any-shape")` opens a hint.'
    )


@pytest.mark.parametrize(
    ("answer", "shape"),
    [
        ([GRADIENT], "(1, 4, 2)"),
        (np.zeros((4, 1)), "(4, 1)"),
        (torch.zeros(1), "(1,)"),
        ([], "(0,)"),
        (np.zeros((0, 3)), "(0, 3)"),
    ],
)
def test_shapes_that_would_broadcast_are_refused(answer, shape):
    text = message("scatter-gradient-by-hand", lambda: answer)
    assert f"Your answer has shape {shape}, but (4, 2) was expected." in text


def test_a_number_for_a_table_and_a_table_for_a_number_are_told_in_words():
    text = message("scatter-gradient-by-hand", 0)
    assert "Your answer is a single number, but shape (4, 2) was expected." in text
    text = message("step-token-mean", lambda losses, counted: [1.5])
    assert "has shape (1,), but one number was expected, without a list around it." in text


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_not_a_number_and_infinity_are_told_before_values(bad):
    text = message("scatter-gradient-by-hand", [[0, 0], [0, 0], [4, bad], [99, 6]])
    assert f"The cell [2][1] is {bad}." in text
    assert ("equals nothing" in text) == math.isnan(bad)


def test_the_tolerance_is_the_one_that_is_stated():
    close = [[0, 1e-9], [0, 0], [4.00001, 6], [5, 6]]
    assert check("scatter-gradient-by-hand", close)
    for far in ([0, 1e-7], [0, 0.0001]):
        message("scatter-gradient-by-hand", [far, *close[1:]])


def test_the_tolerance_is_told_where_rounding_can_be_the_matter_and_nowhere_else():
    def waves(T, D):
        speeds = 1e4 ** (-torch.arange(0, D, 2, dtype=torch.float64) / D)
        angles = torch.arange(T)[:, None] * speeds
        return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)

    def one_too_many(depth, vocab_size):
        heads = (depth + 1) // 2
        return [128 * heads, heads, -(-vocab_size // 64) * 64 + 1]

    text = message("position-sinusoid", lambda T, D: waves(T, D).half())
    assert "Numbers are equal within 1e-05 of their size, or 1e-08 near zero." in text
    assert "are equal" not in message("position-sinusoid", lambda T, D: 1.01 * waves(T, D))
    assert "are equal" not in message("cache-guard", lambda requests, _: [True] * len(requests))
    assert "are equal" not in message("input-model-numbers", one_too_many)


def test_integers_and_text_are_compared_exactly():
    def nearly(B, T, V, D):
        return [B * T * V, B * T * V * D + (V > 1000), B * T * D]

    def merged(change):
        def answer(pieces, pair):
            done, joined = [], "".join(pair)
            for piece in pieces:
                if done and [done[-1], piece] == pair and done[-1] is not joined:
                    done[-1] = joined
                else:
                    done.append(piece)
            return [change(piece) for piece in done]

        return answer

    assert not_yet("lookup-cost", nearly).case == 2
    not_yet(
        "tying-sizes",
        [[131_072_001, 250, 1000], [262_144_000, 500, 2000], [524_288_000, 1000, 4000]],
    )
    for change in (str.upper, str.lower, str.strip, " {}".format):
        not_yet("tokenizer-merge", merged(change))


def test_zero_probability_is_zero_and_not_nearly():
    def masked(table, hidden, multiple):
        logits = [sum(a * b for a, b in zip(row, hidden, strict=True)) for row in table]
        logits += [-100.0] * (-len(table) % multiple)
        powers = [math.exp(z - max(logits)) for z in logits]
        return [power / sum(powers) for power in powers]

    assert not_yet("growing-pad-and-crop", masked).mistake == "masked with a number"


def test_text_is_not_a_number():
    text = message("scatter-gradient-by-hand", [["0", "0"], *GRADIENT[1:]])
    assert "The cell [0][0] is text, '0', not a number." in text


def test_dtype_is_asked_before_values_and_only_of_tensors():
    def double(ids, upstream, vocab_size):
        return gradient_by_index_add(ids, upstream, vocab_size).double() + 1

    text = message("scatter-no-loop", double)
    assert "dtype: received float64; asked for is float32, the dtype of `upstream`." in text


def test_the_answer_is_judged_on_any_device_and_grad_state(device):
    def on_device(ids, upstream, vocab_size):
        grad = gradient_by_index_add(ids.to(device), upstream.to(device), vocab_size)
        return (grad.requires_grad_() * 1).to_sparse()

    assert check("scatter-no-loop", on_device)


def test_a_changed_input_is_named():
    def sorts(ids, vocab_size):
        answer = counts_by_hand(ids, vocab_size)
        ids[0].sort()
        return answer

    def adds_in_place(ids, upstream, vocab_size):
        answer = gradient_by_index_add(ids, upstream, vocab_size)
        upstream += 1
        return answer

    def grows(ids, upstream, vocab_size):
        answer = gradient_by_index_add(ids, upstream, vocab_size)
        upstream.resize_(1_000, 1_000)
        return answer

    assert "changed its input `ids`" in message("scatter-row-counts", sorts)
    assert "changed its input `upstream`" in message("scatter-no-loop", adds_in_place)
    assert "changed its input `upstream`" in message("scatter-no-loop", grows)


def test_one_try_does_not_reach_into_the_next():
    def clears(ids, vocab_size):
        ids.clear()
        return []

    message("scatter-row-counts", clears)
    assert check("scatter-row-counts", counts_by_hand)


def test_an_error_is_told_with_the_learners_own_line():
    def helper(table, id_):
        return table[id_ + 40]

    def far(table, ids):
        return [helper(table, id_) for id_ in ids]

    text = message("lookup-any-shape", far)
    assert "IndexError: list index out of range" in text
    assert "return table[id_ + 40]" in text
    assert __file__ not in text


def test_a_wrong_signature_is_told_before_the_call():
    assert "Your function must take (table, ids)" in message(
        "lookup-any-shape", lambda table: table
    )


def test_a_result_instead_of_the_function_is_told():
    assert "without calling it" in message("lookup-any-shape", [[1, 2]])


def test_control_c_passes_through():
    def interrupted(table, ids):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check("lookup-any-shape", interrupted)


def test_an_unknown_exercise_is_an_error_with_the_nearest_names():
    with pytest.raises(ValueError, match="did you mean lookup-any-shape"):
        check("lookup-any-shap", recursive)
    with pytest.raises(ValueError, match="did you mean"):
        hint("99")


def test_an_answer_in_the_place_of_the_id_is_an_error_with_names(as_learner):
    with pytest.raises(ValueError, match=r"did you mean .*lookup-rows-by-hand"):
        check([[5, 6]], "lookup-rows-by-hand")


def test_not_yet_shows_no_traceback_in_ipython():
    with pytest.raises(NotYet) as caught:
        check("lookup-any-shape", lookup_that_returns(1))
    assert isinstance(caught.value, AssertionError)
    assert caught.value.__context__ is None
    assert "\n".join(caught.value._render_traceback_()) == str(caught.value)


def test_html_marks_cells_without_colour_and_escapes_words():
    with pytest.raises(NotYet) as caught:
        check("scatter-gradient-by-hand", [[0, 0], [0, 0], [4, 6], [5, 7]])
    html = caught.value.html
    assert '<td style="border: 2px solid"><strong>≠ 7</strong></td>' in html
    assert "color" not in html.replace("currentcolor", "")
    with pytest.raises(NotYet) as caught:
        check("scatter-gradient-by-hand", [["<script>alert(1)</script>"] * 2] * 4)
    assert "<script" not in caught.value.html
    balanced(caught.value.html)


def test_a_large_answer_is_cut_and_says_so():
    text = message("scatter-gradient-by-hand", np.zeros((40, 40)))
    assert text.count("0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...") == 12
    assert "[11] 0, 0" in text and "\n  ...\n" in text and "[12]" not in text


def test_a_large_answer_is_shown_from_its_first_wrong_row_on():
    def values_sorted_too(qkv, n_head, n_kv_head):
        heads = np.array(qkv).reshape(n_head + 2 * n_kv_head, -1, 2, len(qkv[0]))
        return heads.swapaxes(1, 2).reshape(-1, len(qkv[0]))

    with pytest.raises(NotYet) as caught:
        check("convention-checkpoint", values_sorted_too)
    expected, received = str(caught.value).split("Expected")[1].split("Received")
    assert "\n  ...\n  [37] 37, -37, 0\n" in expected
    assert "\n  ...\n  [37] >38<, >-38<, 0\n" in received
    assert '<th scope="row">...</th></tr><tr><th scope="row">[37]</th>' in caught.value.html
    assert '<th scope="col">2</th>' in caught.value.html
    balanced(caught.value.html)


def balanced(html):
    open_tags = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag, attrs):
            open_tags.append(tag)

        def handle_endtag(self, tag):
            assert open_tags.pop() == tag

    Reader().feed(html)
    assert not open_tags


def test_hints_open_one_at_a_time_and_progress_remembers(capsys):
    for opened in (1, 2, 3, 3):
        hint("lookup-any-shape")
        lines = capsys.readouterr().out.splitlines()
        assert [line[:12] for line in lines] == [
            f"Hint {n} of 3: "[:12] for n in range(1, opened + 1)
        ]
    check("lookup-cost", lambda B, T, V, D: [B * T * V, B * T * V * D, B * T * D])
    capsys.readouterr()
    progress()
    table = capsys.readouterr().out
    assert any(
        line.split()[:7] == ["lookup-any-shape", "Look", "up", "ids", "of", "any", "shape"]
        for line in table.splitlines()
    )
    for chapter in ("04", "4", 4, "scatter_add"):
        progress(chapter)
        lines = capsys.readouterr().out.splitlines()
        assert [line.split()[0] for line in lines[1:]] == [one.id for one in of_chapter("04")]
    with pytest.raises(
        ValueError, match="no exercises of chapter 'three': there are 01 addresses, 02 tokenizer"
    ):
        progress("three")
    rows = {line.split()[0]: line for line in table.splitlines()}
    assert rows["lookup-any-shape"].endswith("not yet  3 of 3")
    assert rows["lookup-cost"].endswith("yes      0 of 3")
    assert rows["scatter-no-loop"].endswith("not yet  0 of 3")


def test_a_wrong_answer_carries_its_parts_as_data():
    def first_wins(ids, upstream, vocab_size):
        grad = upstream.new_zeros(vocab_size, upstream.shape[-1])
        grad[ids.reshape(-1).flip(0)] = upstream.flatten(0, -2).flip(0)
        return grad

    def parts(exercise_id, answer):
        wrong = not_yet(exercise_id, answer)
        assert wrong.exercise_id == exercise_id and wrong.problem in str(wrong)
        return wrong.mistake, wrong.raised, wrong.case, sorted(wrong.inputs)

    inputs = ["ids", "upstream", "vocab_size"]
    assert parts("scatter-no-loop", first_wins) == ("the first one wins", None, 1, inputs)
    assert parts("scatter-no-loop", lambda *inputs: 1 / 0) == (None, "ZeroDivisionError", 1, inputs)
    assert parts("scatter-zero-row", ("B", 2)) == ("a minimum seen in a zero", None, 1, [])
    assert parts("lookup-any-shape", [[1, 2]]) == (None, None, None, [])
