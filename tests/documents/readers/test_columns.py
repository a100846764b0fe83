import pytest

from numerate.documents.readers.columns import columns_covered

COLUMNS = [(0, 10), (20, 30), (40, 50)]


@pytest.mark.parametrize(
    ("start", "end", "covered"),
    [
        (2, 8, (1, 1)),
        (18, 34, (2, 1)),
        (5, 25, (1, 2)),
        (0, 50, (1, 3)),
        (12, 14, (1, 1)),
        (16, 18, (2, 1)),
        (60, 70, (3, 1)),
    ],
)
def test_text_belongs_to_the_columns_it_covers_or_the_nearest(start, end, covered):
    assert columns_covered(start, end, COLUMNS) == covered
