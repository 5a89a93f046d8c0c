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


def _not_written_when_due(steps, save_every, finished):
    saved = max(0, finished - 1) // save_every * save_every
    return [saved, finished - saved, steps + finished - saved]


def _last_part(third):
    """Return the right step and the right number done twice, with another number for the third."""

    def answer(steps, save_every, finished):
        saved, twice, _ = killed_run(steps, save_every, finished)
        return [saved, twice, third(steps, saved, finished)]

    return answer


def _number_of_checkpoints(steps, save_every, finished):
    _, twice, done = killed_run(steps, save_every, finished)
    return [finished // save_every, twice, done]


EXERCISE = Exercise(
    id="model-stopped",
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
        Case({"steps": 250, "save_every": 60, "finished": 235}, "steps that are no multiple"),
    ],
    misconceptions=(
        Misconception(
            "going on where it died",
            "What was done after the last checkpoint was in memory only, and is gone. (If you "
            "rounded down to it: `/` divides exactly, `//` gives the whole number.)",
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
        Misconception(
            "a checkpoint not written when it was due",
            "It was due after the last finished step, so it is written.",
            _not_written_when_due,
        ),
        Misconception(
            "only the second run counted",
            "Your third number counts the run that goes on. The machine also computed what was "
            "done before it was killed.",
            _last_part(lambda steps, saved, finished: steps - saved),
        ),
        Misconception(
            "the first run counted whole, the second too",
            "Your third number counts all steps twice over. The second run begins at the "
            "checkpoint, not at 0.",
            _last_part(lambda steps, saved, finished: steps + finished),
        ),
        Misconception(
            "repeated steps taken off",
            "You took the repeated steps off. They are computed twice, so they add.",
            _last_part(lambda steps, saved, finished: steps - (finished - saved)),
        ),
        Misconception(
            "checkpoints for steps",
            "Your first number counts checkpoints. Asked for is the step after which it goes on.",
            _number_of_checkpoints,
        ),
        Misconception(
            "the steps to the next checkpoint",
            "Your second number counts the steps that were missing to the next checkpoint. Done "
            "twice are those since the last one.",
            lambda steps, save_every, finished: [
                finished // save_every * save_every,
                save_every - finished % save_every,
                steps + finished % save_every,
            ],
            also=(
                lambda steps, save_every, finished: [
                    finished // save_every * save_every,
                    save_every - finished % save_every,
                    steps + save_every - finished % save_every,
                ],
            ),
        ),
        Misconception(
            "both runs of the repeated steps",
            "You counted each repeated step twice among those that are done twice. They are so "
            "many steps, each of them done a second time.",
            lambda steps, save_every, finished: [
                finished // save_every * save_every,
                2 * (finished % save_every),
                steps + 2 * (finished % save_every),
            ],
            also=(
                lambda steps, save_every, finished: [
                    finished // save_every * save_every,
                    2 * (finished % save_every),
                    steps + finished % save_every,
                ],
            ),
        ),
        Misconception(
            "on from the next step",
            "Your first number is one too large. Asked for is the step *after which* it goes on.",
            lambda steps, save_every, finished: [
                finished // save_every * save_every + 1,
                *killed_run(steps, save_every, finished)[1:],
            ],
        ),
    ),
    parts=("the step that it goes on from", "the steps done twice", "all steps computed"),
    hints=(
        "After which steps is there a checkpoint on the disk?",
        "`finished // save_every` is the number of checkpoints so far.",
        "All steps once, and those since the last checkpoint a second time.",
    ),
)
