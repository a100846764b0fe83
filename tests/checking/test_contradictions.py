"""Which number of a contradiction is blamed."""

from __future__ import annotations

import pytest

from numerate.checking.contradictions import add_contradictions
from numerate.consistency import inconsistencies
from numerate.documents import Document
from numerate.report.finding import Expected, Finding
from numerate.report.options import UNLIKELY

SURVEY = "In a survey, 180 of 240 people (65%) said so."


def unlikely(written: str, low: float, high: float, p_value: float = 0.005) -> Finding:
    start = SURVEY.index(written)
    expected = Expected(low, high, 0.9, f"{low}–{high}")
    span = (start, start + len(written))
    return Finding(UNLIKELY, *span, written, 0.0, "", p_value, expected, document=Document.from_text(SURVEY))


def blamed(*findings: Finding) -> str:
    [finding] = add_contradictions(Document.from_text(SURVEY), findings, inconsistencies(SURVEY), {})
    assert finding.rule == "share"
    assert len(finding.related) == 2
    return finding.text


def test_without_a_model_the_likeliest_error_is_blamed() -> None:
    assert blamed() == "65%"


@pytest.mark.parametrize("p_value", [0.01, 0.005, 0.0])
def test_an_unlikely_number_is_not_blamed_if_its_correction_is_unlikely_too(p_value: float) -> None:
    assert blamed(unlikely("240", 1_000, 50_000, p_value)) == "65%"


def test_an_unlikely_number_is_blamed_if_its_correction_is_usual() -> None:
    assert blamed(unlikely("180", 100, 170, p_value=0.0001)) == "180"
    assert blamed(unlikely("65%", 70, 90), unlikely("240", 1_000, 50_000)) == "65%"


def test_an_unlikely_number_is_not_blamed_if_its_correction_is_not_known() -> None:
    """A t of 2.20 is unlikely next to a p of 0.29, which lacks a digit."""
    document = Document.from_text("Pain was rated lower in the other group (t(219) = 2.20, p = 0.29).")
    start = document.text.index("2.20")
    expected = Expected(0.9, 1.4, 0.9, "0.9–1.4")
    statistic = Finding(UNLIKELY, start, start + 4, "2.20", 2.2, "", 0.0001, expected, document=document)
    [finding] = add_contradictions(document, [statistic], inconsistencies(document.text), {})
    assert (finding.rule, finding.text) == ("significance", "0.29")
