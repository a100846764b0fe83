"""What a message says about a failure, and what it suggests."""

from numerate.consistency.tables import table_inconsistencies
from numerate.documents import read


def messages(source: str) -> list[str]:
    document = read(source.encode(), name="table.md")
    return [contradiction.message for contradiction in table_inconsistencies(document)]


def test_the_message_shows_the_arithmetic_and_where_it_holds():
    source = """
| | 2024 | 2023 |
|---|---:|---:|
| Sales | $41,204 | $38,911 |
| Cost of sales | (22,310) | (21,406) |
| Gross profit | $18,394 | $17,505 |
"""
    assert messages(source) == [
        "Gross profit in “2024”: 41,204 − 22,310 = 18,894, not 18,394. The sum holds in the other column."
    ]


def test_a_long_sum_is_shortened():
    first = [1204, 873, 2310, 455, 1988, 342, 761, 1530, 299, 610]
    second = [911, 720, 1803, 512, 1790, 290, 688, 1204, 310, 502]
    figures = zip([*first, sum(first) + 3000], [*second, sum(second)], strict=True)
    rows = "".join(
        f"| {'Total' if i == 10 else 'Item'} | {a:,} | {b:,} |\n" for i, (a, b) in enumerate(figures)
    )
    [message] = messages(f"| Item | A | B |\n|---|---|---|\n{rows}")
    assert "1,204 + 873 + 2,310 + 455 + … (10 figures) … + 299 + 610 = 10,372, not 13,372." in message


def test_figures_in_millions_and_suggestions_in_their_style():
    source = """
| | A | B |
|---|---|---|
| North | €1.2m | €3.4m |
| South | €2.5m | €4.1m |
| Total | €3.7m | €5.7m |
"""
    document = read(source.encode(), name="table.md")
    [contradiction] = table_inconsistencies(document)
    assert "3.4 + 4.1 = 7.5, not 5.7" in contradiction.message
    assert contradiction.suspect is not None
    assert [correction.text for correction in contradiction.suggestions] == ["€7.5m"]


def test_a_constant_product():
    rows = [("Lamp", 10, 43.5), ("Fan", 30, 15.4), ("Box", 45, 9.7), ("Laptop", 50, 8.7), ("Radio", 80, 5.4)]
    lines = "\n".join(f"| {name} | {power} W | {time} h |" for name, power, time in rows)
    [message] = messages(f"| Appliance | Power | Time |\n|---|---|---|\n{lines}\n")
    assert message == "Time in “Fan”: 435 / 30 = 14.5, not 15.4. The product holds in 4 other rows."
