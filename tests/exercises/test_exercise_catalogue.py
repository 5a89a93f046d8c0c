"""Each exercise: complete, solvable in several styles, and no mistake goes unnamed."""

import json
import math
import re

import pytest
import torch

from bookbuild.paths import ROOT
from bothends.exercises import check
from bothends.exercises.engine.catalogue import CHAPTERS, chapters, every, find
from tests.exercises.right_answers import RIGHT, TABLES
from tests.exercises.told import message, not_yet

MISTAKES = [(one.id, wrong) for one in every() for wrong in one.misconceptions]


def test_each_chapter_has_exercises_and_one_of_four_has_three_kinds():
    for chapter in chapters():
        kinds = [exercise.kind for exercise in chapter.EXERCISES]
        assert 2 <= len(kinds) <= 5
        assert len(kinds) < 4 or set(kinds) == {"function", "table", "choice"}


def test_ids_are_grade_ids_of_nbgrader_and_belong_to_one_exercise():
    ids = [exercise.id for exercise in every()]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[a-z]+-[a-z-]+", one) for one in ids)


@pytest.mark.parametrize("exercise", every(), ids=lambda exercise: exercise.id)
def test_an_exercise_is_complete(exercise):
    assert len(exercise.misconceptions) >= 3
    assert len(exercise.hints) == 3
    assert 1 <= exercise.minutes <= 20
    sentences = [*exercise.hints, *(wrong.says for wrong in exercise.misconceptions)]
    assert all(sentence.endswith((".", "?", ")")) for sentence in sentences)


@pytest.mark.parametrize(
    ("exercise_id", "answer"), [(key, answer) for key, right in RIGHT.items() for answer in right]
)
def test_right_answers_of_every_style_pass(exercise_id, answer, capsys):
    result = check(exercise_id, answer)
    assert result and result.cases == len(find(exercise_id).cases())
    assert f"{exercise_id}: correct, {result.cases} case" in capsys.readouterr().out


def test_every_exercise_has_three_right_answers():
    assert set(RIGHT) == {exercise.id for exercise in every()}
    assert all(len(answers) >= 3 for answers in RIGHT.values())
    assert set(TABLES) == {exercise.id for exercise in every() if exercise.kind != "function"}


@pytest.mark.parametrize(
    ("exercise_id", "wrong"), MISTAKES, ids=lambda value: getattr(value, "name", value)
)
def test_each_misconception_is_rejected_and_named(exercise_id, wrong):
    wrong_answer = not_yet(exercise_id, wrong.answer)
    assert wrong_answer.mistake == wrong.name and wrong.says in str(wrong_answer)


@pytest.mark.parametrize("exercise", every(), ids=lambda exercise: exercise.id)
def test_names_and_cases_of_an_exercise_are_its_own_each_time(exercise):
    names = [wrong.name for wrong in exercise.misconceptions]
    assert len(names) == len(set(names))
    assert all(name[0].isalpha() for name in names)
    assert exercise.cases() == exercise.cases()
    if exercise.kind != "function":
        assert exercise.cases()[0].inputs == {}


@pytest.mark.parametrize("exercise_id", TABLES)
def test_no_message_of_a_table_or_choice_holds_the_answer(exercise_id):
    exercise, solution = find(exercise_id), TABLES[exercise_id]
    wrong = [one.answer for one in exercise.misconceptions]
    wrong += [0, "text", ["A"], [[9, 9]], [[0] * 2] * 4, [[0] * 2] * 3, ["Q", "7"], {"a": 1}]
    spoken = [message(exercise_id, answer) for answer in wrong]
    spoken += [str(part) for one in exercise.misconceptions for part in (one.name, one.says)]
    spoken += [*exercise.hints[:2], exercise.title, exercise.reference.__doc__ or ""]
    rows = [re.sub(r"[\[\]() ]", "", str(row)) for row in solution]
    whole = ",".join(rows)
    for text in spoken:
        flat = re.sub(r"(\[\d\])|[\[\]()<>\s]", "", text)
        assert whole not in flat.replace(",,", ",")
        if exercise.kind == "table":
            assert "should be" not in text and "Expected" not in text


def test_a_wrong_cell_of_a_table_is_named_and_its_value_is_not():
    wrong = [[0, 0], [0, 0], [4, 6], [5, 77]]
    text = message("scatter-gradient-by-hand", wrong)
    assert "1 of 8 cells is wrong; the first is [3][1]." in text
    assert ">77<" in text
    assert "should" not in text


