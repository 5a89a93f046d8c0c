"""One table at both ends: read by the lookup, scored by the head, trained by both.

`identity` makes, proves and restores a tie, `token_io` is a module with one, `paths` takes the
gradient of a tied table apart.
"""

from bothends.tying.identity import ends, is_tied, retie, tie
from bothends.tying.paths import Paths, gradient_paths
from bothends.tying.token_io import TiedTokenIO

__all__ = ["Paths", "TiedTokenIO", "ends", "gradient_paths", "is_tied", "retie", "tie"]
