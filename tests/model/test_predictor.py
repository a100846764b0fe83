from __future__ import annotations

import math
import tracemalloc
from pathlib import Path

import numpy as np
import numpy.testing as npt
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from numerate.distributions import Distribution
from numerate.model import Predictor, load
from numerate.model import predictor as module
from numerate.model.windows import read
from numerate.text import extract
from numerate.text.wordpieces import WordPieces, to_ids, token
from numerate.training.prepare.instances import InstanceMaker, InstanceRecipe

REPORT = (
    "Profit rose 12% to $3.4 million in the quarter. Sales of the company fell to 250 tonnes in 2016, "
    "from 0.5 percent. The index was 0."
)
NEWS = "The bank said its shares rose {} percent on the {} of the year, to {:,} dollars.\n\n"


def assert_same(first: Distribution, other: Distribution) -> None:
    for name, array in first.parameters().items():
        npt.assert_allclose(array, other.parameters()[name], atol=1e-4)


def news(count: int) -> str:
    return "".join(NEWS.format(i % 17, 1 + i % 28, 1000 + 7 * i) for i in range(count))


def test_one_prediction_for_each_mask_in_order(model: Predictor) -> None:
    text = "Profit rose [#MASK] percent to $[#MASK] million in 2016."
    first, second = model.predict(text)
    assert (first.number.text, second.number.text) == ("[#MASK] percent", "$[#MASK] million")
    assert text[second.number.start : second.number.end] == second.number.text
    assert math.isnan(first.number.value)
    assert first.median != second.median
    assert model.predict("Profit rose 12 percent.") == []


def test_several_texts_are_predicted_as_each_alone(model: Predictor) -> None:
    texts = ["It rose [#MASK] percent.", "Nothing.", news(30) + "And [#MASK] to [#MASK].", "[#MASK]"]
    batched = model.predict(texts)
    assert [len(predictions) for predictions in batched] == [1, 0, 2, 1]
    for text, predictions in zip(texts, batched, strict=True):
        for first, other in zip(model.predict(text), predictions, strict=True):
            assert_same(first.distribution, other.distribution)
            assert first.number == other.number or math.isnan(first.number.value)


def test_each_number_is_predicted_as_if_it_alone_were_masked(model: Predictor) -> None:
    judged = model.judge(REPORT)
    for place, number in enumerate(judged.numbers):
        start, end = number.numeral
        [masked] = model.predict(REPORT[:start] + "[#MASK]" + REPORT[end:])
        assert_same(judged.distributions[place], masked.distribution)


def test_predictions_depend_on_the_other_numbers(model: Predictor) -> None:
    first, other = (model.predict(f"Of {n} people [#MASK] rose.")[0].distribution for n in ("5", "5 million"))
    assert np.abs(first.parameters()["logits"] - other.parameters()["logits"]).max() > 1e-3


@pytest.mark.parametrize(
    "written", ["five percent", "5.0 percent", "FIVE PERCENT", "5\npercent", "05  percent"]
)
def test_case_whitespace_and_style_do_not_matter(model: Predictor, written: str) -> None:
    shapes = ("In 2016 its Shares rose {} to $12.", "IN 2016 ITS SHARES ROSE {} TO $12.")
    first, other = (model.judge(s.format(w)) for s, w in zip(shapes, ("5 percent", written), strict=True))
    assert_same(first.distributions, other.distributions)


def test_numbers_out_of_range_have_a_reason(model: Predictor) -> None:
    judged = model.judge("Between 0.0000001 and 5, or 1e30, of 0.")
    assert [number.value for number in judged.numbers] == [1e-7, 5, 1e30, 0]
    assert judged.index.tolist() == [1, 3]
    assert judged.values.tolist() == [5, 0]
    assert judged.reason(0) == "1e-07 is out of the range that this model knows (0 and 1e-06 to 1e+16)"
    assert judged.reason(1) is None
    assert judged.distributions.batch_shape == (2,)
    assert [p.number.value for p in judged.predictions()] == [5, 0]


@pytest.mark.parametrize("text", ["", "   \n", "No number here."])
def test_a_text_without_numbers_has_no_predictions(model: Predictor, text: str) -> None:
    judged = model.judge(text)
    assert judged.numbers == ()
    assert judged.distributions.batch_shape == (0,)
    assert model.predict(text) == []


