import pytest

from numerate.consistency.tables.sections import lines_named_alike
from tests.growth import assert_linear


@pytest.mark.parametrize(
    ("labels", "alike"),
    [
        (["At 31 May 2024", "Rent", "At 31 May 2024", "At 31 May 2024"], {3: (0, 2)}),
        (["At 1 January 2024", "New", "On January 1, 2024", "Net, 31 December 2023"], {3: (0, 2)}),
        (["At 30 June 2023", "At 1 July 2023", "Carrying amount at 30 June"], {}),
        (["Closing balance", "Opening balance", "Closing balance", "Closing balance"], {3: (0, 2)}),
        (["Sum", "Sum", "Sum", "Sum"], {2: (0, 1), 3: (1, 2)}),
        (["", "", "", "31 June 2024", "12", "12", "12"], {}),
    ],
)
def test_lines_of_the_same_name(labels, alike):
    assert lines_named_alike(labels) == alike


def test_many_labels_take_linear_time():
    def labels(count: int) -> list[str]:
        return [f"At {i % 28 + 1} May {1900 + i % 100}" for i in range(count)]

    assert_linear(lines_named_alike, labels(2_000), labels(8_000))
