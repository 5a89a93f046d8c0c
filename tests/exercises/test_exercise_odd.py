"""Whatever is handed in is answered in words; two thousand odd answers prove it."""

import itertools
import random
import sys
from collections import OrderedDict, UserList, deque, namedtuple
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from unittest.mock import MagicMock

import numpy as np
import pytest
import torch

from bothends.exercises import NotYet, check
from bothends.exercises.engine.answers import UnreadableError, read
from bothends.exercises.engine.catalogue import every

TRIES = 2_400


class LiesAboutItsLength(list):
    def __len__(self):
        return 10**18

    def __iter__(self):
        return itertools.count()


class SaysItIsAList:
    __class__ = list


class RaisesOnEverything:
    def __getattribute__(self, name):
        raise RuntimeError(name)

    def __repr__(self):
        raise RuntimeError("repr")


class NumberThatLies(float):
    def __float__(self):
        raise SystemExit(3)

    def __eq__(self, other):
        return True

    __hash__ = float.__hash__


class TextThatLies(str):
    def __str__(self):
        raise ValueError

    def __eq__(self, other):
        return True

    __hash__ = str.__hash__


class OddMeta(type):
    @property
    def __name__(cls):
        raise OSError("no name")


class Nameless(metaclass=OddMeta):
    pass


class SilentError(Exception):
    def __str__(self):
        raise TypeError("no words")


class LeavingError(Exception):
    def __str__(self):
        sys.exit(3)


class NamelessError(Exception, metaclass=OddMeta):
    pass


class UntraceableError(Exception):
    @property
    def __traceback__(self):
        raise ValueError


class SaysItIsEmpty(np.ndarray):
    shape = (0, 3)


class Colour(IntEnum):
    RED = 1


def endless():
    while True:
        yield 1


def itself():
    answer = []
    answer.append(answer)
    return answer


def explosion():
    answer = [1]
    for _ in range(40):
        answer = [answer] * 10
    return answer


def hollow_explosion():
    answer = []
    for _ in range(7):
        answer = [answer] * 100
    return answer


def array_of_itself():
    answer = np.empty((), dtype=object)
    answer[()] = answer
    return answer


ODD = [
    lambda: "text",
    lambda: "\x1b[31m\x00\ud800" * 5_000,
    lambda: b"bytes",
    lambda: {},
    lambda: {1: 2},
    lambda: {1, 2},
    lambda: frozenset("ab"),
    lambda: object(),
    lambda: object,
    lambda: print,
    lambda: lambda: 1,
    lambda: type,
    lambda: NotImplemented,
    lambda: [None],
    lambda: [[...]],
    lambda: 1j,
    lambda: [1j],
    lambda: float("nan"),
    lambda: [float("inf")],
    lambda: 10**6_000,
    lambda: [[-(10**400)] * 2] * 4,
    lambda: 1e308,
    lambda: -0.0,
    lambda: True,
    lambda: [],
    lambda: [[]],
    lambda: [[], [1]],
    lambda: (),
    lambda: range(10**12),
    lambda: range(3),
    lambda: endless(),
    lambda: itertools.count(),
    lambda: iter([]),
    lambda: map(int, "12"),
    lambda: zip([1], [2], strict=True),
    lambda: reversed([1, 2]),
    lambda: deque([1]),
    lambda: UserList([1]),
    lambda: namedtuple("Pair", "a b")(1, 2),
    lambda: memoryview(b"12"),
    lambda: Decimal("1.5"),
    lambda: Decimal("sNaN"),
    lambda: Fraction(1, 3),
    lambda: Fraction(10**400),
    lambda: Colour.RED,
    lambda: MagicMock(),
    lambda: [MagicMock()],
    lambda: LiesAboutItsLength([1, 2]),
    lambda: SaysItIsAList(),
    lambda: RaisesOnEverything(),
    lambda: [RaisesOnEverything()],
    lambda: NumberThatLies(1),
    lambda: [[NumberThatLies(1)] * 2] * 4,
    lambda: TextThatLies("B"),
    lambda: Nameless(),
    itself,
    explosion,
    hollow_explosion,
    array_of_itself,
    lambda: np.array([1, "a", None], dtype=object),
    lambda: np.array(["a", "b"]),
    lambda: np.array([(1, 2.0)], dtype=[("a", int), ("b", float)]),
    lambda: np.datetime64("2026-01-01"),
    lambda: np.ma.masked_array([1, 2], mask=[0, 1]),
    lambda: np.zeros((4, 2), dtype=complex),
    lambda: np.longdouble(1.5),
    lambda: np.full((4, 2), np.longdouble(1)),
    lambda: np.bool_(True),
    lambda: np.float16(3),
    lambda: np.zeros((2, 0, 3)),
    lambda: np.zeros((4, 2)).view(SaysItIsEmpty),
    lambda: np.broadcast_to(np.float64(0), (10**6, 10**6)),
    lambda: np.zeros((1,) * 20),
    lambda: torch.zeros(4, 2, device="meta"),
    lambda: torch.zeros(1).expand(10**6, 10**6),
    lambda: torch.zeros(4, 2, dtype=torch.complex64),
    lambda: torch.zeros(4, 2, dtype=torch.float8_e4m3fn),
    lambda: torch.eye(4).to_sparse(),
    lambda: torch.zeros(2, 2, requires_grad=True).mul(2),
    lambda: torch.zeros(0),
    lambda: torch.nn.Linear(1, 1),
    lambda: [torch.zeros(2), np.zeros(3)],
    lambda: [torch.zeros(2), np.zeros(2)],
    lambda: torch.float32,
    lambda: torch.Size([4, 2]),
]


