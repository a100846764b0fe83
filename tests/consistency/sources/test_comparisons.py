import pytest

from numerate.consistency.sources.comparisons import is_compared, is_planned
from numerate.consistency.sources.passages import passage_of
from numerate.text import extract


@pytest.mark.parametrize(
    ("text", "compared", "planned"),
    [
        ("Sales were 48 million, compared with 45 million.", [False, True], [False, False]),
        ("The ferry carried 310 cars, 290 a year earlier.", [False, True], [False, False]),
        ("Last year's budget was 12 million.", [True], [False]),
        ("They plan to hire 40 engineers.", [False], [True]),
        ("It has 80 berths, and 120 by the end of 2031.", [False, False, False], [False, True, False]),
        ("The hall seats 900 people.", [False], [False]),
    ],
)
def test_which_are_compared_with_or_planned(text: str, compared: list[bool], planned: list[bool]) -> None:
    passage = passage_of(text, (0, len(text)), (), frozenset())
    numbers = extract(text)
    assert [is_compared(text, number, passage) for number in numbers] == compared
    assert [is_planned(text, number, passage) for number in numbers] == planned
