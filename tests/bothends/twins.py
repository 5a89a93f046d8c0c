"""Paths that do the same job, what each of them must refuse in the same words, and give alike.

`test_twins` runs the tables in one process, `parallel_worker` their sharded paths in two.
"""

import math
from functools import partial

import torch
from torch import nn

from bothends import scatter
from bothends.head import chunked_token_loss, project, token_loss
from bothends.head import softcap as capped
from bothends.lookup import lookup, one_hot_lookup
from bothends.model import Config, InputLayer, KVCache, TinyGPT, generate
from bothends.parallel import loss_parallel, shard, sharded_loss
from bothends.tying import TiedTokenIO, gradient_paths

V, D = 7, 4


def numbers(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


# Reading: each path takes ids (1, N); ids from V on are bad, even where the table has padded rows.

CONFIG = Config(vocab_size=V, row_multiple=8, n_layer=1, n_head=1, n_embd=D, sequence_len=8)


def scattered(name, ids):
    return getattr(scatter, name)(ids, torch.ones(*ids.shape, D), V)


def after_a_prompt(ids):
    model, cache = TinyGPT(CONFIG), KVCache()
    model(torch.ones(len(ids), 2, dtype=torch.int64), cache=cache)
    return model(ids, cache=cache)


def sharded_read(mesh, ids):
    embedding, head = nn.Embedding(V, D), nn.Linear(D, V)
    shard(embedding, head, mesh)
    return embedding(ids)


READ = {
    "lookup": lambda ids: lookup(torch.ones(V, D), ids),
    "lookup in bfloat16": lambda ids: lookup(torch.ones(V, D, dtype=torch.bfloat16), ids),
    "one_hot_lookup": lambda ids: one_hot_lookup(torch.ones(V, D), ids),
    **{
        name: partial(scattered, name)
        for name in ("embedding_grad", "by_loop", "by_index_add", "by_one_hot", "overwrite")
    },
    "row_counts": lambda ids: scatter.row_counts(ids, V),
    "TiedTokenIO": lambda ids: TiedTokenIO(V, D)(ids, torch.tanh),
    "TiedTokenIO in bfloat16": lambda ids: TiedTokenIO(V, D).bfloat16()(ids, torch.tanh),
    "gradient_paths": lambda ids: gradient_paths(
        torch.ones(V, D), ids, torch.zeros(ids.shape, dtype=torch.int64)
    ),
    "InputLayer": lambda ids: InputLayer(CONFIG)(ids),
    "TinyGPT": lambda ids: TinyGPT(CONFIG)(ids),
    "TinyGPT with a cache": after_a_prompt,
    "generate": lambda ids: generate(TinyGPT(CONFIG), ids, 1),
}
BAD_IDS = {
    "float": (
        torch.tensor([[1.0, 2]]),
        TypeError,
        "ids have dtype torch.float32, but a lookup takes int32 or int64: use ids.long()",
    ),
    "bool": (
        torch.tensor([[True, False]]),
        TypeError,
        "ids have dtype torch.bool, but a lookup takes int32 or int64: use ids.long()",
    ),
    "too large": (
        torch.tensor([[1, 7]]),
        IndexError,
        "id 7 at position [0, 1] is not a row of a table with V = 7 rows (0 to 6): "
        "check that the tokenizer and the table belong together",
    ),
    "negative": (
        torch.tensor([[-1, 7]], dtype=torch.int32),
        IndexError,
        "id -1 at position [0, 0] is not a row of a table with V = 7 rows (0 to 6): "
        "check that the tokenizer and the table belong together",
    ),
}
ELSEWHERE = "and ids are on two devices, cpu and meta: move both to one, such as ids.to('cpu')"


# Losses: each path takes hidden, weight, targets and options, and gives what token_loss gives.


def plain(hidden, weight, targets, *, bias=None, vocab_size=None, softcap=None, **options):
    logits = project(hidden, weight, bias, vocab_size=vocab_size)
    logits = logits if softcap is None else capped(logits, softcap)
    return token_loss(logits, targets, **options)


def sharded(mesh, hidden, weight, targets, *, bias=None, backward=None, **options):
    """Give the loss; `backward` is called with it where torch can still differentiate it."""
    head = nn.Linear(*weight.shape[::-1], bias=bias is not None, dtype=weight.dtype)
    head.weight.data.copy_(weight)
    if bias is not None:
        head.bias.data.copy_(bias)
    shard(nn.Embedding(*weight.shape, dtype=weight.dtype), head, mesh)
    with loss_parallel():
        loss = sharded_loss(head(hidden), targets, **options)
        if backward is not None:
            backward(loss)
    ends = ((weight, head.weight), (bias, head.bias))
    for whole, part in ends:
        if whole is not None and part.grad is not None:
            whole.grad = part.grad.full_tensor()
    return loss


def both_ends(hidden, weight, targets, *, bias=None, per_token=False, **options):
    """The refusals of gradient_paths, which reads and scores one table."""
    ids = torch.zeros(hidden.shape[:-1], dtype=torch.int64)
    return gradient_paths(weight, ids, targets, trunk=lambda x: x + hidden, **options)


LOSSES = {
    "plain": plain,
    **{f"chunks of {n}": partial(chunked_token_loss, chunk_size=n) for n in (1, 2, 100)},
}


def by_loops(hidden, weight, targets, weights, *, bias, vocab_size, softcap, ignore_index):
    """The loss of each token in Python floats, and the sum of the weights that count."""
    losses, total = [], 0.0
    for h, target, share in zip(hidden.tolist(), targets.tolist(), weights.tolist(), strict=True):
        if target == ignore_index:
            losses.append(0.0)
            continue
        z = [
            sum(a * b for a, b in zip(h, row, strict=True)) + offset
            for row, offset in zip(weight.tolist(), bias.tolist(), strict=True)
        ]
        z = z[:vocab_size]
        if softcap is not None:
            z = [softcap * math.tanh(x / softcap) for x in z]
        losses.append(share * (math.log(sum(map(math.exp, z))) - z[target]))
        total += share
    return losses, total


WEIGHTS = torch.tensor([2.0, 0.5, 0, 3, 1], dtype=torch.float64)
OPTIONS = {
    "no option": {},
    "ignore_index": {"ignore_index": 3},
    "vocab_size": {"vocab_size": 5},
    "no padding": {"vocab_size": V},
    "a second half of padding": {"ignore_index": 4, "vocab_size": 4},
    "softcap": {"softcap": 0.8},
    "weights": {"weights": WEIGHTS},
    "bias": {"bias": numbers(V, seed=3)},
    "all": {
        "ignore_index": 3,
        "vocab_size": 5,
        "softcap": 2,
        "weights": WEIGHTS,
        "bias": numbers(V, seed=3),
    },
}
TARGETS = torch.tensor([1, 3, 0, 4, -100])  # -100 is left out where ignore_index is another


def loss_inputs(options):
    """Hidden states, a table and targets that suit the options."""
    targets = TARGETS.clone()
    targets[-1] = options.get("ignore_index", -100)
    return numbers(5, D, seed=1) * 2, numbers(V, D, seed=2), targets


def expected(options):
    hidden, weight, targets = loss_inputs(options)
    settings = {"bias": torch.zeros(V), "vocab_size": None, "softcap": None, "ignore_index": -100}
    settings |= options
    ones = torch.ones(5, dtype=torch.float64)
    return by_loops(hidden, weight, targets, settings.pop("weights", ones), **settings)


CLASSES = (
    "if it marks a position to leave out, pass it as ignore_index; if not, the tokenizer and the "
    "head do not belong together"
)
BAD_LOSSES = {  # changes to good arguments, the error, and its text
    "float targets": (
        {"targets": TARGETS.double()},
        TypeError,
        "targets have dtype torch.float64, but token ids are int32 or int64: use targets.long()",
    ),
    "targets of another shape": (
        {"targets": TARGETS[:3]},
        ValueError,
        "logits have shape (5, 7) and targets have shape (3,): logits need their classes on the "
        "last axis, (*targets.shape, V)",
    ),
    "a target beyond the table": (
        {"targets": torch.tensor([1, 3, 7, 4, -100])},
        IndexError,
        f"target 7 at position [2] is not one of V = 7 classes (0 to 6): {CLASSES}",
    ),
    "a target in the padding": (
        {"targets": torch.tensor([1, 5, 0, 4, -100]), "vocab_size": 5},
        IndexError,
        f"target 5 at position [1] is not one of V = 5 classes (0 to 4): {CLASSES}",
    ),
    "another library's ignore_index": (
        {"targets": torch.tensor([1, -1, 0, 4, -100])},
        IndexError,
        f"target -1 at position [1] is not one of V = 7 classes (0 to 6): {CLASSES}",
    ),
    "no row to score": (
        {"vocab_size": 0},
        ValueError,
        "vocab_size=0, but the output table has 7 rows: use 1 to 7",
    ),
    "more rows than there are": (
        {"vocab_size": 8},
        ValueError,
        "vocab_size=8, but the output table has 7 rows: use 1 to 7",
    ),
    "a cap of nothing": (
        {"softcap": 0.0},
        ValueError,
        "cap=0.0 bounds nothing: use a positive number, such as 15.0",
    ),
    "a cap that is no number": (
        {"softcap": math.nan},
        ValueError,
        "cap=nan bounds nothing: use a positive number, such as 15.0",
    ),
    "weights of another shape": (
        {"weights": WEIGHTS[:2]},
        ValueError,
        "weights have shape (2,) and targets have shape (5,): give one weight per target",
    ),
    "a negative weight": (
        {"weights": -WEIGHTS},
        ValueError,
        "weight -2.0 at position [0] is negative or not finite, and a mean needs shares: "
        "use 0 or more, or multiply the losses of per_token",
    ),
    "a weight that is no number": (
        {"weights": WEIGHTS.masked_fill(WEIGHTS == 3, math.nan)},
        ValueError,
        "weight nan at position [3] is negative or not finite, and a mean needs shares: "
        "use 0 or more, or multiply the losses of per_token",
    ),
    "targets on another device": (
        {"targets": TARGETS.to("meta")},
        ValueError,
        "logits and targets are on two devices, cpu and meta: "
        "move both to one, such as targets.to('cpu')",
    ),
    "weights on another device": (
        {"weights": WEIGHTS.to("meta")},
        ValueError,
        "targets and weights are on two devices, cpu and meta: "
        "move both to one, such as weights.to('cpu')",
    ),
    "nothing that counts": (
        {"targets": torch.full((5,), -100)},
        ValueError,
        "no target is counted (the batch is empty, or every target equals ignore_index), and "
        "0 / 0 is no mean: check the labels, or add up the totals and counts of more batches",
    ),
    "nothing that weighs": (
        {"weights": torch.zeros(5)},
        ValueError,
        "no counted target has a weight above 0, and 0 / 0 is no mean: check the weights, or "
        "add up the totals and counts of more batches",
    ),
}
BAD_HEADS = {  # what only the paths that score by themselves are given
    "another width": (
        {"hidden": torch.ones(5, D + 1, dtype=torch.float64)},
        ValueError,
        "hidden has shape (5, 5) and the output table (7, 4): the last axis of both must be D",
    ),
    "a bias that did not grow": (
        {"bias": torch.zeros(5, dtype=torch.float64)},
        ValueError,
        "the output table has 7 rows and its bias 5: a bias is one number a row, and grows with "
        "the table, bothends.vocab.grow",
    ),
    "a table on another device": (
        {"weight": torch.ones(V, D, dtype=torch.float64, device="meta")},
        ValueError,
        "weight and hidden are on two devices, meta and cpu: "
        "move both to one, such as hidden.to('meta')",
    ),
}


def refusal(call):
    """Return the type and text of the error that a call ends in."""
    try:
        call()
    except Exception as error:  # any, to be compared
        return type(error), str(error)
    return None, "accepted"


def refused_loss(path, change):
    """Return what a path says to a loss that it is to refuse, at the latest for its mean."""
    hidden, weight, targets = loss_inputs({})
    arguments = {"hidden": hidden, "weight": weight, "targets": targets} | change

    def call():
        answer = path(**arguments)
        return getattr(answer, "mean", None)

    return refusal(call)


def wrong_shards(mesh):
    """Return what the sharded ends do otherwise than the whole ones, in words."""
    for name, (ids, error, text) in BAD_IDS.items():
        said = refusal(lambda ids=ids: sharded_read(mesh, ids))
        if said != (error, text):
            yield f"ids, {name}: {said}"
    if not refusal(lambda: sharded_read(mesh, torch.ones(1, 2).long().to("meta")))[1].endswith(
        ELSEWHERE
    ):
        yield "ids on another device"
    for name, (change, error, text) in BAD_LOSSES.items():
        said = refused_loss(partial(sharded, mesh), change)
        if said != (error, text):
            yield f"loss, {name}: {said}"
    for name, options in OPTIONS.items():
        for per_token in (False, True):
            difference = compare(partial(sharded, mesh), options, per_token)
            if not difference < 1e-12:
                yield f"loss, {name}, per_token={per_token}: {difference}"


def compare(path, options, per_token=False, **changes):
    """Return how far a path is from the loops, and its gradients from those of `plain`."""
    losses, count = expected(options)
    want = torch.tensor(losses, dtype=torch.float64)
    got, found = gradients(path, options, per_token, **changes)
    _, wanted = gradients(plain, options, per_token)
    if per_token:
        differ = [(got - want).abs().max()]
    else:
        differ = [(got.total - want.sum()).abs(), (got.count - count).abs().double()]
    differ += [(a - b).abs().max() for a, b in zip(found, wanted, strict=True)]
    return max(difference.item() for difference in differ)


def gradients(path, options, per_token, **changes):
    """Return a path's answer, and its gradients to hidden, table and bias."""
    hidden, weight, targets = loss_inputs(options)
    leaves = [hidden.requires_grad_(), weight.requires_grad_()]
    if "bias" in options:
        options = options | {"bias": options["bias"].clone().requires_grad_()}
        leaves.append(options["bias"])

    def backward(loss):
        (loss @ numbers(5, seed=4) if per_token else loss.mean).backward()

    inside = getattr(path, "func", path) is sharded
    more = {"backward": backward} if inside else {}
    answer = path(hidden, weight, targets, per_token=per_token, **options, **more, **changes)
    if not inside:
        backward(answer)
    answer = answer.detach() if per_token else type(answer)(answer.total.detach(), answer.count)
    return answer, [leaf.grad for leaf in leaves]
