import pytest

from tests.consistency.sources.helpers import supports


@pytest.mark.parametrize(
    ("draft", "formula"),
    [
        ("The group rate is £13 below the usual one.", "45 − 32 pounds = 13"),
        ("Twelve of the 40 lockers are let.", "40 − 28 = 12"),
        ("The refit needs less than a third of the loan.", "31,000 euros / 100,000 euros = 31%"),
        ("Of the loan 40,000 euros of it goes to the pool.", "100,000 euros × 40 percent = 40000"),
        ("In total the six showers cost 5,400 euros.", "900 euros × six = 5400"),
    ],
)
def test_formulas_of_everyday_summaries(draft: str, formula: str) -> None:
    source = (
        "The gym takes 32 pounds a month for the group rate instead of 45. Of 40 lockers, 28 are not let. "
        "The gym has a loan of 100,000 euros, 40 percent of which goes to the pool; the refit needs 31,000 "
        "euros of the loan. It buys six showers at 900 euros each."
    )
    assert formula in [support.formula for support in supports(draft, source)]


@pytest.mark.parametrize(
    ("draft", "formula"),
    [
        ("The ride took 412 days, over 100 days more than planned.", "412 − three hundred = 112"),
        ("Clinics get $120 a year, $600 in all.", "$120 × (2030 − 2026 + 1) = 600"),
        ("The kit costs $38,000, or $34,200 with the discount.", "38,000 dollars × (1 − 10 percent) = 34200"),
        ("Westmark had the other 64 percent of the ball.", "100% − 36 percent = 64%"),
        ("The terms are 30 days to pay, 16 more than at present.", "30 − fourteen = 16"),
    ],
)
def test_formulas_over_units_rates_and_years(draft: str, formula: str) -> None:
    source = (
        "The ride took 412 days; I had planned on three hundred. There are $120 a year for clinics, for each "
        "of the fiscal years 2026 through 2030. A kit is 38,000 dollars. Rovers had the ball for 36 percent, "
        "Westmark had the rest. The terms are 30 days to pay; at present we pay in fourteen. "
        "We take 10 percent off the kit."
    )
    assert formula in [support.formula for support in supports(draft, source)]


@pytest.mark.parametrize(
    "draft",
    [
        "The museum has 52 guards.",  # 40 + 12, but nothing says so
        "The number of visitors fell by 25 percent.",  # it rose by as much
        "The tour takes 480 minutes.",  # 40 × 12
    ],
)
def test_arithmetic_alone_is_no_support(draft: str) -> None:
    source = "The museum has 40 rooms and 12 halls. It had 192,000 visitors, then 240,000, then 200,000."
    verdicts = [support.verdict for support in supports(draft, source)]
    assert verdicts[0] in ("contradicted", "absent")


def test_a_price_times_a_quantity_is_derived() -> None:
    source = "A hedge 300 metres long will be planted, at £6.50 a metre. The guests stay for three nights."
    [hedge] = supports("The hedge will cost £1,950.", source)
    assert (hedge.verdict, hedge.formula) == ("derived", "£6.50 × 300 = 1950")
    [other] = supports("The hedge will cost £1,590.", source)
    assert other.verdict in ("contradicted", "absent")


@pytest.mark.parametrize(
    ("draft", "formula"),
    [
        ("The margin slipped 1.4 points to 8.3 percent.", "9.7 percent − 8.3 percent = 1.4 points"),
        ("The chain opened a net 23 shops.", "31 − eight = 23"),
        ("The midpoint goes from $5.35 to $5.45.", "$5.45 − ten cents = 5.35"),
        ("Of the 600,000 dollars, $188,000 is left.", "600,000 dollars − 412,000 = 188000"),
    ],
)
def test_formulas_of_reports(draft: str, formula: str) -> None:
    source = (
        "The margin was 8.3 percent, after 9.7 percent a year before. The chain opened 31 shops and closed "
        "eight, of which two were new. We raise the midpoint by ten cents, to $5.45. We used 412,000 of the "
        "600,000 dollars."
    )
    assert formula in [support.formula for support in supports(draft, source)]


def test_durations_in_different_units_are_not_added() -> None:
    source = "The pilot begins 270 days after the Act and runs for 3 fiscal years."
    [support] = supports("The pilot runs for a total of four fiscal years.", source)
    assert support.verdict in ("contradicted", "absent")


def test_a_number_is_computed_from_those_of_the_sentence_before() -> None:
    source = "You pay 63 dollars a month at the moment. The family plan is 46 dollars."
    draft = "They pay $63 a month, and move to a family plan of $46. That saves them $17 a month."
    assert supports(draft, source)[-1].formula == "63 dollars − 46 dollars = 17"


@pytest.mark.parametrize(
    ("draft", "source"),
    [
        (
            "They say that 38% of desks stand empty.",
            "About 27% of desks stand empty. At Brook Street it went from 21 to 8.",
        ),
        ("Curator Lena Bright, 54, has left.", "Curator Lena Bright, 57, has left after three years."),
    ],
)
def test_what_the_source_states_otherwise_in_the_same_words_is_not_computed(draft: str, source: str) -> None:
    assert [support.verdict for support in supports(draft, source)] == ["contradicted"]


def test_a_part_of_its_whole_is_a_share() -> None:
    source = "The firm let go sixteen of our twenty people in 2021."
    assert [each.verdict for each in supports("In 2021 it dismissed 80% of its people.", source)][
        -1
    ] == "derived"
