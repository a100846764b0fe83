import pytest

from numerate.checking.check import contradictions
from numerate.documents import Document
from numerate.report.options import UNLIKELY
from numerate.report.report import Expected, Finding

TEXT = "In a survey, 180 of 240 people (65%) said so."


def odd(written: str, low: float, high: float, p_value: float = 0.005) -> Finding:
    start = TEXT.index(written)
    expected = Expected(low, high, 0.9, f"{low}–{high}")
    return Finding(UNLIKELY, start, start + len(written), written, 0.0, "odd", p_value, expected)


def pointed_at(*unlikely: Finding) -> str:
    [finding] = contradictions(Document.from_text(TEXT), unlikely)
    assert finding.rule == "share"
    assert len(finding.related) == 2
    return finding.text


def test_without_a_model_the_likeliest_error_is_pointed_at() -> None:
    assert pointed_at() == "65%"


@pytest.mark.parametrize("p_value", [0.01, 0.005, 0.0])
def test_an_odd_number_is_not_blamed_where_what_would_agree_is_odd_too(p_value: float) -> None:
    assert pointed_at(odd("240", 1_000, 50_000, p_value)) == "65%"


def test_an_odd_number_is_blamed_where_what_would_agree_is_usual() -> None:
    assert pointed_at(odd("180", 100, 170, p_value=0.0001)) == "180"
    assert pointed_at(odd("65%", 70, 90), odd("240", 1_000, 50_000)) == "65%"


def test_an_odd_number_is_not_blamed_where_nothing_is_known_to_agree() -> None:
    """A t of 2.20 looks odd beside a p of 0.29, which lacks a digit."""
    text = "Pain was rated lower in the other group (t(219) = 2.20, p = 0.29)."
    start = text.index("2.20")
    strange = Finding(
        UNLIKELY, start, start + 4, "2.20", 2.2, "odd", 0.0001, Expected(0.9, 1.4, 0.9, "0.9–1.4")
    )
    [finding] = contradictions(Document.from_text(text), [strange])
    assert (finding.rule, finding.text) == ("significance", "0.29")
