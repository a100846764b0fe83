import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numerate.consistency import inconsistencies, relations
from numerate.consistency.learned.network import claim_model
from numerate.consistency.learned.reading import read_claims
from numerate.consistency.relation import Relation
from tests.consistency.learned.helpers import read, skeleton
from tests.growth import assert_linear


@pytest.mark.parametrize(
    ("text", "wrong", "right", "kind", "message"),
    [
        ("The roll was 50 m; we used 18 m for the fence and put {} m back in the shed.", "42", "32", "total",
         "18 m + 42 m = 60 m, not 50 m."),
        ("The tank holds 60 litres; I have put in 25 litres, so there is room for {} litres more.", "45",
         "35", "total", "25 litres + 45 litres = 70 litres, not 60 litres."),
        ("Our rent crept up from £800 to £920, which is {} on top.", "25%", "15%", "change",
         "From £800 to £920 is a rise of 15%, not 25%."),
        ("Built in 1979, the bridge closed in 1986 after {} years of use.", "nine", "seven", "duration",
         "From 1979 to 1986 is 7 years, not nine years."),
        ("The camp ran from 3 July to 17 July 2021, {} weeks.", "three", "two", "duration",
         "From 3 July to 17 July 2021 is 14 days, not three weeks."),
    ],
)  # fmt: skip
def test_claims_that_the_rules_do_not_know(
    text: str, wrong: str, right: str, kind: str, message: str
) -> None:
    [finding] = read(text.format(wrong))
    assert (finding.kind, finding.message, finding.numbers[-1].text) == (kind, message, wrong.split()[0])
    assert not read(text.format(right))


def test_the_figure_that_is_written_last_has_a_suggestion() -> None:
    [finding] = read("The roll was 50 m; we used 18 m for the fence and put 42 m back in the shed.")
    assert "32" in {each.text for each in finding.suggestions if each.number.text == "42"}


def test_an_equation_that_holds_is_a_relation() -> None:
    text = skeleton(
        "The tank holds 6,120 litres; 2,507 litres are in it, so there is room for 3,613 litres more."
    )
    stated = [each for each in read_claims(text, claim_model()).relations if each.problem is None]
    assert {number.text for number in stated[0].numbers} == {"6,120", "2,507", "3,613"}


def test_rules_are_judged_by_their_sentence_alone_too() -> None:
    text = (
        "The ferry, which has 212 seats and a crew of 9, made 1,460 crossings in 2023. Ticket revenue rose "
        "15% to £96,400 from £71,200, and the number of complaints fell to 450 from 600, a drop of 20%. "
        "Punctuality improved by 25 basis points to 93.75% from 93.50%."
    )
    wrong = [each for each in relations(text) if each.problem]
    probabilities = read_claims(skeleton(text), claim_model(), wrong).probabilities
    assert [each.kind for each in wrong] == ["change", "change"]
    assert all((probabilities.meant(each) or 0) > 0.5 for each in wrong)
    assert probabilities.meant(Relation("change", wrong[0].numbers[:1])) is None


_HOSTILE = (
    "", " \n\t", "7", "12 " * 3000, "1, " * 2000 + ".", "5 m. " * 300, "word " * 5000 + "5 and 6.",
    "1e308 km and 9e307 miles make 1e309 m, 5e-324 kg, 1e400 litres.",
    "9" * 500 + " and " + "8" * 500 + " make 3.",
    "a\x00 12 \x01 13\x07 and 25\x0b 30 m.", "\u202e12 m and 13 m make 27 m\u202c, \u0661\u0662 \u05d0 14.",
    "From 0 to 0 is 0%; 0 of 0; 0 km in 0 hours at 0 km/h. It rose 0% from 0 to 5. Half of 0 is 3.",
    "From -5 to -10 is -50%, -3 m + -4 m = 7 m; -5% of -20 is 1. It was -300 °C, then 1e305 °C.",
    "From 31 February 2020 to 30 June 1919, 13 months. From 9:00 to 25:30, 7 hours; 1/0, 0/0, inf, nan.",
)  # fmt: skip


@pytest.mark.parametrize("text", _HOSTILE)
def test_hostile_texts_are_read(text: str) -> None:
    for each in read_claims(skeleton(text), claim_model()).relations:
        assert each.numbers


@settings(max_examples=40, deadline=None)
@given(st.text(st.sampled_from("0123456789 .,-−%£$€°C:/e+kmlgh\n\x00\u202e½x"), max_size=120))
def test_any_text_is_read(text: str) -> None:
    read_claims(skeleton(text), claim_model())


@pytest.mark.parametrize("part", ["12 ", "3 m and 4 m. ", "7%, ", "He saw 5 cats, 6 dogs and 11 hens.\n\n"])
def test_time_is_linear(part: str) -> None:
    model = claim_model()
    texts = [part * count for count in (100, 400)]
    assert_linear(lambda text: read_claims(skeleton(text), model), *texts)


def test_figures_that_fit_by_accident_do_not_explain_a_plain_contradiction() -> None:
    text = "Rovers now have 41 points from 22 games (won 12, drawn 5, lost {}) and stay third."
    [finding] = inconsistencies(text.format(7), reader=claim_model())
    assert finding.level == "error"
    assert not list(inconsistencies(text.format(5), reader=claim_model()))
