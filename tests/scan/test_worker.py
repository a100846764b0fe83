from __future__ import annotations

from pathlib import Path

import pytest

from numerate.scan.options import ScanOptions
from numerate.scan.records import Record
from numerate.scan.worker import CheckTask, CheckWorker, ModelSpec
from tests.scan.dangerous import judge, text

RECORDS = [Record(f"d{i}", None, "here", text(i) * (1 + i % 3)) for i in range(12)]


def test_with_a_device_documents_share_runs_and_say_the_same(tiny_folder: Path) -> None:
    pytest.importorskip("torch")
    settings = ScanOptions(false_alarms=0.3, every=True)
    made = {}
    runs: dict[str, int] = {}
    for device in ("cpu", "torch"):
        worker = CheckWorker(CheckTask(settings, ModelSpec.choose(str(tiny_folder), device)))
        assert worker._model is not None
        run, runs[device] = worker._model.network.distributions, 0

        def counted(windows, run=run, device=device):  # type: ignore[no-untyped-def]
            runs[device] += 1
            return run(windows)

        worker._model.network.distributions = counted  # type: ignore[method-assign]
        made[device] = worker.check(RECORDS)
    assert (runs["cpu"], runs["torch"]) == (len(RECORDS), 1)
    for name in ("documents", "findings"):
        columns = [
            "document",
            *(["numbers", "judged", "findings"] if name == "documents" else ["rule", "start"]),
        ]
        first, second = (made[device][name].select(columns).to_pylist() for device in made)
        assert first == second
        assert first
    medians = [made[device]["numbers"]["median"].to_pylist() for device in made]
    assert medians[0] == pytest.approx(medians[1], rel=0.01)


def test_one_that_fails_does_not_take_the_others_with_it() -> None:
    worker = CheckWorker(CheckTask(ScanOptions(), judge()))
    worker._together = True  # though the model cannot be asked about several
    given = [RECORDS[0], RECORDS[1]._replace(content="A broken 5."), RECORDS[2]]
    errors = worker.check(given)["documents"]["error"].to_pylist()
    assert errors == [None, "the check failed: ZeroDivisionError: by nought", None]
