"""The fit of how evidence is weighed, on small made-up data."""

import json
from pathlib import Path

import numpy as np
import pytest
from experiments.claim_reader import fit_judge

from numerate.consistency.learned.judge import Failure, Judge, Judges, RuleFailure


@pytest.mark.parametrize(("rate", "above"), [(0.0, 0), (1.0, 2), (2.5, 5)])
def test_few_failures_of_correct_documents_pass_the_threshold(rate: float, above: int) -> None:
    scores = np.arange(100.0)
    assert (scores > fit_judge.threshold(scores, numbers=2000, rate=rate)).sum() == above


def rows() -> list[dict[str, object]]:
    error = Failure("sum", 0.95, 1.0, True, 3, False, typo=0.01, ratio=1.1)
    other = Failure("same", 0.1, 0.2, True, 9, False, ratio=30.0)
    read = RuleFailure("change", 0.95, True, True, False, 1, 0.0, typo=0.01, ratio=1.1)
    misread = RuleFailure("change", 0.05, False, False, True, 9, 0.1)
    judged = [("equations", error, other), ("rules", read, misread)]
    planted = [
        {"file": name, "text": f"{name} {i}", "judge": judge, "is_error": is_error, **failure._asdict()}
        for name in (*fit_judge.SETS, "g")
        for i in range(40)
        for judge, wrong, right in judged
        for failure, is_error in ((wrong, True), (right, False))
    ]
    place = {"file": "world/news", "is_error": False, "problem": "No.", "numbers": [0, 5]}
    published = [
        {**place, "text": f"{i}", "passage": f"{judge} {i}", "judge": judge, **right._asdict()}
        for i in range(40)
        for judge, _, right in judged
    ]
    return [*planted, *published, {"file": "world/news", "numbers": 1000}]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(fit_judge, "LABELS", tmp_path / "labels.json")
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows()))
    return tmp_path


def test_the_fit_writes_judges(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fit_judge.fit(folder, folder / "judge.json", {"equations": 0.1, "rules": 0.1})
    assert "equations, sixth: 40 errors" in capsys.readouterr().out
    judges = Judges.read(folder / "judge.json")
    odds: dict[tuple[object, object], float] = {}
    for row in rows()[:-1]:
        kind = fit_judge.TYPES[str(row["judge"])]
        failure = kind(**{name: row[name] for name in kind._fields})
        judge = judges.equations if row["judge"] == "equations" else judges.rules
        odds[row["judge"], row["is_error"]] = judge.log_odds(failure)
    assert all(odds[name, True] > odds[name, False] + 1 for name in fit_judge.TYPES)
    assert odds["equations", True] > 0


def test_trees_that_are_written_say_what_scikit_learn_says(folder: Path) -> None:
    data = fit_judge.sample(fit_judge.read_rows(folder)[0], "equations")
    bags = fit_judge.boosted(data, np.ones(len(data.rows), bool), "equations")
    constant, trees = fit_judge.trees_of(bags)
    judge = Judge(constant, data.names, trees)
    said = np.mean([each.decision_function(data.evidence) for each in bags], axis=0)
    for row, expected in zip(data.rows, said, strict=True):
        failure = Failure(**{name: row[name] for name in Failure._fields})
        assert judge.log_odds(failure) == pytest.approx(expected, abs=0.02)


def test_what_a_reader_finds_right_is_an_error(folder: Path) -> None:
    to_read = folder / "read.txt"
    fit_judge.label(folder, to_read, "rules", 2)
    lines = [json.loads(line) for line in to_read.read_text().splitlines()]
    assert [sorted(line) for line in lines] == [["id", "passage", "problem"]] * 2
    labelled = [line | {"label": label} for line, label in zip(lines, ("right", "debatable"), strict=True)]
    to_read.write_text("".join(json.dumps(line) + "\n" for line in labelled))
    fit_judge.keep(to_read)
    assert "passage" not in (folder / "labels.json").read_text()
    before = fit_judge.sample([row | {"label": ""} for row in rows()[:-1]], "rules")
    after = fit_judge.sample(fit_judge.read_rows(folder)[0], "rules")
    assert after.is_error.sum() == before.is_error.sum() + 1
    assert len(after.rows) == len(before.rows) - 1
