"""The text against its tables: what must be found, and as much that must not."""

import pytest

from numerate.consistency.tables import table_inconsistencies
from numerate.documents import Document, read
from tests.growth import assert_linear

TABLE = """
| € thousand | 2024 | 2023 |
|---|---:|---:|
| Fare income | 41,204 | 38,911 |
| Freight | 12,871 | 11,902 |
| Total income | 54,075 | 50,813 |
| Fuel | 9,732 | 9,115 |
"""


def messages(sentence: str, table: str = TABLE) -> list[str]:
    document = read(f"{sentence}\n{table}".encode(), name="report.md")
    return [contradiction.message for contradiction in table_inconsistencies(document)]


@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        ("Total income was €45.1 million in 2024.", "Total income: 54,075 in table 1, not €45.1 million."),
        ("In 2023, freight was €11,920 thousand.", "Freight: 11,902 in table 1, not €11,920 thousand."),
        (
            "Our fare income in 2024 reached €41,240 thousand.",
            "Fare income: 41,204 in table 1, not €41,240 thousand.",
        ),
        (
            "Fare income was €41.2 million in 2024 and €39.8 million in 2023.",
            "Fare income: 38,911 in table 1, not €39.8 million.",
        ),
        ("Fuel rose 8.6% in 2024.", "Fuel: 9,732 / 9,115 − 1 in table 1 = 6.8%, not 8.6%."),
        ("Freight increased by 18.1%.", "Freight: 12,871 / 11,902 − 1 in table 1 = 8.1%, not 18.1%."),
        (
            "Freight accounted for 32.8% of total income in 2024.",
            "Freight: 12,871 / 54,075 in table 1 = 23.8%, not 32.8%.",
        ),
    ],
)
def test_numbers_that_a_table_contradicts(sentence, message):
    assert messages(sentence) == [message]


@pytest.mark.parametrize(
    "sentence",
    [
        # Rounded, hedged, or in another scale.
        "Total income was €54.1 million in 2024.",
        "Total income was about €50 million in 2024.",
        "Total income was more than €45 million in 2024.",
        "Freight was €12,871 in 2024.",
        "Fuel rose 6.8% in 2024.",
        "Fuel rose 7% in 2024.",
        # Another quantity, whose name ends with the label.
        "Adjusted total income was €45.1 million in 2024.",
        "The cost of fuel was €7.9 million in 2024.",
        "Segment freight was €17,281 thousand in 2024.",
        # Another period, or none that the table has.
        "Total income was €45.1 million in 2021.",
        "Total income was €45.1 million.",
        "Total income was €50.8 million in 2024.",
        # Another statement about it.
        "Total income from the islands was €45.1 million in 2024.",
        "Total income per passenger was €45.1 in 2024.",
        "Fuel rose 8.6% in 2024 at constant prices, but fell 3% per trip.".replace(
            "Fuel rose", "Fuel use rose"
        ),
        "Freight accounted for 32.8% of costs in 2024.",
        # No typing error explains it.
        "Total income was €37.6 million in 2024.",
    ],
)
def test_numbers_that_are_left_alone(sentence):
    assert messages(sentence) == []


def test_two_tables_that_differ_in_one_figure():
    again = TABLE.replace("| Fuel | 9,732 | 9,115 |", "| Fuel | 9,732 | 9,151 |")
    assert messages(f"{TABLE}\n\nThe same once more:\n\n{again}", "") == [
        "Fuel in “2023”: 9,115 in table 1, 9,151 in table 2."
    ]
    assert messages(f"{TABLE}\n\nThe same once more:\n\n{TABLE}", "") == []


