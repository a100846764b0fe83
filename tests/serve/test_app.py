from __future__ import annotations

import io
import json

import httpx
import pytest
from docx import Document as Docx

import numerate
from numerate.checking.check import check_document
from numerate.documents import read
from numerate.errors import InputError
from numerate.model import Predictor
from numerate.report.options import CheckOptions
from numerate.serve.app import listen
from numerate.serve.settings import ServerSettings
from tests.documents.readers.test_pdf import build as build_pdf

TEXT = "Profit rose 12% to $3.4 million. In a survey, 180 of 240 people (65%) said so. 😀 It sold 5 trucks."


def check(client: httpx.Client, **body: object) -> dict:
    response = client.post("/v1/check", json=body)
    assert response.status_code == 200, response.text
    return response.json()


def test_a_check_over_http_gives_the_same_report_as_in_python(client: httpx.Client, model: Predictor) -> None:
    answer = check(client, text=TEXT, false_alarms=0.2)
    report = check_document(read(TEXT.encode(), format="text"), model, CheckOptions(false_alarms=0.2))
    assert answer["text"] == report.text
    assert [number["start"] for number in answer["numbers"]] == [n.number.start for n in report.numbers]
    for number, checked in zip(answer["numbers"], report.numbers, strict=True):
        assert number["p_value"] == pytest.approx(checked.p_value, abs=1e-3)
        assert number["distribution"] is None
    assert {"share", "unlikely"} == {finding["rule"] for finding in answer["findings"]}
    for finding, expected in zip(answer["findings"], report.findings, strict=True):
        assert TEXT[finding["start"] : finding["end"]] == finding["text"]
        assert finding["message"] == expected.message
        assert finding["place"]["line"] == 1
        first, last = finding["place"]["byte_start"], finding["place"]["byte_end"]
        assert TEXT.encode()[first:last].decode() == finding["text"]
        assert [s["text"] for s in finding["suggestions"]] == [s.text for s in expected.suggestions]


def test_distributions_are_included_on_request(client: httpx.Client) -> None:
    numbers = check(client, text=TEXT, distributions=True)["numbers"]
    assert len(numbers) == 6
    for number in numbers:
        drawn = number["distribution"]
        assert 0.9 < sum(drawn["mass"]) + drawn["zero"] < 1.01
        assert drawn["most"][0] <= drawn["half"][0] <= drawn["median"] <= drawn["half"][1] <= drawn["most"][1]
        low, high = (10 ** drawn["axis"][end] for end in ("low", "high"))
        assert low <= number["value"] <= high
        assert all(low <= tick["value"] <= high for tick in drawn["axis"]["ticks"])


def test_check_and_predict_give_the_same_distribution(client: httpx.Client) -> None:
    [number] = check(client, text="Profit rose 12 percent.", distributions=True)["numbers"]
    masked_text = {"text": "Profit rose [#MASK] percent.", "at": 12}
    [masked] = client.post("/v1/predict", json=masked_text).json()["predictions"]
    assert masked["distribution"]["labels"] == number["distribution"]["labels"]
    assert masked["distribution"]["mass"] == pytest.approx(number["distribution"]["mass"], abs=2e-3)


def test_the_false_alarm_rate_can_be_given_by_name(client: httpx.Client) -> None:
    assert check(client, text=TEXT, false_alarms="strict")["false_alarms"] == 0.001


def test_rules_that_are_turned_off_report_nothing(client: httpx.Client) -> None:
    answer = check(client, text=TEXT, consistency=False, unlikely=False)
    assert answer["findings"] == []
    assert {number["p_value"] for number in answer["numbers"]} == {None}
    assert all(number["reason"] for number in answer["numbers"])


@pytest.mark.parametrize("text", ["", " \n"])
def test_an_empty_text_has_no_numbers(client: httpx.Client, text: str) -> None:
    answer = check(client, text=text)
    assert (answer["numbers"], answer["findings"]) == ([], [])


def files() -> dict[str, bytes]:
    docx = Docx()
    docx.add_heading("Sales of 12 trucks")
    docx.add_paragraph("In a survey, 180 of 240 people (65%) said so.")
    table = docx.add_table(1, 2)
    table.cell(0, 1).text = "41"
    out = io.BytesIO()
    docx.save(out)
    return {
        "a.docx": out.getvalue(),
        "a.pdf": build_pdf([["In a survey, 180 of 240 people (65%) said so."], ["It was 41."]]),
        "a.md": b"# Sales of 12 trucks\n\nIn a survey, **180** of 240 people (65%) said so.\n",
        "a.html": b"<h1>Sales of 12 trucks</h1><p>In a survey, 180 of 240 people (65%) said so.</p>",
        "a.tex": rb"\section{Sales of 12 trucks} In a survey, 180 of 240 people (65\%) said so.",
        "a.rst": b"Sales of 12 trucks\n==================\n\nIn a survey, 180 of 240 people (65%) said so.\n",
        "a.txt": b"In a survey, 180 of 240 people (65%) said so.",
    }


