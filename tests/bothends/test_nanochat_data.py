"""The constants of nanochat in the data file: complete, and those of the book's own model."""

import json
import re
from importlib.resources import files

import pytest

from bothends.model import Config, InputLayer, TinyGPT

DATA = json.loads(files("bothends").joinpath("data/nanochat.json").read_text("utf-8"))
CONSTANTS = {**DATA["constants"], **DATA["extras"]}


def test_the_commit_is_named_in_full():
    assert re.fullmatch("[0-9a-f]{40}", DATA["commit"])
    assert DATA["date"] == "2026-07-03"


@pytest.mark.parametrize("name", CONSTANTS)
def test_each_constant_says_where_it_stands(name):
    assert re.match(
        r"(nanochat/gpt|scripts/base_train)\.py(,| line \d+,) \S", CONSTANTS[name]["where"]
    )


WIDTHS = ["n_layer", "n_head", "n_kv_head", "n_embd", "head_dim"]
OTHERS = ["sequence_len", "vocab_size", "row_multiple", "base", "softcap"]


@pytest.mark.parametrize("name", [*WIDTHS, *OTHERS])
def test_the_model_has_the_same_defaults(name):
    assert getattr(Config(), name) == CONSTANTS[name]["value"]


def test_the_tables_start_alike():
    assert InputLayer.init_std == CONSTANTS["input_std"]["value"]
    assert TinyGPT.head_std == CONSTANTS["head_std"]["value"]


@pytest.mark.parametrize("depth", [1, 12, 13, 20, 26])
def test_widths_follow_from_aspect_ratio_and_head_size(depth):
    heads = -(-depth * CONSTANTS["aspect_ratio"]["value"] // CONSTANTS["head_dim"]["value"])
    made = Config.from_depth(depth)
    assert (made.n_head, made.n_embd) == (heads, heads * CONSTANTS["head_dim"]["value"])


def test_history_is_in_order_and_ends_at_the_commit():
    dates = [date for date, _, _ in DATA["history"]]
    assert dates == sorted(dates) and dates[-1] == DATA["date"]
