"""The command line: what to examine, and how to answer."""

import sys
from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from collections.abc import Sequence
from pathlib import Path

from bothends.doctor import report
from bothends.doctor.checkpoint import CannotLoadError
from bothends.doctor.examine import Result, examine
from bothends.doctor.load import load
from bothends.doctor.tokenizer_io import write_contract

CONVENTIONS = ("roformer", "llama_meta", "llama_hf", "gpt_neox", "gpt_j", "nanochat")
EXIT = "exit code: 0 all is well, 1 a problem (with --strict, a warning), 2 nothing was examined"


def main(argv: Sequence[str] | None = None) -> int:
    """Examine what is named, print the report, return the exit code."""
    asked = _parser().parse_args(argv)
    try:
        subject = load(asked)
        if asked.write_contract:
            write_contract(asked.write_contract, subject.model, subject.tokenizer)
    except CannotLoadError as error:
        print(error, file=sys.stderr)
        return 2
    results = examine(subject)
    print((report.as_json if asked.json else report.as_text)(subject.model, results))
    return _exit_code(results, asked)


def _exit_code(results: list[Result], asked: Namespace) -> int:
    bad = {"problem", "warning"} if asked.strict else {"problem"}
    return int(any(result.finding.status in bad for result in results))


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        "python -m bothends.doctor",
        description="Examine both ends of a language model: tables, head, loss and positions.",
        epilog=EXIT,
    )
    add = parser.add_argument
    add(
        "target",
        help="package.module:factory, which returns a model, or a tuple of model, optimizer and "
        "tokenizer; or a folder saved by transformers; or, with --allow-pickle, a pickled module",
    )
    add("--weights", type=Path, metavar="FILE", help="weights for the factory's model")
    add("--tokenizer", type=Path, metavar="FILE", help="tokenizer.json, or its folder")
    add("--contract", type=Path, metavar="FILE", help="what model and tokenizer agreed on")
    add("--write-contract", type=Path, metavar="FILE", help="write it, for later runs")
    add("--convention", choices=CONVENTIONS, help="how these weights expect to be turned")
    add("--trained", action=BooleanOptionalAction, help="default: yes if there are weights")
    add("--longest", type=int, default=2048, metavar="N", help="run at most N tokens (2048)")
    add("--allow-pickle", action="store_true", help="execute a pickle: only from whom you trust")
    add("--json", action="store_true", help="print JSON")
    add("--strict", action="store_true", help="fail on warnings too")
    return parser
