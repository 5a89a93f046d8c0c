"""NTK-aware scaling: one larger base."""

from bothends.exercises.engine.exercise import Case, Exercise, Misconception


def _of_base(head_dim, base):
    return [base ** (-2 * i / head_dim) for i in range(head_dim // 2)]


def _ntk(head_dim, base, factor):
    return _of_base(head_dim, base * factor ** (head_dim / (head_dim - 2)))


def _base_times_factor(head_dim, base, factor):
    return _of_base(head_dim, base * factor)


def _all_divided(head_dim, base, factor):
    return [theta / factor for theta in _of_base(head_dim, base)]


def _exponent_upside_down(head_dim, base, factor):
    return _of_base(head_dim, base * factor ** ((head_dim - 2) / head_dim))


def _always_squared(head_dim, base, factor):
    return _of_base(head_dim, base * factor**2)


def _smaller_base(head_dim, base, factor):
    return _of_base(head_dim, base * factor ** (-head_dim / (head_dim - 2)))


def _slowest_alone(head_dim, base, factor):
    *others, last = _of_base(head_dim, base)
    return [*others, last / factor]


def _in_a_straight_line(head_dim, base, factor):
    last = head_dim // 2 - 1
    pairs = enumerate(_of_base(head_dim, base))
    return [theta / (1 + (factor - 1) * i / last) for i, theta in pairs]


def _with_exponent(exponent):
    return lambda head_dim, base, factor: _of_base(head_dim, base * factor ** exponent(head_dim))


EXERCISE = Exercise(
    id="long-larger-base",
    title="A larger base",
    minutes=8,
    difficulty="easy",
    kind="function",
    reference=_ntk,
    cases=lambda: [
        Case({"head_dim": 8, "base": 10_000, "factor": 4}, "four pairs"),
        Case({"head_dim": 128, "base": 10_000, "factor": 4}, "the chapter's head"),
        Case({"head_dim": 4, "base": 10_000, "factor": 3}, "two pairs"),
        Case({"head_dim": 64, "base": 500_000, "factor": 2.5}, "a factor that is no integer"),
        Case({"head_dim": 6, "base": 1000, "factor": 1}, "nothing to do"),
    ],
    misconceptions=(
        Misconception(
            "the base times the factor",
            "You multiplied the base by the factor alone. The slowest pair then keeps a little "
            "too much of its speed: its exponent is not -1.",
            _base_times_factor,
        ),
        Misconception(
            "every pair divided",
            "You divided every frequency. That is position interpolation; here pair 0 keeps its "
            "speed.",
            _all_divided,
        ),
        Misconception(
            "the exponent upside down",
            "The exponent of your factor is below 1. The base has to grow by more than the "
            "factor, not by less.",
            _exponent_upside_down,
        ),
        Misconception(
            "the exponent of two pairs",
            "You squared the factor. That is right for a head of 4 channels; the exponent "
            "depends on the size of the head.",
            _always_squared,
        ),
        Misconception(
            "a smaller base",
            "Your pairs turn faster than before. A larger base makes slower pairs.",
            _smaller_base,
        ),
        Misconception(
            "the base as it was",
            "These are the frequencies of the old base. `factor` plays no part in them.",
            lambda head_dim, base, factor: _of_base(head_dim, base),
        ),
        Misconception(
            "the slowest alone",
            "You divided the slowest pair and left the others. One larger base slows all pairs "
            "but the first, each by its own share.",
            _slowest_alone,
        ),
        Misconception(
            "a divisor in a straight line",
            "Your divisor grows by equal steps from pair to pair. With one larger base it grows by "
            "equal factors.",
            _in_a_straight_line,
        ),
        Misconception(
            "every pair multiplied",
            "You multiplied every frequency by the factor. The pairs are to become slower.",
            lambda head_dim, base, factor: [theta * factor for theta in _of_base(head_dim, base)],
        ),
        Misconception(
            "the exponent of one pair more",
            "The exponent of your factor is a little off: the slowest pair has -(d - 2) / d, so "
            "the base grows by factor to the power d / (d - 2).",
            _with_exponent(lambda d: d / (d - 1)),
            also=(
                _with_exponent(lambda d: (d + 2) / d),
                _with_exponent(lambda d: (d // 2) / (d // 2 - 2) if d > 4 else 3),
                _with_exponent(lambda d: d / 2),
                _with_exponent(lambda d: 2 / (d - 2)),
                _with_exponent(lambda d: 2 / d),
            ),
        ),
        Misconception(
            "the base to the power of the factor",
            "You raised the base to the power of the factor. The base is multiplied by a power of "
            "the factor.",
            lambda head_dim, base, factor: _of_base(head_dim, base**factor),
        ),
        Misconception(
            "the larger base alone",
            "You returned the larger base. Asked for are the frequencies that come of it.",
            lambda head_dim, base, factor: base * factor ** (head_dim / (head_dim - 2)),
        ),
        Misconception(
            "every pair but the first divided",
            "You divided every pair but the first. One larger base slows each pair by a share of "
            "its own.",
            lambda head_dim, base, factor: [
                theta / factor if i else theta for i, theta in enumerate(_of_base(head_dim, base))
            ],
        ),
    ),
    hints=(
        "What must the first frequency be, and what the last one, compared with those before?",
        "The slowest pair has base ** (-(d - 2) / d). By what must the base be multiplied so "
        "that this is divided by the factor?",
        "`base * factor ** (d / (d - 2))` is the new base; then the usual frequencies.",
    ),
)
