import json
from pathlib import Path

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from numerate.training.run.progress import JSONLinesReport, RunReports
from tests.training.runs import quick_run


def test_metrics_are_lines_of_json(corpus, tmp_path):
    quick_run(corpus, tmp_path)
    lines = [json.loads(line) for line in (tmp_path / "metrics.jsonl").read_text().splitlines()]
    steps = [line for line in lines if "loss" in line]
    assert all(line.keys() == {"step", "epoch", "loss", "rate", "instances_per_second"} for line in steps)
    epochs = [line for line in lines if "valid_loss" in line]
    assert [(line["epoch"], line["step"]) for line in epochs] == [(1, 8), (2, 16), (3, 24)]


def test_tensorboard_has_the_same_curves(corpus, tmp_path):
    quick_run(corpus, tmp_path, tensorboard=True)
    curves = EventAccumulator(str(tmp_path / "tensorboard")).Reload()
    assert {"loss", "valid_loss", "rate", "instances_per_second"} <= set(curves.Tags()["scalars"])
    assert [event.step for event in curves.Scalars("valid_loss")] == [8, 16, 24]


def test_lines_after_the_checkpoint_are_dropped(tmp_path: Path):
    path = tmp_path / "metrics.jsonl"
    path.write_text('{"step": 1}\n{"step": 2}\n{"step": 3}\n{"st')
    lines = JSONLinesReport(tmp_path, step=2)
    lines.show(3, {"loss": 0.5})
    lines.close()
    assert path.read_text() == '{"step": 1}\n{"step": 2}\n{"step": 3, "loss": 0.5}\n'


def test_the_terminal_shows_a_line_per_epoch(tmp_path, capfd):
    with RunReports.open(tmp_path, 0, 10, display=True, tensorboard=False) as reports:
        reports.show(2, {"epoch": 1, "loss": 2.5, "rate": 1.0, "instances_per_second": 12345.0})
        reports.show(5, {"epoch": 1, "train_loss": 2.25, "valid_loss": 2.0})
    shown = capfd.readouterr()
    assert shown.err == "epoch 1: training loss 2.2500, validation loss 2.0000\n"
    assert shown.out == ""
