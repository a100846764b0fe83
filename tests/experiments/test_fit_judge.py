"""The fit of how evidence is weighed, on small made-up data."""

import json
import random
from pathlib import Path

import numpy as np
import pytest
from experiments.claim_reader import fit_judge
from experiments.claim_reader.mine import Text

from numerate.consistency.learned.judge import Failure, Judge

PASSAGE = Text("", "Of 640 singers 380 are women and 260 are men.")


def test_one_figure_of_an_equation_is_altered() -> None:
    altered = fit_judge.alter(PASSAGE, random.Random(3))
    assert altered is not None
    before, after = PASSAGE.text, altered.text
    assert len(after) == len(before)
    changed = [i for i, (a, b) in enumerate(zip(after, before, strict=True)) if a != b]
    assert 1 <= len(changed) <= 2
    assert all(before[i].isdigit() for i in changed)


def test_a_passage_without_an_equation_is_not_altered() -> None:
    assert fit_judge.alter(Text("", "It rained for 31 days."), random.Random(3)) is None


def test_an_equation_that_held_before_is_an_error() -> None:
    rows = fit_judge.altered("set", (Text("", PASSAGE.text.replace("380", "390")), PASSAGE))
    assert any(row["is_error"] and row["kind"] == "sum" for row in rows)
    assert not any(row["is_error"] for row in fit_judge.correct("set", PASSAGE))


def test_weights_tell_errors_from_others() -> None:
    draw = np.random.default_rng(0)
    x = draw.normal(size=(400, 2))
    y = (x[:, 0] + 0.3 * draw.normal(size=400) > 0).astype(float)
    first, second, bias = fit_judge.regress(x, y)
    assert first > 5 * abs(second)
    assert abs(bias) < 1


@pytest.mark.parametrize(("rate", "above"), [(0.0, 0), (1.0, 2), (2.5, 5)])
def test_few_failures_of_correct_documents_pass_the_threshold(rate: float, above: int) -> None:
    scores = np.arange(100.0)
    assert (scores > fit_judge.threshold(scores, numbers=2000, rate=rate)).sum() == above


def test_the_fit_writes_a_judge(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    error = Failure("sum", 0.95, 1.0, True, 3, False, typo=0.01, ratio=1.1)
    other = Failure("same", 0.1, 0.2, True, 9, False, ratio=30.0)
    rows = [
        {"file": name, "text": f"{name} {i}", "is_error": is_error, **failure._asdict()}
        for name in (*fit_judge.SETS, "g")
        for i in range(20)
        for failure, is_error in ((error, True), (other, False))
    ]
    rows += [{"file": "world/news", "text": "a", "is_error": False, **other._asdict()}] * 20
    rows += [{"file": "world/news", "numbers": 1000}]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    fit_judge.fit(tmp_path, tmp_path / "judge.json", rate=0.1)
    assert "sixth: found 20, twins 0, traps 0" in capsys.readouterr().out
    judge = Judge.read(tmp_path / "judge.json")
    assert judge.log_odds(error) > 0 > judge.log_odds(other)
