from tests.consistency.helpers import kinds


def test_a_latitude_beyond_the_pole_is_reported() -> None:
    assert kinds("The wreck lies at a latitude of 94° north.") == ["impossible"]


def test_a_longitude_next_to_a_latitude_may_be_larger() -> None:
    assert kinds("They met in 46° latitude north and 140° longitude east.") == []
    assert kinds("They met in 46° latitude north and 140° long. east.") == []
