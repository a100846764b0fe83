"""Two versions of a text: what has changed in them."""

from __future__ import annotations

import pytest

from numerate.checking.check import check_document
from numerate.documents import Document
from numerate.errors import InputError
from numerate.mcp import comparing
from numerate.mcp.comparing import compare
from numerate.mcp.results import CompareResult
from numerate.report.options import CheckOptions

WRONG = "A total of 4,520 people: 2,480 in Europe, 1,120 in Asia and 650 in the Americas."
RIGHT = WRONG.replace("4,520", "4,250")


def compared(before: str, after: str) -> CompareResult:
    options = CheckOptions(unlikely=False)
    return compare(
        *(check_document(Document.from_text(text), None, options) for text in (before, after)),
    )


def test_a_changed_number_has_both_values_and_the_new_sentence() -> None:
    result = compared(f"It rained. {WRONG}", f"It rained. {RIGHT}")
    [change] = result.changed
    assert (change.before.text, change.after.text, change.sentence) == ("4,520", "4,250", RIGHT)
    assert [finding.rule for finding in result.resolved] == ["total"]
    assert result.new_findings == []
    assert result.summary.startswith("1 number changed, 0 removed, 0 added, 3 unchanged; ")


def test_a_number_written_differently_is_the_same() -> None:
    result = compared("It earned $3.4 billion.", "It earned 3,400 million dollars.")
    assert (result.unchanged, result.changed, result.added, result.removed) == (1, [], [], [])


def test_another_unit_or_sign_is_another_number() -> None:
    assert compared("It weighs 5 kg.", "It weighs 5 lb.").unchanged == 0
    assert compared("It was 5 °C.", "It was -5 °C.").unchanged == 0


def test_numbers_without_a_counterpart_are_removed_or_added() -> None:
    result = compared("Of 5 cats and 7 dogs, 12 in all.", "Of 5 cats and 7 dogs.")
    assert [number.text for number in result.removed] == ["12"]
    result = compared("Of 5 cats.", "In 1999, of 5 cats.")
    assert [number.text for number in result.added] == ["1999"]


def test_a_finding_counts_as_often_as_it_occurs() -> None:
    result = compared(WRONG, f"{WRONG}\n\nAgain:\n\n{WRONG}")
    assert [finding.rule for finding in result.new_findings] == ["total"]
    assert result.resolved == []


def test_too_many_numbers_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparing, "_MOST_NUMBERS", 3)
    with pytest.raises(InputError, match="more than 3 numbers are too many to compare; split the texts"):
        compared(WRONG, "Nothing.")
