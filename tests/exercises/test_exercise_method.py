"""A method that is asked for is seen in what the answer does, not in how it is written."""

import numpy as np
import pytest
import torch
from torch.nn import functional as F

from bothends.exercises import check
from bothends.exercises.engine.catalogue import find
from tests.exercises.told import not_yet


def by_for(ids, upstream, vocab_size):
    grad = upstream.new_zeros(vocab_size, upstream.shape[-1])
    for id_, row in zip(ids.reshape(-1), upstream.flatten(0, ids.dim() - 1), strict=True):
        grad[id_] += row
    return grad


def by_rows_of_the_table(ids, upstream, vocab_size):
    ids, rows = ids.reshape(-1), upstream.reshape(-1, upstream.shape[-1])
    return torch.stack([rows[ids == id_].sum(0) for id_ in range(vocab_size)])


def by_map(ids, upstream, vocab_size):
    rows = upstream.reshape(-1, upstream.shape[-1])
    grad = upstream.new_zeros(vocab_size, rows.shape[1])
    list(map(lambda id_, row: grad[id_].add_(row), ids.reshape(-1), rows))
    return grad


def in_a_helper(ids, upstream, vocab_size):
    return by_for(ids, upstream, vocab_size)


def by_recursion(ids, upstream, vocab_size):
    def add(grad, ids, rows):
        if len(ids):
            grad[ids[0]] += rows[0]
            add(grad, ids[1:], rows[1:])
        return grad

    rows = upstream.reshape(-1, upstream.shape[-1])
    return add(upstream.new_zeros(vocab_size, rows.shape[1]), ids.reshape(-1), rows)


def in_lists(ids, upstream, vocab_size):
    grad = np.zeros((vocab_size, upstream.shape[-1]), dtype=upstream.numpy().dtype)
    rows = upstream.reshape(-1, grad.shape[1]).numpy()
    for id_, row in zip(ids.reshape(-1).tolist(), rows, strict=True):
        grad[id_] += row
    return grad


@pytest.mark.parametrize(
    "answer", [by_for, by_rows_of_the_table, by_map, in_a_helper, by_recursion, in_lists]
)
def test_a_loop_is_refused_wherever_it_stands(answer):
    assert "it goes through them one by one" in not_yet("scatter-no-loop", answer).problem


def test_a_loop_over_axes_or_attempts_is_no_loop_over_ids():
    def flattens_axis_by_axis(ids, upstream, vocab_size):
        while ids.dim() > 1:
            ids, upstream = ids.flatten(0, 1), upstream.flatten(0, 1)
        for _ in range(2):
            with torch.no_grad():
                grad = upstream.new_zeros(vocab_size, upstream.shape[-1])
        return grad.index_add_(0, ids, upstream)

    assert check("scatter-no-loop", flattens_axis_by_axis)


def at_once(hidden, weight, targets, chunk_size):
    return F.cross_entropy(hidden @ weight.T, targets)


def collected(hidden, weight, targets, chunk_size):
    logits = weight.new_empty(len(hidden), len(weight))
    for start in range(0, len(hidden), chunk_size):
        logits[start : start + chunk_size] = hidden[start : start + chunk_size] @ weight.T
    return F.cross_entropy(logits, targets)


def at_once_in_numpy(hidden, weight, targets, chunk_size):
    logits = hidden.numpy() @ weight.numpy().T
    kept = targets.numpy() != -100
    top = logits.max(1)
    norm = top + np.log(np.exp(logits - top[:, None]).sum(1))
    return np.mean((norm - logits[np.arange(len(logits)), targets.numpy() * kept])[kept])


@pytest.mark.parametrize("answer", [at_once, collected, at_once_in_numpy])
def test_all_logits_at_once_are_refused_in_torch_and_elsewhere(answer):
    problem = not_yet("memory-chunked-loss", answer).problem
    assert "chunks of 2 your function made" in problem
    assert "cut the hidden states before the product" in problem


def test_chunks_in_numpy_and_in_lists_are_right():
    def in_numpy(hidden, weight, targets, chunk_size):
        total = count = 0
        for start in range(0, len(hidden), chunk_size):
            logits = hidden.numpy()[start : start + chunk_size] @ weight.numpy().T
            part = targets[start : start + chunk_size].tolist()
            for row, target in zip(logits.astype(float), part, strict=True):
                if target != -100:
                    total += row.max() + np.log(np.exp(row - row.max()).sum()) - row[target]
                    count += 1
        return total / count

    assert check("memory-chunked-loss", in_numpy)


def test_an_error_in_the_last_question_is_answered_in_words():
    learned = {}

    def by_heart(hidden, weight, targets, chunk_size):
        return learned[str(targets.tolist())]

    exercise = find("memory-chunked-loss")
    for case in exercise.cases():
        learned[str(case.inputs["targets"])] = exercise.reference(*case.inputs.values())
    wrong = not_yet("memory-chunked-loss", by_heart)
    assert "not one more that is tried" in wrong.problem and wrong.raised == "KeyError"


def test_names_that_say_nothing_are_asked_by_a_test():
    def by_the_name(names):
        return [name.startswith("tied") and not name.endswith("=True") for name in names]

    wrong = not_yet("tying-one-table", by_the_name)
    assert wrong.mistake == "the name asked" and wrong.case == 3
