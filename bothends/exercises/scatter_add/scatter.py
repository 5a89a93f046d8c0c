"""The gradient of a lookup as a slow loop, and the ways in which it goes wrong."""

from bothends.exercises.engine.nested import flat, pairs

LAST_WINS = (
    "A repeated id kept only its last upstream row; this is what `grad[ids] = G` and "
    "`grad[ids] += G` give. Each reading of a row changes the loss, so their slopes add."
)
FIRST_WINS = (
    "A repeated id kept only its first upstream row. Each reading of a row changes the loss, so "
    "all its upstream rows count."
)
MEAN = (
    "You averaged the upstream rows of a repeated id. If a row is read twice, raising it raises "
    "both outputs, and the two effects add. (`scale_grad_by_freq` divides; it is off by default.)"
)
UPSTREAM = (
    "You returned the gradient of the output, one row for each token. Asked for is the gradient "
    "of the table, one row for each of its V rows."
)
LARGEST = (
    "Of the upstream rows of a repeated id you kept the largest numbers. Each reading of a row "
    "changes the loss, so they add."
)
COUNTED = (
    "You counted how often each row was read. That is the gradient for an upstream of ones; here "
    "each reading brings an upstream row of its own."
)
EVERYWHERE = (
    "You added all upstream rows to every row. An upstream row belongs to the one row that was "
    "read at its position."
)
ONLY_READ = (
    "Your gradient has no rows for what nobody read. It has the shape of the table, and these rows "
    "are zero."
)
MULTIPLIED = (
    "You multiplied the upstream rows of a repeated id. Each reading of a row changes the loss, "
    "and the changes add."
)
COUNTED_TWICE = (
    "You multiplied the sum of a repeated id by how often it occurs. Each upstream row counts once."
)
BY_POSITION = (
    "You put the upstream rows in the order in which they came. Row n of G belongs to the n-th "
    "token; the token's id says which row of the table it goes to."
)


def added(ids, upstream, vocab_size):
    """Return `(V, D)` zeros with each upstream row added to the row of its id."""
    grad = zeros(ids, upstream, vocab_size)
    for id_, row in pairs(ids, upstream):
        grad[id_] = [old + new for old, new in zip(grad[id_], row, strict=True)]
    return grad


def last_wins(ids, upstream, vocab_size):
    """Keep the last upstream row of each id."""
    grad = zeros(ids, upstream, vocab_size)
    for id_, row in pairs(ids, upstream):
        grad[id_] = row
    return grad


def first_wins(ids, upstream, vocab_size):
    """Keep the first upstream row of each id."""
    grad = zeros(ids, upstream, vocab_size)
    for id_, row in reversed(pairs(ids, upstream)):
        grad[id_] = row
    return grad


def mean(ids, upstream, vocab_size):
    """Divide each row's sum by how often the id occurs."""
    seen = flat(ids)
    sums = added(ids, upstream, vocab_size)
    return [[x / max(1, seen.count(id_)) for x in row] for id_, row in enumerate(sums)]


def by_position(ids, upstream, vocab_size):
    """Put upstream rows into the first rows of the table, in order."""
    rows = [row for _, row in pairs(ids, upstream)]
    return (rows + zeros(ids, upstream, vocab_size))[:vocab_size]


def one_based(ids, upstream, vocab_size):
    """Add as if ids counted from 1."""
    grad = added(ids, upstream, vocab_size)
    return grad[1:] + grad[:1]


def zeros(ids, upstream, vocab_size):
    """Return `(V, D)` zeros, with D taken from `upstream`."""
    width = len(pairs(ids, upstream)[0][1])
    return [[0.0] * width for _ in range(vocab_size)]


def largest(ids, upstream, vocab_size):
    """Keep the largest number of each column among the upstream rows of an id."""
    grad, seen = zeros(ids, upstream, vocab_size), flat(ids)
    for id_ in set(seen):
        rows = [row for one, row in pairs(ids, upstream) if one == id_]
        grad[id_] = [max(column) for column in zip(*rows, strict=True)]
    return grad


def counted(ids, upstream, vocab_size):
    """Write how often each id was read, in every column."""
    width, seen = len(pairs(ids, upstream)[0][1]), flat(ids)
    return [[float(seen.count(id_))] * width for id_ in range(vocab_size)]


def everywhere(ids, upstream, vocab_size):
    """Add all upstream rows to each row."""
    rows = [row for _, row in pairs(ids, upstream)]
    return [[float(sum(column)) for column in zip(*rows, strict=True)]] * vocab_size


def only_read(ids, upstream, vocab_size):
    """Leave out the rows that nobody read."""
    grad, seen = added(ids, upstream, vocab_size), flat(ids)
    return [row for id_, row in enumerate(grad) if id_ in seen]


def times(ids, upstream, vocab_size):
    """Multiply the upstream rows of a repeated id."""
    grad, met = zeros(ids, upstream, vocab_size), set()
    for id_, row in pairs(ids, upstream):
        old = grad[id_] if id_ in met else [1.0] * len(row)
        grad[id_] = [a * b for a, b in zip(old, row, strict=True)]
        met.add(id_)
    return grad


def counted_twice(ids, upstream, vocab_size):
    """Multiply each row's sum by how often the id occurs."""
    seen = flat(ids)
    sums = added(ids, upstream, vocab_size)
    return [[x * seen.count(id_) for x in row] for id_, row in enumerate(sums)]
