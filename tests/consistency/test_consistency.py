from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate.consistency import RULES, inconsistencies, relations
from tests.consistency.helpers import kinds
from tests.growth import assert_linear

WORDS = (
    "rose fell to from by 12% $3.4 billion $2.1 of 45 60 patients ( ) (75%) , . ; : total 120 and men women "
    "between 2015 – - 2011 31 June Monday t(38) = 2.10 p < .05 95% CI 1.1 \n\n ^ / ~ + -5 1e300 1e400 0 ½ "
    "1/0 zero one-third www.example.com"
).split(" ")

DOCUMENTATION = (Path(__file__).parents[2] / "docs/consistency.md").read_text(encoding="utf-8")


@given(st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join))
def test_spans_are_offsets_into_the_text(text):
    for relation in relations(text, [(0, len(text) // 3)]):
        for number in relation.numbers:
            assert text[number.start : number.end] == number.text
    for finding in inconsistencies(text, [(0, len(text) // 3)]):
        assert finding.message
        assert finding.suspect is None or finding.suspect in finding.numbers
        for suggestion in finding.suggestions:
            assert suggestion.number in finding.numbers
            assert suggestion.value != suggestion.number.value


@given(st.text())
def test_no_text_raises(text):
    relations(text)


def test_findings_are_in_text_order():
    text = (
        "It ended on 31 June. We saw 45 of 60 patients (70%). It rose 12% to $3.4 billion from $2.1 billion."
    )
    assert [finding.kind for finding in inconsistencies(text)] == ["date", "share", "change"]


def test_a_contradiction_does_not_cross_a_blank_line():
    assert not list(inconsistencies("Profit rose 12% to $3.4 billion\n\nfrom $2.1 billion in 2011"))


HOSTILE = [
    "rose 12% to ",
    "rose to $3 from ",
    "45 of ",
    "total of 120 ( 60 , ",
    "1+",
    "12/40 (",
    "between 5 and ",
    "Monday, ",
    "t(38) = ",
    "31 June ",
    "(((",
    "$3 or ",
    "fell from 5 kWh to ",
    "of whom 3 were ",
    "three years later, in 2015 ",
    "12 miles (19 km) ",
    "70% copper, ",
    "won 6-4, ",
]


@pytest.mark.slow
@pytest.mark.parametrize("piece", HOSTILE)
def test_processor_time_is_linear_in_the_length_of_the_text(piece):
    text = piece * (32_000 // len(piece))
    assert_linear(lambda text: relations(text, [(0, len(text) // 2)]), text[:8_000], text)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_the_example_of_a_rule_breaks_it_and_no_other(rule):
    headings = [(0, rule.example.index("\n"))] if "\n" in rule.example else []
    assert kinds(rule.example, headings) == [rule.name]


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_a_rule_is_documented(rule):
    assert rule.title
    assert rule.description.endswith(".")
    assert f"| `{rule.name}` |" in DOCUMENTATION
