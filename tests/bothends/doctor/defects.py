"""Defects of the clinic, each as a change of a healthy subject; A30 etc. are its cases.

A defect takes a subject and pytest's monkeypatch. `DEFECTS` says in which families it can be
planted, and which check should find it.
"""

import sys
import warnings

import torch
from torch import nn
from torch.nn import functional as F
from transformers.cache_utils import DynamicLayer

from bothends.model import attention
from bothends.model.cache import KVCache
from bothends.rope import Convention, RopeCache, rotate, tables
from bothends.tying import ends
from bothends.vocab import Contract
from tests.bothends.doctor.zoo import BOS, EOS, FAMILIES, PAD, TIED, UNTIED, V, tokenizer

DEFECTS = {}
HF = FAMILIES[:7]
LLAMA_LIKE = ("llama", "gemma", "qwen2", "gpt_neox", "nanochat")  # angles formed in each pass
ROTATED = (*LLAMA_LIKE, "gpt_j", "tiny_gpt")
CACHED = (*HF, "tiny_gpt")


def defect(check, families=FAMILIES):
    def register(plant):
        DEFECTS[plant.__name__] = (check, families, plant)
        return plant

    return register


# The two tables


@defect("tie")
def a_copy_of_the_table(subject, patch):  # A30: the count did not drop, the tables drift apart
    embedding, head = ends(subject.model)
    head.weight = nn.Parameter(embedding.weight.detach().clone())
    renew_optimizer(subject)


@defect("tie")
def shared_storage(subject, patch):  # A34
    embedding, head = ends(subject.model)
    head.weight = nn.Parameter(embedding.weight.data)
    renew_optimizer(subject)


@defect("tie", TIED)
def loaded_by_assignment(subject, patch):  # A32
    model = subject.model
    weights = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    model.load_state_dict(weights, assign=True)
    renew_optimizer(subject)


@defect("tie", ("gpt2", "gemma", "tiny_gpt"))
def config_says_tied(subject, patch):  # A33, A39
    head = ends(subject.model)[1]
    head.weight = nn.Parameter(torch.randn_like(head.weight) * 0.02)
    renew_optimizer(subject)


@defect("tie", UNTIED)
def config_says_untied(subject, patch):  # A40
    embedding, head = ends(subject.model)
    head.weight = embedding.weight
    renew_optimizer(subject)


@defect("initial loss")
def standard_normal_head(subject, patch):  # A28
    nn.init.normal_(ends(subject.model)[1].weight)
    zero_pad(subject)


def renew_optimizer(subject):
    subject.optimizer = torch.optim.AdamW(subject.model.parameters())


@torch.no_grad()
def zero_pad(subject):
    embedding = ends(subject.model)[0]
    if embedding.padding_idx is not None:
        embedding.weight[embedding.padding_idx] = 0


# The optimizer


@defect("optimizer groups")
def table_replaced_after_the_optimizer(subject, patch):  # A47
    embedding, head = ends(subject.model)
    tied = head.weight is embedding.weight
    embedding.weight = nn.Parameter(embedding.weight.detach().clone())
    if tied:
        head.weight = embedding.weight


@defect("optimizer groups")
def held_twice(subject, patch):  # A35
    embedding = ends(subject.model)[0]
    with warnings.catch_warnings(action="ignore"):
        subject.optimizer = torch.optim.SGD([*subject.model.parameters(), embedding.weight])


@defect("optimizer groups")
def head_not_held(subject, patch):  # facts 1.3.A2
    head = ends(subject.model)[1]
    rest = [p for p in subject.model.parameters() if p is not head.weight]
    subject.optimizer = torch.optim.AdamW(rest or [nn.Parameter(torch.zeros(1))])


@defect("optimizer groups")
def moments_of_fewer_rows(subject, patch):  # A48
    table = ends(subject.model)[0].weight
    subject.optimizer.state[table] = {"exp_avg": torch.zeros_like(table)[:-3]}


