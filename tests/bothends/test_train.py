"""Training: stopped and gone on with to the bit, and shared by two processes without a change."""

import json
import math
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from torch.nn import functional as F

from bookbuild.paths import ROOT
from bothends.model import generate
from bothends.train import Run, Settings, draw, load, read_text, restore, save
from bothends.train.command import main
from bothends.tying import ends, is_tied

SMALL = Settings(vocab_size=301, n_layer=1, n_head=2, n_embd=16, sequence_len=16, batch=4)
OPTIONS = ["--vocab-size=301", "--n-layer=1", "--n-head=2", "--n-embd=16", "--sequence-len=16"]
OPTIONS += ["--batch=4"]
TRAIN = ["-m", "bothends.train", *OPTIONS]
TORCHRUN = ["-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2"]
WORKER = Path(__file__).parent / "train_worker.py"


@pytest.fixture(scope="module")
def story():
    text, tokenizer, settings = read_text(None, SMALL)
    assert settings.vocab_size == 301
    return torch.tensor(tokenizer.encode(text).ids), tokenizer


def gone(run, steps):
    for _ in range(steps):
        run.step()
    return run


def same_bits(one, two):
    assert one.losses == two.losses
    assert torch.equal(one.generator.get_state(), two.generator.get_state())
    weights = [run.model.state_dict() for run in (one, two)]
    assert all(torch.equal(weights[0][name], weights[1][name]) for name in weights[0])


def command(*arguments):
    """Return how to start a Python program on the CPU, with this checkout's package."""
    settings = {"PYTHONPATH": str(ROOT), "BOTHENDS_DEVICE": "cpu", "OMP_NUM_THREADS": "1"}
    return {"args": [sys.executable, *map(str, arguments)], "env": os.environ | settings}


def finished(*arguments):
    run = subprocess.run(**command(*arguments), capture_output=True, text=True, timeout=240)
    assert run.returncode == 0, run.stderr


def saved(folder):
    return torch.load(folder / "checkpoint.pt", weights_only=True)


@pytest.mark.parametrize("change", [{}, {"tied": False}, {"rope": False}])
def test_a_saved_run_goes_on_as_if_it_had_never_stopped(tmp_path, story, change):
    ids, tokenizer = story
    settings = replace(SMALL, **change)
    whole = gone(Run(settings, ids), 7)
    save(tmp_path, gone(Run(settings, ids), 4), tokenizer)
    again = Run(settings, ids)
    restore(tmp_path, again)
    assert len(again.losses) == 4
    same_bits(gone(again, 3), whole)
    assert is_tied(*ends(again.model)) == settings.tied


def test_optimizer_and_generator_are_part_of_it(tmp_path, story):
    """Without either, the run goes another way: so the test above can fail."""
    ids, tokenizer = story
    first = gone(Run(SMALL, ids), 4)
    save(tmp_path, first, tokenizer)
    weights_only = Run(SMALL, ids)
    weights_only.model.load_state_dict(saved(tmp_path)["model"])
    without_memory = Run(SMALL, ids)
    without_memory.model.load_state_dict(saved(tmp_path)["model"])
    without_memory.generator.set_state(first.generator.get_state())
    want = gone(first, 3).losses[4:]
    assert gone(weights_only, 3).losses != want
    assert gone(without_memory, 3).losses[0] == want[0]
    assert without_memory.losses[1:] != want[1:]


def test_a_killed_program_reaches_the_same_weights(tmp_path):
    endless = command(*TRAIN, tmp_path / "killed", "--steps=1000000", "--save-every=5")
    with subprocess.Popen(**endless) as killed:
        until = time.monotonic() + 120
        while not (tmp_path / "killed/checkpoint.pt").exists():
            assert killed.poll() is None and time.monotonic() < until
            time.sleep(0.001)
        killed.kill()
    reached = len(saved(tmp_path / "killed")["losses"])
    assert reached > 0 and reached % 5 == 0
    for name in ("killed", "whole"):
        finished(*TRAIN, tmp_path / name, f"--steps={reached + 10}", "--save-every=5")
    one, two = saved(tmp_path / "whole"), saved(tmp_path / "killed")
    assert one["losses"] == two["losses"] and len(one["losses"]) == reached + 10
    assert all(torch.equal(one["model"][name], two["model"][name]) for name in one["model"])
    assert torch.equal(one["generator"], two["generator"])


CASES = {
    "replicas": ([], True),
    "sharded": (["--sharded"], True),
    "sharded and untied": (["--sharded", "--no-tied"], False),
}


