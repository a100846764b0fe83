"""Every number of a document, judged or not, by a model that is told what to expect."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate.checking.score import (
    AMONG_FIGURES,
    IGNORED,
    NOT_PROSE,
    ODD,
    OPEN,
    PLANTED,
    UNKNOWN_TEXT,
    judge,
    see,
    share_of_odd,
)
from numerate.documents import Document, read
from numerate.model import Judged
from numerate.model.calibration import Calibration, PValueCalibration, PValueTable, mondrian_group
from numerate.report.options import CheckOptions
from numerate.text import extract
from tests.checking.stub import StubModel

PROSE = (
    "The bank said on Tuesday that its profit was $3.1 billion in 2014 and that it had risen by 8 percent. "
    "It expects to open 480 of its branches in the cities of the north and to close none of the others."
)
WRONG = PROSE.replace("8 percent", "800 percent")


def judged(text: str, settings: CheckOptions | None = None, model: StubModel | None = None):
    return judge(Document.from_text(text), model or StubModel(), settings or CheckOptions(false_alarms=0.05))


def reasons(text: str, model: StubModel | None = None) -> dict[str, str | None]:
    return {checked.number.text: checked.reason for checked in judged(text, model=model)[0]}


class Blinkered(StubModel):
    """Has no distribution for the first number, and takes the second for a mask."""

    def stream(self, text: str) -> Iterator[Judged]:
        for judged in super().stream(text):
            first, second, *others = judged.numbers
            numbers = (first, second._replace(value=math.nan), *others)
            some = judged.index[1:]
            yield replace(judged, numbers=numbers, index=some, distributions=judged.distributions[some])


def test_an_odd_number_is_a_suspect_and_the_others_are_not() -> None:
    checked, [suspect] = judged(WRONG)
    assert [one.number for one in checked] == extract(WRONG)
    assert suspect.number.text == "800 percent"
    assert suspect.p_value == min(one.p_value for one in checked)
    assert suspect.p_value == pytest.approx(math.exp(-suspect.oddness))
    assert suspect.prediction.number == suspect.number
    assert suspect.prediction.median == pytest.approx(8)


def test_as_many_are_suspected_as_false_alarms_are_asked_for() -> None:
    checked, everything = judged(WRONG, CheckOptions(false_alarms=1.0))
    assert [suspect.number for suspect in everything] == [one.number for one in checked]
    lowest = min(one.p_value for one in checked)
    assert len(judged(WRONG, CheckOptions(false_alarms=lowest))[1]) == 1
    assert judged(WRONG, CheckOptions(false_alarms=np.nextafter(lowest, 0)))[1] == []


def test_predictions_are_kept_when_asked_for() -> None:
    kept, _ = judged(WRONG, CheckOptions(keep=True))
    assert [one.prediction.number for one in kept] == extract(WRONG)
    assert kept[0].prediction.median == pytest.approx(3e9)
    assert {one.prediction for one in judged(WRONG)[0]} == {None}


def test_numbers_stay_with_their_own_where_some_have_no_distribution() -> None:
    checked, suspects = judged(WRONG, CheckOptions(false_alarms=0.05, keep=True), Blinkered())
    first, second, third, fourth = checked
    assert "out of the range" in first.reason
    assert second.reason == OPEN
    assert (first.p_value, second.p_value) == (None, None)
    assert third.prediction.median == pytest.approx(8)
    assert fourth.prediction.median == pytest.approx(500)
    assert [suspect.number.text for suspect in suspects] == ["800 percent"]


def test_numbers_are_seen_together_with_what_is_around_them() -> None:
    [seen] = see(Document.from_text(WRONG), Blinkered())
    assert [number.text for number in seen.numbers] == ["800 percent", "480"]
    assert seen.places.tolist() == [1, 2]
    assert len(seen.oddness) == len(seen.prose) == len(seen.wordy) == 2
    assert seen.oddness[0] > 3 > 0 > seen.oddness[1]
    assert min(seen.prose) > 0.2


def test_a_long_document_is_judged_in_order_to_its_end() -> None:
    text = "\n\n".join([PROSE] * 5 + [WRONG])
    checked, [suspect] = judged(text)
    assert [one.number for one in checked] == extract(text)
    assert all(one.p_value is not None for one in checked)
    assert text[suspect.number.start : suspect.number.end] == "800 percent"


@pytest.mark.parametrize("text", ["", "\n\n", "No number is in it."])
def test_without_numbers_nothing_is_judged(text: str) -> None:
    assert judged(text) == ([], [])


def test_what_the_model_does_not_know_is_not_judged() -> None:
    codes = "".join(f"{name} {n} {n * 7}\n" for n, name in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 4000))
    german = (
        "Der Umsatz der Bank stieg im vergangenen Jahr um 9000 Prozent, teilte der Vorstand am Mittwoch mit. "
        "Der Gewinn lag bei 250000000000 Euro und damit deutlich unter den Erwartungen vieler Anleger."
    )
    text = f"{PROSE}\n\n{codes}\n\n{german}"
    found = reasons(text)
    assert found["$3.1 billion"] is None
    assert found["4000"] == found["28000"] == AMONG_FIGURES
    assert found["9000"] == found["250000000000 Euro"] == NOT_PROSE
    assert judged(text)[1] == []


def test_the_thresholds_are_those_of_the_calibration() -> None:
    strict = StubModel(calibration=replace(Calibration(), min_prose_share=0.99))
    assert set(reasons(PROSE, strict).values()) == {NOT_PROSE}


def test_what_the_author_asked_to_ignore_is_not_judged() -> None:
    text = f"{PROSE}\n\n{WRONG} <!-- numerate: ignore -->\n"
    checked, suspects = judge(
        read(text.encode(), format="markdown"), StubModel(), CheckOptions(false_alarms=0.05)
    )
    assert [one.reason for one in checked] == [None] * 4 + [IGNORED] * 4
    assert suspects == []


def test_a_text_that_is_all_odd_is_one_the_model_does_not_know() -> None:
    sentence = "The farm said that it had sold {} of its {} cows by the end of the year. "
    text = "".join(sentence.format(5_000_000 + n, 7_000_000_000 + n) for n in range(8))
    assert set(reasons(text).values()) == {UNKNOWN_TEXT}
    assert judged(text)[1] == []
    tolerant = StubModel(calibration=replace(Calibration(), max_unlikely_share=1.0))
    assert len(judged(text, model=tolerant)[1]) == 16
    assert len(judged(PROSE + sentence.format(5_000_000, 7_000_000_000))[1]) == 2


def test_in_an_unknown_text_each_keeps_the_reason_it_had() -> None:
    sentence = "The farm said that it had sold {} of its {} cows by the end of the year. "
    text = "".join(sentence.format(5_000_000 + n, 7_000_000_000 + n) for n in range(3))
    checked, suspects = judged(
        text, model=Blinkered(calibration=replace(Calibration(), max_unlikely_share=0.2))
    )
    assert "out of the range" in checked[0].reason
    assert [one.reason for one in checked[1:]] == [OPEN] + [UNKNOWN_TEXT] * 4
    assert suspects == []


def test_years_are_ranked_among_cardinals_and_other_kinds_among_themselves() -> None:
    kinds = [number.kind for number in extract("It rose 8% to $3 billion in 2014, the third of 7 years.")]
    assert kinds == ["percent", "money", "year", "ordinal", "cardinal"]
    assert [mondrian_group(kind) for kind in kinds] == ["percent", "money", "cardinal", "ordinal", "cardinal"]
    never, always = PValueTable((0.5,), (1e9,), 9), PValueTable((0.001,), (-1e9,), 9)
    tables = {"cardinal": always, "year": never}
    model = StubModel(calibration=replace(Calibration(), p_values=PValueCalibration(never, tables)))
    assert [suspect.number.text for suspect in judged(PROSE, model=model)[1]] == ["2014", "480"]


@given(st.lists(st.floats(0, 1)))
def test_few_odd_numbers_may_be_errors_and_more_are_the_share_of_odd(p_values: list[float]) -> None:
    share = share_of_odd(p_values)
    odd = [p for p in p_values if p <= ODD]
    assert 0 <= share <= 1
    assert (share == 0) == (len(odd) <= PLANTED)
    assert share * len(p_values) == pytest.approx(max(0, len(odd) - 3))


def test_each_is_weighed_by_the_others_of_its_document() -> None:
    rng = np.random.default_rng(1)
    company = PValueCalibration.fit(rng.exponential(size=9000), ["age"] * 9000, np.arange(9000) // 9).adjusted
    by_itself = StubModel()
    weighing = StubModel(calibration=replace(Calibration(), p_values=PValueCalibration(adjusted=company)))
    settings = CheckOptions(false_alarms=0.05)
    alone, _ = judge(Document.from_text(WRONG), by_itself, settings)
    checked, suspects = judge(Document.from_text(WRONG), weighing, settings)
    expected = weighing.calibration.p_values.adjust_for_document(np.array([one.p_value for one in alone]))
    assert [one.p_value for one in checked] == expected.tolist() != [one.p_value for one in alone]
    assert [(s.number.text, s.p_value) for s in suspects] == [
        (one.number.text, one.p_value) for one in checked if one.p_value <= 0.05
    ]
    assert suspects
