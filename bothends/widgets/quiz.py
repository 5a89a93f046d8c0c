"""Widget: questions with a few answers to choose from, and a reason for each."""

import json
from dataclasses import dataclass
from html import escape
from importlib.resources import files

from traitlets import Bool, Dict, Int, List, Unicode, default

from bothends.widgets.base import BookWidget

LETTERS = "ABCDEF"


def questions(chapter: str) -> list[dict]:
    """Return the questions of a chapter, such as "03".

    Each has `text`, `options` with a `text` and a `reason` each, and `right`, the number of the
    right option.

    Raises:
        ValueError: the chapter has none.

    """
    data = json.loads(files("bothends.data").joinpath("quiz.json").read_text(encoding="utf-8"))
    if chapter not in data:
        raise ValueError(f"no questions for chapter {chapter!r}: there are {', '.join(data)}")
    return data[chapter]


@dataclass(frozen=True)
class Paper:
    """Questions as they are printed."""

    questions: list[dict]

    def _repr_html_(self) -> str:
        return f"<ol>{''.join(map(_question, self.questions))}</ol>"


class Quiz(BookWidget):
    """Questions of a chapter, or your own; all of them listed, or one after another.

    `chosen` and `checked` have the number of an option for each question, -1 for none.
    """

    module = "quiz"
    chapter = Unicode("01").tag(sync=True)
    questions = List(Dict()).tag(sync=True)
    listed = Bool(True).tag(sync=True)
    at = Int(0).tag(sync=True)
    chosen = List(Int()).tag(sync=True)
    checked = List(Int()).tag(sync=True)

    @default("questions")
    def _of_chapter(self) -> list[dict]:
        return questions(self.chapter)

    def words(self) -> str:
        """Say how many are right, or how many there are."""
        pairs = zip(self.questions, self.checked, strict=False)
        right = sum(one["right"] == option for one, option in pairs)
        count = len(self.questions)
        return f"{right} of {count} right." if self.checked else f"{count} questions."

    def still(self) -> Paper:
        """Return the questions, and the answers folded away."""
        return Paper(self.questions)


def _question(question: dict) -> str:
    options = "".join(f"<li>{_prose(one['text'])}</li>" for one in question["options"])
    reasons = "".join(
        f"<p>{letter}: {'right' if n == question['right'] else 'not so'}. "
        f"{_prose(option['reason'])}</p>"
        for n, (letter, option) in enumerate(zip(LETTERS, question["options"], strict=False))
    )
    answer = f"<details><summary>Answer</summary>{reasons}</details>"
    return f'<li><p>{_prose(question["text"])}</p><ol type="A">{options}</ol>{answer}</li>'


def _prose(text: str) -> str:
    """Return text in which `backticks` become code."""
    parts = enumerate(escape(text).split("`"))
    return "".join(f"<code>{part}</code>" if n % 2 else part for n, part in parts)
