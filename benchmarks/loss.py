"""The chunked loss beside losses that hold all logits: time and peak memory, as ratios.

`loss_rows` gives the lines of the table; `python benchmarks/loss.py` prints them alone.
"""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

import torch
import torch.nn.functional as F
from torch import Tensor
from torch.utils.benchmark import timer

from bothends.device import generator, pick_device
from bothends.head import chunked_token_loss, project, token_loss
from bothends.memory import MIB

N, D, V = 4096, 256, 32768
ROUNDS = 5
OPTIONS = torch.nn.LinearCrossEntropyOptions()


def loop_of_chunks(hidden: Tensor, weight: Tensor, targets: Tensor) -> Tensor:
    """The loss in chunks, left to autograd, which keeps the logits of each."""
    pairs = zip(hidden.split(256), targets.split(256), strict=True)
    return sum(token_loss(project(h, weight), t).total for h, t in pairs) / len(targets)


WAYS: dict[str, Callable[[Tensor, Tensor, Tensor], Tensor]] = {
    "chunked_token_loss": lambda h, w, t: chunked_token_loss(h, w, t, chunk_size=256).mean,
    "token_loss": lambda h, w, t: token_loss(project(h, w), t).mean,
    "a loop of chunks": loop_of_chunks,
    "F.linear_cross_entropy": lambda h, w, t: F.linear_cross_entropy(h, w, t),
    "the same with options": lambda h, w, t: F.linear_cross_entropy(h, w, t, options=OPTIONS),
}


def step(name: str, device: torch.device) -> Callable[[], None]:
    """Return a function that runs one way's forward and backward pass, warmed up on small sizes."""

    def inputs(N: int, V: int) -> tuple[Tensor, Tensor, Tensor]:
        rng = generator(0)
        hidden, weight = torch.randn(N, D, generator=rng), torch.randn(V, D, generator=rng) * 0.02
        targets = torch.randint(V, (N,), generator=rng)
        return hidden.to(device), weight.to(device), targets.to(device)

    def run(hidden: Tensor, weight: Tensor, targets: Tensor) -> None:
        leaves = hidden.requires_grad_(), weight.requires_grad_()
        torch.autograd.grad(WAYS[name](*leaves, targets), leaves)

    run(*inputs(8, 16))
    full = inputs(N, V)
    return lambda: run(*full)


def peak(name: str, device: torch.device) -> int:
    """Return how many bytes one step adds at its peak. The CPU's is this process's, from Linux."""
    one = step(name, device)
    if device.type == "cuda":
        start = torch.cuda.memory_allocated(device)
        torch.cuda.reset_peak_memory_stats(device)
        one()
        return torch.cuda.max_memory_allocated(device) - start

    def kib(field: str) -> int:
        return int(re.search(rf"{field}:\s+(\d+)", Path("/proc/self/status").read_text())[1])

    start = kib("VmRSS")
    one()
    return (kib("VmHWM") - start) * 1024


def fresh_peak(name: str) -> int:
    """Measure `peak` in a process of its own, which no earlier peak has grown."""
    command = [sys.executable, __file__, name]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def loss_rows(device: torch.device) -> Iterator[str]:
    """Yield a heading, and a line for each way: the other's time and memory over ours."""
    yield f"\nloss and gradients, N = {N}, D = {D}, V = {V}, float32"
    heads = f"{'ms':>9}{'peak MiB':>11}{'time / ours':>14}{'lowest to highest':>20}"
    yield f"{'':26}{heads}{'peak / ours':>14}"
    steps = {name: step(name, device) for name in WAYS}
    seconds: dict[str, list[float]] = {name: [] for name in WAYS}
    for _ in range(ROUNDS):
        for name, one in steps.items():
            start = timer()
            one()
            seconds[name].append(timer() - start)
    peaks = {name: fresh_peak(name) for name in WAYS}
    ours = next(iter(WAYS))
    for name in WAYS:
        ratios = sorted(b / a for a, b in zip(seconds[ours], seconds[name], strict=True))
        spread = f"{ratios[0]:.2f} to {ratios[-1]:.2f}"
        yield (
            f"{name:26}{1000 * median(seconds[name]):9.0f}{peaks[name] / MIB:11.1f}"
            f"{median(ratios):14.2f}{spread:>20}{peaks[name] / peaks[ours]:14.2f}"
        )


def main() -> None:
    device = pick_device()
    if len(sys.argv) > 1:
        print(peak(sys.argv[1], device))
    else:
        print(*loss_rows(device), sep="\n")


if __name__ == "__main__":
    main()
