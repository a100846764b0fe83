from __future__ import annotations

import numpy as np
import pytest

from numerate.distributions import SHIPPED, Digits
from numerate.text import extract
from numerate.typos import noisy_channel as channel
from numerate.typos.noisy_channel import nonconformity_scores, typo_posteriors
from tests.checking.stub import StubModel

TEXT = "The bank said that profit was ${} billion in {} and that it rose {}% from the year before."


def seen(*values: object):
    text = TEXT.format(*values)
    [judged] = StubModel().stream(text)
    return judged, text


def odd(*values: object) -> list[float]:
    judged, text = seen(*values)
    return nonconformity_scores(judged.numbers, [text] * len(judged.numbers), judged.distributions).tolist()


def test_what_is_usual_is_not_odd() -> None:
    assert max(odd(3, 2014, 8)) < 0


@pytest.mark.parametrize(
    ("values", "place"),
    [((3000, 2014, 8), 0), ((3, 20145, 8), 1), ((3, 2041, 8), 1), ((3, 2014, 800), 2), ((3, 2014, 0.08), 2)],
)
def test_a_slip_is_odd_and_its_neighbours_are_not(values: tuple[object, ...], place: int) -> None:
    found = odd(*values)
    assert found[place] > 1
    assert max(x for i, x in enumerate(found) if i != place) < 0


def test_the_further_out_the_odder_up_to_a_point() -> None:
    first, second, third = (odd(3, 2014, percent)[2] for percent in (37, 370, 3700))
    assert first < second < third
    assert odd(3, 2014, 3e15)[2] == pytest.approx(odd(3, 2014, 3e14)[2], abs=0.5)


def test_what_may_have_been_meant_comes_with_its_share() -> None:
    judged, text = seen(3, 2041, 8)
    right, wrong, _ = typo_posteriors(judged.numbers, text, judged.distributions, most=200)
    assert (wrong.typos[0].text, wrong.typos[0].kind) == ("2014", "transposed")
    assert wrong.probabilities[0] > 0.9
    assert sum(wrong.probabilities) < 1
    assert list(wrong.probabilities) == sorted(wrong.probabilities, reverse=True)
    assert len(wrong.typos) == len(wrong.probabilities) > 3
    # A number that is right leaves next to nothing for typos.
    assert sum(right.probabilities) < 0.05


def test_each_number_is_asked_about_alone_or_among_others() -> None:
    judged, text = seen(3, 2041, 80)
    together = typo_posteriors(judged.numbers, text, judged.distributions)
    alone = [typo_posteriors([n], text, judged.distributions[[i]])[0] for i, n in enumerate(judged.numbers)]
    for one, other in zip(together, alone, strict=True):
        assert one.typos == other.typos
        assert one.probabilities == pytest.approx(other.probabilities)
        assert len(one.typos) == 3


def test_likely_numbers_are_not_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    of = channel.Typos.of
    monkeypatch.setattr(
        channel.Typos,
        "of",
        lambda numbers, texts: asked.extend(n.text for n in numbers) or of(numbers, texts),
    )
    shapes = Digits.raw_shapes(SHIPPED, digits=2, width=4)
    raw = {n: np.zeros(s if n in Digits.shared() else (2, *s)) for n, s in shapes.items()}
    raw["logits"][:, SHIPPED.class_of(np.array(12.0))] = 9.0
    raw["bias"][0, 1] = raw["bias"][1, 2] = 9.0
    numbers = extract("It sold 12 trucks and 570 cars.")
    nonconformity_scores(numbers, ["", ""], Digits.from_raw(raw, SHIPPED))
    assert asked == ["570"]


def test_a_number_without_slips_is_judged_by_its_distance() -> None:
    text = "It was a third of the profit of the bank in the year."
    numbers = extract(text)
    [judged] = StubModel({"fraction": (1e6, 2.0)}).stream(text)
    assert nonconformity_scores(numbers, [text], judged.distributions)[0] > 1
    assert typo_posteriors(numbers, text, judged.distributions)[0].typos == ()
