import pytest

from numerate.consistency.tables import table_inconsistencies
from numerate.documents import read
from tests.growth import assert_linear

TABLE = """
| Branch | Visitors | Loans | New members |
|---|---:|---:|---:|
| Norton | 1,204 | 3,310 | 61 |
| Upper Dale | 1,871 | 5,126 | 94 |
| Kirby | 942 | 2,077 | 38 |
"""


def messages(sentence: str, table: str = TABLE) -> list[str]:
    document = read(f"{sentence}\n{table}".encode(), name="report.md")
    return [contradiction.message for contradiction in table_inconsistencies(document)]


@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        ("Norton had 1,240 visitors this spring.", "Norton: 1,204 in table 1, not 1,240."),
        ("With 5,216 loans, Upper Dale was the busiest.", "Upper Dale: 5,126 in table 1, not 5,216."),
        ("Kirby signed up 88 new members.", "Kirby: 38 in table 1, not 88."),
    ],
)
def test_a_number_that_contradicts_its_cell(sentence, message):
    assert messages(sentence) == [message]


@pytest.mark.parametrize(
    "sentence",
    [
        "Norton had 1,204 visitors this spring.",
        "Norton had about 1,200 visitors.",
        "Norton had 1,240 regular visitors.",
        "Norton had 667 more visitors than expected.",
        "Norton and Kirby had 1,240 visitors between them.",
        "Norton had 1,240 visitors last year.",
        "In 2019, Norton had 1,240 visitors.",
        "Upper Norton had 1,240 borrowers.",
        "The libraries had 1,240 visitors.",
        "Norton had 1,204 visitors and about 90,000 books.",
    ],
)
def test_other_numbers(sentence):
    assert messages(sentence) == []


COSTS = """
| Item | Amount |
|---|---:|
| Deposit | $2,475 |
| Pet fee | $300 |
| Playground | $2,300 |
"""


@pytest.mark.parametrize(
    "sentence",
    [
        "You will get back the deposit and the pet fee, together $2,775.",
        "Grant of the district for the playground: $2,000",
    ],
)
def test_numbers_of_several_rows_or_of_something_else(sentence):
    assert messages(sentence, COSTS) == []


def test_a_row_that_a_line_of_a_list_is_about():
    assert messages("- Playground: $2,000", COSTS) == ["Playground: 2,300 in table 1, not $2,000."]


def test_time_is_linear_in_the_text():
    document = [read(("Norton had 1,204 visitors. " * n + TABLE).encode(), name="a.md") for n in (200, 800)]
    assert_linear(lambda text: list(table_inconsistencies(text)), *document)


TURNED = """
| | Oslo | Bergen | Total |
|---|---:|---:|---:|
| Staff | 412 | 388 | 800 |
| Trips | 5,120 | 4,871 | 9,991 |
"""


@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        ("Oslo has 421 staff.", "Oslo: 412 in table 1, not 421."),
        ("Bergen made 4,817 trips.", "Bergen: 4,871 in table 1, not 4,817."),
    ],
)
def test_columns_that_the_text_names(sentence, message):
    assert messages(sentence, TURNED) == [message]
    assert messages(sentence.replace("421", "412").replace("4,817", "4,871"), TURNED) == []


def test_a_rounded_number_of_something_else_proves_nothing():
    table = "| £m | 2024 | 2023 |\n|---|---|---|\n| Net sales | 5,951 | 5,720 |\n| Costs | 3,204 | 3,110 |\n"
    assert messages("With net sales of £7,107 million it had about 9,000 employees in 2024.\n", table) == []
