"""Checks of several files, with their order, problems and progress."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from numerate.checking.files import check_files
from numerate.documents import DocumentError
from numerate.report.options import RunOptions
from tests.models.make_tiny import TINY

PROSE = (
    "The bank said on Tuesday that its profit was $3.1 billion in 2014 and that it had risen by 8 percent. "
    "It expects to open 480 of its branches in the cities of the north and to close none of the others."
)
SURVEY = "In a survey, 180 of 240 people (65%) said so."


def test_files_are_checked_in_order_and_problems_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.txt", "b.md", "skip/c.txt", "table.dat"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(SURVEY)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(SURVEY.encode())))
    options = RunOptions(unlikely=False, exclude=("skip",), file=tmp_path / "numerate.toml")
    problems: list[DocumentError] = []
    progress: list[tuple[int, int]] = []
    run = check_files(
        [str(tmp_path), "-", str(tmp_path / "missing.txt")],
        options,
        stdin_name="memo.md",
        on_problem=problems.append,
        on_progress=lambda done, total: progress.append((done, total)),
    )
    assert [Path(report.name).name for report in run.reports] == ["memo.md", "a.txt", "b.md"]
    assert [report.document.format for report in run.reports] == ["markdown", "text", "markdown"]
    assert {finding.rule for report in run.reports for finding in report.findings} == {"share"}
    assert run.problems == tuple(problems)
    assert [problem.problem for problem in problems] == ["no such file or folder"]
    assert (run.excluded, run.left_out) == (1, (str(tmp_path / "table.dat"),))
    assert progress == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_files_are_checked_with_the_model_of_the_options(tmp_path: Path, tiny_folder: Path) -> None:
    (tmp_path / "a.txt").write_text(PROSE)
    [report] = check_files([str(tmp_path / "a.txt")], RunOptions(model=str(tiny_folder))).reports
    assert all(number.p_value is not None for number in report.numbers)


def test_a_long_document_reports_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numerate.model.predictor.BATCH_WINDOWS", 2)
    lines = [f"The group of {n} ships sold {n + 7} of them for {n * 3} dollars." for n in range(120)]
    (tmp_path / "a.txt").write_text("\n\n".join(lines))
    calls: list[tuple[float, int]] = []
    options = RunOptions(model=str(TINY))
    check_files([str(tmp_path / "a.txt")], options, on_progress=lambda *call: calls.append(call))
    shares = [done for done, _ in calls]
    assert len(shares) > 2
    assert shares == sorted(shares)
    assert all(0 < share < 1 for share in shares)
    assert {total for _, total in calls} == {1}