@pytest.mark.parametrize("name", ["a.docx", "a.pdf", "a.md", "a.html", "a.tex", "a.rst", "a.txt"])
def test_files_of_all_formats_are_checked(client: httpx.Client, name: str) -> None:
    data = files()[name]
    response = client.post("/v1/check", files={"file": (name, data)}, data={"false_alarms": "0"})
    assert response.status_code == 200, response.text
    answer = response.json()
    document = read(data, name=name)
    assert (answer["name"], answer["format"], answer["text"]) == (name, document.format, document.text)
    assert [(b["start"], b["end"], b["kind"]) for b in answer["blocks"]] == [b[:3] for b in document.blocks]
    [share] = [finding for finding in answer["findings"] if finding["rule"] == "share"]
    start, end = share["start"], share["end"]
    assert answer["text"][start:end] == share["text"]
    assert tuple(share["place"].values()) == document.locate(start, end)


def test_a_text_can_have_another_format(client: httpx.Client) -> None:
    answer = check(client, text="It sold **5** trucks.", format="markdown")
    assert answer["text"] == "It sold 5 trucks."
    assert check(client, text="It sold **5** trucks.")["text"] == "It sold **5** trucks."


def test_progress_is_streamed_line_by_line(client: httpx.Client) -> None:
    text = "It sold 5 trucks in 2016.\n\n" * 1500
    with client.stream(
        "POST",
        "/v1/check",
        json={"text": text, "consistency": False},
        headers={"Accept": "application/x-ndjson"},
    ) as response:
        assert response.headers["content-type"].startswith("application/x-ndjson")
        lines = [json.loads(line) for line in response.iter_lines()]
    *progress, report = lines
    assert {line["event"] for line in progress} == {"progress"}
    done = [line["done"] for line in progress]
    assert len(done) > 1
    assert done == sorted(done)
    assert done[-1] > 0.99
    assert report.pop("event") == "report"
    assert len(report["numbers"]) == 3000


def test_a_stream_can_end_with_a_problem(client: httpx.Client) -> None:
    response = client.post(
        "/v1/check",
        files={"file": ("a.pdf", b"%PDF-1.4 broken")},
        headers={"Accept": "application/x-ndjson"},
    )
    [problem] = map(json.loads, response.text.splitlines())
    assert (problem["event"], problem["status"]) == ("problem", 422)
    assert problem["detail"].startswith("a.pdf: is not a PDF, or is broken")


def test_predict_gives_the_same_predictions_as_in_python(client: httpx.Client, model: Predictor) -> None:
    text = "Profit rose [#MASK] percent to $[#MASK] million."
    response = client.post("/v1/predict", json={"text": text, "at": 12, "count": 3})
    first, second = response.json()["predictions"]
    assert text[second["start"] : second["end"]] == second["text"] == "$[#MASK] million"
    [expected, _] = model.predict(text)
    assert first["median"] == pytest.approx(expected.median, rel=0.01)
    assert first["at"]["tail"] == pytest.approx(expected.tail(12), abs=1e-3)
    assert len(first["likeliest"]) == 3
    assert client.post("/v1/predict", json={"text": "No mask."}).json() == {"predictions": []}


def test_extract_gives_the_same_numbers_as_in_python(client: httpx.Client) -> None:
    numbers = client.post("/v1/extract", json={"text": TEXT}).json()["numbers"]
    assert [n["text"] for n in numbers] == [n.text for n in numerate.extract(TEXT)]
    assert TEXT[numbers[-1]["start"]] == "5"  # offsets count code points, not UTF-16 units
    huge = "5e999"
    with_identifiers = {"text": f"The A380 has 4 engines, not {huge}", "identifiers": True}
    first, _, last = client.post("/v1/extract", json=with_identifiers).json()["numbers"]
    assert (first["kind"], first["value"]) == ("identifier", None)
    assert last["value"] is None
    assert last["decimal"] == "5E+999"


def test_model_and_health_and_metrics(client: httpx.Client) -> None:
    model = client.get("/v1/model").json()
    assert model["family"] == "digits"
    assert "What it is" in model["card"]
    assert client.get("/v1/health").json() == {"status": "ok", "version": numerate.__version__, "open": 0}
    check(client, text=TEXT)
    metrics = client.get("/metrics")
    assert metrics.headers["content-type"].startswith("text/plain; version=")
    assert 'numerate_requests_total{path="/v1/check",status="200"}' in metrics.text
    assert "numerate_batch_windows_count" in metrics.text
    assert "process_resident_memory_bytes" in metrics.text


