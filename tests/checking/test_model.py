"""`numerate.load`, `numerate.check` and `numerate.predict`, as their users call them."""

from __future__ import annotations

import inspect
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import numerate
from numerate.checking import model as module
from numerate.checking.model import Model, check
from numerate.documents import SUFFIXES, Document, read

TEXT = "Profit rose 12% to $3.4 billion from $2.1 billion, the bank said in the report of the year."


@pytest.fixture(scope="module")
def model(tiny_folder: Path) -> Model:
    return numerate.load(tiny_folder, threads=1)


def test_a_text_a_file_and_a_document_give_the_same_report(model: Model, tmp_path: Path) -> None:
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
    for item in (*report.findings, *report.numbers):
        assert text[item.start : item.end] == item.text
    assert report.locate(report.numbers[0]).line == 3


def test_options_are_keyword_arguments(model: Model) -> None:
    assert model.check(TEXT, consistency=False, false_alarms=0.0).findings == ()
    assert model.check(TEXT, false_alarms="strict").false_alarms == 0.001
    assert model.check(TEXT, keep=True).numbers[0].prediction is not None
    with pytest.raises(numerate.InputError, match="strict, balanced, sensitive"):
        model.check(TEXT, false_alarms="loud")
    with pytest.raises(TypeError, match="unexpected keyword argument 'loud'"):
        check(TEXT, loud=True)  # type: ignore[call-arg]


@pytest.mark.parametrize("function", [check, Model.check])
def test_signatures_and_docstrings_show_every_option(function: object) -> None:
    options = {field.name for field in fields(numerate.CheckOptions) if field.init}
    assert options <= inspect.signature(function).parameters.keys()  # type: ignore[arg-type]
    assert all(f"{option}: " in function.__doc__ for option in options)  # type: ignore[operator]


def test_contradictions_need_no_model() -> None:
    assert [finding.rule for finding in check(TEXT, unlikely=False).findings] == ["change"]


def test_predict_uses_the_model_that_comes_with_numerate(
    model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_default", lambda: model)
    text = "It rose [#MASK] percent in [#MASK]."
    assert [p.median for p in numerate.predict(text)] == [p.median for p in model.predict(text)]
    [first, second] = numerate.predict([text, "None here."])
    assert (len(first), second) == (2, [])


@pytest.mark.parametrize("text", ["report.docx", "reports/2024.PDF", "https://example.com/a.html"])
def test_a_string_that_looks_like_a_path_is_refused(text: str) -> None:
    with pytest.raises(numerate.InputError, match=r"a text was expected.*pass Path\('"):
        check(text, unlikely=False)
    assert check(Document.from_text(text), unlikely=False).findings == ()


def test_a_string_that_is_the_path_of_a_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my notes 2024").write_text(TEXT)
    with pytest.raises(numerate.InputError, match=r"pass Path\('my notes 2024'\)"):
        check("my notes 2024", unlikely=False)
    assert len(check(Path("my notes 2024"), unlikely=False).numbers) == 3


@given(st.text(max_size=1500))
def test_other_strings_are_texts(text: str) -> None:
    if text.lower().endswith(tuple(SUFFIXES)):
        text += " 5"
    assert check(text, unlikely=False).text == text


@pytest.mark.parametrize("source", [None, 5, b"5%", ["5%"]])
def test_other_types_are_refused(source: object) -> None:
    with pytest.raises(TypeError, match="a text, a path or a Document was expected, not"):
        check(source, unlikely=False)  # type: ignore[arg-type]


def test_predicting_does_not_load_the_readers_of_documents(tiny_folder: Path) -> None:
    code = (
        "import sys, numerate\n"
        f"numerate.load({str(tiny_folder)!r}).predict('It rose [#MASK] percent.')\n"
        "assert not any(name.startswith('numerate.documents') for name in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0


def test_the_package_gives_its_functions_more_than_once() -> None:
    code = (
        f"import numerate\nfor _ in range(2):\n    assert numerate.check({TEXT!r}, unlikely=False).findings\n"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("The new outdoor pool is 30m long and 12m wide, and its water is heated in winter.", [30, 12]),
        ("The sample was held at 310K for two hours before it was measured again.", [310, 2]),
        ("The cipher works on a block of 512b, and the key has the same length.", [512]),
    ],
)
def test_a_letter_that_is_a_unit_is_checked_as_one(model: Model, text: str, values: list[float]) -> None:
    assert [number.value for number in model.check(text).numbers] == values


def test_an_ambiguous_number_is_checked_in_the_reading_that_the_model_finds_likelier(model: Model) -> None:
    text = "The wall that the council wants to build is 30m from the road to the old harbour."
    [number] = model.check(text).numbers
    [prediction] = model.judge(text).predictions()
    readings = [reading.value for reading in prediction.number.readings]
    assert sorted(readings) == [30, 30e6]
    assert number.value == max(readings, key=lambda value: prediction.log_prob(value, "log"))
