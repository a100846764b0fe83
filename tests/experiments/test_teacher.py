"""The trial of a teacher: its weights, its tokens, and what it sees."""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from tokenizers import Tokenizer, models, pre_tokenizers

from numerate.text.wordpieces import MASK, NUMBER
from numerate.training.batches.split import MemorySplit
from numerate.training.nn import NumberModel, TokenizedInstance, preset

FOLDER = Path(__file__).parents[2] / "experiments" / "default-model"


@pytest.fixture
def smollm(monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    yield __import__("smollm")
    for name in ("smollm", "teacher", "clock", "gpu", "trials"):
        sys.modules.pop(name, None)


@pytest.fixture
def teacher(smollm):
    return __import__("teacher")


def test_symbols_are_those_of_the_package(smollm):
    assert (smollm.NUMBER, smollm.MASK) == (NUMBER, MASK)


def test_weights_in_parts_are_joined(smollm, tmp_path):
    packed = tmp_path / "packed"
    packed.write_bytes(bytes(range(25)))
    smollm.split(packed, tmp_path / "parts", size=2)
    assert smollm.joined(tmp_path / "parts") == smollm.joined(packed) == bytes(range(25))


def test_quantized_blocks_give_their_weights(smollm):
    scale, least = (np.array([x], np.float16).view(np.uint8) for x in (0.5, -1))
    levels = np.arange(16, dtype=np.uint8)
    block = np.concatenate([scale, least, levels | (15 - levels) << 4])
    weights = smollm.dequantized(np.stack([block, block]), 32)
    assert weights.shape == (2, 32)
    assert weights[1].tolist() == [*(0.5 * levels - 1), *(0.5 * levels[::-1] - 1)]
    bytes_ = np.concatenate([scale, np.arange(-16, 16, dtype=np.int8).view(np.uint8)])
    assert smollm.dequantized(bytes_[None], 32)[0].tolist() == [0.5 * i for i in range(-16, 16)]


def tokenizer(words: list[str], file: Path) -> Path:
    vocabulary = {word: i for i, word in enumerate(words)}
    built = Tokenizer(models.WordLevel(vocabulary, unk_token=words[0]))
    built.pre_tokenizer = pre_tokenizers.Whitespace()
    built.add_special_tokens([s for s in words if s[0] in "[<"])
    built.save(str(file))
    return file


def split() -> MemorySplit:
    """Two windows: "[CLS] rose by [#NUM] ( [#NUM] )", "[CLS] un ##known"."""
    ids = torch.tensor([1, 4, 5, 2, 6, 2, 7, 1, 8, 9], dtype=torch.int32)
    true, places = torch.ones(2, dtype=torch.bool), torch.tensor([3, 5], dtype=torch.int32)
    offsets = {"token_offsets": np.array([0, 7, 10]), "number_offsets": np.array([0, 2, 2])}
    return MemorySplit(ids, torch.tensor([3.0, 4.0]).double(), true, ~true, places, **offsets)


def test_windows_keep_their_numbers_in_other_tokens(smollm, tmp_path):
    pieces = ["[UNK]", "[CLS]", NUMBER, MASK, "rose", "by", "(", ")", "un", "##known"]
    source = tokenizer(pieces, tmp_path / "pieces.json")
    target = tokenizer(["[UNK]", "<|endoftext|>", NUMBER, "by", "rose", "unknown"], tmp_path / "target.json")
    assert smollm.Retokenizer(str(source), str(target)).text([4, 5, 2, 6, 2, 7, 8, 9]) == (
        f" rose by {NUMBER} ({NUMBER}) unknown"
    )
    other = smollm.retokenized(split(), source, target, processes=1)
    assert other.ids.tolist() == [1, 4, 3, 2, 0, 2, 0, 1, 5]
    assert other.places.tolist() == [3, 5]
    assert other.token_offsets.tolist() == [0, 7, 9]


def test_some_windows_of_a_split(teacher):
    second = teacher.take(split(), np.array([1, 0]))
    assert second.ids.tolist() == [1, 8, 9, 1, 4, 5, 2, 6, 2, 7]
    assert second.number_offsets.tolist() == [0, 0, 2]
    assert second.values.tolist() == [3, 4]


def test_the_error_of_a_mean_counts_windows(teacher):
    values, windows = np.array([1.0, 1.0, -1.0, -1.0]), np.array([0, 0, 1, 1])
    assert teacher.difference(values, windows) == pytest.approx((0, 8**0.5 / 4))
    assert teacher.difference(values, np.arange(4)) == pytest.approx((0, 0.5))


def test_a_decoder_sees_both_sides_but_no_number_itself(smollm):
    sizes = {"hidden_size": 16, "intermediate_size": 16, "num_hidden_layers": 2, "vocab_size": 12}
    heads = {"num_attention_heads": 2, "num_key_value_heads": 1}
    config = replace(
        preset("loo-digits"),
        checkpoint=None,
        pretrained=False,
        architecture={**smollm.CONFIG, **sizes, **heads},
    )
    torch.manual_seed(0)
    model = NumberModel.from_config(config).eval()
    ids = np.array([0, 4, 12, 5, 12, 6])

    def states(ids, *values):
        batch = model.collator()([TokenizedInstance(ids, np.array(values))])
        return model.encode(batch, batch.values)[0, :2]

    before = states(ids, 3.0, 70.0)
    other_value, other_word = states(ids, 5.0, 70.0), states(np.array([0, 4, 12, 5, 12, 7]), 3.0, 70.0)
    assert torch.equal(before[0], other_value[0])
    assert not torch.allclose(before[1], other_value[1])
    assert not torch.allclose(before[0], other_word[0])
