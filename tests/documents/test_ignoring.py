"""Ignore comments: for all rules or for some, on their line, the next line, a block, or between two marks."""

from __future__ import annotations

import pytest

from numerate.documents import Document, read
from numerate.documents.ignoring import split_rules
from numerate.text import extract

FORMS = {
    "markdown": "<!-- numerate: {} -->",
    "html": "<!-- numerate: {} -->",
    "latex": "% numerate: {}",
    "rst": ".. numerate: {}",
    "text": "# numerate: {}",
}


def ignored(document: Document, rule: str | None = None) -> list[str]:
    numbers = extract(document.text)
    return [number.text for number in numbers if document.is_ignored(number.start, number.end, rule)]


@pytest.mark.parametrize("form", FORMS)
def test_a_comment_may_name_rules(form: str) -> None:
    mark = FORMS[form].format("ignore change, share -- checked by hand")
    document = read(f"It was 5.\n\n{mark}\nIt was 500.\n".encode(), format=form)
    assert [ignored(document, rule) for rule in ("change", "share", "total", None)] == [
        ["500"],
        ["500"],
        [],
        [],
    ]
    assert set(document.ignored_rules) == {"change", "share"}
    assert document.ignored_rules["share"].where.startswith("line 3")


@pytest.mark.parametrize("form", FORMS)
def test_ignore_next_line_covers_the_next_line_with_text(form: str) -> None:
    mark = FORMS[form].format("ignore-next-line")
    document = read(f"It was 5.\n\n{mark}\n\n\nIt was 500\nor 50.\n".encode(), format=form)
    assert ignored(document) == ["500"]
    mark = FORMS[form].format("ignore-next-line change")
    document = read(f"{mark}\n\nIt was 500\nor 50.\n".encode(), format=form)
    assert ignored(document, "change") == ["500"]
    assert ignored(document) == []


def test_ignore_next_line_at_the_end_of_a_line_with_text() -> None:
    source = "It was 5. <!-- numerate: ignore-next-line -->\nIt was 50.\nIt was 500.\n"
    assert ignored(read(source.encode(), format="markdown")) == ["50"]


@pytest.mark.parametrize("source", ["It was 5. numerate: ignore-next-line", "numerate: ignore-next-line\n\n"])
def test_ignore_next_line_at_the_end_of_a_file_covers_nothing(source: str) -> None:
    assert ignored(read(source.encode(), format="text")) == []


def test_starts_and_ends_may_name_rules_and_a_bare_end_ends_all() -> None:
    lines = [
        "# numerate: ignore-start change",
        "Of 2.",
        "# numerate: ignore-start share",
        "Of 3.",
        "# numerate: ignore-end change",
        "Of 4.",
        "# numerate: ignore-end",
        "Of 5.",
    ]
    document = read("\n".join(lines).encode(), format="text")
    assert ignored(document, "change") == ["2", "3"]
    assert ignored(document, "share") == ["3", "4"]
    assert ignored(document) == []


def test_comments_for_some_rules_and_for_all_are_independent() -> None:
    source = "Of 1. numerate: ignore\nOf 2. numerate: ignore change\nOf 3.\n"
    document = read(source.encode(), format="text")
    assert (ignored(document), ignored(document, "change")) == (["1"], ["1", "2"])


def test_all_cells_of_a_table_are_covered_for_each_rule() -> None:
    table = "| a | b |\n|---|---|\n| 5 | 6 |\n"
    source = f"<!-- numerate: ignore change -->\n\n<!-- numerate: ignore share -->\n\n{table}"
    document = read(source.encode(), format="markdown")
    assert ignored(document, "change") == ignored(document, "share") == ["5", "6"]


@pytest.mark.parametrize(
    ("written", "rules"),
    [
        ("", ()),
        (" change", ("change",)),
        (" change,share", ("change", "share")),
        ("  change share change ", ("change", "share")),
        (" -- the source says so", ()),
        (" change -- the source says so", ("change",)),
    ],
)
def test_the_names_of_a_mark(written: str, rules: tuple[str, ...]) -> None:
    assert split_rules(written) == rules


def test_a_document_that_names_many_rules_is_read_in_linear_time() -> None:
    cells = "".join(f"<tr><td>5\n<!-- numerate: ignore r{i} -->\n" for i in range(3000))
    document = read(f"<table>{cells}</table>".encode(), format="html")
    assert len(document.ignored_rules) == 3000
