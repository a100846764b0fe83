import io

import numpy as np
from rich.console import Console

from numerate.training.evaluation import evaluate, resample, summarize
from numerate.training.evaluation.report import plot, show
from numerate.training.nn import Constant

from .tiny import make_answers, make_cases


def shown(evaluation) -> str:
    console = Console(file=io.StringIO(), width=140)
    show(evaluation, console)
    return console.file.getvalue()


def test_people_see_figures_and_how_sure_they_are():
    cases = make_cases(np.geomspace(1, 999, 90).tolist(), ["money"] * 90)
    text = shown(summarize(make_answers(90), cases, resample(cases.documents, 50)))
    for part in (
        "90 numbers",
        "argmax",
        "median",
        "exponent",
        "over ln y",
        "as published",
        "recall at 0.1%",
        "money",
        "90%",
        "±",
    ):
        assert part in text


def test_a_constant_shows_predictions_only(cases):
    text = shown(evaluate(Constant(100.0), cases))
    assert "LMAE" in text
    assert "Anomalies" not in text
    assert "Calibration" not in text


def test_plots_are_drawn_and_repeat_to_the_byte(tmp_path):
    cases = make_cases(np.geomspace(1, 999, 60).tolist())
    found = summarize(make_answers(60), cases, resample(cases.documents, 50))
    files = plot(found, tmp_path / "one")
    assert [file.name for file in files] == ["pit.png", "reliability.png", "roc.png"]
    assert all(
        f.read_bytes() == g.read_bytes() for f, g in zip(files, plot(found, tmp_path / "two"), strict=True)
    )


def test_a_constant_has_nothing_to_draw(tmp_path, cases):
    assert plot(evaluate(Constant(100.0), cases), tmp_path) == []
