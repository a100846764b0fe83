import pytest

from tests.consistency.sources.helpers import supports, verdicts

HARBOUR = (
    "The harbour board met on Tuesday. It approved a new quay of 340 metres at a cost of 61,500,000 euros. "
    "Cargo rose to 4.8 million tonnes in 2022 from 4.5 million tonnes in 2021. Seven ships waited outside "
    "the port for 12 days. The board has nine members, and the chair, Ines Moreau, has led it since 2014."
)


def test_one_is_a_count_only_where_a_source_has_another() -> None:
    source = "A serving has 310 kcal. The harbour has seven cranes. Rain will fall within the week."
    assert verdicts("One serving has 310 kcal.", source)[0] == ("One", "exempt")
    assert verdicts("The harbour has one crane.", source)[0] != ("one", "exempt")


def test_values_that_the_source_states_are_the_same() -> None:
    draft = "The board of nine members approved a quay of 340 metres. Ines Moreau has been chair since 2014."
    assert verdicts(draft, HARBOUR) == [("nine", "same"), ("340", "same"), ("2014", "same")]


@pytest.mark.parametrize(
    ("draft", "expected"),
    [
        ("The quay costs 61.5 million euros.", "rescaled"),
        ("The quay costs nearly 62 million euros.", "rounded"),
        ("The quay will be 0.34 km long.", "rescaled"),
        ("Seven ships waited for twelve days.", "rescaled"),
        ("Cargo of the port was about 5 million tonnes in 2022.", "rounded"),
    ],
)
def test_the_same_value_may_be_rounded_or_written_otherwise(draft: str, expected: str) -> None:
    assert expected in [verdict for _, verdict in verdicts(draft, HARBOUR)]


def test_a_derived_number_has_its_formula_and_its_operands() -> None:
    [growth, cargo, _] = supports("Cargo rose 6.7% to 4.8 million tonnes in 2022.", HARBOUR)
    assert growth.verdict == "derived"
    assert growth.formula == "(4.8 million − 4.5 million) / 4.5 million = 6.67%"
    assert [place.text for place in growth.evidence] == ["4.8 million", "4.5 million"]
    assert cargo.verdict == "same"


def test_a_formula_must_fit_the_words() -> None:
    # 340 − 12 = 328, and nothing in the draft says that anything was subtracted.
    assert verdicts("The quay has 328 lamps.", HARBOUR) in ([("328", "absent")], [("328", "contradicted")])
    # The direction counts: cargo did not fall.
    [(_, verdict)] = verdicts("Cargo fell 6.7% at the port.", HARBOUR)
    assert verdict in ("absent", "contradicted")


@pytest.mark.parametrize(
    "draft",
    [
        "Eight ships waited outside the port for 12 days.",
        "The board approved a quay of 430 metres.",
        "Ines Moreau has led the board since 2012.",
    ],
)
def test_another_value_for_the_same_thing_is_contradicted(draft: str) -> None:
    [wrong, *_] = [support for support in supports(draft, HARBOUR) if not support.is_supported]
    assert wrong.verdict == "contradicted"
    assert wrong.correction is not None
    assert wrong.evidence


def test_a_value_that_stands_in_the_source_about_something_else_is_no_support() -> None:
    source = (
        "Marlow Foods had revenue of $4.2 million and a loss of $1.9 million. It has 35 shops and 410 "
        "employees, and opened six shops in June."
    )
    assert dict(verdicts("Marlow Foods had revenue of $1.9 million.", source)) == {
        "$1.9 million": "contradicted"
    }


def test_no_numbers_no_support() -> None:
    assert supports("Nothing.", "Nothing.") == []
    assert verdicts("There were 40 boats.", "") == [("40", "absent")]


def test_infinite_and_huge_values_are_traced() -> None:
    draft = "The ratio was 1e400 and 10^999999."
    assert all(support.verdict for support in supports(draft, draft))


def test_a_value_beyond_all_floats_is_compared_with_nothing() -> None:
    [support] = supports("The sum is 1e400 tons.", "The sum is 1e308 tons.")
    assert (support.verdict, support.reason) == ("absent", "it is too large to be compared")


REVIEW = (
    "Ferries: Annual Review 2023\n\nPassenger numbers rose to 1,312,400 (2022: 1,214,900). The MV Corrie "
    "and the MV Skerry made 5,480 sailings. We employed 312 people, compared with 336 a year before."
)


def test_a_bare_number_may_be_a_year() -> None:
    assert verdicts("The annual review for 2023 is out.", REVIEW) == [("2023", "same")]
    assert verdicts("The annual review for 2024 is out.", REVIEW)[0][1] in ("contradicted", "absent")


@pytest.mark.parametrize(
    ("source", "draft"),
    [
        (
            "Welcome to the full-year 2023 call of Tavola Group.",
            "Tavola's 2023 sales were discussed in a call.",
        ),
        ("In 2019 engineers wrote a report.", "A 2019 engineering report was written."),
        ("found one!! 2018 Fabia, one owner", "Dev has found a 2018 Fabia."),
    ],
)
def test_a_year_may_stand_before_what_it_is_of(source: str, draft: str) -> None:
    assert [verdict for text, verdict in verdicts(draft, source) if text.startswith("20")] == ["same"]


def test_what_is_counted_in_words_is_no_money() -> None:
    source = "Punctuality rose from 78% to 83%. Passengers get £5 after a delay."
    assert verdicts("Punctuality rose by five points to 83%.", source) == [
        ("five", "derived"),
        ("83%", "same"),
    ]


def test_sentences_that_count_the_same_need_not_be_a_list() -> None:
    source = (
        "The River Ansel drove 2,300 people from their homes on Tuesday.\n"
        '"We had 14 boats out through the night, and brought in 176 people," said fire chief Dana Okafor.\n'
        "Governor Lena Hartwick said that 40 people were missing."
    )
    draft = "The River Ansel drove 2,300 people from their homes. Rescuers brought in 176 people by boat."
    assert [verdict for _, verdict in verdicts(draft, source)] == ["same", "same"]


def test_a_rise_is_computed_from_what_the_draft_states_and_not_from_a_fall() -> None:
    draft = "It carried 1.31 million passengers, a rise of some 8%."
    assert supports(draft, REVIEW)[1].formula == "(1,312,400 − 1,214,900) / 1,214,900 = 8.03%"


def test_a_list_counts_nothing_that_the_source_counts_itself() -> None:
    source = "The lodge has five showers for guests, and Tove and Arne came by. The showers are new."
    assert verdicts("The lodge has two showers for guests.", source) == [("two", "contradicted")]
