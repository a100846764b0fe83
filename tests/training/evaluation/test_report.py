import io

import numpy as np
from rich.console import Console

from numerate.training.evaluation import evaluate, resample, summarize
from numerate.training.evaluation.report import plot, show
from numerate.training.nn import Constant

from .tiny import make_answers, make_cases


def printed(evaluation) -> str:
    console = Console(file=io.StringIO(), width=140)
    show(evaluation, console)
    return console.file.getvalue()


def test_tables_have_figures_with_intervals():
    cases = make_cases(np.geomspace(1, 999, 90).tolist(), ["money"] * 90)
    text = printed(summarize(make_answers(90), cases, resample(cases.documents, 50)))
    for part in (
        "90 numbers",
        "argmax",
        "median",
        "exponent",
        "over ln y",
        "as published",
        "recall at 0.1%",
        "Anomaly detection",
        "Calibration",
        "money",
        "90%",
        "±",
    ):
        assert part in text


def test_a_constant_has_only_predictions(cases):
    text = printed(evaluate(Constant(100.0), cases))
    assert "LMAE" in text
    assert "Anomaly" not in text
    assert "Calibration" not in text


def test_plots_are_reproducible(tmp_path):
    cases = make_cases(np.geomspace(1, 999, 60).tolist())
    evaluation = summarize(make_answers(60), cases, resample(cases.documents, 50))
    files = plot(evaluation, tmp_path / "first")
    assert [file.name for file in files] == ["pit.png", "reliability.png", "roc.png"]
    assert all(
        f.read_bytes() == g.read_bytes()
        for f, g in zip(files, plot(evaluation, tmp_path / "second"), strict=True)
    )


def test_a_constant_has_no_plots(tmp_path, cases):
    assert plot(evaluate(Constant(100.0), cases), tmp_path) == []
