"""`python -m bothends.train`: train, stop, go on."""

from argparse import (
    ArgumentDefaultsHelpFormatter,
    ArgumentParser,
    ArgumentTypeError,
    BooleanOptionalAction,
    Namespace,
)
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch import distributed as dist
from tqdm import tqdm

from bothends.device import generator
from bothends.model import generate
from bothends.train.checkpoint import is_first, load, restore, save
from bothends.train.parallelism import join
from bothends.train.run import Run
from bothends.train.settings import Settings, read_text


def main(arguments: Sequence[str] | None = None) -> None:
    """Train as the command line says, and show what the model writes."""
    asked = _parser().parse_args(arguments)
    device, team = join(asked.sharded)
    try:
        text, tokenizer, settings = read_text(asked.text, _settings(asked))
        run = Run(settings, torch.tensor(tokenizer.encode(text).ids, device=device), team)
        restore(asked.folder, run)
        keep_training(run, tokenizer, asked)
        if is_first():
            print(report(run, asked))
        if dist.is_initialized():
            dist.barrier()  # ending while a gloo thread still drops tensors can hang in torch 2.13
    except (ValueError, OSError) as error:
        raise SystemExit(f"bothends.train: {error}") from error
    finally:
        if dist.is_initialized():
            dist.destroy_process_group()


def keep_training(run: Run, tokenizer: Tokenizer, asked: Namespace) -> None:
    """Step until `asked.steps` are done, and save on the way and at the end."""
    # disable=None shows the bar in a terminal only.
    hidden = None if is_first() else True
    with tqdm(total=asked.steps, initial=len(run.losses), unit="step", disable=hidden) as bar:
        while len(run.losses) < asked.steps:
            bar.set_postfix(loss=f"{run.step():.3f}", refresh=False)
            bar.update()
            if len(run.losses) % asked.save_every == 0 or len(run.losses) == asked.steps:
                save(asked.folder, run, tokenizer)


def report(run: Run, asked: Namespace) -> str:
    """Return the last loss, and how the saved model goes on from the prompt."""
    model, tokenizer = load(asked.folder)
    prompt = torch.tensor([tokenizer.encode(asked.prompt).ids])
    ids = generate(model, prompt, 60, temperature=0.8, generator=generator(0))
    done = f"step {len(run.losses)}: loss {run.losses[-1]:.4f}, saved in {asked.folder}"
    return f"{done}\n{tokenizer.decode(ids[0].tolist())}"


def _settings(asked: Namespace) -> Settings:
    return Settings(**{name: getattr(asked, name) for name in asdict(Settings())})


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="python -m bothends.train",
        description="Train a small GPT. A folder that holds an unfinished run is gone on with. "
        "With torchrun, several processes share each step.",
        formatter_class=ArgumentDefaultsHelpFormatter,
    )
    add = parser.add_argument
    add("folder", type=Path, help="where the model is kept")
    add("--text", type=Path, help="a UTF-8 file to learn from; without it, the book's story")
    add("--steps", type=_at_least_one, default=150, help="steps in all")
    add("--save-every", type=_at_least_one, default=50, help="steps between two checkpoints")
    add("--prompt", default="The mill", help="what the trained model goes on from")
    add("--sharded", action="store_true", help="split both tables over the processes of torchrun")
    for name, value in asdict(Settings()).items():
        kind = (
            {"action": BooleanOptionalAction} if isinstance(value, bool) else {"type": type(value)}
        )
        add(f"--{name.replace('_', '-')}", default=value, help="as in Settings", **kind)
    return parser


def _at_least_one(text: str) -> int:
    if int(text) < 1:
        raise ArgumentTypeError(f"{text} is not 1 or more")
    return int(text)
