import pytest

from numerate.consistency import Inconsistency, inconsistencies
from tests.growth import assert_linear


def read(text: str) -> list[Inconsistency]:
    return list(inconsistencies(text, rules=["known"]))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Mount Everest is 6,849 m high.", "Mount Everest is 8,849 m high, not 6,849 m."),
        ("Mars turns on its axis in 29 h 56 min.", "Mars turns on its axis in 24.6 h, not 29 h 56 min."),
        ("Absolute zero lies at −173 °C.", "Absolute zero is −273.15 °C, not −173 °C."),
        ("The battle of Waterloo was fought in 1825.", "The Battle of Waterloo was in 1815, not 1825."),
        ("An adult has about 15 litres of blood.", "An adult has about 5 litres of blood, not 15 litres."),
        (
            "Queen Victoria came to the throne in 1857.",
            "Queen Victoria came to the throne in 1837, not 1857.",
        ),
    ],
)
def test_figures_that_contradict_what_is_known_are_reported(text: str, message: str) -> None:
    [finding] = read(text)
    assert (finding.message, finding.level) == (message, "error")


@pytest.mark.parametrize(
    "text",
    [
        "Mount Everest is 8,849 m high.",
        "Mount Everest is almost 29,032 feet high.",
        "Mount Everest is about 8.8 km high.",
        "Base camp below Mount Everest is 5,364 m high.",
        "Mount Everest is 3,000 m higher than we had planned to climb.",
        "Water boils at 71 °C on Mount Everest.",
        "The Mount Everest Hotel has 120 rooms and is 34 m high.",
        "The battle of Waterloo was re-enacted in 2015.",
        "Waterloo station was opened in 1848.",
        "The Mars bar weighs 51 g.",
        "Suppose that light travelled at 300 m/s.",
        "A child of that size has about 2 litres of blood.",
    ],
)
def test_correct_and_unrelated_figures_are_not(text: str) -> None:
    assert not read(text)


def test_the_heading_says_what_a_section_is_about() -> None:
    text = "Mount Everest\n\nIts height is 6,849 m."
    [finding] = list(inconsistencies(text, [(0, 13)], ["known"]))
    assert finding.message == "Mount Everest is 8,849 m high, not 6,849 m."


def test_the_known_value_is_suggested() -> None:
    [finding] = read("The battle of Waterloo was fought in 1825.")
    assert [correction.value for correction in finding.suggestions] == [1815]


def read_below(title: str, text: str) -> list[str]:
    whole = f"{title}\n\n{text}"
    return [each.message for each in inconsistencies(whole, [(0, len(title))], rules=["known"])]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Saturn is the eighth planet from the Sun and, after Jupiter, the second largest.",
         "Saturn is the sixth planet from the Sun, not eighth."),
        ("The heart is a muscle with three chambers.", "The human heart has four chambers, not three."),
        ("Like all insects, the honeybee has eight legs.", "The honeybee has six legs, not eight."),
        ("A baby has almost 300 bones. Some grow together, so that an adult has only 306.",
         "The human skeleton has 206 bones, not 306."),
        ("She shared the Nobel Prize for this in 1893.",
         "Nobel Prizes have been awarded since 1901, not 1893."),
        ("In July 1510 Galileo turned his telescope on the stars.",
         "Galileo Galilei lived from 1564 to 1642, not 1510."),
    ],
)  # fmt: skip
def test_order_lifetimes_and_nouns_left_out(text: str, message: str) -> None:
    [finding] = read(text)
    assert (finding.message, finding.level) == (message, "error")


@pytest.mark.parametrize(
    "text",
    [
        "Saturn is the sixth planet from the Sun.",
        "Mars was the second planet on her list.",
        "Jupiter is the largest, and the eighth planet from that star is larger still.",
        "The heart of the palace has three chambers.",
        "The dog has three legs since the accident.",
        "A baby has almost 300 bones. The museum has only 306.",
        "The Galileo probe was launched in 1989.",
        "In 1992 Galileo was rehabilitated.",
        "She won the Nobel Prize in 1973.",
        "The first prize was won in 1873, long before there was a Nobel Prize.",
        "Galileo moved to Padua in 1592.",
        "Mozart's opera was performed here in 1988.",
        "Sikkim signed a treaty with independent India in 1950.",
        "Speakers named the Paris Agreement, 2030 Agenda and national plans.",
    ],
)
def test_sentences_that_say_something_else(text: str) -> None:
    assert not read(text)


@pytest.mark.parametrize(
    ("title", "text", "message"),
    [
        ("Lisbon", "On 1 November 1655 an earthquake destroyed most of the city.",
         "The great Lisbon earthquake dates from 1755, not 1655."),
        ("Mars", "The mean distance from the Sun is 22.8 million km.",
         "Mars is about 227.9 million km from the Sun, not 22.8 million km."),
        ("Saturn", "Its mean distance from the Sun is 1.43 million km, 9.5 times that of the Earth.",
         "Saturn is about 1.43 billion km from the Sun, not 1.43 million km."),
    ],
)  # fmt: skip
def test_the_title_says_what_a_text_is_about(title: str, text: str, message: str) -> None:
    assert read_below(title, text) == [message]


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Lisbon", "On 1 November 1998 the new bridge was closed for a day."),
        ("Lisbon", "In 1531 an earthquake had already destroyed many houses."),
        ("Porto", "On 1 November 1655 an earthquake was felt."),
        ("Mars", "The diameter of the crater is 2,300 km."),
        ("Mars", "The distance from the probe is 300 km."),
    ],
)
def test_other_figures_below_a_title(title: str, text: str) -> None:
    assert not read_below(title, text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Abraham Lincoln was the 18th president of the United States.",
         "Abraham Lincoln was the 16th president of the United States, not 18th."),
        ("May is the sixth month of the year.", "May is the fifth month of the year, not sixth."),
        ("He won the Tour de France in 1893.", "The Tour de France has been held since 1903, not 1893."),
    ],
)  # fmt: skip
def test_numbers_in_an_order_and_first_years(text: str, message: str) -> None:
    [finding] = read(text)
    assert finding.message == message


@pytest.mark.parametrize(
    "text",
    [
        "Lincoln was the first president of the United States born in Kentucky.",
        "March is the third month in a row with snow.",
        "She won the Booker Prize in 2009.",
        "The race was held in 1893, ten years before the Tour de France.",
    ],
)
def test_other_orders_and_years(text: str) -> None:
    assert not read(text)


def test_sunlight_takes_longer_to_other_planets() -> None:
    text = "Light from the Sun takes 80 minutes to reach {}."
    assert list(inconsistencies(text.format("the Earth")))
    assert not list(inconsistencies(text.format("Titan")))


def test_the_end_of_a_time_has_no_length_of_its_own() -> None:
    assert not read("The ice holds from April to June, which is three months.")


@pytest.mark.parametrize(
    "fact", ["Norway has 56 million inhabitants. ", "Iceland is an island and has 3 inhabitants. "]
)
def test_many_wrong_facts_take_linear_time(fact: str) -> None:
    assert_linear(read, fact * 100, fact * 400)
