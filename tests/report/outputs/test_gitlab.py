import json

from numerate.errors import DocumentError
from numerate.report.outputs.gitlab import to_gitlab
from numerate.report.report import Run
from tests.report.samples import report, run


def test_each_finding_is_an_issue_at_its_line() -> None:
    unlikely, change, problem = json.loads(to_gitlab(run()))
    assert unlikely["location"] == {"path": "notes/a b.md", "lines": {"begin": 3}}
    assert (unlikely["check_name"], unlikely["severity"]) == ("unlikely", "minor")
    assert (change["severity"], problem["severity"]) == ("major", "blocker")
    assert unlikely["description"].endswith("Perhaps $3.4 billion: trillion for billion? (64.0%).")
    assert problem["location"]["path"] == "locked.pdf"


def test_equal_findings_have_fingerprints_of_their_own() -> None:
    issues = json.loads(to_gitlab(run(report(), report())))
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)
    assert issues == json.loads(to_gitlab(run(report(), report())))


def test_a_name_in_another_encoding_has_a_fingerprint() -> None:
    problem = DocumentError("caf\udce9.txt", "no such file")
    [issue] = json.loads(to_gitlab(Run((), (problem,))))
    assert len(issue["fingerprint"]) == 32
