"""The loss of one position whose logits are split between ranks."""

import math
import random

from bothends.exercises.engine.exercise import Case, Exercise, Misconception
from bothends.exercises.head_and_loss.softmax import exp, log, over
from bothends.exercises.head_and_loss.token_loss import loss_of_one


def loss_of_shards(shards, target):
    """Return the loss of all logits, from what each rank puts into three all-reduces."""
    top = max(max(shard) for shard in shards)
    norm = sum(math.exp(z - top) for shard in shards for z in shard)
    return top + math.log(norm) - _logit(shards, target)


def _logit(shards, target):
    return [z for shard in shards for z in shard][target]


def _tops(shards):
    return [max(shard) for shard in shards]


def _own_largest(shards, target):
    tops = _tops(shards)
    norms = [math.exp(z - top) for shard, top in zip(shards, tops, strict=True) for z in shard]
    return max(tops) + math.log(sum(norms)) - _logit(shards, target)


def _owner_alone(shards, target):
    rank, place = divmod(target, len(shards[0]))
    return loss_of_one(shards[rank], place)


def _sum_of_logarithms(shards, target):
    top = max(_tops(shards))
    logs = [math.log(sum(math.exp(z - top) for z in shard)) for shard in shards]
    return top + sum(logs) - _logit(shards, target)


def _every_rank_puts_in(shards, target):
    place = target % len(shards[0])
    top = max(_tops(shards))
    norm = sum(math.exp(z - top) for shard in shards for z in shard)
    return top + math.log(norm) - sum(shard[place] for shard in shards)


def _largest_forgotten(shards, target):
    return loss_of_shards(shards, target) - max(_tops(shards))


def _largest_added(shards, target):
    tops = _tops(shards)
    return loss_of_shards(shards, target) - max(tops) + sum(tops)


def _divided_by_ranks(shards, target):
    rank, place = divmod(target, len(shards))
    return loss_of_shards(shards, target) + _logit(shards, target) - shards[rank][place]


def _largest_from_zero(shards, target):
    top = max(0, *_tops(shards))
    norm = sum(math.exp(z - top) for shard in shards for z in shard)
    return top + math.log(norm) - _logit(shards, target)


def _logarithm_of_a_share(shards, target):
    return -math.log(math.exp(-loss_of_shards(shards, target)))


def _bare_exponential(shards, target):
    norm = sum(math.exp(z) for shard in shards for z in shard)
    return math.log(norm) - _logit(shards, target)


def _each_its_own(shards, target):
    norms = [math.log(sum(math.exp(z - max(one)) for z in one)) + max(one) for one in shards]
    return sum(norms) - _logit(shards, target)


def _another_word(by):
    def answer(shards, target):
        return loss_of_shards(shards, target) + _logit(shards, target) - _logit(shards, target + by)

    return answer


def _sum_in_numpy(shards, target):
    return log(sum(exp(z) for shard in shards for z in shard)) - _logit(shards, target)


def _share_in_numpy(shards, target):
    total = sum(exp(z) for shard in shards for z in shard)
    return -log(over(exp(_logit(shards, target)), total))


def _mean_of_losses(shards, target):
    place = target % len(shards[0])
    return sum(loss_of_one(shard, place) for shard in shards) / len(shards)


def _with_logit(find):
    """Return the loss with the target's logit looked up at another rank and place."""

    def answer(shards, target):
        rank, place = find(shards, target)
        return loss_of_shards(shards, target) + _logit(shards, target) - shards[rank][place]

    return answer


def _two_ranks(shards, target):
    return loss_of_shards(shards[:2], target)


def _by_length(length):
    return _with_logit(lambda shards, target: divmod(target, length))


def _mean_of_norms(shards, target):
    norms = [loss_of_one(shard, 0) + shard[0] for shard in shards]
    return sum(norms) / len(norms) - _logit(shards, target)


def _largest_with_each(shards, target):
    top = max(_tops(shards))
    sums = [sum(math.exp(z - top) for z in shard) for shard in shards]
    return sum(top + math.log(one or 1e-300) for one in sums) - _logit(shards, target)


