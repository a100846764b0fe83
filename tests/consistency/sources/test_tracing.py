import pytest

from tests.consistency.sources.helpers import supports, verdicts

HARBOUR = (
    "The harbour board met on Tuesday. It approved a new quay of 340 metres at a cost of 61,500,000 euros. "
    "Cargo rose to 4.8 million tonnes in 2022 from 4.5 million tonnes in 2021. Seven ships waited outside "
    "the port for 12 days. The board has nine members, and the chair, Ines Moreau, has led it since 2014."
)


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


def test_numbers_that_need_no_source_are_exempt_with_a_reason() -> None:
    exempt = supports(
        "First, the ships sank.\n\nThey had three colours: red, white and blue.", "A ship sank."
    )
    assert [support.verdict for support in exempt] == ["exempt"] * 2
    assert all(support.reason for support in exempt)


def test_cells_of_a_table_are_known_by_their_labels_and_scale() -> None:
    source = (
        "(in millions of dollars)\n\n| | 2020 | 2021 |\n|---|---|---|\n| Bread | 310 | 345 |\n"
        "| Cake | 120 | 96 |\n| Overheads | (40) | (55) |\n"
    )
    draft = "Cake brought in $96 million in 2021, and bread $345 million. Overheads were $55 million."
    assert verdicts(draft, source, form="markdown") == [
        ("$96 million", "rescaled"), ("2021", "same"), ("$345 million", "rescaled"),
        ("$55 million", "rescaled"),
    ]  # fmt: skip
    [wrong] = [
        s for s in supports("Cake brought in $345 million.", source, form="markdown") if not s.is_supported
    ]
    assert wrong.verdict == "contradicted"


def test_the_scale_of_a_column_is_not_that_of_others() -> None:
    source = "| Port | Tonnes (millions) | Jobs |\n|---|---|---|\n| Alma | 4.8 | 90 |\n| Brook | 1.2 | 35 |\n"
    draft = "Alma handled 4.8 million tonnes and has 90 jobs."
    assert verdicts(draft, source, form="markdown") == [("4.8 million", "rescaled"), ("90", "same")]
    # Nor is it one of a percentage.
    [share] = supports("Cargo at Alma rose 6.7%.", source, form="markdown")
    assert (share.verdict, share.correction) == ("absent", None)


def test_rows_of_plain_text_belong_to_their_names() -> None:
    source = "Player | Team | PTS | REB\nMia Torres | Comets | 21 | 7\nJo Lind | Comets | 9 | 12\n"
    assert verdicts("Mia Torres had 21 points, and Jo Lind 12 rebounds.", source) == [
        ("21", "same"),
        ("12", "same"),
    ]
    assert ("9", "contradicted") in verdicts("Mia Torres scored 9 points.", source)


def test_places_lead_back_to_the_source() -> None:
    [support] = supports("The quay is 340 metres long.", "Nothing.", HARBOUR)
    [place, *_] = support.evidence
    assert (place.text, place.place.line) == ("340", 1)
    assert "quay of 340 metres" in place.quote


def test_no_numbers_no_support() -> None:
    assert supports("Nothing.", "Nothing.") == []
    assert verdicts("There were 40 boats.", "") == [("40", "absent")]


def test_infinite_and_huge_values_are_traced() -> None:
    draft = "The ratio was 1e400 and 10^999999."
    assert all(support.verdict for support in supports(draft, draft))


def test_a_value_beyond_all_floats_is_compared_with_nothing() -> None:
    [support] = supports("The sum is 1e400 tons.", "The sum is 1e308 tons.")
    assert (support.verdict, support.reason) == ("absent", "it is too large to be compared")


def test_years_with_a_unit_are_the_header_of_a_plain_table() -> None:
    table = "| Item | 2024 (£) | FY 2025 |\n|---|---|---|\n| Rents | 11,640 | 12,905 |\n| Fuel | 3 | 7 |\n"
    draft = "Rents came to 12,905 in 2025. The club was founded in 1919."
    assert verdicts(draft, table) == [("12,905", "same"), ("2025", "same"), ("1919", "absent")]


REVIEW = (
    "Ferries: Annual Review 2023\n\nPassenger numbers rose to 1,312,400 (2022: 1,214,900). The MV Corrie "
    "and the MV Skerry made 5,480 sailings. We employed 312 people, compared with 336 a year before."
)


def test_a_bare_number_may_be_a_year() -> None:
    assert verdicts("The annual review for 2023 is out.", REVIEW) == [("2023", "same")]
    assert verdicts("The annual review for 2024 is out.", REVIEW)[0][1] in ("contradicted", "absent")


def test_a_rise_is_computed_from_what_the_draft_states_and_not_from_a_fall() -> None:
    draft = "It carried 1.31 million passengers, a rise of some 8%."
    assert supports(draft, REVIEW)[1].formula == "(1,312,400 − 1,214,900) / 1,214,900 = 8.03%"


def test_ships_with_articles_are_counted_where_the_sentence_shares_a_number() -> None:
    assert verdicts("Its two vessels made 5,480 crossings.", REVIEW)[0] == ("two", "derived")
