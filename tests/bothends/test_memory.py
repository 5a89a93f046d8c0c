"""Bytes against the book's tables, worked by hand, and against tensors that exist."""

import pytest
import torch

from bothends.memory import (
    GIB,
    MIB,
    adam_bytes,
    gradient_bytes,
    human,
    logits_bytes,
    table_bytes,
    table_parameters,
    training_bytes,
)

HALF, BRAIN, FULL = torch.float16, torch.bfloat16, torch.float32


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (409_600_000, "390.6 MiB"),
        (3_276_800_000, "3.05 GiB"),
        (GIB, "1.00 GiB"),
        (GIB - MIB, "1023.0 MiB"),
        (MIB, "1.0 MiB"),
        (MIB // 2, "0.5 MiB"),
        (1000, "1000 bytes"),
        (0, "0 bytes"),
        (-2 * MIB, "-2.0 MiB"),
    ],
)
def test_words(size, words):
    assert human(size) == words


# V: parameters, bfloat16 weights, Adam in float32, Adam in bfloat16 (MiB), 16 B a parameter (GiB).
EXERCISE = {
    32_000: (131_072_000, 250, 1000, 500, 1.953),
    32_768: (134_217_728, 256, 1024, 512, 2),
    64_000: (262_144_000, 500, 2000, 1000, 3.906),
    65_536: (268_435_456, 512, 2048, 1024, 4),
    128_000: (524_288_000, 1000, 4000, 2000, 7.812),
    131_072: (536_870_912, 1024, 4096, 2048, 8),
    128_256: (525_336_576, 1002, 4008, 2004, 7.828),
}


@pytest.mark.parametrize("V", EXERCISE)
@pytest.mark.parametrize("tied", [True, False])
def test_the_exercise_table(V, tied):
    parameters, weights, adam, low_adam, training = EXERCISE[V]
    tables = 1 if tied else 2
    assert table_parameters(V, 4096, tied=tied) == parameters * tables
    assert table_bytes(V, 4096, BRAIN, tied=tied) == weights * tables * MIB
    assert adam_bytes(V, 4096, FULL, tied=tied) == adam * tables * MIB
    assert adam_bytes(V, 4096, BRAIN, tied=tied) == low_adam * tables * MIB
    state = training_bytes(V, 4096, BRAIN, master=FULL, tied=tied)
    assert state == 16 * parameters * tables
    assert state / GIB == pytest.approx(training * tables, abs=0.001)


def test_a_gradient_is_dense():
    assert gradient_bytes(32_000, 768, FULL) / MIB == 93.75


@pytest.mark.parametrize("dtype", [FULL, BRAIN])
def test_a_real_optimizer_holds_what_is_counted(dtype):
    table = torch.zeros(7, 3, dtype=dtype, requires_grad=True)
    optimizer = torch.optim.Adam([table])
    table.sum().backward()
    optimizer.step()
    moments = [s for s in optimizer.state[table].values() if s.shape == table.shape]
    tensors = [table, table.grad, *moments]
    assert sum(t.nbytes for t in tensors) == training_bytes(7, 3, dtype)
    assert table.grad.nbytes == gradient_bytes(7, 3, dtype)
    assert torch.zeros(5, 7, dtype=dtype).nbytes == logits_bytes(5, 7, dtype)
