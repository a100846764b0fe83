from tests.consistency.reading import holds, kinds, one

TITLE = "Profit of $3.4 billion at Acme"
HEADING = [(0, len(TITLE))]


def document(body, title=TITLE):
    return f"{title}\n\n{body}"


def test_the_same_quantity_with_two_values_is_found():
    text = document("Acme had a profit of $3.1 billion this year.")
    finding = one(text, HEADING)
    assert (finding.kind, finding.message) == (
        "repeated",
        "$3.4 billion in the heading is $3.1 billion in the text.",
    )
    assert [text[number.start : number.end] for number in finding.numbers] == ["$3.4 billion", "$3.1 billion"]


def test_the_same_value_to_rounding_holds():
    assert holds(document("Acme had a profit of $3.38 billion this year."), "repeated", HEADING)


def test_last_years_profit_is_another():
    body = "Acme had a profit of $3.38 billion, after a profit of $2.2 billion the year before."
    assert holds(document(body), "repeated", HEADING)


def test_where_the_words_have_several_values_none_is_blamed():
    body = "Acme had a profit of $3.1 billion, after a profit of $2.2 billion the year before."
    assert kinds(document(body), HEADING) == []


def test_other_words_describe_another_quantity():
    assert kinds(document("Acme had a turnover of $3.1 billion this year."), HEADING) == []


def test_without_a_heading_nothing_is_compared():
    assert kinds(document("Acme had a profit of $3.1 billion this year.")) == []


def test_a_heading_speaks_of_its_own_section():
    first, second = "Acme grows", "Profit of $3.4 billion"
    text = f"{first}\n\nA profit of $3.1 billion.\n\n{second}\n\nA profit of $3.2 billion."
    start = text.index(second)
    finding = one(text, [(0, len(first)), (start, start + len(second))])
    assert finding.message == "$3.4 billion in the heading is $3.2 billion in the text."


def test_vague_words_promise_no_value():
    title = "Cuts of up to $20 million at Acme"
    body = "Acme announced cuts of $15 million."
    assert kinds(document(body, title), [(0, len(title))]) == []
