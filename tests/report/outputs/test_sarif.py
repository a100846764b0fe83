"""The schema is that of OASIS, as the source distribution of cfn-lint (MIT-0) on PyPI brings it."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import docx
import jsonschema
import pytest

from numerate.checking.check import check_document
from numerate.consistency.tables import TOTAL
from numerate.documents import read
from numerate.report.outputs.sarif import to_sarif
from numerate.report.report import Run
from tests.report.samples import HOSTILE, TEXT, report, run

SCHEMA = json.loads((Path(__file__).parent / "sarif-schema-2.1.0.json").read_text())


def written(whole: Run) -> dict[str, Any]:
    log = json.loads(to_sarif(whole).encode("utf-8", "backslashreplace"))
    jsonschema.Draft7Validator(SCHEMA, format_checker=jsonschema.FormatChecker()).validate(log)
    [only] = log["runs"]
    return only


def test_the_schema_refuses_an_invalid_log() -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"version": "2.1.0", "runs": [{"tool": {}}]}, SCHEMA)


def test_results_point_into_the_file() -> None:
    unlikely, change = written(run())["results"]
    region = unlikely["locations"][0]["physicalLocation"]["region"]
    assert TEXT[region["charOffset"] :][: region["charLength"]] == "$3.4** trillion"
    assert [region[name] for name in ("startLine", "startColumn", "endLine", "endColumn")] == [3, 22, 3, 37]
    assert (unlikely["ruleId"], unlikely["level"], change["ruleId"], change["level"]) == (
        "unlikely",
        "warning",
        "change",
        "error",
    )
    address = unlikely["locations"][0]["physicalLocation"]["artifactLocation"]
    assert address == {"uri": "notes/a%20b.md", "uriBaseId": "%SRCROOT%"}
    assert [other["message"]["text"] for other in change["relatedLocations"]] == [
        "$3.4 trillion",
        "$3.04 billion",
    ]


def test_messages_are_full_sentences_that_name_the_range_once() -> None:
    unlikely, change = written(run())["results"]
    assert unlikely["message"]["text"] == (
        "$3.4 trillion is unlikely here: usually $1.1–$9 billion. "
        "0.04% of correct numbers are at least this unlikely."
    )
    assert change["message"]["text"] == "That is no rise of 12%."


def test_fixes_change_the_number_and_no_markup() -> None:
    unlikely, change = written(run())["results"]
    assert "fixes" not in unlikely  # "**" stands in the middle of it
    [fix] = change["fixes"]
    [replacement] = fix["artifactChanges"][0]["replacements"]
    region = replacement["deletedRegion"]
    start, length = region["charOffset"], region["charLength"]
    mended = TEXT[:start] + replacement["insertedContent"]["text"] + TEXT[start + length :]
    assert mended == TEXT.replace("12%", "21%")


def test_rules_are_described_and_referred_to() -> None:
    only = written(run())
    rules = only["tool"]["driver"]["rules"]
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in only["results"])


def test_fingerprints_tell_equal_findings_apart_and_survive_moved_lines() -> None:
    twice = report(f"{TEXT}\n{TEXT}")
    first, second = report(), report(f"Before.\n\n{TEXT}")
    marks = [
        [result["partialFingerprints"] for result in written(run(single))["results"]]
        for single in (first, second)
    ]
    assert marks[0] == marks[1]
    assert twice.findings
    together = written(run(first, first))["results"]
    assert len({json.dumps(result["partialFingerprints"]) for result in together}) == 4


def test_documents_that_cannot_be_read_are_notifications() -> None:
    [invocation] = written(run())["invocations"]
    assert invocation["executionSuccessful"] is False
    assert "needs a password" in invocation["toolExecutionNotifications"][0]["message"]["text"]
    assert written(Run(()))["invocations"][0]["executionSuccessful"] is True


def test_a_place_without_lines_is_a_logical_location() -> None:
    file = io.BytesIO()
    document = docx.Document()
    document.add_paragraph("It rose 12% to 34%.")
    document.save(file)
    result = written(run(report(file.getvalue(), "/tmp/a.docx")))["results"][0]
    [location] = result["locations"]
    assert location["physicalLocation"] == {"artifactLocation": {"uri": "file:///tmp/a.docx"}}
    assert location["logicalLocations"][0]["name"] == "paragraph 1"
    assert "fixes" not in result


def test_any_text_and_any_name_give_a_valid_log() -> None:
    written(run(report(HOSTILE + " 5\udcff 6", 'a<"%\udcff:b>.txt')))


def test_findings_in_tables_name_their_cells() -> None:
    source = TOTAL.example
    checked = check_document(read(source.encode(), name="table.md"), None)
    [result] = written(Run([checked]))["results"]
    [location] = result["locations"]
    assert location["properties"]["cell"] == {"table": 1, "row": 4, "column": 3}
    assert [other["properties"]["cell"]["row"] for other in result["relatedLocations"]] == [2, 3]