def test_windows_are_encoded_as_in_training(model: Predictor, tiny_folder: Path) -> None:
    pieces = WordPieces(tiny_folder / "tokenizer.json")
    [(piece, _)] = InstanceMaker(InstanceRecipe(tokens=64), pieces).make(REPORT)
    seen = []
    distributions = model.network.distributions

    def spy(windows):
        seen.extend(windows)
        return distributions(windows)

    watched = Predictor(model.config, model.network, pieces)
    watched.network = type("Spy", (), {"distributions": staticmethod(spy)})()
    watched.judge(REPORT)
    [window] = seen
    assert window.ids.tolist() == to_ids(token(pieces.cls) + piece.tokens).tolist()
    assert window.values.tolist() == [number.value for number in piece.numbers]


def test_each_number_of_a_long_text_is_predicted_once(model: Predictor) -> None:
    text = news(300)
    judged = model.judge(text)
    assert list(judged.numbers) == extract(text)
    assert judged.index.tolist() == list(range(len(judged.numbers)))
    assert judged.distributions.batch_shape == judged.index.shape


def test_a_stream_agrees_with_the_whole_text(model: Predictor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BATCH_WINDOWS", 7)
    text = news(120) + "It was 1e40 then."
    whole, parts = model.judge(text), list(model.stream(text))
    assert len(parts) > 5
    assert tuple(number for part in parts for number in part.numbers) == whole.numbers
    logits = np.concatenate([part.distributions.parameters()["logits"] for part in parts])
    npt.assert_allclose(logits, whole.distributions.parameters()["logits"], atol=1e-4)
    assert parts[-1].reason(len(parts[-1].numbers) - 1) is not None


@pytest.mark.slow
def test_memory_does_not_grow_with_the_text(model: Predictor) -> None:
    def peak(text: str) -> int:
        tracemalloc.start()
        count = sum(len(part.numbers) for part in model.stream(text))
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert count == 3 * text.count("bank")
        return most

    short, long = news(1500), news(4000)
    assert len(long) > 300_000
    assert peak(long) < 1.3 * peak(short)


WORDS = [
    "the bank",
    "rose",
    "5",
    "$3.4 million",
    "12%",
    "in 2016.",
    "[#MASK]",
    "1e40",
    "0",
    "\n\n",
    "İ",
    "\ue000",
    "x" * 80,
]


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(WORDS), max_size=150))
def test_any_text_has_a_distribution_or_a_reason_for_each_number(model: Predictor, words: list[str]) -> None:
    text = " ".join(words)
    judged = model.judge(text)
    assert [n.start for n in judged.numbers] == [n.start for n in read(text)]
    assert all(text[n.start : n.end] == n.text for n in judged.numbers)
    assert judged.distributions.batch_shape == judged.index.shape
    reasons = [judged.reason(i) for i in range(len(judged.numbers))]
    assert [i for i, reason in enumerate(reasons) if reason is None] == judged.index.tolist()
    assert len(judged.open()) == text.count("[#MASK]")


def test_the_default_model_loads_or_is_reported_missing() -> None:
    from numerate.errors import ModelFolderError
    from numerate.model.folder import DEFAULT

    if (DEFAULT / "config.json").exists():
        [prediction] = load().predict("Shares fell [#MASK] percent on Friday.")
        assert 0.1 < prediction.median < 20
    else:
        with pytest.raises(ModelFolderError, match="has no default model"):
            load()


def test_an_ambiguous_suffix_is_read_the_way_the_model_finds_likelier():
    model = load()
    tower = "The hut is on a hill whose summit is at 310m."
    profit = "The company made a profit of about 310m last year."
    for text in (tower, profit):
        judged = model.judge(text)
        [prediction] = [p for p in judged.predictions() if p.number.readings]
        readings = [reading.value for reading in prediction.number.readings]
        assert sorted(readings) == [310, 310e6]
        assert prediction.number.value == max(readings, key=lambda y: prediction.log_prob(y, "log"))
    assert prediction.number.value == 310e6  # the profit
