"""Small random models of the families that the doctor is tried on, each with all that belongs."""

import torch
from tokenizers import AddedToken, Tokenizer
from transformers import (
    AutoModelForCausalLM,
    GemmaConfig,
    GPT2Config,
    GPTJConfig,
    GPTNeoXConfig,
    LlamaConfig,
    NanoChatConfig,
    Qwen2Config,
)

from bothends.doctor import Subject
from bothends.model import Config, TinyGPT
from bothends.tying import TiedTokenIO

V, D, LONGEST, PAD, BOS, EOS = 100, 48, 320, 0, 1, 2
IDS = {"vocab_size": V, "bos_token_id": BOS, "eos_token_id": EOS}
OLD = {**IDS, "n_embd": D, "n_layer": 2, "n_head": 3, "n_positions": LONGEST}
NEW = {
    **IDS,
    "hidden_size": D,
    "num_hidden_layers": 2,
    "num_attention_heads": 3,
    "intermediate_size": 64,
    "max_position_embeddings": LONGEST,
}
GROUPED = {**NEW, "num_key_value_heads": 1}

CONFIGS = {
    "gpt2": lambda: GPT2Config(**OLD),
    "llama": lambda: LlamaConfig(**GROUPED),
    "gemma": lambda: GemmaConfig(**GROUPED, head_dim=16, pad_token_id=PAD),
    "qwen2": lambda: Qwen2Config(**GROUPED),
    "gpt_neox": lambda: GPTNeoXConfig(**NEW),
    "gpt_j": lambda: GPTJConfig(**OLD, rotary_dim=8),
    "nanochat": lambda: NanoChatConfig(**GROUPED, pad_token_id=PAD),
}
OURS = {
    "tiny_gpt": lambda: TinyGPT(
        Config(vocab_size=V, n_layer=2, n_head=3, n_embd=D, sequence_len=LONGEST // 10, tied=True)
    ),
    "tied_token_io": lambda: TiedTokenIO(V, D, pad_id=PAD),
}
FAMILIES = (*CONFIGS, *OURS)
TIED = ("gpt2", "gemma", "tiny_gpt", "tied_token_io")
UNTIED = ("llama", "qwen2", "gpt_neox", "gpt_j", "nanochat")


def build(family, **kwargs):
    torch.manual_seed(0)
    if family in OURS:
        return OURS[family]()
    return AutoModelForCausalLM.from_config(CONFIGS[family](), **kwargs)


def tokenizer(size=V, shift=0):
    """A word for every id; the first three are special. `shift` renumbers the others."""
    words = {f"w{3 + (i - 3 + shift) % (size - 3)}": i for i in range(3, size)}
    special = {"<pad>": PAD, "<bos>": BOS, "<eos>": EOS}
    made = Tokenizer.from_str(
        '{"version": "1.0", "model": {"type": "WordLevel", "vocab": {}, "unk_token": "<pad>"}}'
    )
    made.model = type(made.model)(vocab={**special, **words}, unk_token="<pad>")
    made.add_special_tokens([AddedToken(word, special=True) for word in special])
    return made


def healthy(family, **kwargs):
    model = build(family, **kwargs)
    return Subject(model, tokenizer=tokenizer(), optimizer=torch.optim.AdamW(model.parameters()))
