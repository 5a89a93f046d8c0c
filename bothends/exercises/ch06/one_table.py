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


def make_pair(name: str):
    """Return an nn.Embedding and an nn.Linear, (4, 2) each, made as the name says."""
    import torch

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
    return [ONE_TABLE[name] for name in names]


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
    ]


EXERCISE = Exercise(
    id="06-one-table",
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
            "You compared addresses. Two Parameters can share one memory: each has a gradient of "
            "its own, and an optimizer takes a step for each.",
            _by(lambda a, b: a.data_ptr() == b.data_ptr()),
        ),
        Misconception(
            "None is None",
            "You say that every pair is one table. Before `backward` every `.grad` is None, and "
            "shapes are equal for every pair here: neither tells two tables apart.",
            _by(lambda a, b: a.grad is b.grad),
        ),
        Misconception(
            "modules for Parameters",
            "You say that no pair is one table. The two *modules* are never one object; look at "
            "their `weight`.",
            lambda names: [False for _ in names],
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
