from __future__ import annotations

import json
from pathlib import Path

import pytest

from numerate.errors import InputError
from numerate.report.baseline import Baseline, total
from numerate.report.options import UNLIKELY
from numerate.report.report import Report
from tests.report.made import TEXT, report


def every_rule(rule: str) -> bool:
    return True


def written(folder: Path, source: str = TEXT, name: str = "a.md") -> Report:
    (folder / name).write_text(source)
    return report(name=name, path=folder / name)


@pytest.fixture
def baseline(tmp_path: Path) -> Baseline:
    Baseline(tmp_path / "baseline.json").renewed([written(tmp_path)], every_rule).write()
    return Baseline.read(tmp_path / "baseline.json")


def test_what_was_accepted_is_not_found_again(baseline: Baseline, tmp_path: Path) -> None:
    sifted = baseline.sift([written(tmp_path)], every_rule)
    assert sifted.reports[0].findings == ()
    assert (sifted.accepted, sifted.stale) == (2, ())


def test_lines_may_move_and_be_wrapped_and_marked_up(baseline: Baseline, tmp_path: Path) -> None:
    moved = "Intro.\n\n" + TEXT.replace("rose 12%", "rose\n*12%*").replace("sold 7", "sold 9")
    assert baseline.sift([written(tmp_path, moved)], every_rule).accepted == 2


def test_another_number_or_other_words_are_another_finding(baseline: Baseline, tmp_path: Path) -> None:
    for changed in (TEXT.replace("12%", "13%"), TEXT.replace("Profit", "Loss"), TEXT.replace("3.04", "3.05")):
        sifted = baseline.sift([written(tmp_path, changed)], every_rule)
        assert "change" in [finding.rule for finding in sifted.reports[0].findings]
        assert "change" in [entry.fingerprint.rule for entry in sifted.stale]


def test_each_is_accepted_as_often_as_it_was_there(baseline: Baseline, tmp_path: Path) -> None:
    twice = written(tmp_path)
    twice = Report(twice.text, twice.numbers, twice.findings * 2, 0.01, twice.document)
    sifted = baseline.sift([twice], every_rule)
    assert (sifted.accepted, len(sifted.reports[0].findings)) == (2, 2)


def test_what_moved_to_another_file_stays_accepted(baseline: Baseline, tmp_path: Path) -> None:
    (tmp_path / "a.md").rename(tmp_path / "b.md")
    sifted = baseline.sift([written(tmp_path, name="b.md")], every_rule)
    assert (sifted.accepted, sifted.stale) == (2, ())
    # A copy is new: the file that it was accepted in still has it.
    sifted = baseline.sift([written(tmp_path), written(tmp_path, name="b.md")], every_rule)
    assert [len(found.findings) for found in sifted.reports] == [0, 2]


def test_stale_is_what_was_looked_for_and_is_gone(baseline: Baseline, tmp_path: Path) -> None:
    other = written(tmp_path, "Nothing.", "b.md")
    assert baseline.sift([other], every_rule).stale == ()
    mended = written(tmp_path, "All is well.")
    assert total(baseline.sift([mended], every_rule).stale) == 2
    assert total(baseline.sift([mended], lambda rule: rule == UNLIKELY).stale) == 1
    (tmp_path / "a.md").unlink()
    assert total(baseline.sift([other], every_rule).stale) == 2


def test_renewing_keeps_what_was_not_looked_at(baseline: Baseline, tmp_path: Path) -> None:
    other = written(tmp_path, name="b.md")
    assert total(baseline.renewed([other], every_rule).accepted) == 4
    mended = written(tmp_path, "All is well.")
    kept = baseline.renewed([mended], lambda rule: rule == UNLIKELY).accepted
    assert [entry.fingerprint.rule for entry in kept] == ["change"]
    (tmp_path / "a.md").unlink()
    assert {entry.file for entry in baseline.renewed([other], every_rule).accepted} == {"b.md"}


def test_the_file_is_sorted_and_the_same_every_time(baseline: Baseline, tmp_path: Path) -> None:
    reports = [written(tmp_path, name="b.md"), written(tmp_path)]
    for order in (reports, reports[::-1]):
        baseline.renewed(order, every_rule).write()
        content = json.loads(baseline.path.read_text())
        assert [entry["file"] for entry in content["accepted"]] == ["a.md", "a.md", "b.md", "b.md"]
        assert content["accepted"][0] == {
            "file": "a.md",
            "rule": "change",
            "number": "12%",
            "beside": "$3.04 billion; $3.4 trillion",
            "context": "profit rose # to trillion from billion",
            "count": 1,
        }
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "no such baseline; make it with --write-baseline"),
        ("{", "not JSON"),
        ("[]", "damaged"),
        ('{"version": 2}', "of version 2"),
        ('{"version": 1, "accepted": [{"file": "a.md"}]}', "damaged"),
    ],
)
def test_a_bad_baseline_is_named(tmp_path: Path, content: str | None, message: str) -> None:
    path = tmp_path / "baseline.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(InputError, match=message) as error:
        Baseline.read(path)
    assert str(error.value).startswith(f"{path}: ")
