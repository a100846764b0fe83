"""The open documents of an editor: which version is checked, as which format, and what is accepted."""

from __future__ import annotations

from pathlib import Path

import pytest

from numerate.errors import InputError
from numerate.lsp.session import Abandoned, OpenDocument, Session
from numerate.lsp.settings import Settings

WRONG = "A total of 4,520 people: 2,480 in Europe, 1,120 in Asia and 650 in the Americas."


@pytest.fixture
def session() -> Session:
    return Session(Settings.from_client({"unlikely": False}))


def texts(report: object) -> list[str]:
    return [finding.text for finding in report.findings]


def test_an_earlier_version_is_not_checked(session: Session) -> None:
    session.open("untitled:1", "plaintext", 1, WRONG)
    session.open("untitled:1", "plaintext", 2, WRONG.replace("4,520", "4,250"))
    with pytest.raises(Abandoned):
        session.check("untitled:1", 1, quick=False)
    assert texts(session.check("untitled:1", 2, quick=False)) == []
    session.close("untitled:1")
    with pytest.raises(Abandoned):
        session.check("untitled:1", 2, quick=False)


def test_a_change_keeps_the_last_report_for_a_quick_check(session: Session) -> None:
    session.open("untitled:1", "plaintext", 1, WRONG)
    report = session.check("untitled:1", 1, quick=True)  # there is none yet: the whole document
    assert texts(report) == ["4,520"]
    session.open("untitled:1", "plaintext", 2, f"{WRONG}\n\nWe met on 31 June.")
    assert session.documents["untitled:1"].report is report
    assert session.documents["untitled:1"].shown is None
    assert sorted(texts(session.check("untitled:1", 2, quick=True))) == ["31", "4,520"]


def test_the_language_decides_on_the_format(session: Session) -> None:
    source = f"% {WRONG}"
    for language, expected in (("tex", []), ("plaintext", ["4,520"]), ("unheard-of", ["4,520"])):
        session.open("untitled:1", language, 1, source)
        assert texts(session.check("untitled:1", 1, quick=False)) == expected, language


def test_only_files_have_a_path(tmp_path: Path) -> None:
    file = tmp_path / "a ü.md"
    assert OpenDocument(file.as_uri(), "markdown", 1, "").path == file
    assert OpenDocument("untitled:Untitled-1", "markdown", 1, "").path is None


def test_an_excluded_document_has_no_report(session: Session, tmp_path: Path) -> None:
    (tmp_path / "numerate.toml").write_text('exclude = ["*.md"]\n')
    uri = (tmp_path / "a.md").as_uri()
    session.open(uri, "markdown", 1, WRONG)
    assert session.check(uri, 1, quick=False) is None


def test_a_finding_is_accepted_in_the_baseline_that_the_project_names(
    session: Session, tmp_path: Path
) -> None:
    (tmp_path / "numerate.toml").write_text('baseline = "accepted.json"\n')
    uri = (tmp_path / "a.md").as_uri()
    session.open(uri, "markdown", 1, WRONG)
    [finding] = session.check(uri, 1, quick=False).findings
    assert texts(session.accept(uri, "of another finding")) == ["4,520"]
    assert texts(session.accept(uri, finding.fingerprint.digest)) == []
    assert (tmp_path / "accepted.json").exists()
    assert texts(session.check(uri, 1, quick=False)) == []


def test_without_a_baseline_nothing_can_be_accepted(session: Session) -> None:
    assert session.accept("untitled:1", "") is None  # not open
    session.open("untitled:1", "plaintext", 1, WRONG)
    assert session.accept("untitled:1", "") is None  # not checked
    session.check("untitled:1", 1, quick=False)
    with pytest.raises(InputError, match="there is no baseline; name a file"):
        session.accept("untitled:1", "")
