from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from numerate.report.report import Report
from numerate.scan.records import Record
from numerate.scan.tables import SCHEMAS, TableBuilder
from numerate.text import extract
from tests.report.samples import prediction, unlikely
from tests.report.samples import report as made

RECORD = Record("corpus.jsonl@0", "7", "north", "")
HEADED = "# Report 1\n\nIt rose 5%.\n\n## Sales\n\nUp 12% to $3 from $2.\n\n## Costs\n\nThey fell 7%.\n"


def rows(*reports: Report, all_numbers: bool = False) -> dict[str, list[dict[str, Any]]]:
    builder = TableBuilder(all_numbers)
    for report in reports:
        builder.add(RECORD, report)
    tables = builder.tables()
    assert all(table.schema == SCHEMAS[name] for name, table in tables.items())
    return {name: table.to_pylist() for name, table in tables.items()}


def test_a_document_is_a_row_of_counts() -> None:
    report = made()
    [row] = rows(report)["documents"]
    assert row == {
        "document": "corpus.jsonl@0",
        "id": "7",
        "source": "north",
        "format": "markdown",
        "characters": len(report.text),
        "numbers": 4,
        "judged": 3,
        "findings": 2,
        "not_judged": [{"reason": "7 is a name", "numbers": 1}],
        "kinds": [
            {"kind": "money", "numbers": 2},
            {"kind": "percent", "numbers": 1},
            {"kind": "cardinal", "numbers": 1},
        ],
        "unread": [],
        "tables": 0,
        "recalculated": 0,
        "assumption": None,
        "error": None,
    }


def test_a_finding_is_a_row_with_all_of_its_fields() -> None:
    report = made()
    first, change = rows(report)["findings"]
    finding = report.findings[0]
    assert (first["document"], first["id"], first["source"]) == RECORD[:3]
    assert (first["rule"], first["level"], first["kind"], first["block"]) == (
        "unlikely",
        "warning",
        "money",
        "paragraph",
    )
    assert (first["text"], first["value"], first["message"]) == (
        "$3.4 trillion",
        3.4e12,
        finding.message,
    )
    assert first["sentence"] == "Profit rose 12% to $3.4 trillion from $3.04 billion."
    assert (first["p_value"], first["expected_low"], first["expected_high"]) == (
        0.0004,
        1.1e9,
        9e9,
    )
    assert first["expected_text"] == "$1.1–$9 billion"
    [suggestion] = first["suggestions"]
    assert (suggestion["text"], suggestion["value"]) == ("$3.4 billion", 3.4e9)
    assert (suggestion["reason"], suggestion["probability"]) == ("trillion for billion?", 0.64)
    assert suggestion["certain"] is False
    assert first["related"] == []
    assert first["fingerprint"] == finding.fingerprint.digest
    assert (change["level"], change["p_value"], change["expected_low"]) == ("error", None, None)
    assert change["suggestions"][0]["probability"] is None


def test_places_are_positions_in_the_file() -> None:
    report = made()
    first, change = rows(report)["findings"]
    source = report.document.source
    assert source[first["start"] : first["end"]] == "$3.4** trillion"
    assert (first["where"], first["line"], first["page"]) == (
        f"line 3, column {first['column']}",
        3,
        None,
    )
    related = [(row["text"], source[row["start"] : row["end"]]) for row in change["related"]]
    assert related == [("$3.4 trillion", "$3.4** trillion"), ("$3.04 billion", "$3.04 billion")]


def test_a_finding_has_the_heading_above_it() -> None:
    report = made(HEADED)
    numbers = [checked.number for checked in report.numbers]
    report = replace(report, findings=tuple(unlikely(report.document, number) for number in numbers))
    sections = {row["text"]: row["section"] for row in rows(report)["findings"]}
    assert sections == {
        "1": None,
        "5%": None,
        "12%": "Sales",
        "$3": "Sales",
        "$2": "Sales",
        "7%": "Costs",
    }
    blocks = {row["text"]: row["block"] for row in rows(report)["findings"]}
    assert (blocks["1"], blocks["5%"]) == ("title", "paragraph")


