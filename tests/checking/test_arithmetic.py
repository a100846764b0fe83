"""What arithmetic says about the numbers of a text."""

from __future__ import annotations

from numerate.checking.arithmetic import arithmetic_evidence, determined
from numerate.consistency import relations


def said(text: str) -> dict[str, str]:
    evidence = arithmetic_evidence(relations(text))
    return {text[start:].split()[0].strip(".,"): says for start, says in evidence.items()}


def test_a_calculation_that_holds_confirms_its_numbers() -> None:
    assert set(said("Sales rose 10% to $110 million from $100 million.").values()) == {"confirmed"}


def test_one_that_fails_contradicts_them() -> None:
    assert set(said("Sales rose 10% to $190 million from $100 million.").values()) == {"contradicted"}


def test_numbers_without_a_relation_have_no_evidence() -> None:
    assert said("Sales were $190 million and the staff 400.") == {}


def test_equations_determine_their_numbers_and_bounds_do_not() -> None:
    text = "Headache occurred in 31 of the 620 patients (5%)."
    assert determined(relations(text)) == {text.index("31"), text.index("620"), text.index("5%")}
    assert not determined(relations("Headache occurred in 31 of the 620 patients."))
    text = "The rent is €1,180 a month, heating €165, so that €1,345 is due each month."
    assert text.index("€165") in determined(relations(text))
