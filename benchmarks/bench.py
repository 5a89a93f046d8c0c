"""Speed, as ratios: `make bench` times each function of the book beside another way to do it.

The two sides of a row take turns, so that a busy machine slows both. To add rows, write a
function like `embedding_rows` and name it in `main`.
"""

from collections.abc import Callable
from statistics import median
from typing import NamedTuple

import torch
import torch.nn.functional as F
from loss import loss_rows
from rope import rope_rows
from torch.utils.benchmark import Timer

from bothends.device import generator, pick_device
from bothends.scatter import by_one_hot, embedding_grad

ROUNDS = 11
SECONDS = 0.05  # that one side runs in one round


class Row(NamedTuple):
    """One line of the table: `ours` and `other` take no argument and do the same work."""

    name: str
    ours: Callable[[], object]
    other_name: str
    other: Callable[[], object]


def embedding_rows(device: torch.device, dtype: torch.dtype) -> list[Row]:
    V, D, N = 8192, 256, 4096
    rng = generator(0)
    ids = torch.randint(V, (N,), generator=rng).to(device)
    upstream = torch.randn(N, D, generator=rng).to(device, dtype)
    table = upstream.new_zeros(V, D).requires_grad_()
    out = F.embedding(ids, table)
    others = {
        "F.embedding's backward": lambda: torch.autograd.grad(
            out, table, upstream, retain_graph=True
        ),
        "one-hot matrix product": lambda: by_one_hot(ids, upstream, V),
        "index_add_ into zeros": lambda: upstream.new_zeros(V, D).index_add_(0, ids, upstream),
    }
    name = f"embedding_grad {str(dtype).removeprefix('torch.')}"
    return [
        Row(name, lambda: embedding_grad(ids, upstream, V), other_name, other)
        for other_name, other in others.items()
    ]


def timer(function: Callable[[], object]) -> Callable[[], float]:
    """Return a function that gives the seconds of one call, as the mean of one round's calls."""
    timed = Timer("f()", globals={"f": function}, num_threads=torch.get_num_threads())
    calls = max(1, round(SECONDS / timed.timeit(2).mean))  # timeit warms up and synchronises
    return lambda: timed.timeit(calls).mean


def measure(row: Row) -> str:
    ours, other = timer(row.ours), timer(row.other)
    rounds = [(ours(), other()) for _ in range(ROUNDS)]
    ratios = sorted(theirs / mine for mine, theirs in rounds)
    milliseconds = 1000 * median(mine for mine, _ in rounds)
    return (
        f"{row.name:26}{milliseconds:9.3f}   {row.other_name:24}"
        f"{median(ratios):8.2f}   {ratios[0]:.2f} to {ratios[-1]:.2f}"
    )


def main() -> None:
    device = pick_device()
    print(f"torch {torch.__version__}, {device}, {torch.get_num_threads()} threads")
    print("ratio: the other's time / ours, median of the rounds; above 1, ours is the faster one\n")
    print(f"{'ours':26}{'ms':>9}   {'the other':24}{'ratio':>8}   lowest to highest")
    for dtype in (torch.float32, torch.bfloat16):
        for row in (*embedding_rows(device, dtype), *map(Row._make, rope_rows(device, dtype))):
            print(measure(row), flush=True)
    for line in loss_rows(device):
        print(line, flush=True)


if __name__ == "__main__":
    main()
