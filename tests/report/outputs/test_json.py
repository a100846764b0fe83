import json

from numerate.documents import Document
from numerate.report.finding import Finding
from numerate.report.outputs import Layout
from numerate.report.outputs.json import to_json
from numerate.report.report import Report, Run
from tests.report.samples import HOSTILE, TEXT, report, run


def test_the_object_has_all_parts_of_a_run() -> None:
    content = json.loads(to_json(run()))
    assert content["version"] == 1
    assert content["counts"] == {
        "documents": 1,
        "numbers": 4,
        "judged": 3,
        "not_judged": {"7 is a name": 1},
        "findings": 2,
        "unread": {},
        "sources_unread": {},
        "tables": 0,
        "recalculated": 0,
        "within_rounding": 0,
        "assumed": 0,
        "accepted": 0,
    }
    assert content["errors"] == [{"file": "locked.pdf", "message": "needs a password; remove it"}]
    [file] = content["files"]
    assert (file["file"], file["format"], "numbers" in file) == ("notes/a b.md", "markdown", False)
    unlikely, change = file["findings"]
    place = unlikely["place"]
    assert TEXT[place["start"] : place["end"]] == "$3.4** trillion"
    assert (place["line"], place["column"], place["page"]) == (3, 22, None)
    assert unlikely["expected"] == {"low": 1.1e9, "high": 9e9, "share": 0.9, "text": "$1.1–$9 billion"}
    assert unlikely["suggestions"][0]["text"] == "$3.4 billion"
    assert unlikely["sentence"] == "Profit rose 12% to $3.4 trillion from $3.04 billion."
    assert [other["text"] for other in change["related"]] == ["$3.4 trillion", "$3.04 billion"]
    assert (change["p_value"], change["expected"], change["level"]) == (None, None, "error")
    assert len({unlikely["fingerprint"], change["fingerprint"]}) == 2


def test_all_numbers_are_there_on_request() -> None:
    [file] = json.loads(to_json(run(), Layout(numbers=True)))["files"]
    assert [number["text"] for number in file["numbers"]] == ["12%", "$3.4 trillion", "$3.04 billion", "7"]
    first, *_, last = file["numbers"]
    assert (first["p_value"], first["reason"], first["not_judged"]) == (0.3, None, None)
    assert (last["p_value"], last["reason"], last["not_judged"]) == (None, "7 is a name", "7 is a name")


def test_any_text_and_any_value_give_valid_json() -> None:
    json.loads(to_json(run(report(HOSTILE + "\udcff 5", "a.txt"))).encode("utf-8", "backslashreplace"))
    document = Document.from_text("9")
    infinite = Finding("total", 0, 1, "9", float("inf"), "Too much.", document=document)
    [file] = json.loads(to_json(Run((Report(document, (), (infinite,), 0.01),))))["files"]
    assert (file["file"], file["findings"][0]["value"]) == ("the text", None)
