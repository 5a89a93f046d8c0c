"""A tokenizer for the book's texts: bytes, and the merges that a text suggests."""

from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers


def train_bpe(text: str, vocab_size: int) -> Tokenizer:
    """Return a byte-level BPE tokenizer with at most `vocab_size` tokens, trained on `text`.

    Ids 0 to 255 are the bytes, so every text can be spelled. The merges follow, in the order in
    which they were found; there are fewer if no pair of neighbours is left to merge.

    Raises:
        ValueError: vocab_size is below 256.

    """
    all_bytes = pre_tokenizers.ByteLevel.alphabet()
    if vocab_size < len(all_bytes):
        raise ValueError(f"vocab_size={vocab_size}: the bytes alone are {len(all_bytes)} tokens")
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size, initial_alphabet=all_bytes, show_progress=False
    )
    tokenizer.train_from_iterator([text], trainer)
    return tokenizer