@pytest.mark.parametrize(
    ("method", "path", "arguments", "status", "detail"),
    [
        ("GET", "/v1/nothing", {}, 404, "no resource at /v1/nothing"),
        ("GET", "/page/nothing.js", {}, 404, "no resource at /page/nothing.js"),
        ("GET", "/v1/check", {}, 405, "does not support this method"),
        ("DELETE", "/", {}, 405, "does not support this method"),
        ("POST", "/v1/check", {"content": b"text"}, 415, "send a text as application/json"),
        ("POST", "/v1/check", {"json": {}}, 422, "text: Field required"),
        (
            "POST",
            "/v1/check",
            {"json": {"text": "5", "false_alarms": 2}},
            422,
            "must be a share such as 0.01, or one of likely",
        ),
        (
            "POST",
            "/v1/check",
            {"json": {"text": "5", "other": 1}},
            422,
            "other: Extra inputs are not permitted",
        ),
        ("POST", "/v1/check", {"files": {"other": b"5"}}, 422, "file: missing from the form"),
        ("POST", "/v1/check", {"files": {"file": ("a.docx", b"5")}}, 422, "a.docx: is not a DOCX"),
        ("POST", "/v1/predict", {"content": b"{"}, 422, "JSON decode error"),
        ("POST", "/v1/predict", {"json": {"text": "[#MASK]", "at": -1}}, 422, "at: Input should be"),
        ("POST", "/v1/extract", {"content": b'{"text": "\\ud800"}'}, 422, "text: "),
        ("POST", "/v1/extract", {"content": b"[" * 10_000}, 400, ""),
    ],
)
def test_errors_are_problem_details(
    client: httpx.Client, method: str, path: str, arguments: dict, status: int, detail: str
) -> None:
    headers = {"Content-Type": "application/json"} if path != "/v1/check" and "content" in arguments else {}
    response = client.request(method, path, headers=headers, **arguments)
    assert response.headers["content-type"] == "application/problem+json"
    problem = response.json()
    assert response.status_code == problem["status"] == status
    assert detail in problem["detail"]
    assert problem["type"] == "about:blank"


def test_offsets_of_a_file_with_undecodable_bytes_are_right(client: httpx.Client) -> None:
    data = "Das Café verkauft für 5 Euro. Größe ".encode() + b"\xff and 180 of 240 people (65%) said so."
    answer = client.post("/v1/check", files={"file": ("a.txt", data)}).json()
    [share] = [finding for finding in answer["findings"] if finding["rule"] == "share"]
    assert answer["text"][share["start"] : share["end"]] == share["text"]
    assert "\N{REPLACEMENT CHARACTER}" in answer["text"]
    assert data[share["place"]["byte_start"] : share["place"]["byte_end"]] == share["text"].encode()


def test_a_checked_text_may_contain_masks(client: httpx.Client) -> None:
    assert check(client, text="It rose [#MASK] percent to 5.", distributions=True)["numbers"]


def test_openapi_describes_all_paths_and_problems(client: httpx.Client) -> None:
    api = client.get("/v1/openapi.json").json()
    assert api["paths"].keys() == {
        "/v1/check",
        "/v1/predict",
        "/v1/extract",
        "/v1/health",
        "/v1/model",
        "/metrics",
    }
    posted = api["paths"]["/v1/check"]["post"]
    assert posted["requestBody"]["content"].keys() == {"application/json", "multipart/form-data"}
    assert posted["responses"]["200"]["content"].keys() == {"application/json", "application/x-ndjson"}
    for status in ("413", "422", "503"):
        assert posted["responses"][status]["content"].keys() == {"application/problem+json"}
    assert "examples" in json.dumps(api)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_port_0_picks_a_free_port(host: str) -> None:
    with (
        listen(ServerSettings(host=host, port=0)) as first,
        listen(ServerSettings(host=host, port=0)) as second,
    ):
        assert 0 != first.getsockname()[1] != second.getsockname()[1] != 0


@pytest.mark.parametrize(
    ("host", "port", "message"),
    [
        ("127.0.0.1", 65536, "--port 65536: must be between 0 and 65535"),
        ("203.0.113.1", 0, "203.0.113.1:0: cannot listen there: .*; choose another address with --host"),
    ],
)
def test_an_address_that_is_not_available_is_reported(host: str, port: int, message: str) -> None:
    with pytest.raises(InputError, match=message):
        listen(ServerSettings(host=host, port=port))


def test_a_text_is_checked_against_sources(client: httpx.Client) -> None:
    source = "The firm has 120 employees and 14 shops."
    answer = check(client, text="The firm has 210 employees and 14 shops.", unlikely=False, against=[source])
    assert [number["support"]["verdict"] for number in answer["numbers"]] == ["contradicted", "same"]
    [finding] = answer["findings"]
    assert finding["rule"] == "contradicted"
    assert finding["evidence"][0]["quote"] == source
    assert finding["evidence"][0]["source"] == "source 1"
    form = {"against": [source, "It opened in 1990."], "unlikely": "false"}
    file = {"file": ("draft.txt", b"The firm opened in 1991.")}
    answer = client.post("/v1/check", data=form, files=file).json()
    assert [number["support"]["verdict"] for number in answer["numbers"]] == ["contradicted"]
