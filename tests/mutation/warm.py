"""What mutmut's fork server imports once, so that each mutant starts in milliseconds.

jaxtyping's own plugin instruments the package anew in each run of pytest, and refuses one that
is imported already. Here it is instrumented once, and the forks inherit it.
"""

import torch._dynamo  # noqa: F401
from jaxtyping import install_import_hook

install_import_hook("bothends", "beartype.beartype")