def test_tables_in_other_scales_are_compared_by_value():
    millions = """
| € million | 2024 | 2023 |
|---|---:|---:|
| Fare income | 41.2 | 38.9 |
| Freight | 12.9 | 11.9 |
| Fuel | 9.7 | 1.9 |
"""
    assert (
        messages(
            f"{TABLE}\n\nIn millions:\n\n{millions.replace('1.9 |', '9.1 |', 2).replace('19.1', '11.9')}", ""
        )
        == []
    )
    assert messages(f"{TABLE}\n\nIn millions:\n\n{millions}", "") == [
        "Fuel in “2023”: 9,115 in table 1, 1.9 in table 2."
    ]


def test_tables_of_other_things_are_not_compared():
    other = TABLE.replace("41,204", "3,120").replace("12,871", "880").replace("54,075", "4,000")
    assert messages(f"{TABLE}\n\nAnother route:\n\n{other}", "") == []


def test_long_texts_take_linear_time():
    def document(count: int) -> Document:
        return read(f"{'Total income was high in 2024. ' * count}\n{TABLE}".encode(), name="report.md")

    assert_linear(lambda document: list(table_inconsistencies(document)), document(400), document(1600))


STATEMENT = """
Income statement (in thousands)

| | 2024 | 2023 | Change | % change |
|---|---:|---:|---:|---:|
| Revenue | $31,240 | $28,911 | $2,329 | 8.1% |
| Cost of sales | (9,412) | (8,903) | (509) | 5.7% |
| Operating income | 4,784 | 4,097 | 687 | 16.8% |
"""


@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        ("Revenue rose to $31,420 thousand in 2024.", "Revenue: 31,240 in table 1, not $31,420 thousand."),
        (
            "Revenue increased 8.1% to $31.9 million in 2024.",
            "Revenue: 31,240 in table 1, not $31.9 million.",
        ),
        (
            "Revenue grew from $28.9 million in 2023 to $31.8 million in 2024.",
            "Revenue: 31,240 in table 1, not $31.8 million.",
        ),
        (
            "Revenue grew from $29.8 million in 2023 to $31.2 million in 2024.",
            "Revenue: 28,911 in table 1, not $29.8 million.",
        ),
        (
            "Operating income rose by $678 thousand.",
            "Operating income: 4,784 − 4,097 in table 1 = $687 thousand, not $678 thousand.",
        ),
        ("Cost of sales rose 7.5% in 2024.", "Cost of sales: 9,412 / 8,903 − 1 in table 1 = 5.7%, not 7.5%."),
        (
            "Cost of sales made up 31.0% of revenue in 2024.",
            "Cost of sales: 9,412 / 31,240 in table 1 = 30.1%, not 31.0%.",
        ),
        ("We reported revenue of $31.9 million for 2024.", "Revenue: 31,240 in table 1, not $31.9 million."),
        (
            "Revenue for the year ended 31 December 2024 was $31,420 thousand.",
            "Revenue: 31,240 in table 1, not $31,420 thousand.",
        ),
    ],
)
def test_statements_about_a_table_with_changes(sentence, message):
    assert messages(sentence, STATEMENT) == [message]


@pytest.mark.parametrize(
    "sentence",
    [
        "Revenue rose to $31,240 thousand in 2024.",
        "Revenue increased 8.1% to $31.2 million in 2024.",
        "Revenue grew from $28.9 million in 2023 to $31.2 million in 2024.",
        "Revenue grew from $27.9 million in 2022.",
        "Operating income rose by $687 thousand.",
        "Operating income rose by $0.7 million.",
        "Cost of sales rose 5.7% in 2024.",
        "Cost of sales made up 30% of revenue in 2024.",
    ],
)
def test_statements_that_a_table_with_changes_confirms(sentence):
    assert messages(sentence, STATEMENT) == []


def test_rows_of_the_same_name_in_tables_of_segments():
    other = "\nWest:\n\n| | 2024 | 2023 |\n|---|---|---|\n| Revenue | 8,120 | 6,115 |\n| Fuel | 732 | 715 |\n"
    assert messages("Revenue increased by 3.28% in 2024.", other.replace("6,115", "6,200")) == []
    assert messages("Revenue increased by 8.1% in 2024.", STATEMENT + other) == []
