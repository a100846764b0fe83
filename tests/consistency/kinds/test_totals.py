import pytest

from numerate.consistency import relations
from tests.consistency.helpers import holds, kinds, only


@pytest.mark.parametrize(
    "text",
    [
        "A total of 110 patients: 60 men and 50 women.",
        "We enrolled 110 patients (60 men and 50 women).",
        "We enrolled 110 patients (60 men, 50 women; mean age 45).",
        "We enrolled 110 patients, of whom 60 were men and 50 were women.",
        "A total of 120 samples (60 from farms, 40 from shops and 20 from homes).",
        "A total of 120 samples (60 from farms, 40 from shops, and 20 from homes).",
        "It paid $5.0 billion, consisting of $3.0 billion in cash and $2.0 billion in stock.",
        "It paid $5.0 billion, consisting of $3.02 billion in cash and $1.94 billion in stock.",
        "That is 12 + 30 = 42 in all.",
        "That is $1,850 + $550 = $2,400 in all.",
        "We treated 90 patients (60 in the first group and 30 in the second).",
    ],
)
def test_correct_totals_are_read_and_hold(text):
    assert holds(text, "total")


@pytest.mark.parametrize(
    "text",
    [
        "A total of 120 patients: 60 men and 50 women.",
        "We enrolled 120 patients (60 men and 50 women).",
        "A total of 120 samples (60 from farms, 40 from shops and 30 from homes).",
        "It paid $5.0 billion, consisting of $3.0 billion in cash and $1.5 billion in stock.",
        "That is 12 + 30 = 52 in all.",
        "That is $1,850 + $550 = $2,500 in all.",
    ],
)
def test_wrong_totals_are_reported(text):
    assert kinds(text) == ["total"]


def test_the_message_shows_the_sum():
    finding = only("A total of 120 patients: 60 men and 50 women.")
    assert finding.message == "60 + 50 = 110, not 120."
    assert [number.text for number in finding.numbers] == ["60", "50", "120"]
    assert {s.number.text: s.text for s in finding.suggestions} == {"60": "70", "50": "60", "120": "110"}


@pytest.mark.parametrize(
    "text",
    [
        "Revenue of $5.0 billion, including $3.0 billion from cars and $1.5 billion from vans.",
        "We enrolled 120 patients (60 men, 50 women and 10 others).",
        "Of the 1054 of 1063 patients (529 in one arm and 525 in the other) most left.",
        "We saw patients of type 2 (18 men and 12 women).",
        "Chromosomes 6 and 3 (149 and 146 genes, respectively) were read.",
        "Each had 3 × 4 + 1 = 13 parts.",
        "In binary, 01 + 01 = 10.",
        "We fed 16 patients divided into group A (3 men and 5 women) and group B (2 men and 6 women).",
    ],
)
def test_partial_lists_are_not_reported(text):
    assert kinds(text) == []


def test_a_total_smaller_than_a_part_needs_the_word_total():
    assert kinds("A total of 12 patients: 60 men and 50 women.") == ["total"]
    assert kinds("The eleven schools and their participants (74 boys and 74 girls) took part.") == []


@pytest.mark.parametrize(
    "text",
    [
        "The choir has 64 singers: one half sopranos, one third altos.",
        "The estate of 64 acres, of which one half is wood and one quarter is meadow.",
        "He left 12 shares: one third to Ann, one third to Bob and one third to Cy.",
    ],
)
def test_lists_of_fractions_are_left_alone(text):
    assert kinds(text) == []


def test_a_sum_with_a_minus_is_no_total():
    assert kinds("We began the year with 146 members, lost 12 and gained 20, and so finished with 154.") == []
    assert kinds("We have 146 men, 12 women and 20 children, 187 in all.") == ["total"]


def test_what_stands_in_brackets_may_explain_a_part():
    text = "Income was £14,260: dues were £9,600 (128 members at £75), fairs £3,860; the rest, £{}, gifts."
    assert kinds(text.format(800)) == []
    assert kinds(text.format(900)) == ["total"]


def test_what_remains_of_a_few_is_not_the_rest_of_many():
    assert not kinds("Of 300,000 people, sixty thousand lived in 1610. By 1720, only two thousand remained.")


def test_a_sum_with_signs_is_written_out():
    [relation] = [each for each in relations("Together 12 + 30 = 52 of them wrote to us.") if each.problem]
    assert relation.is_written
    [relation] = [each for each in relations("The 12 boys and 30 girls were 52 in all.") if each.problem]
    assert not relation.is_written
