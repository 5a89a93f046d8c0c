"""Which pairs of modules are one table: a test of identity on real modules."""

from bothends.exercises.engine.exercise import Case, Exercise, Misconception

ONE_TABLE = {
    "tied": True,
    "tied the other way": True,
    "copied": False,
    "sharing memory": False,
    "apart": False,
    "tied, deepcopied": True,
    "tied, loaded with assign=True": False,
}
# Names that say nothing; which pair is which is nobody's business but the test's.
UNNAMED = {
    f"pair {number}": name
    for number, name in enumerate(
        (
            "sharing memory",
            "tied",
            "copied",
            "tied, loaded with assign=True",
            "tied the other way",
            "apart",
            "tied, deepcopied",
        ),
        1,
    )
}


def make_pair(name: str):
    """Return an nn.Embedding and an nn.Linear, (4, 2) each, made as the name says."""
    import torch

    name = UNNAMED.get(name, name)
    with torch.device("cpu"):
        both = torch.nn.ModuleDict({"emb": torch.nn.Embedding(4, 2)})
        both["head"] = torch.nn.Linear(2, 4, bias=False)
    _join(name, both["emb"], both["head"])
    if name == "tied, deepcopied":
        from copy import deepcopy

        both = deepcopy(both)
    if name == "tied, loaded with assign=True":
        both.load_state_dict({key: w.clone() for key, w in both.state_dict().items()}, assign=True)
    return both["emb"], both["head"]


def _join(name, emb, head):
    from torch.nn import Parameter

    if name == "tied the other way":
        emb.weight = head.weight
    elif name.startswith("tied"):
        head.weight = emb.weight
    elif name == "copied":
        head.weight = Parameter(emb.weight.detach().clone())
    elif name == "sharing memory":
        head.weight = Parameter(emb.weight.data)


def one_table(names):
    """Return, for each pair, whether both modules hold one Parameter object."""
    return [ONE_TABLE[UNNAMED.get(name, name)] for name in names]


def _by(test):
    def answer(names):
        pairs = map(make_pair, names)
        return [bool(test(emb.weight, head.weight)) for emb, head in pairs]

    return answer


def _cases():
    first = ("tied", "copied", "sharing memory", "apart", "tied, loaded with assign=True")
    return [
        Case({"names": first}, "five pairs"),
        Case({"names": ("apart", "tied the other way", "tied, deepcopied")}, "three more"),
        Case({"names": tuple(UNNAMED)}, "names that say nothing"),
    ]


EXERCISE = Exercise(
    id="tying-one-table",
    title="Which pairs are one table",
    minutes=6,
    difficulty="medium",
    kind="function",
    reference=one_table,
    cases=_cases,
    misconceptions=(
        Misconception(
            "equal values",
            "You compared values. A copy has equal values too, until the first step of training.",
            _by(lambda a, b: a.equal(b)),
        ),
        Misconception(
            "one memory",
            "You took one memory for one table. Two Parameters can share it: their addresses are "
            "equal, and a step of one moves the numbers of both. But each has a gradient of its "
            "own, and an optimizer takes a step for each.",
            _by(lambda a, b: a.data_ptr() == b.data_ptr()),
        ),
        Misconception(
            "all pairs one table",
            "You say that every pair is one table. Before `backward` every `.grad` is None, and "
            "shapes are equal for every pair here: neither tells two tables apart.",
            lambda names: [True for _ in names],
        ),
        Misconception(
            "no pair one table",
            "You say that no pair is one table. The two *modules* are never one object: look at "
            "their `weight`, not at `weight.data`, a new tensor each time. And two calls of "
            "`make_pair` make two pairs: call it once for each name.",
            lambda names: [False for _ in names],
        ),
        Misconception(
            "the name asked",
            "Your answer goes by the names. They tell what somebody did; ask the modules what came "
            "of it.",
            lambda names: [name.startswith("tied") for name in names],
            also=(
                lambda names: [name in ("tied", "tied the other way") for name in names],
                lambda names: [ONE_TABLE.get(name, False) for name in names],
            ),
        ),
        Misconception(
            "one name of two",
            "You found the pairs that were tied in one direction. It does not matter whose weight "
            "was given to whom.",
            lambda names: [UNNAMED.get(name, name) == "tied" for name in names],
        ),
        Misconception(
            "true for two tables",
            "Each of your answers is the other one: True stands for one table.",
            lambda names: [not one for one in one_table(names)],
        ),
    ),
    hints=(
        "Two names for one object, or two objects that look alike: which operator tells?",
        "`==` on tensors compares numbers, `data_ptr()` compares places in memory. Neither asks "
        "whether an optimizer would find one Parameter or two.",
        "`emb, head = make_pair(name)`, and then `emb.weight is head.weight`, for each name.",
    ),
    gives="tensors",
)
