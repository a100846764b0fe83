from numerate.consistency.sources.reading import read_quantities
from numerate.documents import Document


def test_both_counts_of_a_share_are_read() -> None:
    text = read_quantities(Document.from_text("Of the boats, 45 of 60 were lost; one in five was old."))
    assert [quantity.number.text for quantity in text.quantities][:2] == ["45", "60"]
    assert len(text.quantities) == 3


def test_implied_quantities_are_read_of_sources_alone() -> None:
    document = Document.from_text("The lease ends in a year, and one of the 13 plants will close.")
    assert [quantity.number.value for quantity in read_quantities(document).quantities] == [13.0]
    source = read_quantities(document, implied=True).quantities
    assert [(quantity.number.value, quantity.is_implied) for quantity in source] == [
        (1.0, True), (1.0, True), (13.0, False),
    ]  # fmt: skip


def test_an_ordinal_of_a_draft_may_be_a_fraction() -> None:
    [part] = read_quantities(Document.from_text("Deaths declined by a tenth.")).quantities
    assert (part.measure, part.base) == ("percent", 0.1)
    [rank] = read_quantities(Document.from_text("It was the tenth boat.")).quantities
    assert rank.measure == "ordinal"


def test_the_first_of_two_days_is_a_date() -> None:
    text = read_quantities(Document.from_text("We warned him on 17 and 18 May, on 3 and 45 pages."))
    assert [quantity.measure for quantity in text.quantities] == ["date", "date", "count", "count"]


def test_a_quantity_is_found_by_its_place() -> None:
    text = read_quantities(Document.from_text("There are 40 boats, 12 cars and 7 carts."))
    assert [text.position(quantity) for quantity in text.quantities] == [0, 1, 2]


def test_the_times_of_turns_are_no_numbers() -> None:
    turns = ["Ann: We have 40 trucks.", "Bob: Since when?", "Ann: Since 2019."]
    source = "\n".join(f"[00:{i}8] {turn}" for i, turn in enumerate(turns))
    assert [quantity.number.text for quantity in read_quantities(Document.from_text(source)).quantities] == [
        "40",
        "2019",
    ]
    timetable = read_quantities(Document.from_text("The gate (6:30) opens before the hall (7:15)."))
    assert [quantity.number.text for quantity in timetable.quantities] == ["6", "30", "7", "15"]
