"""`numerate.load(...).check(...)` and `numerate.check(...)`, as one uses them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import numerate
from numerate.checking.model import Model, check
from numerate.documents import read

TEXT = "Profit rose 12% to $3.4 billion from $2.1 billion, the bank said in the report of the year."


@pytest.fixture(scope="module")
def model(tiny_folder: Path) -> Model:
    return numerate.load(tiny_folder, threads=1)


def test_a_text_a_file_and_a_document_come_to_the_same(model: Model, tmp_path: Path) -> None:
    file = tmp_path / "note.txt"
    file.write_text(TEXT)
    reports = [model.check(TEXT), model.check(file), model.check(read(file))]
    assert isinstance(model, numerate.Model)
    for report in reports:
        assert report.findings == reports[0].findings
        assert report.numbers == reports[0].numbers
    assert reports[0].findings[0].rule == "change"


def test_offsets_are_those_of_the_text_as_given(model: Model) -> None:
    text = f"\r\n  \n{TEXT}\r\n\r\n\r\n{TEXT}\r\n"
    report = model.check(text, false_alarms=1.0)
    assert report.text == text
    for found in (*report.findings, *(n.number for n in report.numbers)):
        assert text[found.start : found.end] == found.text
    assert report.document.locate(*report.numbers[0].number.numeral).line == 3


def test_what_one_asks_for(model: Model) -> None:
    assert model.check(TEXT, consistency=False, false_alarms=0.0).findings == ()
    assert model.check(TEXT, false_alarms="strict").false_alarms == 0.001
    assert model.check(TEXT, keep=True).numbers[0].prediction is not None
    with pytest.raises(ValueError, match="strict, balanced, sensitive"):
        model.check(TEXT, false_alarms="loud")


def test_contradictions_need_no_model() -> None:
    assert [finding.rule for finding in check(TEXT, unlikely=False).findings] == ["change"]


def test_whoever_predicts_does_not_load_readers(tiny_folder: Path) -> None:
    code = (
        "import sys, numerate\n"
        f"numerate.load({str(tiny_folder)!r}).predict('It rose [#MASK] percent.')\n"
        "assert not any(name.startswith('numerate.documents') for name in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0


def test_the_front_door_opens_more_than_once() -> None:
    code = (
        f"import numerate\nfor _ in range(2):\n    assert numerate.check({TEXT!r}, unlikely=False).findings\n"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0
