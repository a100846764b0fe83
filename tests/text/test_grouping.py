"""Numbers that refer to each other."""

from numerate import extract


def test_an_uncertainty_and_an_interval_name_their_number():
    mean, spread = extract("a mean of 5.3 ± 1.2 kg")
    assert (spread.role, spread.of, mean.unit.symbol) == ("uncertainty", mean.start, "kg")
    ratio, level, low, high = extract("a ratio of 2.3 (90% CI 1.4-3.9)")
    assert {(n.role, n.of) for n in (level, low, high)} == {
        ("level", ratio.start),
        ("lower", ratio.start),
        ("upper", ratio.start),
    }


def test_a_code_has_no_value_to_join():
    code, number = extract("an A380 and 5 cars", identifiers=True)
    assert (code.kind, number.value) == ("identifier", 5)


def test_numbers_far_apart_stay_as_they_are():
    low, high = extract("It was 10 on the day before yesterday and 15 km.")
    assert (low.unit, high.unit.symbol) == (None, "km")
