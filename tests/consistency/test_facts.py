"""One fact with two values, anywhere in a text: the examples written before the rule, and what is read."""

import json
from pathlib import Path

import pytest

from numerate.consistency import inconsistencies
from numerate.consistency.fact_pairs import conflicting_facts
from numerate.consistency.facts import read_facts
from numerate.text import extract
from tests.growth import assert_linear

EXAMPLES = Path(__file__).parents[2] / "experiments/consistency/examples/statistics.jsonl"
ROWS = [row for row in map(json.loads, EXAMPLES.read_text("utf-8").splitlines()) if row["kind"] == "one-fact"]


def facts(text):
    return read_facts(text, [part for number in extract(text) for part in number.split()])


def levels(text):
    return [finding.level for finding in inconsistencies(text) if finding.kind == "repeated"]


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['pair']}-{row['contradictory']}" for row in ROWS])
def test_examples(row):
    assert levels(row["text"]) == (["error"] if row["contradictory"] else [])


def test_a_fact_has_a_key_words_periods_and_a_head():
    [fact] = facts("In 2011 the town of Marlow had a population of 14,325 people.")
    assert (fact.key, fact.head, fact.periods) == (("noun", "peopl"), "population", {"2011"})
    assert fact.words == {"town", "marlow", "population"}
    assert fact.names == {"marlow"}


@pytest.mark.parametrize(
    "text",
    [
        "Sales are expected to reach $84.2 million.",
        "Sales rose by 14,325 units.",
        "The figure was revised to 14,325 people.",
        "See page 142 and table 143.",
        "The rate is between 12.5% and 13.5%.",
        "It fell 4 km short.",
    ],
)
def test_comparisons_changes_labels_and_ranges_are_no_facts(text):
    assert facts(text) == []


def test_the_message_quotes_both_places():
    text = (
        "The bridge is 1,280 metres long.\n\nAt 1,820 metres long, the bridge is the longest in the county."
    )
    [finding] = inconsistencies(text)
    assert finding.message == (
        "The same quantity has two values: “The bridge is 1,280 metres long.”, “At 1,820 metres long”."
    )
    assert [number.text for number in finding.numbers] == ["1,280", "1,820"]


def test_the_same_year_in_the_same_words_needs_no_typo():
    text = "The parish had a population of 5,755 in 2011.\n\nIn 2011 the parish had a population of 6,093."
    assert levels(text) == ["error"]
    assert levels(text.replace(" in 2011", "").replace("In 2011 the", "The")) == ["possible"]


def test_a_series_is_no_contradiction():
    text = "The parish had a population of {}. It grew. The parish had a population of {}. The parish had a "
    assert levels((text + "population of {}.").format("5,755", "5,575", "5,757")) == []


def test_facts_of_several_texts_are_compared():
    texts = ["The bridge is 1,280 metres long.", "The bridge is 1,820 metres long.", "The bridge is old."]
    [(i, j, pair)] = conflicting_facts(texts, [facts(text) for text in texts], across=True)
    assert (i, j, pair.certain) == (0, 1, True)


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece", ["The bridge is 1,280 metres long. The bridge is 1,820 metres long. ", "a 12,345 b, "]
)
def test_processor_time_is_linear(piece):
    assert_linear(lambda text: conflicting_facts([text], [facts(text)]), piece * 400, piece * 1600)
