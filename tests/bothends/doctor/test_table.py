"""Defects planted, defects found, false alarms, for each family that the doctor is tried on."""

import pytest
from torch.optim import AdamW
from transformers import AutoModelForCausalLM, LlamaConfig

from bothends.doctor import Subject, examine
from tests.bothends.doctor.defects import DEFECTS
from tests.bothends.doctor.zoo import CONFIGS, FAMILIES, build, healthy, tokenizer

# family: (planted, found, false alarms)
TABLE = {
    "gpt2": (31, 31, 0),
    "llama": (42, 42, 0),
    "gemma": (44, 44, 0),
    "qwen2": (42, 42, 0),
    "gpt_neox": (41, 41, 0),
    "gpt_j": (40, 40, 0),
    "nanochat": (41, 41, 0),
    "tiny_gpt": (35, 35, 0),
    "tied_token_io": (19, 19, 0),
}
ALARMS = ("problem", "warning")
# Two checks see these: frequencies by value and by effect, and a mask that is dropped whole.
ALSO = {
    "frequencies_left_at_zero": {"stored angles"},
    "mask_counts_from_the_first_key": {"left padding"},
    "no_causal_mask": {"left padding"},
}
# These stop forward or its loss with an error of torch, which the other checks report.
STOPS = ("bias_not_grown", "padded_rows_not_cropped")


def alarms(results):
    return {r.check.name for r in results if r.finding.status in ALARMS}


def stopped(results):
    return [r for r in results if "was stopped by" in r.finding.found]


def with_defect(family, name):
    with pytest.MonkeyPatch.context() as patch:
        subject = healthy(family)
        DEFECTS[name][2](subject, patch)
        results = examine(subject)
    assert name in STOPS or not stopped(results)
    return alarms(results)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_table(family, as_learner):
    results = examine(healthy(family))
    assert not stopped(results)
    false_alarms = len(alarms(results))
    planted = {name: check for name, (check, where, _) in DEFECTS.items() if family in where}
    found = 0
    for name, check in planted.items():
        seen = with_defect(family, name)
        found += check in seen
        assert check in seen, name
        false_alarms += len(seen - {check} - ALSO.get(name, set()))
    assert (len(planted), found, false_alarms) == TABLE[family]


@pytest.mark.parametrize("family", CONFIGS)
@pytest.mark.parametrize("kwargs", [{"attn_implementation": "eager"}, {"dtype": "bfloat16"}])
def test_no_alarm_in_another_form(family, kwargs):
    model = build(family, **kwargs).train()
    results = examine(healthy(family, **kwargs))
    assert not alarms(results)
    assert not stopped(results)
    assert model.training


SCALINGS = {
    "linear": {"factor": 4.0},
    "llama3": {
        "factor": 8.0,
        "low_freq_factor": 1.0,
        "high_freq_factor": 4.0,
        "original_max_position_embeddings": 64,
    },
    "yarn": {"factor": 4.0, "original_max_position_embeddings": 80},
}


def llama(**changes):
    config = LlamaConfig(**(CONFIGS["llama"]().to_dict() | changes))
    return AutoModelForCausalLM.from_config(config)


@pytest.mark.parametrize("kind", SCALINGS)
def test_no_alarm_with_a_scaling(kind):
    parameters = {"rope_type": kind, "rope_theta": 10_000.0, **SCALINGS[kind]}
    model = llama(rope_parameters=parameters)
    subject = Subject(model, tokenizer=tokenizer(), optimizer=AdamW(model.parameters()))
    assert not alarms(examine(subject))


def test_no_alarm_for_a_tied_llama_with_padding():
    assert not alarms(examine(Subject(llama(tie_word_embeddings=True, pad_token_id=0))))


def test_a_base_that_grows_with_the_length_leaves_stale_keys_in_the_cache():
    """A71, as transformers decodes: keys turned with the old base stay."""
    model = llama(rope_parameters={"rope_type": "dynamic", "rope_theta": 10_000.0, "factor": 4.0})
    assert alarms(examine(Subject(model))) == {"end of the context"}
