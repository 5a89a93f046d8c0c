"""The book's tokenizer: merges counted by hand, bytes at the same ids, every text spelled."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bothends.data import the_mill
from bothends.tokenizer import train_bpe

STORY = train_bpe(the_mill(), 512)


def test_merges_are_those_counted_by_hand():
    # "at" stands five times; after that merge, "h" before "at" stands three times.
    tokenizer = train_bpe("at the mat that hat hat", 258)
    assert json.loads(tokenizer.to_str())["model"]["merges"] == [["a", "t"], ["h", "at"]]
    assert (tokenizer.token_to_id("at"), tokenizer.token_to_id("hat")) == (256, 257)
    assert tokenizer.encode(" that").tokens == ["Ġ", "t", "hat"]


def test_the_bytes_have_the_ids_0_to_255_whatever_the_text():
    bytes_alone = train_bpe("", 256).get_vocab()
    assert sorted(bytes_alone.values()) == [*range(256)]
    assert bytes_alone.items() <= STORY.get_vocab().items()


@given(st.text())
def test_every_text_comes_back(text):
    assert STORY.decode(STORY.encode(text).ids) == text


def test_training_draws_nothing_at_random():
    assert train_bpe(the_mill(), 512).to_str() == STORY.to_str()


def test_it_stops_when_no_pair_is_left():
    assert train_bpe("aa", 300).get_vocab_size() == 257


def test_fewer_tokens_than_bytes_are_refused():
    with pytest.raises(ValueError, match="vocab_size=255"):
        train_bpe("at", 255)