def test_a_choice_says_which_half_is_wrong():
    assert "The claim is the right one; the reason is not." in message(
        "lookup-why-not-build", ("B", 4)
    )
    assert "The reason is the right one; the claim is not." in message(
        "lookup-why-not-build", ("A", 1)
    )
    assert "Neither" in message("lookup-why-not-build", ("C", 2))


@pytest.mark.parametrize(
    "answer",
    ["B", "B1", ("B", 1, 2), ("B.", "1."), (1, "B"), ("B", "B"), ("B", 1.0), ("", ""), {"B": 1}],
)
def test_a_choice_that_is_no_letter_and_number_is_not_judged(answer):
    text = message("lookup-why-not-build", answer)
    assert "Return a letter and a whole number" in text and "the right one" not in text


def test_torchs_own_plus_equals_is_named():
    def plus_equals(ids, upstream, vocab_size):
        grad = upstream.new_zeros(vocab_size, upstream.shape[-1])
        grad[ids] += upstream
        return grad

    assert not_yet("scatter-no-loop", plus_equals).mistake == "the last one wins"


def test_integers_of_f_one_hot_are_told_by_their_dtype():
    def integers(ids, table):
        return torch.nn.functional.one_hot(ids, len(table))

    text = message("lookup-one-hot", integers)
    assert "dtype: received int64; asked for is float32, the dtype of `table`." in text


def test_right_numbers_are_never_called_a_mistake():
    def changes_its_ids(table, ids):
        if isinstance(ids, int):
            return table[ids]
        ids[:] = [changes_its_ids(table, one) for one in ids]
        return list(ids)

    wrong = not_yet("lookup-any-shape", changes_its_ids)
    assert "changed its input `ids`" in str(wrong) and wrong.mistake is None


def test_an_error_is_named_if_a_mistake_raises_the_same():
    def overflows(logits, target):
        return math.log(sum(map(math.exp, logits))) - logits[target]

    def log_of_zero(logits, target):
        powers = [math.exp(z - max(logits)) for z in logits]
        return -math.log(powers[target] / sum(powers))

    def raises_zero_division(logits, target):
        return 1 / 0

    def looks_beyond(logits, target):
        return logits[100]

    found = [
        not_yet("head-token-loss", answer)
        for answer in (overflows, log_of_zero, raises_zero_division, looks_beyond)
    ]
    assert [(one.raised, one.mistake) for one in found] == [
        ("OverflowError", "e to the whole logit"),
        ("ValueError", "the logarithm of a zero"),
        ("ZeroDivisionError", None),
        ("IndexError", None),
    ]


def test_the_width_of_f_one_hot_must_be_told():
    def width_by_accident(ids, table):
        return torch.nn.functional.one_hot(ids).to(table.dtype)

    assert not_yet("lookup-one-hot", width_by_accident).mistake == "as wide as the largest id"


def test_the_largest_row_is_not_taken_for_the_last():
    def largest(ids, upstream, vocab_size):
        grad = upstream.new_zeros(vocab_size, upstream.shape[-1])
        places = ids.reshape(-1, 1).expand(-1, upstream.shape[-1])
        return grad.scatter_reduce(0, places, upstream.flatten(0, -2), "amax", include_self=False)

    assert not_yet("scatter-no-loop", largest).mistake == "the largest one kept"


@pytest.mark.parametrize(
    ("exercise_id", "answer", "reason"),
    [
        ("lookup-why-not-build", ("A", 2), "with zero"),
        ("lookup-why-not-build", ("B", 2), "zero"),
        ("scatter-zero-row", ("B", 2), "batch"),
        ("scatter-zero-row", ("A", 2), "reads"),
    ],
)
def test_a_wrong_choice_is_not_told_the_right_reason(exercise_id, answer, reason):
    assert reason not in message(exercise_id, answer)


def test_each_id_of_version_0_1_0_leads_to_its_exercise():
    renamed = json.loads((ROOT / "bothends/exercises/renamed.json").read_text())
    assert len(renamed) == 76 and set(renamed.values()) <= {one.id for one in every()}
    assert all(find(old).id == new for old, new in renamed.items())
    assert find("02-rows-by-hand/spring/ada").id == "lookup-rows-by-hand/spring/ada"


def test_the_chapters_stand_in_the_order_of_the_book():
    assert [path.stem[3:] for path in sorted((ROOT / "book/exercises").glob("*.md"))] == [*CHAPTERS]
