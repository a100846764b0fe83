from __future__ import annotations

from pathlib import Path

import pytest

from numerate.scan.options import ScanOptions
from numerate.scan.records import Record
from numerate.scan.worker import CheckTask, CheckWorker, ModelSpec
from tests.scan.poisoned import poisoned_model, text

pytestmark = pytest.mark.slow

RECORDS = [Record(f"d{i}", None, "here", text(i) * (1 + i % 3)) for i in range(12)]


def test_a_device_checks_documents_in_one_batch_with_the_same_results(tiny_folder: Path) -> None:
    pytest.importorskip("torch")
    options = ScanOptions(false_alarms=0.3, all_numbers=True)
    tables = {}
    runs: dict[str, int] = {}
    for device in ("cpu", "torch"):
        worker = CheckWorker(CheckTask(options, ModelSpec.resolve(str(tiny_folder), device)))
        assert worker._model is not None
        run, runs[device] = worker._model.network.distributions, 0

        def counted(windows, run=run, device=device):  # type: ignore[no-untyped-def]
            runs[device] += 1
            return run(windows)

        worker._model.network.distributions = counted  # type: ignore[method-assign]
        tables[device] = worker.check(RECORDS)
    assert (runs["cpu"], runs["torch"]) == (len(RECORDS), 1)
    for name in ("documents", "findings"):
        columns = [
            "document",
            *(["numbers", "judged", "findings"] if name == "documents" else ["rule", "start"]),
        ]
        first, second = (tables[device][name].select(columns).to_pylist() for device in tables)
        assert first == second
        assert first
    medians = [tables[device]["numbers"]["median"].to_pylist() for device in tables]
    assert medians[0] == pytest.approx(medians[1], rel=0.01)


def test_a_failing_document_does_not_affect_its_batch(tmp_path: Path) -> None:
    worker = CheckWorker(CheckTask(ScanOptions(), poisoned_model(tmp_path)))
    worker._batched = True  # although this model cannot check a batch
    given = [RECORDS[0], RECORDS[1]._replace(content="A broken 5."), RECORDS[2]]
    errors = worker.check(given)["documents"]["error"].to_pylist()
    assert errors == [None, "the check failed: ZeroDivisionError: by nought", None]
