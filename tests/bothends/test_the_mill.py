"""The text that the book trains on: plain, of the promised size, and fit for its lessons."""

import re

from bothends.data import the_mill


def test_the_mill_is_plain_text_of_one_byte_a_character():
    text = the_mill()
    assert text.isascii() and "\r" not in text and "\t" not in text
    assert len(text) == 9034
    assert text.endswith(".\n")


def test_the_mill_uses_bank_in_both_senses():
    text = the_mill()
    assert len(re.findall(r"bank of the river|left bank|lower bank|new bank", text)) >= 4
    assert len(re.findall(r"at the bank|bank by the market|this bank", text)) >= 4
