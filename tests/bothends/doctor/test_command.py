"""`python -m bothends.doctor`: what it prints, its exit code, and what it refuses to execute."""

import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file
from torch import nn

from bookbuild.paths import ROOT
from bothends.doctor.command import main
from bothends.vocab import fingerprint
from tests.bothends.doctor.zoo import OURS, build, tokenizer

FACTORIES = """
import torch
from torch import nn
from bothends.model import Config, TinyGPT
from bothends.tying import TiedTokenIO

def tiny():
    torch.manual_seed(0)
    return TinyGPT(Config(vocab_size=100, n_layer=1, n_head=3, n_embd=48, sequence_len=8))

def copied():
    model = TiedTokenIO(100, 48, pad_id=0)
    model.head.weight = nn.Parameter(model.embedding.weight.detach().clone())
    return model, torch.optim.AdamW(model.parameters())

def padded_with_words():
    model = TiedTokenIO(100, 48, pad_id=0)
    torch.nn.init.normal_(model.embedding.weight, std=0.02)
    return model

def nothing():
    return 3

def broken():
    return 1 / 0
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    (tmp_path / "factories.py").write_text(FACTORIES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    sys.modules.pop("factories", None)


def run(capsys, *argv):
    code = main([str(word) for word in argv])
    return code, *capsys.readouterr()


def statuses(text):
    return {(f["check"], f["status"]) for f in json.loads(text)["findings"]}


def test_a_healthy_model(here, capsys):
    code, out, err = run(capsys, "factories:tiny")
    assert (code, err) == (0, "")
    assert out.startswith("TinyGPT: 39,936 parameters, float32\n")
    assert "not checked  vocabulary contract: no tokenizer was given" in out
    assert "0 warning, 0 problem" in out.splitlines()[-1]


def test_a_problem_says_what_to_do_and_where_to_read(here, capsys):
    code, out, _ = run(capsys, "factories:copied")
    assert code == 1
    assert "PROBLEM      tie: two Parameters with the same values" in out
    assert "             to do: call bothends.tying.retie(model)" in out
    assert "             read: notebooks/08_weight_tying.ipynb" in out
    assert all(len(line) <= 92 for line in out.splitlines())


def test_each_chapter_it_names_exists():
    from bothends.doctor.examine import CHECKS

    for check in CHECKS:
        assert (ROOT / "notebooks" / f"{check.chapter}.ipynb").exists()


def test_json(here, capsys):
    code, out, _ = run(capsys, "factories:copied", "--json")
    assert code == 1
    assert {("tie", "problem"), ("optimizer groups", "ok")} <= statuses(out)


def test_strict_fails_on_a_warning(here, capsys):
    assert run(capsys, "factories:padded_with_words")[0] == 0
    assert run(capsys, "factories:padded_with_words", "--strict")[0] == 1


def test_as_a_process(here):
    command = [sys.executable, "-m", "bothends.doctor", "factories:copied", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=here)
    assert (done.returncode, done.stderr) == (1, "")
    assert ("tie", "problem") in statuses(done.stdout)


def test_transformers_is_not_needed_for_a_model_without_it(here):
    program = (
        "import sys; sys.modules['transformers'] = sys.modules['safetensors'] = None\n"
        "from bothends.doctor.command import main; sys.exit(main(['factories:tiny']))"
    )
    assert subprocess.run([sys.executable, "-c", program], cwd=here, timeout=120).returncode == 0


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["no_such_module:f"], "No module named 'no_such_module'"),
        (["factories:no_such"], "no attribute 'no_such'"),
        (["factories:nothing"], "returned int, and no torch.nn.Module"),
        (["factories:broken"], "ZeroDivisionError: division by zero"),
        (["factories.py", "--weights", "w.pt"], "brings its weights"),
        (["factories:tiny", "--weights", "list.pt"], "holds no tensors by name"),
        (["list.pt"], "holds tensors and no model to put them in"),
        (["nowhere"], "is no file or folder here"),
        (["factories:tiny", "--weights", "none.safetensors"], "there is no file"),
        (["factories:tiny", "--tokenizer", "none.json"], "there is no file"),
        (["factories:tiny", "--tokenizer", "factories.py"], "is no tokenizer.json"),
        (["factories:tiny", "--contract", "factories.py"], "is no contract"),
        (["factories:tiny", "--write-contract", "c.json"], "--write-contract needs a tokenizer"),
    ],
)
def test_what_cannot_be_loaded_is_said_in_one_line(here, capsys, argv, message):
    torch.save([1.0], "list.pt")
    code, out, err = run(capsys, *argv)
    assert (code, out) == (2, "")
    assert message in err
    assert "Traceback" not in err


# Checkpoints


def saved(path, **changes):
    weights = OURS["tiny_gpt"]().state_dict()
    save_file({name: t.clone() for name, t in (weights | changes).items() if t is not None}, path)


FACTORY = """
from tests.bothends.doctor.zoo import build
def tiny(): return build("tiny_gpt")
"""


@pytest.fixture
def tied_here(here):
    (here / "factories.py").write_text(FACTORY)
    return here


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({}, None),
        ({"head.weight": None}, None),  # the other name of the tied table
        ({"head.weight": None, "input.table.weight": None}, "missing: input.table.weight"),
        ({"head.weight": torch.ones(128, 48)}, "conflicting: head.weight and input.table.weight"),
        ({"old.weight": torch.ones(2)}, "unexpected: old.weight"),
        ({"blocks.0.up.weight": torch.ones(9, 48)}, "mismatched: blocks.0.up.weight (9, 48)"),
    ],
)
def test_safetensors_into_a_factorys_model(tied_here, capsys, changes, kind):
    saved("model.safetensors", **changes)
    code, out, _ = run(
        capsys, "factories:tiny", "--weights", "model.safetensors", "--no-trained", "--json"
    )
    assert code == (kind is not None)
    if kind:
        findings = json.loads(out)["findings"]
        assert any(f["found"].startswith(kind) and f["remedy"] for f in findings)


def test_weights_are_taken_as_trained(tied_here, capsys):
    saved("model.safetensors")
    _, out, _ = run(capsys, "factories:tiny", "--weights", "model.safetensors", "--json")
    assert ("initial loss", "not checked") in statuses(out)


@pytest.mark.parametrize("family", ["llama", "gemma", "gpt_neox"])
def test_a_folder_that_transformers_saved(here, capsys, family):
    build(family).save_pretrained("saved")
    tokenizer().save("saved/tokenizer.json")
    capsys.readouterr()
    code, out, _ = run(capsys, "saved", "--no-trained", "--json")
    assert code == 0
    assert {("checkpoint", "ok"), ("vocabulary contract", "ok")} <= statuses(out)


def test_a_folder_without_its_head(here, capsys):
    model = build("llama")
    model.save_pretrained("saved")
    weights = {n: t for n, t in model.state_dict().items() if n != "lm_head.weight"}
    save_file(weights, "saved/model.safetensors", metadata={"format": "pt"})
    _, out, _ = run(capsys, "saved", "--no-trained", "--json")
    assert ("checkpoint", "problem") in statuses(out)


def test_text_tells_a_trained_model_from_one_with_another_tokenizer(here, capsys):
    """A model that knows which id follows which, with its ids and with renumbered ones."""
    from bothends.data import the_mill
    from bothends.tokenizer import train_bpe

    words = train_bpe(the_mill(), 256)
    ids = torch.tensor(words.encode(the_mill()).ids)
    counts = torch.full((256, 256), 0.01).index_put(
        (ids[:-1], ids[1:]), torch.ones(len(ids) - 1), accumulate=True
    )
    torch.save(Bigrams(counts), "bigrams.pt")
    words.save("tokenizer.json")
    renumbered = json.loads(words.to_str())
    vocab = renumbered["model"]["vocab"]
    renumbered["model"]["vocab"] = {t: (i * 7 + 3) % 256 for t, i in vocab.items()}
    Path("other.json").write_text(json.dumps(renumbered))
    for file, status, code in (("tokenizer.json", "ok", 0), ("other.json", "problem", 1)):
        argv = ["bigrams.pt", "--allow-pickle", "--tokenizer", file, "--json"]
        found, out, _ = run(capsys, *argv)
        assert ("loss on text", status) in statuses(out)
        assert found == code


class Bigrams(nn.Module):
    """Logits of the next id, from counts of pairs."""

    def __init__(self, counts):
        super().__init__()
        self.embedding = nn.Embedding.from_pretrained(counts.log(), freeze=False)
        self.head = nn.Linear(256, 256, bias=False)
        nn.init.eye_(self.head.weight)

    def forward(self, ids):
        return self.head(self.embedding(ids))


# Pickles


class Bomb:
    def __reduce__(self):
        return Path.touch, (Path("executed"),)


@pytest.mark.parametrize("argv", [["bomb.pt"], ["factories:tiny", "--weights", "bomb.pt"]])
@pytest.mark.parametrize("by_torch", [True, False])
def test_a_pickle_is_never_executed_unasked(here, capsys, argv, by_torch):
    bomb = {"weight": Bomb()}
    torch.save(bomb, "bomb.pt") if by_torch else Path("bomb.pt").write_bytes(dump(bomb))
    code, _, err = run(capsys, *argv)
    assert code == 2
    assert "--allow-pickle" in err
    assert not Path("executed").exists()


def dump(thing):
    return pickle.dumps(thing, protocol=2)


def test_a_pickle_disguised_as_safetensors_is_no_safetensors(here, capsys):
    Path("bomb.safetensors").write_bytes(dump(Bomb()))
    code, _, err = run(capsys, "factories:tiny", "--weights", "bomb.safetensors", "--allow-pickle")
    assert code == 2
    assert "is no safetensors file" in err
    assert not Path("executed").exists()


def test_a_folder_with_a_pickle_only_is_refused(here, capsys):
    build("llama").config.save_pretrained("saved")
    torch.save({"weight": Bomb()}, "saved/pytorch_model.bin")
    assert run(capsys, "saved")[0] == 2
    assert run(capsys, "saved", "--allow-pickle")[0] == 2  # transformers reads tensors only
    assert not Path("executed").exists()


def test_a_folder_with_code_of_its_own_is_refused(here, capsys):
    config = build("llama").config.to_dict()
    config |= {"model_type": "mine", "auto_map": {"AutoModelForCausalLM": "mine.Mine"}}
    config["auto_map"]["AutoConfig"] = "mine.MineConfig"
    Path("saved").mkdir()
    Path("saved/config.json").write_text(json.dumps(config))
    Path("saved/mine.py").write_text("import pathlib; pathlib.Path('executed').touch()")
    assert run(capsys, "saved")[0] == 2
    assert not Path("executed").exists()


def test_tensors_in_a_pickle_need_no_flag(tied_here, capsys):
    torch.save({"state_dict": OURS["tiny_gpt"]().state_dict()}, "model.pt")
    code, out, _ = run(capsys, "factories:tiny", "--weights", "model.pt", "--no-trained", "--json")
    assert code == 0
    assert ("checkpoint", "ok") in statuses(out)


# Contracts


def test_a_contract_is_written_and_kept(tied_here, capsys):
    tokenizer().save("tokenizer.json")
    tokenizer(shift=1).save("other.json")
    argv = ["factories:tiny", "--json", "--tokenizer"]
    assert run(capsys, *argv, "tokenizer.json", "--write-contract", "c.json")[0] == 0
    kept = json.loads(Path("c.json").read_text())
    assert kept == {
        "tokenizer_size": 100,
        "valid_size": 100,
        "rows": 128,
        "fingerprint": fingerprint(tokenizer()),
    }
    assert run(capsys, *argv, "tokenizer.json", "--contract", "c.json")[0] == 0
    code, out, _ = run(capsys, *argv, "other.json", "--contract", "c.json")
    assert code == 1
    assert ("vocabulary contract", "problem") in statuses(out)


@pytest.mark.parametrize(("name", "code"), [("nanochat", 0), ("roformer", 1), ("llama_hf", 1)])
def test_the_reader_may_name_the_convention(tied_here, capsys, name, code):
    assert run(capsys, "factories:tiny", "--convention", name)[0] == code
