"""Three sizes that are not one: the tokenizer's, the ids with a meaning, and the table's rows.

`contract` writes down which sizes and which tokenizer belong together, `growth` adds tokens, on
`conditions`.
"""

from bothends.vocab.contract import Contract, fingerprint, padded_rows
from bothends.vocab.growth import grow

__all__ = ["Contract", "fingerprint", "grow", "padded_rows"]