def test_a_plain_text_has_rows_too() -> None:
    report = made("Profit rose 12% to $3 from $2.", name=None)
    tables = rows(report, all_numbers=True)
    assert tables["documents"][0]["format"] == "text"
    assert [row["text"] for row in tables["numbers"]] == ["12%", "$3", "$2"]
    assert {(row["block"], row["section"]) for row in tables["findings"]} == {("paragraph", None)}


def test_all_numbers_are_rows_on_request() -> None:
    report = made()
    assert "numbers" not in rows(report)
    number_rows = rows(report, all_numbers=True)["numbers"]
    assert [row["text"] for row in number_rows] == [checked.number.text for checked in report.numbers]
    assert [row["p_value"] for row in number_rows] == [0.3, 0.0004, 0.3, None]
    assert [row["not_judged"] for row in number_rows] == [None, None, None, "7 is a name"]
    *judged, other = number_rows
    for row, checked in zip(judged, report.numbers, strict=False):
        assert row["median"] == pytest.approx(checked.prediction.median)
        assert (row["low_50"], row["high_50"]) == pytest.approx(checked.prediction.interval(0.5))
        assert (row["low_90"], row["high_90"]) == pytest.approx(checked.prediction.interval(0.9))
    assert {other[name] for name in ("median", "low_50", "high_50", "low_90", "high_90")} == {None}


def test_each_of_many_numbers_has_its_own_distribution() -> None:
    text = "It sold " + ", ".join(str(100 + n) for n in range(600)) + " and 7 of them."
    report = made(text, name=None)
    numbers = [
        replace(checked, prediction=prediction(checked.number, 10 * checked.number.value) if n % 5 else None)
        for n, checked in enumerate(report.numbers)
    ]
    number_rows = rows(replace(report, numbers=tuple(numbers)), all_numbers=True)["numbers"]
    assert len(number_rows) == len(extract(text)) == 601
    for n, row in enumerate(number_rows):
        assert row["median"] == (pytest.approx(10 * row["value"]) if n % 5 else None)


def test_a_document_that_failed_is_a_row_with_its_error() -> None:
    builder = TableBuilder(all_numbers=True)
    builder.add_error(RECORD, "is no PDF")
    tables = builder.tables()
    [row] = tables["documents"].to_pylist()
    assert (row.pop("document"), row.pop("id"), row.pop("source")) == RECORD[:3]
    assert row.pop("error") == "is no PDF"
    assert set(row.values()) == {None}
    assert len(tables["findings"]) == len(tables["numbers"]) == 0


def test_rows_are_in_the_order_of_the_documents() -> None:
    builder = TableBuilder(all_numbers=False)
    for name in ("a", "b", "c"):
        if name == "b":
            builder.add_error(RECORD._replace(document=name), "broken")
        else:
            builder.add(RECORD._replace(document=name), made())
    tables = builder.tables()
    assert tables["documents"]["document"].to_pylist() == ["a", "b", "c"]
    assert tables["findings"]["document"].to_pylist() == ["a", "a", "c", "c"]


def test_undecodable_bytes_are_escaped() -> None:
    data = "Café, déjà, naïve ".encode() + b"\xff" + b" rose 12% to $3 from $2."
    report = made(data, "a.txt")
    builder = TableBuilder(all_numbers=True)
    builder.add(RECORD._replace(document="caf\udce9.txt"), report)
    tables = builder.tables()
    assert tables["documents"]["document"].to_pylist() == ["caf\\udce9.txt"]
    assert "Café, déjà, naïve \\udcff rose" in tables["findings"]["sentence"].to_pylist()[0]


def test_an_overlong_sentence_is_truncated() -> None:
    text = "word " * 3000 + "rose 12% to $3 from $2" + " word" * 3000
    [first, _] = rows(made(text, name=None))["findings"]
    assert len(first["sentence"]) <= 1000
    assert "rose 12% to $3" in first["sentence"]
