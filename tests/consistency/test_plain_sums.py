import pytest

from numerate.consistency import inconsistencies
from numerate.consistency.plain_sums import plain_sums
from numerate.consistency.skeleton import Skeleton
from numerate.text import extract
from tests.growth import assert_linear


def sums(text: str) -> list[tuple[str, ...]]:
    skeleton = Skeleton(text, extract(text, identifiers=True))
    return [tuple(number.text for number in relation.numbers) for relation in plain_sums(skeleton)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The hall cost £640. The county paid £480, the diocese £90 and the parents £70.",
         ("£480", "£90", "£70", "£640")),
        ("There are 16 beds in bays and 8 in single rooms. That makes 24.", ("16", "8", "24")),
        ("total: 2.639 million t\n\nfrom oil: 2.635 million t\n\nfrom gas: 4,000 t",
         ("2.635 million", "4,000", "2.639 million")),
        ("Of 8.5 kg, 2.5 kg is steel and 6.0 kg wood.", ("2.5", "6.0", "8.5")),
    ],
)  # fmt: skip
def test_figures_that_add_up(text: str, expected: tuple[str, ...]) -> None:
    assert expected in sums(text)


@pytest.mark.parametrize(
    "text",
    [
        "Two goals and three assists, five points.",  # holds by accident too often
        "It has 16 beds, 8 kg of linen and 24 chairs.",
        "The first costs £16.\n\nThe second costs £8, the third £24.",
        "It fell from −16 to −8 and 24.",
    ],
)
def test_others_do_not(text: str) -> None:
    assert not sums(text)


@pytest.mark.parametrize(
    "text",
    [
        "Spending is £1,240,000, against £1,200,000 last year. Income is £340,000, which leaves £900,000.",
        "The new hall cost £640,000. The county paid £480,000, the diocese £90,000 and the parents the "
        "remaining £70,000.",
        "Two frame sizes and three colours, six versions in all",
        "A child who is ten minutes late each day misses 50 minutes of lessons a week.",
        "Strew 25 g of cheese on each of the first four and the remaining 50 g on the fifth.",
        "We sold goods for $168.0 million in the three months to September 30, against $158.0 million a year "
        "earlier.",
        "The owner may enter after 24 hours' notice, between 9 a.m. and 6 p.m.",
        "The tank holds 5,000 litres and was empty by ten in the morning. A second, of the same size, will "
        "follow, so that we shall have 10,000 litres in all.",
        "The euro fell 0.4 percent to $1.3050 after touching a high of $1.3150.",
        "The finale was watched by 7.09 million viewers; it ended after two seasons, leaving eight unaired.",
        "They have built about half of a planned 670-km-long (400 mile) barrier.",
        "In the first group 44 patients completed the study, in the placebo group 42, so that 10 were lost.",
    ],
)
def test_numbers_that_fit_otherwise_are_not_reported(text: str) -> None:
    assert not list(inconsistencies(text))


@pytest.mark.parametrize(
    "text",
    [
        "The tent costs £240 and the mat £85, £335 in all.",
        "A child who is ten minutes late each day misses 90 minutes of lessons a week.",
        "The owner lets it from 9 a.m. to 6 p.m., eight hours in all.",
    ],
)
def test_errors_still_are(text: str) -> None:
    assert list(inconsistencies(text))


def test_time_is_linear_in_the_lines_of_a_list():
    def lists(lines: int) -> Skeleton:
        text = "5,6\n\n" * lines
        skeleton = Skeleton(text, extract(text, identifiers=True))
        assert len(skeleton.sentences) == lines
        return skeleton

    assert_linear(lambda skeleton: list(plain_sums(skeleton)), lists(1000), lists(4000))
