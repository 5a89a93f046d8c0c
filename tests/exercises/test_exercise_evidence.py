"""A message says no more than the numbers show, and says where an answer fails and why it may."""

import math

import pytest

from bothends.exercises.engine.catalogue import every
from bothends.exercises.engine.causes import cause
from tests.exercises.right_answers import TABLES
from tests.exercises.told import message, not_yet


def table(exercise_id, *cells):
    """Return the right table with some cells changed, each given as row, column and value."""
    rows = [list(row) for row in TABLES[exercise_id]]
    for row, column, value in cells:
        rows[row][column] = value
    return rows


def test_code_that_raises_is_told_no_relation():
    def two_levels(table, ids):
        return [[table[id_] for id_ in row] for row in ids]

    wrong = not_yet("lookup-any-shape", two_levels)
    assert wrong.relation is None and wrong.raised == "TypeError"
    assert "\nOne number stands where the code expects a list" in str(wrong)


def test_one_wrong_number_is_no_relation():
    def one_off_once(head_dim, base, n_tokens):
        turns = [2 * math.pi * base ** (2 * i / head_dim) for i in range(head_dim // 2)]
        return sum(one <= n_tokens for one in turns) - (n_tokens % 2)

    assert not_yet("rotation-whole-turns", one_off_once).relation is None


def test_a_factor_is_a_simple_one():
    def times(by):
        return lambda B, T, V, D: [by * x for x in (B * T * V, B * T * V * D, B * T * D)]

    assert not_yet("lookup-cost", times(0.25)).relation == "a constant factor"
    assert not_yet("lookup-cost", times(0.37)).relation is None


def test_only_the_order_of_an_input_is_said_to_be_ignored():
    def sorted_pair(pieces, pair):
        done = list(pieces)
        for at in range(len(done) - 1, 0, -1):
            if sorted(done[at - 1 : at + 1]) == sorted(pair):
                done[at - 1 : at + 1] = ["".join(done[at - 1 : at + 1])]
        return done

    assert not_yet("tokenizer-merge", sorted_pair).relation == "the order of `pair` ignored"


@pytest.mark.parametrize(
    ("exercise_id", "cells", "never"),
    [
        ("scatter-plus-equals", [(2, 0, 5), (2, 1, 7)], "in order of position"),
        ("step-who-counts", [(2, 0, 1), (2, 1, 0)], "columns swapped"),
    ],
)
def test_a_mistake_that_right_cells_speak_against_is_not_named(exercise_id, cells, never):
    wrong = not_yet(exercise_id, table(exercise_id, *cells))
    assert wrong.mistake is None and never not in str(wrong)
    assert "Row 2" in str(wrong)


def test_a_single_wrong_cell_is_told_by_the_rule_of_its_row():
    text = message("step-who-counts", table("step-who-counts", (3, 0, 1)))
    assert "Only [3][0] is wrong; all else is right. Row 3: does id 3 stand anywhere?" in text


def test_a_rule_of_a_row_stands_for_each_row():
    for exercise in every():
        shape = (len(exercise.row_rules), len(exercise.column_rules))
        answer = TABLES.get(exercise.id)
        for size, axis in zip(shape, (0, 1), strict=True):
            if size:
                assert size == (len(answer), len(answer[0]) if axis else 0)[axis], exercise.id


def test_a_choice_that_nobody_offered_is_told_what_there_is():
    text = message("addresses-numbers", ("Z", 9))
    assert "Choose a claim among A, B, C and a reason among 1, 2, 3, 4." in text


def test_a_choice_of_two_wrong_halves_calls_neither_right():
    for exercise in (one for one in every() if one.kind == "choice"):
        claim, reason = TABLES[exercise.id]
        for wrong in exercise.misconceptions:
            letter, number = wrong.answer()
            if letter != claim and str(number) != str(reason):
                assert "right" not in wrong.name, (exercise.id, wrong.name)


def test_what_sets_one_failing_case_apart_is_not_guessed():
    def divides(losses, counted):
        means = [
            sum(loss * one for loss, one in zip(*part, strict=True)) / sum(part[1])
            for part in zip(losses, counted, strict=True)
        ]
        return means and sum(
            loss * one
            for part in zip(losses, counted, strict=True)
            for loss, one in zip(*part, strict=True)
        ) / sum(map(sum, counted))

    text = message("step-token-mean", divides)
    assert "All other cases are right." in text and "It is wrong wherever" not in text


def test_places_that_got_nothing_are_said():
    def last_word_forgotten(table, new_ids):
        moved = [[0.0] * len(row) for row in table]
        for old, new in list(enumerate(new_ids))[:-1]:
            moved[new] = table[old]
        return moved

    assert "these places got nothing" in message("addresses-renumber", last_word_forgotten)


@pytest.mark.parametrize(
    ("raises", "words"),
    [
        (lambda: [1][1], "A place is asked for that is not there"),
        (lambda: 1 / 0, "What it divides by can be 0"),
        (lambda: math.exp(1000), "A number became too large"),
        (lambda: math.log(0), "A logarithm or root was asked for"),
        (lambda: list.__getitem__([1, 2], [0]), "A list stands where the code expects one number"),
        (lambda: [1].shape, "The input is a plain list"),
        (lambda: {}["a"], "A dictionary is asked for an entry"),
    ],
)
def test_an_error_is_told_with_its_likeliest_cause(raises, words):
    with pytest.raises(Exception) as caught:
        raises()
    assert words in cause(caught.value)


@pytest.mark.parametrize(
    ("exercise_id", "answer"),
    [
        (
            "tokenizer-merge",
            lambda pieces, pair: "|".join(pieces).replace("|".join(pair), "".join(pair)).split("|"),
        ),
        *(
            ("head-token-loss", lambda logits, target, find=find: stabilised(logits, target, find))
            for find in (
                lambda logits: logits[0],
                lambda logits: logits[-1],
                lambda logits: sum(logits) / len(logits),
                min,
                sum,
            )
        ),
    ],
)
def test_half_a_comparison_and_another_number_for_the_largest_are_refused(exercise_id, answer):
    assert not_yet(exercise_id, answer).mistake


def stabilised(logits, target, find):
    top = find(logits)
    return top + math.log(sum(math.exp(z - top) for z in logits)) - logits[target]
