import pytest

from tests.consistency.helpers import certain


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ("The car covered 270 km in 3 hours, an average speed of {} km/h.", "80", "90"),
        ("Hiring a bike costs 15 euros a day, so a week comes to {} euros.", "125", "105"),
        ("A worker can lay 60 bricks an hour. In an eight-hour day that is {} bricks.", "420", "480"),
        ("The deposit equals three months' rent of €700, that is €{}.", "2,700", "2,100"),
        ("There were 84 deaths among 420,000 residents, a rate of {} per 100,000.", "2", "20"),
    ],
)
def test_products_are_read_by_unit_and_noun(text, wrong, right):
    assert certain(text.replace("{}", wrong))
    assert not certain(text.replace("{}", right))


@pytest.mark.parametrize(
    "text",
    [
        "He saved £2,000 a year for 10 years and bought a car for £18,500.",
        "She earns $18 an hour and worked 35 hours last week, with $50 in tips.",
        "Nelson scored 22 points and is averaging 17 points per game over the last 9 games.",
    ],
)
def test_other_amounts_are_no_products(text):
    assert not certain(text)
