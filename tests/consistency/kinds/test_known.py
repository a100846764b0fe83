import pytest

from numerate.consistency import Inconsistency, inconsistencies


def read(text: str) -> list[Inconsistency]:
    return list(inconsistencies(text, rules=["known"]))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Mount Everest is 6,849 m high.", "Mount Everest is 8,849 m high, not 6,849 m."),
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
