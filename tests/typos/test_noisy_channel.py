from __future__ import annotations

import numpy as np
import pytest

from numerate.distributions import SHIPPED, Digits
from numerate.text import extract
from numerate.typos import noisy_channel as channel
from numerate.typos.noisy_channel import nonconformity_scores, typo_posteriors
from tests.checking.stub import StubModel

TEXT = "The bank said that profit was ${} billion in {} and that it rose {}% from the year before."


def predicted(*values: object):
    text = TEXT.format(*values)
    [judged] = StubModel().stream(text)
    return judged, text


def scores(*values: object) -> list[float]:
    judged, text = predicted(*values)
    return nonconformity_scores(judged.numbers, [text] * len(judged.numbers), judged.distributions).tolist()


def test_usual_numbers_have_negative_scores() -> None:
    assert max(scores(3, 2014, 8)) < 0


@pytest.mark.parametrize(
    ("values", "place"),
    [((3000, 2014, 8), 0), ((3, 20145, 8), 1), ((3, 2041, 8), 1), ((3, 2014, 800), 2), ((3, 2014, 0.08), 2)],
)
def test_a_typo_has_a_high_score_and_its_neighbours_do_not(values: tuple[object, ...], place: int) -> None:
    result = scores(*values)
    assert result[place] > 1
    assert max(x for i, x in enumerate(result) if i != place) < 0


def test_the_score_grows_with_distance_and_saturates() -> None:
    first, second, third = (scores(3, 2014, percent)[2] for percent in (37, 370, 3700))
    assert first < second < third
    assert scores(3, 2014, 3e15)[2] == pytest.approx(scores(3, 2014, 3e14)[2], abs=0.5)


def test_typos_come_with_their_posterior_probabilities() -> None:
    judged, text = predicted(3, 2041, 8)
    right, wrong, _ = typo_posteriors(judged.numbers, text, judged.distributions, most=200)
    assert (wrong.typos[0].text, wrong.typos[0].kind) == ("2014", "transposed")
    assert wrong.probabilities[0] > 0.9
    assert sum(wrong.probabilities) < 1
    assert list(wrong.probabilities) == sorted(wrong.probabilities, reverse=True)
    assert len(wrong.typos) == len(wrong.probabilities) > 3
    # A correct number leaves almost no probability for typos.
    assert sum(right.probabilities) < 0.05


def test_batches_and_single_numbers_have_the_same_posteriors() -> None:
    judged, text = predicted(3, 2041, 80)
    batched = typo_posteriors(judged.numbers, text, judged.distributions)
    single = [typo_posteriors([n], text, judged.distributions[[i]])[0] for i, n in enumerate(judged.numbers)]
    for posterior, other in zip(batched, single, strict=True):
        assert posterior.typos == other.typos
        assert posterior.probabilities == pytest.approx(other.probabilities)
        assert len(posterior.typos) == 3


def test_typos_of_likely_numbers_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = []
    of = channel.Typos.of
    monkeypatch.setattr(
        channel.Typos,
        "of",
        lambda numbers, texts: listed.extend(n.text for n in numbers) or of(numbers, texts),
    )
    shapes = Digits.raw_shapes(SHIPPED, digits=2, width=4)
    raw = {n: np.zeros(s if n in Digits.shared() else (2, *s)) for n, s in shapes.items()}
    raw["logits"][:, SHIPPED.class_of(np.array(12.0))] = 9.0
    raw["bias"][0, 1] = raw["bias"][1, 2] = 9.0
    numbers = extract("It sold 12 trucks and 570 cars.")
    nonconformity_scores(numbers, ["", ""], Digits.from_raw(raw, SHIPPED))
    assert listed == ["570"]


def test_a_number_without_typos_is_scored_by_its_tail_probability() -> None:
    text = "It was a third of the profit of the bank in the year."
    numbers = extract(text)
    [judged] = StubModel({"fraction": (1e6, 2.0)}).stream(text)
    assert nonconformity_scores(numbers, [text], judged.distributions)[0] > 1
    assert typo_posteriors(numbers, text, judged.distributions)[0].typos == ()