# The switches of the table


@defect("switches of the table")
def max_norm(subject, patch):  # A07
    ends(subject.model)[0].max_norm = 1.0


@defect("switches of the table")
def sparse_with_adam(subject, patch):  # A18
    ends(subject.model)[0].sparse = True


@defect("switches of the table")
def frozen_table(subject, patch):  # A04
    ends(subject.model)[0].weight.requires_grad_(False)


@defect("switches of the table")
def scaled_by_frequency(subject, patch):  # A14
    ends(subject.model)[0].scale_grad_by_freq = True


# Padding


@defect("pad row")
def pad_row_initialised_again(subject, patch):  # A01
    embedding = ends(subject.model)[0]
    embedding.padding_idx = PAD
    nn.init.normal_(embedding.weight, std=0.02)


@defect("pad row", ("gemma", "tied_token_io"))
def pad_row_moved_by_the_head(subject, patch):  # A42: the PAD row moves
    embedding, head = ends(subject.model)
    states = embedding(torch.tensor([3, PAD]))
    F.cross_entropy(head(states), torch.tensor([5, 6])).backward()
    torch.optim.SGD(subject.model.parameters(), lr=0.1).step()
    subject.model.zero_grad()


@defect("pad row", HF)
def pad_is_the_end_of_text(subject, patch):  # A25
    subject.model.config.pad_token_id = EOS
    ends(subject.model)[0].padding_idx = None


@defect("pad row")
def pad_is_a_word(subject, patch):  # A05
    embedding = ends(subject.model)[0]
    embedding.padding_idx = 7
    with torch.no_grad():
        embedding.weight[7] = 0
    if subject.setting("pad_token_id") is not None:
        subject.model.config.pad_token_id = 7


@defect("pad row", HF)
def another_row_is_frozen(subject, patch):
    subject.model.config.pad_token_id = PAD
    ends(subject.model)[0].padding_idx = BOS
    with torch.no_grad():
        ends(subject.model)[0].weight[BOS] = 0


# The vocabulary


@defect("vocabulary contract")
def ids_beyond_the_table(subject, patch):  # index out of range
    subject.tokenizer = tokenizer(V + 40)


@defect("vocabulary contract")
def another_tokenizer_of_the_same_size(subject, patch):  # everything is nonsense after a change
    subject.contract = Contract.of(subject.model, subject.tokenizer)
    subject.tokenizer = tokenizer(shift=1)


@defect("vocabulary contract")
def table_grown_after_the_contract(subject, patch):  # A52
    size, rows = len(subject.tokenizer.get_vocab()), len(ends(subject.model)[0].weight)
    subject.contract = Contract(size, size, rows + 64, Contract.of(*both(subject)).fingerprint)


@defect("vocabulary contract", HF)
def bias_not_grown(subject, patch):  # A43
    ends(subject.model)[1].bias = nn.Parameter(torch.zeros(V - 3))
    renew_optimizer(subject)


@defect("vocabulary contract", HF)
def end_of_text_without_a_row(subject, patch):
    subject.model.config.eos_token_id = 50_256


@defect("padded rows", HF)
def padded_rows_not_cropped(subject, patch):  # A54, A57
    subject.model.config.vocab_size = V - 10
    subject.tokenizer = tokenizer(V - 10)


@defect("padded rows", ("tied_token_io",))
def tokenizer_of_fewer_ids(subject, patch):  # A54
    subject.tokenizer = tokenizer(V - 10)


@defect("padded rows", ("tiny_gpt",))
def crop_forgotten(subject, patch):  # A57
    patch.setattr("bothends.model.gpt.project", lambda x, weight, vocab_size: x @ weight.T)


@defect("padded rows", ("tiny_gpt",))
def masked_instead_of_cropped(subject, patch):  # A55
    def project(x, weight, vocab_size):
        logits = x @ weight.T
        logits[..., vocab_size:] = -1e4
        return logits

    patch.setattr("bothends.model.gpt.project", project)


