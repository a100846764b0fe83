from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate.report.chart import of_prediction, short
from numerate.report.report import Report
from numerate.serve import schemas
from numerate.serve import serialize as telling
from numerate.text import extract
from tests.report.made import TEXT, prediction
from tests.report.made import report as made
from tests.text.reading import one


def told(report: Report, drawn: bool = False) -> dict:
    """What a client reads."""
    drawings = {n.number.start: of_prediction(n.prediction) for n in report.numbers if n.prediction and drawn}
    answer = telling.report(report, report.document, drawings)
    data = json.loads(answer.model_dump_json())
    assert schemas.CheckAnswer.model_validate(data).model_dump_json() == answer.model_dump_json()
    return data


def test_a_report_is_told_whole() -> None:
    report = made()
    data = told(report)
    assert (data["name"], data["format"], data["text"]) == ("notes/a b.md", "markdown", report.text)
    assert data["false_alarms"] == report.false_alarms
    assert [(b["start"], b["end"], b["kind"]) for b in data["blocks"]] == [
        b[:3] for b in report.document.blocks
    ]
    assert [n["text"] for n in data["numbers"]] == [n.number.text for n in report.numbers]
    assert [n["p_value"] for n in data["numbers"]] == [0.3, 0.0004, 0.3, None]
    assert data["numbers"][-1]["reason"] == "7 is a name"
    assert [f["rule"] for f in data["findings"]] == ["unlikely", "change"]


def test_a_finding_has_its_title_and_its_place_in_the_file() -> None:
    report = made()
    unlikely, change = told(report)["findings"]
    assert unlikely["title"] == "A number that is unlikely in its place"
    place = unlikely["place"]
    # The file has marks around the number that the text has not.
    assert TEXT[place["start"] : place["end"]] == "$3.4** trillion"
    assert (place["line"], place["where"]) == (3, f"line 3, column {place['column']}")
    assert unlikely["expected"]["text"] == "$1.1–$9 billion"
    assert unlikely["suggestions"][0]["probability"] == 0.64
    assert change["p_value"] is None
    spans = [report.text[start:end] for start, end in change["related"]]
    assert spans == ["$3.4 trillion", "$3.04 billion"]


def test_what_was_left_out_is_told_with_its_place() -> None:
    [skipped] = told(made("Profit rose `5` and 12%."))["skipped"]
    assert skipped["where"] == "line 1, column 13"
    assert skipped["reason"]


def test_drawings_go_to_the_numbers_they_are_of() -> None:
    report = made()
    numbers = told(report, drawn=True)["numbers"]
    assert [n["distribution"] is not None for n in numbers] == [True, True, True, False]
    assert {n["distribution"] for n in told(report)["numbers"]} == {None}
    drawn = numbers[0]["distribution"]
    assert drawn["labels"]["median"] == short(drawn["median"]) == "3 billion"
    assert drawn["labels"]["most"] == " to ".join(short(end) for end in drawn["most"])
    assert len(drawn["mass"]) > 10
    assert all(tick["label"] == short(tick["value"]) for tick in drawn["axis"]["ticks"])


def test_broken_bytes_of_a_file_are_told_as_one_character_each() -> None:
    data = "Café, déjà, naïve ".encode() + b"\xff" + b" rose 12% to $3 from $2."
    report = made(data, "caf\udce9.txt")
    answer = told(report)
    assert answer["name"] == "caf\N{REPLACEMENT CHARACTER}.txt"
    assert len(answer["text"]) == len(report.text)
    for number in answer["numbers"]:
        assert answer["text"][number["start"] : number["end"]] == number["text"]


@given(st.text(st.characters() | st.characters(categories=["Cs"])))
def test_any_text_can_be_sent_once_clean(text: str) -> None:
    clean = telling.clean(text)
    clean.encode()
    assert len(clean) == len(text)
    assert all(a == b or "\ud800" <= b <= "\udfff" for a, b in zip(clean, text, strict=True))


@pytest.mark.parametrize("written", ["-$3.40 million", "1/3", "12.50%", "three", "45 km"])
def test_a_number_is_told_as_it_was_read(written: str) -> None:
    read = one(written)
    data = json.loads(telling.number(read).model_dump_json())
    assert data.pop("decimal") == str(read.decimal)
    assert data.pop("numeral") == list(read.numeral)
    assert data == {name: value for name, value in read._asdict().items() if name in data}


def test_a_value_that_json_cannot_hold_is_none() -> None:
    identifier, _, huge = extract("The A380 has 4 engines, not 5e999", identifiers=True)
    assert (telling.number(identifier).value, telling.number(identifier).decimal) == (None, None)
    assert (telling.number(huge).value, telling.number(huge).decimal) == (None, "5E+999")


def test_a_prediction_is_told_with_labels_and_a_drawing() -> None:
    made = prediction(one("$3.4 billion"), 3e9)
    answer = telling.prediction(made, 2e9, 3)
    assert (answer.text, answer.median) == ("$3.4 billion", made.median)
    assert [likely.label for likely in answer.likeliest] == [
        short(likely.value) for likely in answer.likeliest
    ]
    assert len(answer.likeliest) == 3
    assert answer.at.value == 2e9
    assert answer.at.tail == made.tail(2e9)
    assert 0 < answer.at.relative_density <= 1
    assert answer.distribution.axis.low < 9.3 < answer.distribution.axis.high
    assert telling.prediction(made, None, 1).at is None


def test_a_value_that_cannot_be_has_no_density() -> None:
    answer = telling.prediction(prediction(one("$3.4 billion")), 0.0, 1)
    assert (answer.at.relative_density, answer.at.cdf, answer.at.tail) == (0, 0, 0)
