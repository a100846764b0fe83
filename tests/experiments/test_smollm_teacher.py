"""The SmolLM2 teacher of the reader of claims: its tokens, its blocks, and what it hands to its student."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import torch
from experiments.claim_reader import mine
from tokenizers import Tokenizer, models, pre_tokenizers

from numerate.text.wordpieces import DEFAULT

ROOT = Path(__file__).parents[2] / "experiments"
SINGERS = mine.Text("", "Of 64 singers 38 are women and 26 men.")
RAIN = mine.Text("", "It rained for 3 days in May, 12 mm in all.")
WORDS = "of singers are women and men it rained for days in may all mm . ,".split()


@pytest.fixture
def teacher(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    for folder in ("claim_reader", "default-model"):
        monkeypatch.syspath_prepend(str(ROOT / folder))
    names = ("smollm_teacher", "smollm_network", "smollm", "train", "network")
    for name in names:
        monkeypatch.delitem(sys.modules, name, raising=False)
    yield __import__("smollm_teacher")
    for name in names:
        sys.modules.pop(name, None)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    vocabulary = {word: i for i, word in enumerate(["<|endoftext|>", *WORDS, "?"])}
    built = Tokenizer(models.WordLevel(vocabulary, unk_token="?"))
    built.pre_tokenizer = pre_tokenizers.Whitespace()
    built.save(str(tmp_path / "tokenizer.json"))
    return tmp_path / "tokenizer.json"


def windows() -> dict[str, Any]:
    """Return a passage with another one, and alone: the longer window first."""
    return mine.pack(mine.whole(SINGERS, RAIN)[::-1])


def tiny(teacher: ModuleType) -> Any:
    torch.manual_seed(0)
    sizes = teacher.Sizes(width=32, inner=32, heads=4, groups=2, words=len(WORDS) + 2, layers=2)
    return teacher.Teacher(sizes, teacher.SYMBOLS + 1, dropout=0.0)


def settings(folder: Path, **more: Any) -> argparse.Namespace:
    shared = {"passages": 1, "knowledge": 1, "final": False, "seed": 0, "batch": 4, "scale": 10.0}
    shared |= {"size_scale": 0.2, "taught_share": 0.5, "start": None}
    return argparse.Namespace(data=folder, name="tiny", minutes=0.005, **shared, **more)


def test_figures_are_found_in_the_other_tokens(teacher: ModuleType, target: Path) -> None:
    before = windows()
    [after] = teacher.retokenized([before], DEFAULT, target, processes=1)
    first = len(WORDS) + 2
    old, new = (teacher.Windows([each]).batch(np.arange(2), "cpu") for each in (before, after))
    for row, count in enumerate(before["figures"]):
        symbols = [each.ids[row, each.places[row, :count]] for each in (old, new)]
        assert torch.equal(symbols[0] - teacher.BREAK, symbols[1] - first)
    assert (new.ids[0] == first).sum() == 1  # the end of a paragraph
    spelled = Tokenizer.from_file(str(target)).decode(new.ids[1, : new.lengths[1]].tolist())
    assert spelled == "<|endoftext|> of singers are women and men ."
    assert np.array_equal(before["equations"], after["equations"])


def test_blocks_are_those_of_llama(teacher: ModuleType) -> None:
    from transformers import LlamaConfig, LlamaModel

    model = tiny(teacher).decoder.eval()
    sizes = model.sizes
    config = LlamaConfig(
        hidden_size=sizes.width,
        intermediate_size=sizes.inner,
        num_hidden_layers=sizes.layers,
        num_attention_heads=sizes.heads,
        num_key_value_heads=sizes.groups,
        vocab_size=sizes.words,
        rms_norm_eps=sizes.epsilon,
        rope_parameters={"rope_type": "default", "rope_theta": sizes.rotation},
    )
    llama = LlamaModel(config).eval()
    model.load({name: value.numpy() for name, value in llama.state_dict().items()})
    ids = torch.randint(0, sizes.words, (2, 9))
    with torch.no_grad():
        theirs = llama(ids).last_hidden_state
        ours = model(ids, torch.tensor([9, 9]), causal=True)[:, :9]
        both_ways = model(ids, torch.tensor([9, 9]))[:, :9]
    assert torch.allclose(ours, theirs, atol=1e-5)
    assert not torch.allclose(both_ways[:, 0], theirs[:, 0], atol=1e-2)


def test_probabilities_line_up_with_equations(teacher: ModuleType, target: Path) -> None:
    [part] = teacher.retokenized([windows()], DEFAULT, target, processes=1)
    model, data = tiny(teacher), teacher.Windows([part])
    together, amounts = data.probabilities(model, "cpu")
    alone, sizes = [], []
    for i in range(len(data)):
        batch = data.batch(np.array([i]), "cpu")
        roles, each = model(batch.ids, batch.lengths, batch.places)
        alone.append(model.score(roles, batch.window, batch.equations).sigmoid().detach())
        sizes.append(each[torch.isfinite(batch.sizes)].softmax(-1).detach())
    assert len(together) == len(part["equations"])
    assert np.allclose(together, torch.cat(alone), atol=1e-3)
    assert np.allclose(amounts, torch.cat(sizes), atol=1e-3)
    assert len(amounts) == 2


def test_steps_lower_the_loss(teacher: ModuleType, target: Path) -> None:
    [part] = teacher.retokenized([windows()], DEFAULT, target, processes=1)
    model, batch = tiny(teacher), teacher.Windows([part]).batch(np.arange(2), "cpu")
    optimizer, values = teacher.optimizer_of(model, 1e-3), []
    assert sum(len(group["params"]) for group in optimizer.param_groups) == len(list(model.parameters()))
    for _ in range(4):
        loss = teacher.mean_loss(model, batch, settings(target.parent), "cpu")
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        values.append(float(loss.detach()))
    assert values[-1] < values[0]


def test_a_batch_without_equations_has_a_finite_loss(teacher: ModuleType, target: Path) -> None:
    part = windows()
    none = {name: part[name][:0] for name in ("equations", "chances", "equation_weights")}
    part |= none | {"counts": np.zeros_like(part["counts"])}
    [part] = teacher.retokenized([part], DEFAULT, target, processes=1)
    batch = teacher.Windows([part]).batch(np.arange(2), "cpu")
    loss = teacher.mean_loss(tiny(teacher), batch, settings(target.parent), "cpu")
    assert loss.isfinite()


def test_a_gradient_that_is_not_finite_changes_nothing(teacher: ModuleType, target: Path) -> None:
    [part] = teacher.retokenized([windows()], DEFAULT, target, processes=1)
    model = tiny(teacher)
    with torch.no_grad():
        model.bias[0] = torch.nan  # of sums, which both windows have
    before = model.roles.weight.detach().clone()
    given = settings(target.parent)
    done = teacher.fit(
        model,
        teacher.optimizer_of(model, 1e-3),
        [teacher.Windows([part])],
        given,
        lambda ids: ids,
        lambda *_: 1.0,
    )
    assert done["skipped"] == done["steps"] > 0
    assert torch.equal(before, model.roles.weight)


def test_a_student_reads_what_the_teacher_says(
    teacher: ModuleType, target: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    train, data = sys.modules["train"], tmp_path / "data"
    data.mkdir()
    for name in ("passages-a", "passages-g", "valid-a"):
        np.savez(data / f"{name}.npz", **windows())
    monkeypatch.setattr(teacher, "initial", lambda given: tiny(teacher))
    more = {"pieces": DEFAULT, "smollm": target.parent, "processes": 1, "compile": False, "save": None}
    outs = [tmp_path / "t0", tmp_path / "t1"]
    for out in outs:
        teacher.train(settings(data, out=out, layers=2, rate=1e-4, hide=0.1, **more))
    [line] = (outs[0] / "results.jsonl").read_text().splitlines()
    assert '"valid"' in line
    assert '"passages-g"' in line
    assert sorted(file.name for file in outs[0].glob("taught-*")) == [
        "taught-passages-a.npz",
        "taught-passages-g.npz",
    ]
    [passages] = train.training_sets(settings(data), lambda file: train.read_taught(file, outs))
    assert len(passages) == 2  # without those that are held out
    said = [np.load(out / "taught-passages-a.npz")["taught"].astype(np.float32) for out in outs]
    assert np.allclose(passages.batch(np.arange(2), "cpu").taught, np.mean(said, 0), atol=1e-3)
    network = train.ClaimNetwork(31000, 200, layers=1, width=24)
    own, amounts = passages.probabilities(network, "cpu")
    passages.learn_from([network], "cpu", before=2)
    assert np.allclose(passages.arrays["taught"], (said[0] + said[1] + own) / 3, atol=1e-3)
    assert np.allclose(passages.batch(np.arange(2), "cpu").taught_sizes, amounts)
