"""The findings as text for people, and as JSON for machines."""

import json
import textwrap
from collections import Counter

from torch import nn

from bothends.doctor.examine import Result

LABELS = {"ok": "ok", "warning": "WARNING", "problem": "PROBLEM", "not checked": "not checked"}
INDENT = " " * 13


def as_text(model: nn.Module, results: list[Result]) -> str:
    """Return a paragraph for each finding, and a line that counts them."""
    return "\n".join([describe(model), "", *map(_paragraph, results), "", summary(results)])


def as_json(model: nn.Module, results: list[Result]) -> str:
    """Return the same as one JSON object."""
    findings = [
        {
            "check": result.check.name,
            "status": result.finding.status,
            "found": result.finding.found,
            "remedy": result.finding.remedy,
            "chapter": result.check.chapter,
        }
        for result in results
    ]
    return json.dumps({"model": describe(model), "findings": findings}, indent=2)


def describe(model: nn.Module) -> str:
    """Return the model's class, and how many Parameters it has, each counted once."""
    parameters = list(model.parameters())
    count = sum(p.numel() for p in parameters)
    dtypes = sorted({str(p.dtype).removeprefix("torch.") for p in parameters})
    return f"{type(model).__name__}: {count:,} parameters, {' and '.join(dtypes)}"


def summary(results: list[Result]) -> str:
    """Return how many findings have each status."""
    count = Counter(result.finding.status for result in results)
    return ", ".join(f"{count[status]} {status}" for status in LABELS)


def _paragraph(result: Result) -> str:
    finding, check = result.finding, result.check
    lines = [_wrap(f"{LABELS[finding.status]:<13}{check.name}: {finding.found}")]
    if finding.remedy:
        lines += [_wrap(f"{INDENT}to do: {finding.remedy}")]
        lines += [f"{INDENT}read: notebooks/{check.chapter}.ipynb"]
    return "\n".join(lines)


def _wrap(text: str) -> str:
    return textwrap.fill(text, 92, subsequent_indent=INDENT, break_long_words=False)
