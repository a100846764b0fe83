from numerate.consistency.sources.versions import NumberChange, compare_documents
from numerate.documents import Document

OLD = (
    "Revenue was $5.2 million in 2020.\n\n"
    "The firm has 120 staff in 3 towns. Revenue of $5.2 million is a record."
)


def changes(old: str, new: str) -> list[NumberChange]:
    return compare_documents(Document.from_text(old), Document.from_text(new))


def test_the_same_text_has_no_changes() -> None:
    assert changes(OLD, OLD) == []
    assert changes("", "") == []


def test_a_changed_number_names_where_the_old_value_still_stands() -> None:
    [change] = changes(OLD, OLD.replace("was $5.2", "was $5.4"))
    assert change.kind == "changed"
    assert change.old
    assert change.new
    assert (change.old.text, change.new.text) == ("$5.2 million", "$5.4 million")
    assert [place.quote for place in change.still] == [
        "The firm has 120 staff in 3 towns. Revenue of $5.2 million is a record."
    ]


def test_numbers_of_rewritten_sentences_are_paired_by_context() -> None:
    new = OLD.replace(
        "The firm has 120 staff in 3 towns.", "In 3 towns, founded in 1990, the firm has 125 staff."
    )
    summary = {(c.kind, c.old and c.old.text, c.new and c.new.text) for c in changes(OLD, new)}
    assert summary == {("changed", "120", "125"), ("appeared", None, "1990")}


def test_a_moved_paragraph_changes_nothing_and_a_deleted_one_vanishes() -> None:
    first, second = OLD.split("\n\n")
    assert changes(OLD, f"{second}\n\n{first}") == []
    assert {c.kind for c in changes(OLD, first)} == {"vanished"}


def test_the_same_value_in_another_notation_is_no_change() -> None:
    assert changes("It cost $5,200,000 to build.", "It cost $5.2 million to build.") == []
