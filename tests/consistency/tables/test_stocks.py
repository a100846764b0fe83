import pytest

from numerate.consistency.tables.stocks import stock_pairs
from tests.growth import assert_linear


@pytest.mark.parametrize(
    ("labels", "pairs"),
    [
        (["Opening balance", "Added", "Used", "Closing balance"], {3: 0}),
        (["At 1 January", "Births", "Deaths", "At 31 December"], {3: 0}),
        (["Cattle in spring", "Born", "Sold", "Cattle in autumn"], {3: 0}),
        (["Cattle in spring", "Born", "Sheep in autumn"], {}),
        (["Cattle in spring", "Born", "Sheep in spring", "Sold", "Cattle in autumn"], {}),
        (["Opening balance", "Closing balance"], {}),
    ],
)
def test_the_opening_of_each_closing(labels, pairs):
    assert stock_pairs(labels) == pairs


def test_many_labels_with_times_take_linear_time():
    def labels(count: int) -> list[str]:
        return [f"{word} {i % 28 + 1} May" for i in range(count // 2) for word in (f"a{i}x", f"b{i}x")]

    assert_linear(stock_pairs, labels(2_000), labels(8_000))
