"""What an exercise is made of."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class Misconception:
    """A plausible wrong answer as code, and what a good teacher would say about it.

    `answer` takes the inputs of a case, as nested lists or as tensors, like a learner's
    function. A learner who gets its numbers in every case is told `name` and `says`; so is one
    whose code raises the ArithmeticError or ValueError that it raises. Any other error of
    `answer` says that it has no answer to this case. `also` are other forms of one mistake.
    """

    name: str
    says: str
    answer: Callable[..., Any]
    also: tuple[Callable[..., Any], ...] = ()


@dataclass(frozen=True)
class Case:
    """One set of inputs, by name, as nested lists and numbers.

    `dtype` is that of the float inputs where they are given as tensors; ids become int64.
    `note` says what is special about the case.
    """

    inputs: dict[str, Any]
    note: str = ""
    dtype: str = "float32"


@dataclass(frozen=True)
class Exercise:
    """A question with its reference, its cases, its misconceptions and three hints.

    - `kind`: "function" shows the failing input and the expected answer; "table" and "choice"
      name the wrong entry and never the expected value.
    - `reference`: the specification, a slow loop on nested lists.
    - `cases`: a function, so that nothing is computed at import. All of them together tell the
      misconceptions and relations apart.
    - `parts`: what the items of an answer are, where they are a few different things; of a table,
      its rows. `columns`: what the columns of a table are.
    - `row_rules`, `column_rules`: of a table, a sentence for each row and column that says how a
      cell is found, and not what it is.
    - `scalars`: inputs that are tensors even where they are one number.
    - `gives`: "lists", or "tensors" where torch is installed.
    - `dtype_of`: the input whose dtype an array or tensor must have.
    - `rule`: a last question about the learner's function itself; a sentence if it is broken.
    """

    id: str
    title: str
    minutes: int
    difficulty: Literal["easy", "medium", "hard"]
    kind: Literal["function", "table", "choice"]
    reference: Callable[..., Any]
    cases: Callable[[], list[Case]]
    misconceptions: tuple[Misconception, ...]
    hints: tuple[str, str, str]
    parts: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    row_rules: tuple[str, ...] = ()
    column_rules: tuple[str, ...] = ()
    gives: Literal["lists", "tensors"] = "lists"
    scalars: tuple[str, ...] = ()
    dtype_of: str | None = None
    rule: Callable[[Callable], str | None] | None = None
    rtol: float = 1e-5
    atol: float = 1e-8

    @property
    def in_page(self) -> bool:
        """Whether the site can check it: it has lists, and no torch."""
        return self.gives == "lists"


def no_inputs() -> list[Case]:
    """Return the one case of a table or a choice: the answer takes no inputs."""
    return [Case({})]
