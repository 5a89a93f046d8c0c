"""What a learner is told about a wrong answer."""

import pytest

from bothends.exercises import NotYet, check


def not_yet(exercise_id, answer):
    with pytest.raises(NotYet) as caught:
        check(exercise_id, answer)
    return caught.value


def message(exercise_id, answer):
    return str(not_yet(exercise_id, answer))