def both(subject):
    return subject.model, subject.tokenizer


# The model's own loss


def own_loss(subject, spoil):
    def loss(logits, labels, vocab_size, **kwargs):
        logits, labels = spoil(logits, labels)
        return F.cross_entropy(logits.reshape(-1, vocab_size), labels.reshape(-1))

    subject.model.loss_function = loss


@defect("the model's own loss", HF)
def loss_not_shifted(subject, patch):  # A22
    own_loss(subject, lambda logits, labels: (logits, labels))


@defect("the model's own loss", HF)
def loss_shifted_twice(subject, patch):  # A22
    own_loss(subject, lambda logits, labels: (logits[:, :-2], labels[:, 2:]))


@defect("the model's own loss", HF)
def logits_viewed_across_axes(subject, patch):  # A26
    def spoil(logits, labels):
        return logits[:, :-1].transpose(1, 2).contiguous(), labels[:, 1:]

    own_loss(subject, spoil)


# The rotation. `turn_by` puts another function in the place of the model's own rotation, for
# queries and keys `(B, T, H, head_dim)` and tables `(T, width / 2)`.


def turn_by(subject, patch, turn):
    convention, family = subject_convention(subject), type(subject.model).__name__
    if family == "TinyGPT":
        patch.setattr(attention, "rotate", lambda x, cos, sin, **_: turn(x, cos, sin, convention))
        return
    module = sys.modules[type(subject.model).__module__]
    if family == "GPTJForCausalLM":
        patch.setattr(
            module, "apply_rotary_pos_emb", lambda x, sin, cos: turn(x, cos[0], sin[0], convention)
        )
        return

    def apply(q, k, cos, sin):
        width = cos.shape[-1]
        cos, sin = (table[0, :, : width // 2] for table in (cos, sin))

        def one(x):
            x = x.transpose(1, 2)
            turned = turn(x[..., :width], cos, sin, convention)
            return torch.cat((turned, x[..., width:]), -1).transpose(1, 2)

        return one(q), one(k)

    patch.setattr(module, "apply_rotary_pos_emb", apply)


def subject_convention(subject):
    pairing = "pairs" if subject.setting("model_type") == "gptj" else "halves"
    named = type(subject.model).__name__
    return Convention(pairing, -1 if named in ("NanoChatForCausalLM", "TinyGPT") else 1)


def other(pairing):
    return "pairs" if pairing == "halves" else "halves"


def spread(table, pairing):
    """A table of half width, laid out for a whole head."""
    if pairing == "halves":
        return torch.cat((table, table), -1)[..., None, :]
    return table.repeat_interleave(2, -1)[..., None, :]


def quarter(x, convention):
    """Every pair (a, b) as (-b, a), or (b, -a) for sign -1."""
    ones = torch.ones(x.shape[1], x.shape[-1] // 2)
    return rotate(x, 0 * ones, ones, pairing=convention.pairing, sign=convention.sign)


@defect("rotation", ROTATED)
def tables_of_one_layout_rotation_of_another(subject, patch):  # A59
    def turn(x, cos, sin, convention):
        mixed = Convention(other(convention.pairing), convention.sign)
        here = convention.pairing
        return x * spread(cos, here) + quarter(x, mixed) * spread(sin, here)

    turn_by(subject, patch, turn)


@defect("convention", ROTATED)
def the_other_pairing(subject, patch):  # A58
    def turn(x, cos, sin, convention):
        return rotate(x, cos, sin, pairing=other(convention.pairing), sign=convention.sign)

    turn_by(subject, patch, turn)


@defect("convention", ROTATED)
def the_other_sign(subject, patch):  # A60
    def turn(x, cos, sin, convention):
        return rotate(x, cos, sin, pairing=convention.pairing, sign=-convention.sign)

    turn_by(subject, patch, turn)


@defect("rotation", ROTATED)
def queries_and_keys_of_two_signs(subject, patch):  # A60
    turned = []

    def turn(x, cos, sin, convention):
        turned.append(x)
        sign = 1 if len(turned) % 2 else -1
        return rotate(x, cos, sin, pairing=convention.pairing, sign=sign)

    turn_by(subject, patch, turn)


@defect("rotation", ROTATED)
def heads_turned_instead_of_positions(subject, patch):  # A70
    def turn(x, cos, sin, convention):
        by_head = torch.arange(x.shape[2])[:, None] * torch.ones_like(cos[:1])
        return rotate(
            x.transpose(1, 2),
            by_head.cos(),
            by_head.sin(),
            pairing=convention.pairing,
            sign=convention.sign,
        ).transpose(1, 2)

    turn_by(subject, patch, turn)


@defect("rotation", ROTATED)
def sines_are_lost(subject, patch):  # A64, A83
    def turn(x, cos, sin, convention):
        return x * spread(cos, convention.pairing)

    turn_by(subject, patch, turn)


# The angles. `with_positions` lets the model's own tables be made for other positions.


def with_positions(subject, patch, change):
    model = subject.model
    if type(model).__name__ == "TinyGPT":
        last = len(model.rope.cos) - 1
        rows = change(torch.arange(last + 1)).clamp(max=last)
        model.rope.cos, model.rope.sin = model.rope.cos[rows], model.rope.sin[rows]
        patch.setattr(RopeCache, "compute", lambda self, device: None)
        return
    if type(model).__name__ == "GPT2LMHeadModel":
        table = type(model.transformer.wpe)
        read = table.forward

        def forward(self, ids):
            return read(self, change(ids) if len(self.weight) != V else ids)

        patch.setattr(table, "forward", forward)
        return
    kind = type(next(m for m in model.modules() if type(m).__name__.endswith("RotaryEmbedding")))
    make = kind.forward
    patch.setattr(
        kind, "forward", lambda self, x, position_ids: make(self, x, change(position_ids))
    )


@defect("rotation", ROTATED)
def positions_in_bfloat16(subject, patch):  # A63
    with_positions(subject, patch, lambda p: p.to(torch.bfloat16).long())


@defect("cached decoding", (*HF, "tiny_gpt"))
def new_tokens_at_position_0(subject, patch):  # A67
    if type(subject.model).__name__ == "TinyGPT":
        at = RopeCache.at
        patch.setattr(RopeCache, "at", lambda self, offset, length: at(self, 0, length))
    else:
        with_positions(subject, patch, lambda p: p - p.min())


@defect("end of the context", HF)
def positions_clamped(subject, patch):  # A66
    with_positions(subject, patch, lambda p: p.clamp(max=subject.max_len - 1))


@defect("end of the context", ("tiny_gpt",))
def tables_sliced_past_their_end(subject, patch):  # A66, as nanochat does
    def at(self, offset, length):
        return self.cos[offset : offset + length], self.sin[offset : offset + length]

    def broadcast(x, cos, sin, *, pairing, sign):
        return rotate(
            x, *(t.expand(x.shape[1], -1) for t in (cos, sin)), pairing=pairing, sign=sign
        )

    patch.setattr(RopeCache, "at", at)
    patch.setattr(attention, "rotate", broadcast)


def frequencies(subject):
    """The buffers of one pass's frequencies."""
    return [b for name, b in subject.model.named_buffers() if name.endswith("inv_freq")]


@defect("rotation", ROTATED)
def frequencies_left_at_zero(subject, patch):  # A75
    if type(subject.model).__name__ in ("TinyGPT", "GPTJForCausalLM"):
        with_positions_table(subject, patch)
    for buffer in frequencies(subject):
        buffer.zero_()


def with_positions_table(subject, patch):
    """Tables as if every position were 0."""
    model = subject.model
    if type(model).__name__ == "TinyGPT":
        with_positions(subject, patch, torch.zeros_like)
    else:
        table = model.transformer.rotary_emb.embed_positions
        table.copy_(table[:1].expand_as(table))


@defect("frequencies", LLAMA_LIKE)
def another_base(subject, patch):  # A76
    subject.model.config.rope_parameters["rope_theta"] = 500_000.0


@defect("frequencies", ("tiny_gpt",))
def base_of_the_config_not_read(subject, patch):  # A76
    subject.model.config.base = 10_000.0


@defect("frequencies", ("llama", "gemma", "qwen2", "nanochat"))
def llama3_scaling_not_applied(subject, patch):  # A72
    subject.model.config.rope_parameters |= {
        "rope_type": "llama3",
        "factor": 8.0,
        "low_freq_factor": 1.0,
        "high_freq_factor": 4.0,
        "original_max_position_embeddings": 64,
    }


@defect("frequencies", ("gpt_neox",))
def exponent_by_head_dim(subject, patch):  # A74
    for buffer in frequencies(subject):
        buffer.copy_(buffer ** (len(buffer) * 2 / 16))


@defect("frequencies", ("gpt_j",))
def table_by_head_dim(subject, patch):  # A74
    table = subject.model.transformer.rotary_emb.embed_positions
    cos, sin = tables(torch.arange(len(table)), 16, base=10_000.0)
    table.copy_(torch.cat((sin[:, :4], cos[:, :4]), 1))


@defect("stored angles", LLAMA_LIKE)
def frequencies_cast_to_bfloat16(subject, patch):  # A62, A64
    for module in subject.model.modules():
        if type(module).__name__.endswith("RotaryEmbedding"):
            module.to(torch.bfloat16)


# The cache and the mask


@defect("cached decoding", (*LLAMA_LIKE[:3], "gpt_j", "tiny_gpt"))
def cached_keys_turned_again(subject, patch):  # A82
    convention = subject_convention(subject)

    def again(k, old):
        """k is `(B, S, H, head_dim)`; its first `old` keys come from the cache."""
        cos, sin = tables(torch.arange(old), k.shape[-1], base=10_000.0)
        turned = rotate(k[:, :old], cos, sin, pairing=convention.pairing, sign=convention.sign)
        return torch.cat((turned, k[:, old:]), 1)

    update, append = DynamicLayer.update, KVCache.append

    def update_twice(self, k, v, *args, **kwargs):
        all_k, all_v = update(self, k, v, *args, **kwargs)
        old = all_k.shape[2] - k.shape[2]
        return again(all_k.transpose(1, 2), old).transpose(1, 2), all_v

    def append_twice(self, layer, k, v):
        all_k, all_v = append(self, layer, k, v)
        return again(all_k, all_k.shape[1] - k.shape[1]), all_v

    patch.setattr(DynamicLayer, "update", update_twice)
    patch.setattr(KVCache, "append", append_twice)


def attend_by(patch, change):
    """Change the mask of every attention; `attend` is torch's own."""
    attend = F.scaled_dot_product_attention

    def changed(q, k, v, attn_mask=None, dropout_p=0.0, is_causal=False, **kwargs):
        attn_mask, is_causal = change(q, k, attn_mask, is_causal)
        return attend(q, k, v, attn_mask=attn_mask, is_causal=is_causal, **kwargs)

    patch.setattr(F, "scaled_dot_product_attention", changed)


@defect("cached decoding", CACHED)
def mask_counts_from_the_first_key(subject, patch):  # A79
    attend_by(patch, lambda q, k, mask, causal: (None, True))


@defect("cached decoding", CACHED)
def no_causal_mask(subject, patch):  # A79
    attend_by(patch, lambda q, k, mask, causal: (None, False))


@defect("left padding", CACHED)
def padding_is_not_masked(subject, patch):  # A69
    def causal_only(q, k, mask, causal):
        T, S = q.shape[-2], k.shape[-2]
        return torch.ones(T, S, dtype=torch.bool).tril(S - T), False

    attend_by(patch, causal_only)
