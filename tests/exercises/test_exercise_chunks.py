"""The loss in chunks must be one: right numbers from all logits at once do not pass."""

import pytest
from torch.nn import functional as F

from bothends.exercises import NotYet, check
from bothends.exercises.engine.catalogue import find


def test_all_logits_at_once_are_refused():
    def at_once(hidden, weight, targets, chunk_size):
        return F.cross_entropy(hidden @ weight.T, targets)

    with pytest.raises(NotYet, match=r"a tensor of 600 numbers\. A chunk's logits are 150"):
        check("08-chunked-loss", at_once)


def test_chunks_that_are_collected_first_are_refused():
    def collected(hidden, weight, targets, chunk_size):
        logits = weight.new_empty(len(hidden), len(weight))
        for start in range(0, len(hidden), chunk_size):
            logits[start : start + chunk_size] = hidden[start : start + chunk_size] @ weight.T
        return F.cross_entropy(logits, targets)

    with pytest.raises(NotYet, match="cut the hidden states before the product"):
        check("08-chunked-loss", collected)


def test_an_error_in_the_last_question_is_answered_in_words():
    learned = {}

    def by_heart(hidden, weight, targets, chunk_size):
        return learned[str(targets.tolist())]

    exercise = find("08-chunked-loss")
    for case in exercise.cases():
        learned[str(case.inputs["targets"])] = exercise.reference(*case.inputs.values())
    with pytest.raises(NotYet, match=r"not one more that is tried .* raised KeyError"):
        check("08-chunked-loss", by_heart)