def _taken_off(another):
    """Return the loss with another number than the largest logit taken out first."""

    def answer(shards, target):
        top = another(shards)
        norm = sum(math.exp(z - top) for shard in shards for z in shard)
        return top + math.log(norm) - _logit(shards, target)

    return answer


def _cases():
    draw = random.Random(9)

    def some(size):
        return [draw.randint(-8, 8) / 2 for _ in range(size)]

    names = ("shards", "target")
    cases = [
        ([[0.0, 1.0], [4.0, 3.0]], 3, "the chapter's example"),
        ([[2.0, -1.0, 0.5], [0.0, 1.5, -2.0]], 1, "the first rank owns the target"),
        ([some(4), some(4), some(4)], 6, "three ranks"),
        ([[0.0, 1000.0], [998.0, -5.0]], 2, "logits too large for a bare exponential"),
        ([[-5.0, 0.0], [2.0, 1000.0], [3.0, 1.0]], 1, "the target far below the largest"),
        ([[-1001.0, -998.0], [-1000.0, -1002.0]], 2, "all logits far below zero"),
        ([[1.5, 0.0, 2.5]], 0, "one rank"),
        ([some(5), some(5)], 7, "two ranks of five words"),
    ]
    return [Case(dict(zip(names, inputs, strict=True)), note) for *inputs, note in cases]


