"""Amounts in billions where all others are in millions."""

import pytest

from tests.consistency.helpers import kinds, only

OTHERS = (
    "In the first quarter sales were £18.2 million, in the second £19.4 million, in the third £17.7 million "
    "and in the fourth £21.3 million. Wages took £31.0 million, materials £24.6 million and energy "
    "£3.8 million. "
)


@pytest.mark.parametrize(
    "text",
    [
        "Net debt stood at £12.4 billion at the end of December. The dividend costs £1.1 million.",
        "We invested £6.5bn in the new line. The dividend costs £1.1 million.",
        "New orders: £44 billion, after £39.8 million a year before.",
    ],
)
def test_that_an_amount_of_another_order_is_found(text: str) -> None:
    assert only(OTHERS + text).kind == "magnitude"


@pytest.mark.parametrize(
    "text",
    [
        "Net debt stood at £12.4 million at the end of December. The dividend costs £1.1 million.",
        "The world market for such pumps is put at £12.4 billion. The dividend costs £1.1 million.",
        "Net debt stood at £12.4 billion and will be £12.1 billion. The dividend costs £1.1 million.",
        "Our bank holds £700 billion for others. The dividend costs £1.1 million.",
        "Net debt stood at €12.4 billion. The dividend costs £1.1 million.",
        "Net debt stood at £0.4 billion. The dividend costs £1.1 million.",
    ],
)
def test_that_others_are_left_alone(text: str) -> None:
    assert "magnitude" not in kinds(OTHERS + text)


def test_that_trillions_belong_to_others() -> None:
    in_billions = OTHERS.replace("million", "billion")
    assert "magnitude" not in kinds(
        in_billions + "Homes worth £3 trillion are insured. It paid £1.1 billion."
    )


def test_that_a_few_amounts_are_not_enough() -> None:
    assert not kinds("Sales were £18.2 million, and net debt stood at £12.4 billion.")


def test_the_message_compares_with_the_next_largest() -> None:
    finding = only(OTHERS + "Net debt stood at £12.4 billion. The dividend costs £1.1 million.")
    assert finding.message == "£12.4 billion is 400 times the next largest amount of the text, £31.0 million."
    assert finding.suggestions[0].text == "£12.4 million"
