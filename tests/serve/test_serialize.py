from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate.report.chart import charts_of_predictions, format_value
from numerate.report.report import Report
from numerate.serve.schemas import CheckResponse, NumberSchema, PredictionSchema
from numerate.serve.serialize import prediction_record, report_record, to_json
from numerate.text import extract
from tests.report.samples import TEXT, prediction
from tests.report.samples import report as make_report
from tests.text.reading import one


def serialized(report: Report, with_charts: bool = False) -> dict:
    """Serialize a report, parse it again, and verify that it matches the schema."""
    predictions = {n.start: n.prediction for n in report.numbers if n.prediction and with_charts}
    charts = {start: charts_of_predictions([p], [[]])[0] for start, p in predictions.items()}
    content = to_json(report_record(report, charts))
    CheckResponse.model_validate_json(content, strict=True, extra="forbid")
    return json.loads(content)


def test_a_report_is_serialized_with_all_its_parts() -> None:
    report = make_report()
    data = serialized(report)
    assert (data["name"], data["format"], data["text"]) == ("notes/a b.md", "markdown", report.text)
    assert data["false_alarms"] == report.false_alarms
    assert [(b["start"], b["end"], b["kind"]) for b in data["blocks"]] == [
        b[:3] for b in report.document.blocks
    ]
    assert [n["text"] for n in data["numbers"]] == [n.number.text for n in report.numbers]
    assert [n["p_value"] for n in data["numbers"]] == [0.3, 0.0004, 0.3, None]
    assert data["numbers"][-1]["reason"] == "7 is a name"
    assert [f["rule"] for f in data["findings"]] == ["unlikely", "change"]


def test_a_finding_has_a_title_and_a_place_in_the_file() -> None:
    report = make_report()
    unlikely, change = serialized(report)["findings"]
    assert unlikely["title"] == "A number that is unlikely in its place"
    place = unlikely["place"]
    # The file has markup around the number that the text does not have.
    assert TEXT[place["start"] : place["end"]] == "$3.4** trillion"
    assert (place["line"], place["where"]) == (3, f"line 3, column {place['column']}")
    assert unlikely["expected"]["text"] == "$1.1–$9 billion"
    assert unlikely["suggestions"][0]["probability"] == 0.64
    assert change["p_value"] is None
    assert [related["text"] for related in change["related"]] == ["$3.4 trillion", "$3.04 billion"]


def test_findings_are_those_of_the_json_output() -> None:
    report = make_report()
    assert serialized(report)["findings"] == report.to_dict()["findings"]


def test_a_skipped_part_has_a_place_and_a_reason() -> None:
    [skipped] = serialized(make_report("Profit rose `5` and 12%."))["skipped"]
    assert skipped["where"] == "line 1, column 13"
    assert skipped["reason"]


def test_distributions_belong_to_their_numbers() -> None:
    report = make_report()
    numbers = serialized(report, with_charts=True)["numbers"]
    assert [n["distribution"] is not None for n in numbers] == [True, True, True, False]
    assert {n["distribution"] for n in serialized(report)["numbers"]} == {None}
    chart = numbers[0]["distribution"]
    assert chart["labels"]["median"] == format_value(chart["median"]) == "3 billion"
    assert chart["labels"]["most"] == " to ".join(format_value(end) for end in chart["most"])
    assert len(chart["mass"]) > 10
    assert all(tick["label"] == format_value(tick["value"]) for tick in chart["axis"]["ticks"])


def test_undecodable_bytes_become_one_character_each() -> None:
    source = "Café, déjà, naïve ".encode() + b"\xff" + b" rose 12% to $3 from $2."
    report = make_report(source, "caf\udce9.txt")
    answer = serialized(report)
    assert answer["name"] == "caf\N{REPLACEMENT CHARACTER}.txt"
    assert len(answer["text"]) == len(report.text)
    for number in answer["numbers"]:
        assert answer["text"][number["start"] : number["end"]] == number["text"]


@given(st.text(st.characters() | st.characters(categories=["Cs"])))
def test_surrogates_of_any_text_are_replaced_one_for_one(text: str) -> None:
    replaced = json.loads(to_json({"text": text}))["text"]
    assert len(replaced) == len(text)
    assert all(a == b or "\ud800" <= b <= "\udfff" for a, b in zip(replaced, text, strict=True))


@pytest.mark.parametrize("text", ["-$3.40 million", "1/3", "12.50%", "three", "45 km", "6 ft 2 in", "$30m"])
def test_a_number_matches_its_schema(text: str) -> None:
    record = one(text).to_dict()
    assert record.keys() == NumberSchema.model_fields.keys()
    NumberSchema.model_validate_json(to_json(record), strict=True, extra="forbid")


def test_a_value_beyond_the_range_of_json_is_null() -> None:
    identifier, _, huge = extract("The A380 has 4 engines, not 5e999", identifiers=True)
    for number, decimal in ((identifier, None), (huge, "5E+999")):
        record = json.loads(to_json(number.to_dict()))
        assert (record["value"], record["decimal"]) == (None, decimal)


def test_a_prediction_is_serialized_with_labels_and_a_distribution() -> None:
    predicted = prediction(one("$3.4 billion"), 3e9)
    record = prediction_record(predicted, 2e9, 3)
    PredictionSchema.model_validate_json(to_json(record), strict=True, extra="forbid")
    assert (record["text"], record["median"]) == ("$3.4 billion", predicted.median)
    assert [likely["label"] for likely in record["likeliest"]] == [
        format_value(likely["value"]) for likely in record["likeliest"]
    ]
    assert len(record["likeliest"]) == 3
    assert record["at"]["value"] == 2e9
    assert record["at"]["tail"] == predicted.tail(2e9)
    assert 0 < record["at"]["relative_density"] <= 1
    assert record["distribution"]["axis"]["low"] < 9.3 < record["distribution"]["axis"]["high"]
    assert prediction_record(predicted, None, 1)["at"] is None


def test_a_value_outside_the_support_has_no_density() -> None:
    record = prediction_record(prediction(one("$3.4 billion")), 0.0, 1)["at"]
    assert (record["relative_density"], record["cdf"], record["tail"]) == (0, 0, 0)