EXERCISE = Exercise(
    id="shards-loss",
    title="A loss from shards",
    minutes=10,
    difficulty="medium",
    kind="function",
    reference=loss_of_shards,
    cases=_cases,
    misconceptions=(
        Misconception(
            "each rank its own largest",
            "Your ranks subtract different numbers, so their sums cannot be added. All must take "
            "off the largest logit of all.",
            _own_largest,
        ),
        Misconception(
            "the owner's shard alone",
            "You computed the loss within one shard. The words of the other ranks compete for "
            "the probability, too.",
            _owner_alone,
        ),
        Misconception(
            "the logarithm of a share",
            "You formed the target's share of the probability first. If its logit is far below "
            "the others, the share becomes 0. Take the logarithm of the sum, and subtract logits.",
            _logarithm_of_a_share,
        ),
        Misconception(
            "a largest of at least zero",
            "Your search for the largest logit began at 0, and all logits are below it: what you "
            "took off is none of them, and every exponential became 0. Begin with a logit.",
            _largest_from_zero,
        ),
        Misconception(
            "logarithms added",
            "You added logarithms of sums. Add the sums first, over all ranks; then take one "
            "logarithm.",
            _sum_of_logarithms,
        ),
        Misconception(
            "every rank put in a logit",
            "Each of your ranks put in the logit at the same place of its shard. The target has "
            "one owner; the others put in 0.",
            _every_rank_puts_in,
        ),
        Misconception(
            "the largest not put back",
            "You took the largest logit off the exponents. Add it again after the logarithm, or "
            "take it off the target's logit too.",
            _largest_forgotten,
        ),
        Misconception(
            "the largest ones added",
            "You added the ranks' largest logits. This all-reduce takes the largest of them, not "
            "their sum.",
            _largest_added,
        ),
        Misconception(
            "the target divided by the number of ranks",
            "You divided the target by the number of ranks. To find the owner, divide by the "
            "number of words that each rank has.",
            _divided_by_ranks,
        ),
        Misconception(
            "e to the whole logit",
            "e to a large logit is beyond what a float can hold. Take the largest logit of all "
            "off first.",
            _bare_exponential,
            also=(_sum_in_numpy, _share_in_numpy),
        ),
        Misconception(
            "logarithms of all ranks",
            "You added the logarithms that each rank has of its own sum. Add the sums first, then "
            "take one logarithm.",
            _each_its_own,
            also=(_largest_with_each,),
        ),
        Misconception(
            "the largest for the sum",
            "You took the largest logit for the logarithm of the sum. The others add to it.",
            lambda shards, target: max(_tops(shards)) - _logit(shards, target),
        ),
        Misconception(
            "the target counted from one",
            "You measured the word before the target. Ids count from 0, in the whole vocabulary as "
            "in a shard.",
            _another_word(-1),
        ),
        Misconception(
            "the word after the target",
            "You measured the word after the target. Ids count from 0, in the whole vocabulary as "
            "in a shard.",
            _another_word(1),
        ),
        Misconception(
            "the mean of the ranks",
            "You averaged the ranks' sums. This all-reduce adds them.",
            lambda shards, target: loss_of_shards(shards, target) - math.log(len(shards)),
        ),
        Misconception(
            "the sign turned round",
            "A loss is 0 at best and positive otherwise; yours has the other sign.",
            lambda shards, target: -loss_of_shards(shards, target),
        ),
        Misconception(
            "the target's logit left out",
            "You left out the third all-reduce: the target's logit is to be subtracted.",
            lambda shards, target: loss_of_shards(shards, target) + _logit(shards, target),
        ),
        Misconception(
            "one rank's words",
            "Your sum holds the words of one rank. All words of all ranks compete.",
            lambda shards, target: (
                loss_of_one([*shards[0], _logit(shards, target)], len(shards[0]))
                if target >= len(shards[0])
                else loss_of_one(shards[0], target)
            ),
            also=(
                lambda shards, target: (
                    loss_of_one(shards[0], 0) + shards[0][0] - _logit(shards, target)
                ),
                lambda shards, target: (
                    loss_of_one(shards[-1], 0) + shards[-1][0] - _logit(shards, target)
                ),
            ),
        ),
        Misconception(
            "the probability itself",
            "This is the probability of the target. The loss is minus its logarithm.",
            lambda shards, target: math.exp(-loss_of_shards(shards, target)),
        ),
        Misconception(
            "a logarithm to base two",
            "Your numbers are right in bits. The loss is in nats: use the natural logarithm.",
            lambda shards, target: loss_of_shards(shards, target) / math.log(2),
        ),
        Misconception(
            "the mean of the shards' losses",
            "You averaged losses, one for each shard. There is one softmax over all words: its "
            "largest logit and its sum come from all ranks together.",
            _mean_of_losses,
            also=(_mean_of_norms,),
        ),
        Misconception(
            "the target's logit from the first rank",
            "You looked the target up in the first rank. Its rank is target // n, its place there "
            "target % n, for shards of n words.",
            _with_logit(lambda shards, target: (0, target % len(shards[0]))),
            also=(_with_logit(lambda shards, target: (-1, target % len(shards[0]))),),
        ),
        Misconception(
            "rank and place exchanged",
            "You took the rank for the place. The rank is target // n, the place target % n.",
            _with_logit(lambda shards, target: divmod(target, len(shards[0]))[::-1]),
        ),
        Misconception(
            "a fixed number of words",
            "You found the rank with a length of your own. Shards can have any length: ask one.",
            _by_length(3),
            also=(_by_length(2), _by_length(4), _by_length(5)),
        ),
        Misconception(
            "two ranks only",
            "You looked at two ranks. There may be any number of them.",
            _two_ranks,
            also=(lambda shards, target: loss_of_shards([shards[0], shards[-1]], target),),
        ),
        Misconception(
            "another number for the largest",
            "You took out a number that is not the largest logit of all ranks. A larger one is "
            "left, and e to the power of it cannot be written down.",
            _taken_off(lambda shards: max(shards[0])),
            also=(
                _taken_off(lambda shards: max(shards[-1])),
                _taken_off(lambda shards: shards[0][0]),
                _taken_off(lambda shards: min(map(max, shards))),
                _taken_off(lambda shards: sum(map(max, shards)) / len(shards)),
            ),
        ),
    ),
    hints=(
        "The loss is a logarithm of one sum minus one logit. Which of the three needs more than "
        "one rank?",
        "Three numbers pass between the ranks: the largest logit, the sum of the exponentials "
        "after that is taken off, and the target's logit.",
        "With `top` and `norm` taken over all ranks, `top + math.log(norm)` is the first term. "
        "For the second, `divmod(target, len(shards[0]))` gives the owner and the place there.",
    ),
    rtol=1e-4,
)
