from numerate.consistency import inconsistencies
from tests.consistency.helpers import holds, kinds, only

TITLE = "Profit of $3.4 billion at Acme"
HEADING = [(0, len(TITLE))]


def document(body, title=TITLE):
    return f"{title}\n\n{body}"


def test_a_quantity_with_two_values_is_reported():
    text = document("Acme had a profit of $3.1 billion this year.")
    finding = only(text, HEADING)
    assert (finding.kind, finding.message) == (
        "repeated",
        "$3.4 billion in the heading is $3.1 billion in the text.",
    )
    assert [text[number.start : number.end] for number in finding.numbers] == ["$3.4 billion", "$3.1 billion"]


def test_values_equal_after_rounding_hold():
    assert holds(document("Acme had a profit of $3.38 billion this year."), "repeated", HEADING)


def test_a_second_value_below_is_allowed_where_the_first_agrees():
    body = "Acme had a profit of $3.38 billion, after a profit of $2.2 billion the year before."
    assert holds(document(body), "repeated", HEADING)


def test_a_word_with_several_values_is_not_reported():
    body = "Acme had a profit of $3.1 billion, after a profit of $2.2 billion the year before."
    assert kinds(document(body), HEADING) == []


def test_another_word_names_another_quantity():
    assert kinds(document("Acme had a turnover of $3.1 billion this year."), HEADING) == []


def test_without_headings_a_name_with_two_values_is_at_most_possible():
    contradictions = inconsistencies(document("Acme had a profit of $3.1 billion this year."))
    assert all(inconsistency.level == "possible" for inconsistency in contradictions)


def test_a_heading_is_compared_with_its_own_section():
    first, second = "Acme grows", "Profit of $3.4 billion"
    text = f"{first}\n\nA profit of $3.1 billion.\n\n{second}\n\nA profit of $3.2 billion."
    start = text.index(second)
    finding = only(text, [(0, len(first)), (start, start + len(second))])
    assert finding.message == "$3.4 billion in the heading is $3.2 billion in the text."


def test_approximate_values_are_not_compared():
    title = "Cuts of up to $20 million at Acme"
    body = "Acme announced cuts of $15 million."
    assert kinds(document(body, title), [(0, len(title))]) == []
