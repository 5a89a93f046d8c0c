"""Slips that any exercise knows: how a wrong answer relates to the right one.

They come from the reference alone. Its answer is changed, or it is asked with changed inputs, or
a size of the inputs is too much or missing; what is left is read off the learner's own numbers.
"""

from bothends.exercises.engine.relations import answers, inputs, sizes
from bothends.exercises.engine.relations.fits import FITS
from bothends.exercises.engine.relations.relation import Relation

# What holds of the answer as it stands is said before what would have to be done to get there.
TIERS = (answers.flat, answers.changes, answers.in_order, inputs.changes, sizes.changes)

__all__ = ["FITS", "TIERS", "Relation"]
