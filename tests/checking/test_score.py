"""Scores, p-values and reasons, with a stub model of known expectations."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate.checking.prose import AMONG_FIGURES, UNKNOWN_WORDS
from numerate.checking.score import (
    IGNORED,
    OPEN,
    Suspect,
    judge,
    score_document,
)
from numerate.documents import Document, read
from numerate.model import Judged
from numerate.model.calibration import Calibration, PValueCalibration, PValueTable
from numerate.report.options import CheckOptions
from numerate.report.report import CheckedNumber
from numerate.text import extract
from numerate.typos.typos import draw_typo
from tests.checking.stub import StubModel

PROSE = (
    "The bank said on Tuesday that its profit was $3.1 billion in 2014 and that it had risen by 8 percent. "
    "It expects to open 480 of its branches in the cities of the north and to close none of the others."
)
WRONG = PROSE.replace("8 percent", "800 percent")
SENSITIVE = CheckOptions(false_alarms=0.05)


def judged(
    text: str, options: CheckOptions = SENSITIVE, model: StubModel | None = None
) -> tuple[list[CheckedNumber], list[Suspect]]:
    return judge(Document.from_text(text), model or StubModel(), options)


def reasons(text: str, model: StubModel | None = None) -> dict[str, str | None]:
    return {checked.text: checked.reason for checked in judged(text, model=model)[0]}


class PartialModel(StubModel):
    """Has no distribution for the first number, and takes the second for a mask."""

    def stream(self, text: str) -> Iterator[Judged]:
        for judged in super().stream(text):
            first, second, *others = judged.numbers
            numbers = (first, second._replace(value=math.nan), *others)
            index = judged.index[1:]
            yield replace(judged, numbers=numbers, index=index, distributions=judged.distributions[index])


def test_an_unlikely_number_is_a_suspect_and_the_others_are_not() -> None:
    checked, [suspect] = judged(WRONG)
    assert [c.number for c in checked] == extract(WRONG)
    assert suspect.number.text == "800 percent"
    assert suspect.p_value == min(c.p_value for c in checked)
    assert suspect.p_value == pytest.approx(math.exp(-suspect.score))
    assert suspect.prediction.number == suspect.number
    assert suspect.prediction.median == pytest.approx(8)


def test_numbers_up_to_the_rate_of_false_alarms_are_suspects() -> None:
    checked, everything = judged(WRONG, CheckOptions(false_alarms=1.0))
    assert [suspect.number for suspect in everything] == [c.number for c in checked]
    lowest = min(c.p_value for c in checked)
    assert len(judged(WRONG, CheckOptions(false_alarms=lowest))[1]) == 1
    assert judged(WRONG, CheckOptions(false_alarms=np.nextafter(lowest, 0)))[1] == []


def test_predictions_are_kept_if_the_options_say_so() -> None:
    kept, _ = judged(WRONG, CheckOptions(keep=True))
    assert [c.prediction.number for c in kept] == extract(WRONG)
    assert kept[0].prediction.median == pytest.approx(3e9)
    assert {c.prediction for c in judged(WRONG)[0]} == {None}


def test_results_stay_with_their_numbers_if_some_have_no_distribution() -> None:
    checked, suspects = judged(WRONG, CheckOptions(false_alarms=0.05, keep=True), PartialModel())
    first, second, third, fourth = checked
    assert "out of the range" in first.reason
    assert second.reason == OPEN
    assert (first.p_value, second.p_value) == (None, None)
    assert third.prediction.median == pytest.approx(8)
    assert fourth.prediction.median == pytest.approx(500)
    assert [suspect.number.text for suspect in suspects] == ["800 percent"]


def test_numbers_are_scored_together_with_the_text_around_them() -> None:
    [part] = score_document(Document.from_text(WRONG), PartialModel())
    assert [number.text for number in part.numbers] == ["800 percent", "480"]
    assert part.positions.tolist() == [1, 2]
    assert len(part.scores) == 2
    assert part.scores[0] > 3 > 0 > part.scores[1]
    assert part.reasons == (None, None)


def test_a_long_document_is_judged_in_order_to_its_end() -> None:
    text = "\n\n".join([PROSE] * 5 + [WRONG])
    checked, [suspect] = judged(text)
    assert [c.number for c in checked] == extract(text)
    assert all(c.p_value is not None for c in checked)
    assert text[suspect.number.start : suspect.number.end] == "800 percent"


@pytest.mark.parametrize("text", ["", "\n\n", "No number is in it."])
def test_without_numbers_nothing_is_judged(text: str) -> None:
    assert judged(text) == ([], [])


def test_numbers_outside_english_prose_are_not_judged() -> None:
    codes = "".join(f"{name} {n} {n * 7}\n" for n, name in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 4000))
    german = (
        "Der Umsatz der Bank stieg im vergangenen Jahr um 9000 Prozent, teilte der Vorstand am Mittwoch mit. "
        "Der Gewinn lag bei 250000000000 Euro und damit deutlich unter den Erwartungen vieler Anleger."
    )
    text = f"{PROSE}\n\n{codes}\n\n{german}"
    by_number = reasons(text)
    assert by_number["$3.1 billion"] is None
    assert by_number["4000"] == by_number["28000"] == AMONG_FIGURES
    assert by_number["9000"] == by_number["250000000000 Euro"] == UNKNOWN_WORDS
    assert judged(text)[1] == []


def test_numbers_with_an_ignore_comment_are_not_judged() -> None:
    text = f"{PROSE}\n\n{WRONG} <!-- numerate: ignore -->\n"
    checked, suspects = judge(read(text.encode(), format="markdown"), StubModel(), SENSITIVE)
    assert [c.reason for c in checked] == [None] * 4 + [IGNORED] * 4
    assert suspects == []


def test_errors_never_silence_a_document() -> None:
    sentence = "The farm said that it had sold {} of its {} cows by the end of the year. "
    text = "".join(sentence.format(5_000_000 + n, 7_000_000_000 + n) for n in range(8))
    checked, suspects = judged(text)
    assert {c.reason for c in checked} == {None}
    assert len(suspects) == 16


LIST = "2 cups flour\n1/2 cup sugar\n3 eggs\n350 g butter\n1 tsp salt\n\nBake for 45 minutes at 175 degrees."


@given(st.integers(0, 10**6), st.sampled_from([PROSE, LIST, f"{LIST}\n{PROSE}"]))
def test_five_planted_errors_cost_at_most_five_judged_numbers(seed: int, text: str) -> None:
    rng = np.random.default_rng(seed)
    numbers = extract(text)
    before = sum(c.p_value is not None for c in judged(text)[0])
    wrong = text
    for i in sorted(rng.permutation(len(numbers))[:5].tolist(), reverse=True):
        number = numbers[i]
        if typo := draw_typo(number, text, rng):
            wrong = wrong[: number.start] + typo.text + wrong[number.end :]
    assert sum(c.p_value is not None for c in judged(wrong)[0]) >= before - 5


def test_p_values_are_those_of_the_group_of_a_number() -> None:
    never, always = PValueTable((0.5,), (1e3,), 9), PValueTable((0.001,), (-1e3,), 9)
    tables = {"cardinal": never, "cardinal 3": always, "year": always}
    model = StubModel(calibration=replace(Calibration(), p_values=PValueCalibration(never, tables)))
    assert [suspect.number.text for suspect in judged(PROSE, model=model)[1]] == ["2014", "480"]


def test_a_value_that_stands_elsewhere_is_less_likely_an_error() -> None:
    wrong = PROSE.replace("8 percent", "812 percent")
    again = f"{wrong}\n\nThe margin of 812 percent was the largest of the year."
    [once] = [c.p_value for c in judged(wrong)[0] if c.text == "812 percent"]
    first, second = (c.p_value for c in judged(again)[0] if c.text == "812 percent")
    assert once < first
    assert first == second


def test_p_values_are_adjusted_for_the_document() -> None:
    rng = np.random.default_rng(1)
    adjusted = PValueCalibration.fit(
        rng.exponential(size=9000), ["age"] * 9000, np.arange(9000) // 9
    ).adjusted
    unadjusting = StubModel()
    adjusting = StubModel(calibration=replace(Calibration(), p_values=PValueCalibration(adjusted=adjusted)))
    alone, _ = judge(Document.from_text(WRONG), unadjusting, SENSITIVE)
    checked, suspects = judge(Document.from_text(WRONG), adjusting, SENSITIVE)
    expected = adjusting.calibration.p_values.adjust_for_document(np.array([c.p_value for c in alone]))
    assert [c.p_value for c in checked] == expected.tolist() != [c.p_value for c in alone]
    assert [(s.number.text, s.p_value) for s in suspects] == [
        (c.number.text, c.p_value) for c in checked if c.p_value <= 0.05
    ]
    assert suspects
