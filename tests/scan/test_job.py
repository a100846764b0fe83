"""Scans with worker processes on this machine."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from threading import Thread
from typing import Any

import fsspec
import pytest

from numerate.checking.model import check, load
from numerate.errors import InputError
from numerate.scan.job import ScanProgress, scan
from numerate.scan.options import ScanOptions
from tests.scan.poisoned import Gate, text, write_corpus
from tests.scan.results import files, table

pytestmark = pytest.mark.slow

ONLY = ScanOptions(unlikely=False, partition_bytes=2000)


def test_the_tables_agree_with_a_check_of_each_document(tmp_path: Path, tiny_folder: Path) -> None:
    model = load(tiny_folder, threads=1)
    texts = [f"{text(i)}\n\nSales rose 12% to $56 million from $45 million on 31 June." for i in range(12)]
    source = tmp_path / "a.jsonl"
    source.write_text("".join(json.dumps({"id": i, "text": t}) + "\n" for i, t in enumerate(texts)))
    options = ScanOptions(false_alarms=0.3, all_numbers=True, partition_bytes=900)
    manifest = scan([str(source)], tmp_path / "out", options, model=str(tiny_folder), workers=2)
    assert manifest["complete"]
    assert len(manifest["partitions"]) > 1
    findings, numbers = table(tmp_path / "out", "findings"), table(tmp_path / "out", "numbers")
    assert manifest["counts"]["findings"] == len(findings)
    assert manifest["counts"]["numbers"] == len(numbers)
    for i, written in enumerate(texts):
        report = model.check(written, false_alarms=0.3, keep=True)
        rows = [row for row in findings if row["id"] == str(i)]
        assert [(row["rule"], row["start"], row["end"], row["text"], row["p_value"]) for row in rows] == [
            (f.rule, f.start, f.end, f.text, f.p_value) for f in report.findings
        ]
        assert [row["message"] for row in rows] == [f.message for f in report.findings]
        assert [[s["text"] for s in row["suggestions"]] for row in rows] == [
            [s.text for s in f.suggestions] for f in report.findings
        ]
        assert [row["expected_low"] for row in rows] == [
            f.expected and f.expected.low for f in report.findings
        ]
        number_rows = [row for row in numbers if row["id"] == str(i)]
        assert [(row["text"], row["kind"], row["p_value"]) for row in number_rows] == [
            (c.number.text, c.number.kind, c.p_value) for c in report.numbers
        ]
        for row, checked in zip(number_rows, report.numbers, strict=True):
            if checked.prediction is None:
                assert row["median"] is None
                assert row["not_judged"] == checked.reason
            else:
                assert row["median"] == checked.prediction.median
                assert (row["low_90"], row["high_90"]) == checked.prediction.interval(0.9)


def test_the_tables_do_not_depend_on_the_number_of_workers(tmp_path: Path) -> None:
    source = write_corpus(tmp_path / "a.jsonl", 200)
    for workers in (1, 2):
        scan([str(source)], tmp_path / f"{workers}", ONLY, workers=workers)
    assert files(tmp_path / "1") == files(tmp_path / "2")
    assert len(files(tmp_path / "1")) > 10


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_killed_workers_and_poisoned_documents_cost_no_other_document(tmp_path: Path, gate: Gate) -> None:
    source = write_corpus(tmp_path / "a.jsonl", 60, d5="held", d17="deadly", d40="broken")
    killed: set[int] = set()

    def kill_held_workers() -> None:
        while len(killed) < 3:
            worker = gate.next_held(killed)
            os.kill(worker, signal.SIGKILL)
            killed.add(worker)
        gate.open()

    killer = Thread(target=kill_held_workers)
    killer.start()
    options = ScanOptions(partition_bytes=1500, consistency=False)
    manifest = scan([str(source)], tmp_path / "out", options, workers=2)
    killer.join()
    rows = table(tmp_path / "out", "documents")
    assert [row["id"] for row in rows] == [f"d{i}" for i in range(60)]
    errors = {row["id"]: row["error"] for row in rows if row["error"]}
    assert errors == {
        "d17": "crashed the process that checked it on every attempt",
        "d40": "the check failed: ZeroDivisionError: by nought",
    }
    assert manifest["counts"]["errors"] == 2


def test_a_scan_is_resumed_and_other_options_are_refused(tmp_path: Path) -> None:
    source = write_corpus(tmp_path / "a.jsonl", 100)
    out = tmp_path / "out"

    def stop(progress: ScanProgress) -> None:
        if progress.finished == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        scan([str(source)], out, ONLY, workers=1, on_progress=stop)
    written = {path: path.stat().st_mtime_ns for path in out.glob("part-*/*")}
    assert len(written) == 6
    other = ScanOptions(unlikely=False, partition_bytes=2000, all_numbers=True)
    with pytest.raises(InputError, match=r"begun with other settings \(settings.every was False, is True\)"):
        scan([str(source)], out, other)
    assert json.loads((out / "manifest.json").read_text())["complete"] is False
    reported: list[ScanProgress] = []
    scan([str(source)], out, ONLY, workers=1, on_progress=reported.append)
    assert (reported[0].finished, reported[-1].documents) == (3, 100)
    assert {path: path.stat().st_mtime_ns for path in written} == written
    scan([str(source)], out, ONLY, workers=1, on_progress=pytest.fail)  # nothing is left to do
    scan([str(source)], tmp_path / "whole", ONLY, workers=1)
    assert files(out) == files(tmp_path / "whole")
    with source.open("a") as file:
        file.write("\n")
    with pytest.raises(InputError, match="begun with other settings"):
        scan([str(source)], out, ONLY)


def test_sources_may_be_urls(tmp_path: Path) -> None:
    source = write_corpus(tmp_path / "a.jsonl", 10)
    memory = fsspec.filesystem("memory")
    memory.pipe("/scan/a.jsonl", source.read_bytes())
    memory.pipe("/scan/deep/b.html", b"<p>We met on <b>31 June</b>.</p>")
    urls = ["memory://scan", f"file://{tmp_path}/a.jsonl"]
    manifest = scan(urls, tmp_path / "out", ONLY, workers=1)
    memory.rm("/scan", recursive=True)
    assert manifest["counts"]["documents"] == 21
    [finding] = table(tmp_path / "out", "findings")
    assert (finding["document"], finding["source"]) == ("memory:///scan/deep/b.html", "memory:///scan/deep")
    assert (finding["rule"], finding["text"], finding["line"], finding["column"]) == ("date", "31", 1, 17)


def test_documents_of_many_formats_and_unreadable_ones(tmp_path: Path) -> None:
    contents: dict[str, Any] = {
        "a.md": "# Trial\n\n## Results\n\nWe met on 31 June.\n",
        "b.txt": "We met on 31 June.",
        "c.docx": b"no archive",
        "d.pdf": b"%PDF-1.4 no more",
        "e.txt": "",
        "f.txt": b"broken \xff\xfe byte, 31 June \xe9t\xe9",
    }
    folder = tmp_path / "docs"
    folder.mkdir()
    for name, content in contents.items():
        data = content if isinstance(content, bytes) else content.encode()
        (folder / name).write_bytes(data)
    (folder / "g.dat").write_text("1,2")
    manifest = scan([str(folder)], tmp_path / "out", ONLY, workers=1)
    assert manifest["left_out"] == 1
    rows = {Path(row["document"]).name: row for row in table(tmp_path / "out", "documents")}
    assert rows.keys() == contents.keys()
    assert {name for name, row in rows.items() if row["error"]} == {"c.docx", "d.pdf"}
    assert (rows["e.txt"]["numbers"], rows["e.txt"]["characters"]) == (0, 0)
    findings = {Path(row["document"]).name: row for row in table(tmp_path / "out", "findings")}
    assert findings.keys() == {"a.md", "b.txt", "f.txt"}
    assert (findings["a.md"]["section"], findings["b.txt"]["section"]) == ("Results", None)
    expected = check(folder / "a.md", unlikely=False).findings[0]
    assert findings["a.md"]["message"] == expected.message


def test_two_scans_cannot_write_to_one_folder(tmp_path: Path) -> None:
    source = write_corpus(tmp_path / "a.jsonl", 5)
    errors: list[str] = []

    def start_another(_: ScanProgress) -> None:
        with pytest.raises(InputError, match="another scan is running here") as raised:
            scan([str(source)], tmp_path / "out", ONLY)
        errors.append(str(raised.value))

    scan([str(source)], tmp_path / "out", ONLY, workers=1, on_progress=start_another)
    assert errors


def test_two_scans_that_begin_at_once_are_one_scan_and_one_refusal(tmp_path: Path) -> None:
    write_corpus(tmp_path / "a.jsonl", 6)
    outcomes: list[str] = []

    def run() -> None:
        try:
            scan([str(tmp_path / "a.jsonl")], tmp_path / "out", ONLY, workers=1)
            outcomes.append("done")
        except InputError as error:
            outcomes.append(str(error))

    threads = [Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert "done" in outcomes
    assert all(outcome == "done" or "another scan is running here" in outcome for outcome in outcomes)
