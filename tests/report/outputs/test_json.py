import json

from numerate.report.outputs.json import to_json
from numerate.report.report import Finding, Report
from numerate.report.run import Run
from tests.report.made import HOSTILE, TEXT, report, run


def test_programs_find_every_part() -> None:
    content = json.loads(to_json(run()))
    assert content["version"] == 1
    assert content["counts"] == {
        "documents": 1,
        "numbers": 4,
        "judged": 3,
        "not_judged": {"7 is a name": 1},
        "findings": 2,
        "accepted": 0,
    }
    assert content["errors"] == [{"file": "locked.pdf", "message": "needs a password; remove it"}]
    [file] = content["files"]
    assert (file["file"], file["format"], "numbers" in file) == ("notes/a b.md", "markdown", False)
    odd, change = file["findings"]
    place = odd["place"]
    assert TEXT[place["start"] : place["end"]] == "$3.4** trillion"
    assert (place["line"], place["column"], "page" in place) == (3, 22, False)
    assert odd["expected"] == {"low": 1.1e9, "high": 9e9, "share": 0.9, "text": "$1.1–$9 billion"}
    assert odd["suggestions"][0]["text"] == "$3.4 billion"
    assert odd["sentence"] == "Profit rose 12% to $3.4 trillion from $3.04 billion."
    assert [other["text"] for other in change["related"]] == ["$3.4 trillion", "$3.04 billion"]
    assert (change["p_value"], change["expected"], change["level"]) == (None, None, "error")
    assert len({odd["fingerprint"], change["fingerprint"]}) == 2


def test_every_number_on_request() -> None:
    [file] = json.loads(to_json(run(), every=True))["files"]
    assert [number["text"] for number in file["numbers"]] == ["12%", "$3.4 trillion", "$3.04 billion", "7"]
    assert (file["numbers"][0]["p_value"], file["numbers"][3]["not_judged"]) == (0.3, "7 is a name")


def test_it_is_json_whatever_the_text_and_the_value() -> None:
    json.loads(to_json(run(report(HOSTILE + "\udcff 5", "a.txt"))).encode("utf-8", "backslashreplace"))
    endless = Finding("total", 0, 1, "9", float("inf"), "Too much.")
    [file] = json.loads(to_json(Run((Report("9", (), (endless,), 0.01),))))["files"]
    assert (file["file"], file["findings"][0]["value"]) == ("the text", None)
