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


EXERCISE = Exercise(
    id="15-larger-base",
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
    ),
    hints=(
        "What must the first frequency be, and what the last one, compared with those before?",
        "The slowest pair has base ** (-(d - 2) / d). By what must the base be multiplied so "
        "that this is divided by the factor?",
        "`base * factor ** (d / (d - 2))` is the new base; then the usual frequencies.",
    ),
)
