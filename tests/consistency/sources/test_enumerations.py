from tests.consistency.sources.helpers import supports, verdicts

BILL = """The following lands are designated as wilderness:
(1) Land of 48,200 acres in the Bitterroot Forest.
(2) Land of 17,650 acres at Stony Ridge.
(3) Land of 9,150 acres near Anaconda.
The Secretary shall prepare a plan."""


def test_items_of_a_list_are_counted() -> None:
    [areas, acres] = supports("Three areas of land, 75,000 acres in all, become wilderness.", BILL)
    assert (areas.verdict, areas.formula) == ("derived", "1, 2, 3 = 3 items")
    assert (acres.verdict, acres.formula) == ("derived", "48,200 + 17,650 + 9,150 = 75000")


def test_another_number_of_items_is_not_supported() -> None:
    [(_, verdict)] = verdicts("Four areas of land become wilderness.", BILL)
    assert verdict in ("contradicted", "absent")


def test_a_list_about_other_things_is_not_counted() -> None:
    [(_, verdict)] = verdicts("Three senators disagreed.", BILL)
    assert verdict in ("contradicted", "absent")


def test_lists_of_letters_and_of_several_sources_are_counted() -> None:
    letters = "The plan has parts:\na. a dam\nb. a canal\n"
    [parts] = supports("The plan has two parts.", "Nothing.", letters)
    assert parts.formula == "a, b = 2 items"


NAMES = "The club met in May. It elected Joan Pyle, Amir Sethi and Tom Ridley to its committee. Tea followed."


def test_names_in_a_row_are_counted() -> None:
    [support] = supports("Three people were elected to the committee.", NAMES)
    assert (support.verdict, support.formula) == ("derived", "Joan Pyle, Amir Sethi, Tom Ridley = 3 items")
    [(_, verdict)] = verdicts("Four people were elected to the committee.", NAMES)
    assert verdict in ("contradicted", "absent")


def test_many_names_take_linear_time() -> None:
    text = "A-" * 20_000 + ", ".join(["Aa Bb"] * 20_000)
    assert verdicts("Three people came.", text)[0][1] in ("contradicted", "absent")


REVIEW = (
    "Ferries: Annual Review 2023\n\nPassenger numbers rose to 1,312,400 (2022: 1,214,900). The MV Corrie "
    "and the MV Skerry made 5,480 sailings. We employed 312 people, compared with 336 a year before."
)


def test_ships_with_articles_are_counted_where_the_sentence_shares_a_number() -> None:
    assert verdicts("Its two vessels made 5,480 crossings.", REVIEW)[0] == ("two", "derived")
