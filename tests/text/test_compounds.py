import pytest

from numerate import extract
from tests.text.reading import one


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("on 2016-05-04", ["year", "date", "date"]),
        ("at 10:30:15", ["time", "time", "time"]),
        ("won 3:1", ["cardinal", "cardinal"]),
        ("a 45/55 split", ["cardinal", "cardinal"]),
        ("3/4 of it", ["fraction"]),
    ],
)
def test_the_joint_decides_what_digits_are(text, kinds):
    assert [number.kind for number in extract(text)] == kinds


def test_the_scale_of_a_map_is_a_share_with_two_parts():
    scale = one("a map at 1:50,000")
    assert (scale.kind, scale.value) == ("share", 1 / 50_000)
    assert [part.text for part in scale.split()] == ["1", "50,000"]


def test_a_scale_of_nothing_is_no_scale():
    assert [number.value for number in extract("a map at 1:00")] == [1, 0]
