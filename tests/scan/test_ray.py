"""Scans through Ray Data, with real Ray actors on this machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import psutil
import pytest

from numerate.errors import InputError
from numerate.scan.job import ScanProgress, scan
from numerate.scan.options import ScanOptions
from numerate.scan.worker import ModelSpec
from tests.scan.poisoned import Gate, write_corpus
from tests.scan.results import files, table
from tests.waiting import wait_until

ray = pytest.importorskip("ray")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="SIGKILL"),
    pytest.mark.filterwarnings("ignore"),
]
SMALL = ScanOptions(partition_bytes=1500, consistency=False)


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    for attempts_left in reversed(range(5)):
        try:
            ray.init(
                address="local",
                num_cpus=2,
                include_dashboard=False,
                log_to_driver=False,
                logging_level="ERROR",
            )
            break
        except Exception:  # Ray waits 30 s for its node, on a machine that is ever so busy
            ray.shutdown()
            if not attempts_left:
                raise
    yield
    ray.shutdown()


@pytest.mark.usefixtures("cluster")
def test_killed_actors_and_deadly_documents_cost_no_other_document(tmp_path: Path, gate: Gate) -> None:
    source = write_corpus(tmp_path / "a.jsonl", 80, d33="deadly", d60="held")
    gate.open()
    scan([str(source)], tmp_path / "locally", SMALL, workers=2)
    gate.close()
    killed: list[psutil.Process] = []

    def kill_actor_of_held_worker() -> None:
        ancestors = psutil.Process(gate.next_held()).parents()
        actor = next(process for process in ancestors if "ray::" in " ".join(process.cmdline()))
        wait_until(lambda: len(list((tmp_path / "on-ray").glob("part-*"))) >= 2)
        actor.kill()
        killed.append(actor)
        gate.open()

    reported: list[ScanProgress] = []
    killer = Thread(target=kill_actor_of_held_worker)
    killer.start()
    manifest = scan(
        [str(source)], tmp_path / "on-ray", SMALL, workers=2, ray="local", on_progress=reported.append
    )
    killer.join()
    assert killed
    assert reported[-1].finished == len(manifest["partitions"]) > 4
    rows = table(tmp_path / "on-ray", "documents")
    assert [row["id"] for row in rows] == [f"d{i}" for i in range(80)]
    assert [row["id"] for row in rows if row["error"]] == ["d33"]
    assert files(tmp_path / "on-ray") == files(tmp_path / "locally")


@pytest.mark.usefixtures("cluster", "gate")
def test_a_scan_begun_locally_is_resumed_on_ray(tmp_path: Path) -> None:
    source = write_corpus(tmp_path / "a.jsonl", 40)

    def stop(progress: ScanProgress) -> None:
        if progress.finished == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        scan([str(source)], tmp_path / "out", SMALL, workers=1, on_progress=stop)
    written = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").glob("part-*/*")}
    manifest = scan([str(source)], tmp_path / "out", SMALL, workers=1, ray="local")
    assert manifest["counts"]["documents"] == 40
    assert {path: path.stat().st_mtime_ns for path in written} == written


@pytest.mark.usefixtures("cluster")
def test_input_errors_of_an_actor_are_raised_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # As on a cluster whose machines do not have the model.
    missing = ModelSpec(str(tmp_path / "nowhere"), "cpu", "another")
    monkeypatch.setattr(ModelSpec, "resolve", lambda *_: missing)
    source = write_corpus(tmp_path / "a.jsonl", 5)
    with pytest.raises(InputError, match="nowhere"):
        scan([str(source)], tmp_path / "out", workers=1, ray="local")


def test_a_node_that_does_not_start_is_an_error_of_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**options: object) -> None:
        raise Exception("The current node timed out during startup.\nThis could happen …")

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", fail)
    source = write_corpus(tmp_path / "a.jsonl", 5)
    with pytest.raises(InputError, match=r"--ray local: Ray does not start \(The current node timed out"):
        scan([str(source)], tmp_path / "out", ScanOptions(unlikely=False), workers=1, ray="local")