@pytest.fixture(scope="module")
def by_two(tmp_path_factory, story):
    """The folder of runs that one process began with 3 steps, and two went on with for 3 more."""
    folder, (ids, tokenizer) = tmp_path_factory.mktemp("by two"), story
    for name, (_, tied) in CASES.items():
        save(folder / name, gone(Run(replace(SMALL, tied=tied), ids), 3), tokenizer)
    asked = [[str(folder / name), "--steps=6", *OPTIONS, *CASES[name][0]] for name in CASES]
    finished(*TORCHRUN, WORKER, json.dumps(asked))
    return folder


@pytest.mark.parametrize("name", CASES)
def test_two_processes_go_on_as_one_would(by_two, story, name):
    """301 rows do not split evenly."""
    alone = gone(Run(replace(SMALL, tied=CASES[name][1]), story[0]), 6)
    state = saved(by_two / name)
    assert len(set(state["losses"])) == 6
    torch.testing.assert_close(state["losses"], alone.losses, atol=1e-5, rtol=0)
    torch.testing.assert_close(state["model"], dict(alone.model.state_dict()), atol=1e-4, rtol=0)
    assert torch.equal(state["generator"], alone.generator.get_state())


def test_the_first_step_is_what_torch_alone_computes(device, story):
    ids = story[0].to(device)
    run = Run(SMALL, ids)
    model = Run(SMALL, ids).model
    starts = torch.randint(len(ids) - 15, (4, 1), generator=torch.Generator().manual_seed(0))
    windows = torch.stack([ids[start : start + 16] for start in starts.flatten().tolist()])
    want = F.cross_entropy(model(windows[:, :-1]).mT, windows[:, 1:])
    assert abs(run.step() - want.item()) < 1e-5
    assert abs(want.item() - math.log(301)) < 0.2
    want.backward()
    torch.testing.assert_close(run.model.head.weight.grad, model.head.weight.grad)


def test_windows_lie_in_the_text_and_reach_its_end():
    windows = draw(torch.arange(10), 500, 4, torch.Generator().manual_seed(0))
    assert windows.shape == (500, 4)
    assert windows[:, 0].unique().tolist() == [0, 1, 2, 3, 4, 5, 6]
    assert (windows.diff() == 1).all()
    with pytest.raises(ValueError, match="the text has 3 ids and a window 4"):
        draw(torch.arange(3), 1, 4, torch.Generator())


def test_a_seed_does_not_depend_on_what_was_drawn_before(story):
    torch.manual_seed(1)
    before = torch.random.get_rng_state()
    one = Run(SMALL, story[0])
    assert torch.equal(torch.random.get_rng_state(), before)
    torch.rand(3)
    same_bits(one, Run(SMALL, story[0]))
    other = Run(replace(SMALL, seed=1), story[0])
    assert not torch.equal(one.model.head.weight, other.model.head.weight)


def test_another_run_in_the_folder_is_refused(tmp_path, story):
    ids, tokenizer = story
    save(tmp_path, gone(Run(SMALL, ids), 1), tokenizer)
    with pytest.raises(ValueError, match=r"another run: tied True, now False; lr 0.003, now 0.1\."):
        restore(tmp_path, Run(replace(SMALL, tied=False, lr=0.1), ids))
    with pytest.raises(ValueError, match="another run: text "):
        restore(tmp_path, Run(SMALL, ids[1:]))


def test_the_program_trains_on_a_file_and_goes_on(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("BOTHENDS_DEVICE", "cpu")
    text = tmp_path / "rain.txt"
    text.write_text("It rains, and it rains, and the river rises. " * 20)
    folder = tmp_path / "model"
    arguments = [str(folder), "--text", str(text), "--prompt", "It", *OPTIONS]
    main([*arguments, "--steps", "2"])
    main([*arguments, "--steps", "4"])
    out = capsys.readouterr().out
    assert out.count("saved in") == 2 and "step 4: loss " in out and "\nIt" in out
    losses = saved(folder)["losses"]
    assert len(losses) == 4 and losses[3] < losses[0]
    model, tokenizer = load(folder)
    prompt = torch.tensor([tokenizer.encode("It").ids])
    assert generate(model, prompt, 3, temperature=0).shape == (1, prompt.shape[1] + 3)
    assert model.config.vocab_size == tokenizer.get_vocab_size() < 301
    with pytest.raises(SystemExit, match="holds another run: seed 0, now 1"):
        main([*arguments, "--seed", "1"])
    with pytest.raises(SystemExit):
        main([*arguments, "--steps", "0"])
    assert "argument --steps: 0 is not 1 or more" in capsys.readouterr().err


def test_sharded_needs_torchrun(tmp_path, monkeypatch):
    monkeypatch.setenv("BOTHENDS_DEVICE", "cpu")
    monkeypatch.delenv("WORLD_SIZE", raising=False)
    with pytest.raises(RuntimeError, match="torchrun --standalone"):
        main([str(tmp_path), "--sharded"])
