"""A run that was killed."""

from bothends.exercises.engine.exercise import Case, Exercise, Misconception


def killed_run(steps, save_every, finished):
    """Return the step to go on from, the steps done twice, and all steps that were computed."""
    saved = finished // save_every * save_every
    return [saved, finished - saved, steps + finished - saved]


def _goes_on_where_it_died(steps, save_every, finished):
    return [finished, 0, steps]


def _from_the_start(steps, save_every, finished):
    return [0, finished, steps + finished]


def _next_save(steps, save_every, finished):
    saved = -(-finished // save_every) * save_every
    return [saved, saved - finished, steps + saved - finished]


def _only_once_counted(steps, save_every, finished):
    saved, twice, _ = killed_run(steps, save_every, finished)
    return [saved, twice, steps]


def _a_whole_stretch(steps, save_every, finished):
    saved = finished // save_every * save_every
    return [saved, save_every, steps + save_every]


EXERCISE = Exercise(
    id="16-stopped",
    title="A run that was killed",
    minutes=5,
    difficulty="easy",
    kind="function",
    reference=killed_run,
    cases=lambda: [
        Case({"steps": 320, "save_every": 50, "finished": 137}, "between two checkpoints"),
        Case({"steps": 300, "save_every": 50, "finished": 150}, "just saved"),
        Case({"steps": 90, "save_every": 40, "finished": 7}, "nothing saved yet"),
        Case({"steps": 1000, "save_every": 1, "finished": 999}, "saved at each step"),
    ],
    misconceptions=(
        Misconception(
            "going on where it died",
            "What was done after the last checkpoint was in memory only, and is gone.",
            _goes_on_where_it_died,
        ),
        Misconception(
            "all from the start",
            "You begin again at 0. The checkpoint is there to prevent that.",
            _from_the_start,
        ),
        Misconception(
            "the checkpoint to come",
            "You go on from a checkpoint that was never written: the run was killed before it.",
            _next_save,
        ),
        Misconception(
            "repeated steps not counted",
            "The first two numbers are right. But a step that is done twice costs its time twice.",
            _only_once_counted,
        ),
        Misconception(
            "a whole stretch repeated",
            "Only the steps since the last checkpoint are repeated, and not all steps from one "
            "checkpoint to the next.",
            _a_whole_stretch,
        ),
    ),
    hints=(
        "After which steps is there a checkpoint on the disk?",
        "`finished // save_every` is the number of checkpoints so far.",
        "All steps once, and those since the last checkpoint a second time.",
    ),
)
