from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from numerate.errors import InputError
from numerate.report.baseline import FORMER_RELATED, Baseline, total
from numerate.report.options import CheckOptions
from numerate.report.report import Report, Run
from tests.report.samples import TEXT, report

ALL_RULES = CheckOptions()
ONLY_UNLIKELY = CheckOptions(consistency=False)


def written(folder: Path, source: str = TEXT, name: str = "a.md") -> Report:
    (folder / name).write_text(source)
    return report(name=name, path=folder / name)


@pytest.fixture
def baseline(tmp_path: Path) -> Baseline:
    Baseline(tmp_path / "baseline.json").renewed([written(tmp_path)], ALL_RULES).write()
    return Baseline.read(tmp_path / "baseline.json")


def test_accepted_findings_are_removed(baseline: Baseline, tmp_path: Path) -> None:
    filtered = baseline.filter(Run((written(tmp_path),)), ALL_RULES)
    assert filtered.reports[0].findings == ()
    assert (filtered.accepted, filtered.stale) == (2, ())


def test_lines_may_be_moved_wrapped_and_marked_up(baseline: Baseline, tmp_path: Path) -> None:
    moved = "Intro.\n\n" + TEXT.replace("rose 12%", "rose\n*12%*").replace("sold 7", "sold 9")
    assert baseline.filter(Run((written(tmp_path, moved),)), ALL_RULES).accepted == 2


def test_another_number_or_other_words_make_another_finding(baseline: Baseline, tmp_path: Path) -> None:
    for changed in (TEXT.replace("12%", "13%"), TEXT.replace("Profit", "Loss"), TEXT.replace("3.04", "3.05")):
        filtered = baseline.filter(Run((written(tmp_path, changed),)), ALL_RULES)
        assert "change" in [finding.rule for finding in filtered.reports[0].findings]
        assert "change" in [entry.fingerprint.rule for entry in filtered.stale]


def test_a_finding_is_accepted_as_often_as_it_occurred(baseline: Baseline, tmp_path: Path) -> None:
    twice = written(tmp_path)
    twice = replace(twice, findings=twice.findings * 2)
    filtered = baseline.filter(Run((twice,)), ALL_RULES)
    assert (filtered.accepted, len(filtered.reports[0].findings)) == (2, 2)


def test_a_finding_that_moved_to_another_file_stays_accepted(baseline: Baseline, tmp_path: Path) -> None:
    (tmp_path / "a.md").rename(tmp_path / "b.md")
    filtered = baseline.filter(Run((written(tmp_path, name="b.md"),)), ALL_RULES)
    assert (filtered.accepted, filtered.stale) == (2, ())
    # A copy is new: the file that it was accepted in still has it.
    filtered = baseline.filter(
        Run(
            (
                written(tmp_path),
                written(tmp_path, name="b.md"),
            )
        ),
        ALL_RULES,
    )
    assert [len(report.findings) for report in filtered.reports] == [0, 2]


def test_an_entry_is_stale_if_its_finding_is_gone(baseline: Baseline, tmp_path: Path) -> None:
    other = written(tmp_path, "Nothing.", "b.md")
    assert baseline.filter(Run((other,)), ALL_RULES).stale == ()
    mended = written(tmp_path, "All is well.")
    assert total(baseline.filter(Run((mended,)), ALL_RULES).stale) == 2
    assert total(baseline.filter(Run((mended,)), ONLY_UNLIKELY).stale) == 1
    (tmp_path / "a.md").unlink()
    assert total(baseline.filter(Run((other,)), ALL_RULES).stale) == 2


def test_renewing_keeps_the_entries_of_other_files_and_rules(baseline: Baseline, tmp_path: Path) -> None:
    other = written(tmp_path, name="b.md")
    assert total(baseline.renewed([other], ALL_RULES).accepted) == 4
    mended = written(tmp_path, "All is well.")
    kept = baseline.renewed([mended], ONLY_UNLIKELY).accepted
    assert [entry.fingerprint.rule for entry in kept] == ["change"]
    (tmp_path / "a.md").unlink()
    assert {entry.file for entry in baseline.renewed([other], ALL_RULES).accepted} == {"b.md"}


def test_the_file_is_sorted_and_reproducible(baseline: Baseline, tmp_path: Path) -> None:
    reports = [written(tmp_path, name="b.md"), written(tmp_path)]
    for order in (reports, reports[::-1]):
        baseline.renewed(order, ALL_RULES).write()
        content = json.loads(baseline.path.read_text())
        assert [entry["file"] for entry in content["accepted"]] == ["a.md", "a.md", "b.md", "b.md"]
        assert content["accepted"][0] == {
            "file": "a.md",
            "rule": "change",
            "number": "12%",
            "related": "$3.04 billion; $3.4 trillion",
            "context": "profit rose # to trillion from billion",
            "count": 1,
        }
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_file_with_the_former_key_of_related_numbers_is_read(baseline: Baseline) -> None:
    baseline.path.write_text(baseline.path.read_text().replace('"related"', f'"{FORMER_RELATED}"'))
    assert Baseline.read(baseline.path) == baseline


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "no such baseline; write it with --write-baseline"),
        ("{", "not JSON"),
        pytest.param("[" * 100_000, "not JSON", id="deep"),
        ("[]", "damaged"),
        ('{"version": 2, "accepted": []}', "has version 2"),
        ('{"version": 1, "accepted": [{"file": "a.md"}]}', "damaged"),
    ],
)
def test_errors_name_the_file(tmp_path: Path, content: str | None, message: str) -> None:
    path = tmp_path / "baseline.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(InputError, match=message) as error:
        Baseline.read(path)
    assert str(error.value).startswith(f"{path}: ")