def raising(error):
    def answer(*inputs):
        raise error

    return answer


def prints(*inputs):
    print("looking", inputs)
    return inputs


def recurses(*inputs):
    return recurses(*inputs)


def breaks_inputs(*inputs):
    for value in inputs:
        if isinstance(value, list):
            value[:] = [value, None, RaisesOnEverything()]
        elif isinstance(value, torch.Tensor):
            value.resize_(0)
    return inputs


def exits(*inputs):
    sys.exit("bye")


def divides(*inputs):
    return 1 / 0


class Callable:
    def __call__(self, *inputs):
        return inputs


class OddSignature:
    __signature__ = "none"

    def __call__(self, *inputs):
        return 1


class LeavingSignature:
    @property
    def __signature__(self):
        sys.exit(4)

    def __call__(self, *inputs):
        return 1


FUNCTIONS = [
    prints,
    recurses,
    breaks_inputs,
    exits,
    divides,
    Callable(),
    OddSignature(),
    LeavingSignature(),
    MagicMock(),
    int,
    list,
    dict,
    len,
    max,
    np.zeros,
    torch.tensor,
    torch.nn.Identity(),
    lambda: 1,
    lambda a, b, c, d, e, f: 1,
    lambda *, key: key,
    lambda *inputs: inputs,
    lambda *inputs: inputs[0],
    *map(
        raising,
        (
            Exception(),
            SilentError(),
            LeavingError(),
            NamelessError(),
            UntraceableError(),
            MemoryError(),
            GeneratorExit(),
            StopIteration(),
            AssertionError("x" * 10**6),
            NotYet.__new__(NotYet),
            NotImplementedError("not quite"),
            UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"),
            ExceptionGroup("many", [ValueError(1)]),
            SyntaxError("bad"),
            Warning("\x1b[0m\ud800"),
        ),
    ),
]


def garbage(draw, depth=0):
    """Return nested lists of odd and ordinary things."""
    if depth < 3 and draw.random() < 0.6:
        items = [garbage(draw, depth + 1) for _ in range(draw.randrange(5))]
        return draw.choice([list, tuple, UserList])(items)
    if draw.random() < 0.2:
        return draw.choice(ODD)()
    return draw.choice([0, 1, -1, 0.5, 2.0, True, "A", "1", 3, 7, 1e-9, float("nan")])


def odd_answers():
    """Return TRIES functions and values; all odd ones meet all exercises at least once."""
    draw = random.Random(20)
    exercises = every()
    for exercise in exercises:
        for make in ODD:
            value = make()
            yield exercise.id, lambda *inputs, value=value: value
            if not callable(value) or exercise.kind != "function":
                yield exercise.id, value
        for function in FUNCTIONS:
            yield exercise.id, function
    while True:
        value = garbage(draw)
        yield draw.choice(exercises).id, lambda *inputs, value=value: value


def test_thousands_of_odd_answers_are_answered_in_words(capsys):
    told = 0
    for exercise_id, answer in itertools.islice(odd_answers(), TRIES):
        try:
            result = check(exercise_id, answer)
        except NotYet as error:
            words, told = str(error), told + 1
            assert words.startswith(f"Not yet: {exercise_id}")
            assert 20 < len(words) < 20_000
            assert "\x1b" not in words and "\x00" not in words
            words.encode()
            error.html.encode()
        else:
            assert not result, (exercise_id, answer)
    assert told > 0.9 * TRIES


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (endless(), "a generator"),
        ({}, "a dict"),
        ([[1, None]], r"is still empty at \[0\]\[1\]"),
        ([[1, 2], [3]], r"is ragged: \[0\] has shape \(2,\) and \[1\] has shape \(1,\)"),
        (itself(), "nested more than 8 lists deep"),
        (range(10**12), "more than 10,000 entries"),
        (len, "a builtin_function_or_method"),
        (OrderedDict(), "holds an OrderedDict, which"),
        (type("N" * 10_000, (), {})(), f"holds a {'N' * 60}, which"),
        (torch.zeros(2, device="meta"), "could not be read"),
    ],
)
def test_what_cannot_be_read_is_named(value, words):
    with pytest.raises(UnreadableError, match=words):
        read(value)


def test_an_interrupt_while_reading_passes_through():
    class Slow(Decimal):
        def __float__(self):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        read(Slow(1))


def test_list_subclasses_are_read_by_what_they_hold():
    assert read(LiesAboutItsLength([1, 2])).cells == [1, 2]
    assert read(torch.Size([4, 2])).shape == (2,)
