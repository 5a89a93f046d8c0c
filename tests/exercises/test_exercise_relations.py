"""No two slips of an exercise are told apart by chance, and each is told as what it is."""

import copy

import pytest

from bothends.exercises import NotYet, check
from bothends.exercises.engine.answers import Answer, read
from bothends.exercises.engine.catalogue import every
from bothends.exercises.engine.slips import agrees, said
from tests.exercises.alike import ALIKE
from tests.exercises.slips_of import outcomes, tiers, told_as
from tests.exercises.told import not_yet

each_exercise = pytest.mark.parametrize(
    "exercise",
    [one for one in every() if one.kind != "choice"],
    ids=lambda exercise: exercise.id,
)


@each_exercise
def test_no_two_slips_give_the_same_numbers_in_all_cases_but_by_nature(exercise):
    assert told_as(exercise) == ALIKE.get(exercise.id, {})


@each_exercise
def test_no_two_misconceptions_are_alike(exercise):
    names = {one.name for one in exercise.misconceptions}
    relations = {one.name for tier in tiers(exercise)[1:] for one in tier}
    for told, slips in ALIKE.get(exercise.id, {}).items():
        assert told not in names or set(slips) <= relations, told


def as_learner(exercise, slip):
    """Let a slip answer to lists and tensors, and rightly where it has no answer of its own."""

    def answer(*inputs):
        inputs = [x.tolist() if hasattr(x, "tolist") else x for x in inputs]
        try:
            return read(slip.answer(*copy.deepcopy(inputs))) and slip.answer(*inputs)
        except Exception:
            return exercise.reference(*inputs)

    return answer


def _has_no_answer_to_some(exercise, slip):
    return not all(isinstance(said(slip, case), Answer) for case in exercise.cases())


@each_exercise
def test_a_relation_is_told_as_itself_or_as_what_is_the_same(exercise):
    alike = ALIKE.get(exercise.id, {})
    relations = [slip for tier in tiers(exercise)[1:] for slip in tier]
    for slip in relations[::3]:
        came = outcomes(exercise, slip)
        if not came or not came[0].answer or not agrees(exercise, slip, came):
            continue
        wrong = not_yet(exercise.id, as_learner(exercise, slip))
        told = wrong.mistake or wrong.relation
        if told != slip.name and _has_no_answer_to_some(exercise, slip):
            continue
        same = {slip.name, *(name for name, slips in alike.items() if slip.name in slips)}
        held_back = any(slip.name in slips for slips in alike.values())
        assert told in same or held_back, (slip.name, told)
        if wrong.mistake:
            assert wrong.mistake in same


@pytest.mark.parametrize(
    ("exercise_id", "answer", "relation"),
    [
        ("tokenizer-merge", lambda pieces, pair: [one.upper() for one in pieces], "`pair` ignored"),
        (
            "lookup-cost",
            lambda B, T, V, D: [3 * x for x in (B * T * V, B * T * V * D, B * T * D)],
            "a constant factor",
        ),
        (
            "lookup-cost",
            lambda B, T, V, D: [B * T * V * D, B * T * V, B * T * D],
            "two items exchanged",
        ),
        (
            "model-stopped",
            lambda steps, every, done: [
                x + 2 for x in (done - done % every, done % every, steps + done % every)
            ],
            "a constant offset",
        ),
        ("step-token-mean", lambda losses, counted: 4.0, "the same answer for all"),
    ],
)
def test_what_only_the_learners_own_numbers_tell_is_found(exercise_id, answer, relation):
    assert not_yet(exercise_id, answer).relation == relation


def test_an_input_that_is_ignored_is_seen_by_asking_again():
    def own_cap(logits, vocab_size, cap):
        powers = [2.0 ** max(-30, min(30, z)) for z in logits[:vocab_size]]
        return [x / sum(powers) for x in powers]

    wrong = not_yet("input-next-id", own_cap)
    assert wrong.relation == "`cap` ignored" and wrong.mistake is None


def test_a_part_is_named_and_the_rest_said_to_be_right():
    def one_too_many(depth, vocab_size):
        heads = (depth + 1) // 2
        return [128 * heads, heads, -(-vocab_size // 64) * 64 + 1]

    text = str(not_yet("input-model-numbers", one_too_many))
    assert "Look at the rows. Every number is too large by 1." in text


def test_two_mistakes_in_one_table_are_both_named():
    wrong = not_yet("updates-who-moves", [[0, 0, 1, 0], [0, 0, 1, 0], [0, 1, 1, 1], [0, 1, 1, 0]])
    assert "momentum without a memory" in str(wrong) and "SparseAdam taken for Adam" in str(wrong)


def test_an_input_overwritten_while_it_is_read_is_said():
    def in_place(table, new_ids):
        for old, new in enumerate(new_ids):
            table[new] = table[old]
        return table

    def spoils(ids, vocab_size):
        counts = [0] * vocab_size
        for row in ids:
            for id_ in row:
                counts[id_] += 1
                row.remove(id_)
        return counts

    assert not_yet("addresses-renumber", in_place).mistake == "rows overwritten while they are read"
    assert "also changed its input `table`" in str(not_yet("addresses-renumber", in_place))
    assert not_yet("scatter-row-counts", spoils).relation == "`ids` overwritten"


def test_what_other_cases_say_is_said():
    def flat_only(table, ids):
        return [table[id_] for id_ in ids] if isinstance(ids, list) else table[ids]

    def halves_only(x, angles, pairing):
        from tests.exercises.right.rotation import rotated_by_slices

        found = rotated_by_slices(x, angles, pairing)
        return found if pairing == "halves" else [[y + 0.5 for y in row] for row in found]

    assert "4 of 7 cases are right. Wrong as well: case 4" in str(
        not_yet("lookup-any-shape", flat_only)
    )
    text = str(not_yet("rotation-either-layout", halves_only))
    assert 'wrong wherever `pairing` is "pairs", and right elsewhere' in text


def test_a_mistake_is_not_named_if_one_case_speaks_against_it(capsys):
    def one_based_but_for_a_single_id(table, ids):
        if isinstance(ids, int):
            return table[(ids + 1) % len(table)]
        return [one_based(table, one) for one in ids]

    def one_based(table, ids):
        return table[ids - 1] if isinstance(ids, int) else [one_based(table, i) for i in ids]

    assert not_yet("lookup-any-shape", one_based).mistake == "one-based rows"
    assert not_yet("lookup-any-shape", one_based_but_for_a_single_id).mistake is None


def test_what_is_printed_is_printed_once_for_each_case_up_to_the_wrong_one(capsys):
    def prints(table, ids):
        print("asked")
        return table

    with pytest.raises(NotYet):
        check("lookup-any-shape", prints)
    assert capsys.readouterr().out.count("asked") == 1
