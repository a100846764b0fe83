"""The table of facts, as it is read."""

import pytest

from numerate.consistency.world.table import amount, facts, index, phrases, tokens


@pytest.mark.parametrize(("written", "value"), [("8,849", 8849), ("4 billion", 4e9), ("-273.1", -273.1)])
def test_amounts_of_the_table(written, value):
    assert amount(written) == value


def test_every_fact_lies_within_what_is_accepted():
    assert len(facts()) > 100
    for fact in facts():
        assert fact.low <= fact.value <= fact.high, (fact.subject, fact.property.name)


def test_every_name_is_found_by_one_of_its_words():
    for word, names in index().by_word.items():
        for place, name in names:
            assert name.tokens[place] == word


def test_the_longest_phrase_is_found():
    known = phrases(["above", "above sea level"])
    assert known.length_at(["m", "above", "sea", "level"], 1) == 3
    assert known.length_at(["m", "above", "it"], 1) == 1
    assert known.length_at(["m", "above"], 0) == 0
    assert known.length_at(["m"], 1) == 0


def test_a_phrase_is_split_into_words_and_signs():
    assert tokens("Saint-Denis, 1,250") == ("saint", "-", "denis", ",", "1,250")
