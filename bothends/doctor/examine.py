"""Runs every check on a subject: none that fails stops the others."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bothends.doctor import checks
from bothends.doctor.finding import Finding, unchecked
from bothends.doctor.subject import Subject


@dataclass(frozen=True)
class Check:
    """A check's name, the chapter that explains it, and the function that looks."""

    name: str
    chapter: str
    look: Callable[[Subject], Iterator[Finding]]


@dataclass(frozen=True)
class Result:
    """What one check found."""

    check: Check
    finding: Finding


CHECKS = (
    Check("checkpoint", "09_training_step", checks.checkpoint.look),
    Check("tie", "08_weight_tying", checks.tie.look),
    Check("optimizer groups", "08_weight_tying", checks.optimizer.look),
    Check("initial loss", "08_weight_tying", checks.first_loss.look),
    Check("loss on text", "07_head_and_loss", checks.text_loss.look),
    Check("the model's own loss", "09_training_step", checks.own_loss.look),
    Check("switches of the table", "06_switches", checks.switches.look),
    Check("pad row", "06_switches", checks.pad.look),
    Check("padded rows", "13_growing", checks.padded_rows.look),
    Check("vocabulary contract", "13_growing", checks.vocabulary.look),
    Check("rotation", "17_relative_position", checks.rotation.look),
    Check("convention", "17_relative_position", checks.convention.look),
    Check("frequencies", "16_rotation", checks.frequencies.look),
    Check("stored angles", "19_long_contexts", checks.precision.look),
    Check("end of the context", "18_positions_in_a_cache", checks.context_end.look),
    Check("cached decoding", "18_positions_in_a_cache", checks.decoding.look),
    Check("left padding", "18_positions_in_a_cache", checks.left_padding.look),
)


def examine(subject: Subject) -> list[Result]:
    """Return what every check found; the model is in eval mode meanwhile."""
    modes = {module: module.training for module in subject.model.modules()}
    subject.model.eval()
    try:
        return [Result(check, finding) for check in CHECKS for finding in _findings(check, subject)]
    finally:
        for module, training in modes.items():
            module.training = training


def _findings(check: Check, subject: Subject) -> list[Finding]:
    """Return the findings of one check; one that a strange model stops says so."""
    try:
        return list(check.look(subject))
    except Exception as error:  # any model at all may be behind this
        first_line = str(error).partition("\n")[0]
        return [unchecked(f"the check was stopped by {type(error).__name__}: {first_line}")]
