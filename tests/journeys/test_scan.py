"""`numerate scan` as users run it, with the installed command."""

from __future__ import annotations

import json
import os
import pty
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.commands import COMMAND, quick_command
from tests.journeys.interrupts import start
from tests.scan.results import files, table
from tests.waiting import LIMIT_SECONDS, wait_until

ONLY = "--only-consistency"
TOWNS = ("Halden", "Arvik", "Sund")


def run(*arguments: object, cwd: Path, command: str = "scan") -> tuple[int, str, str]:
    ran = subprocess.run(
        [quick_command(), command, *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=cwd,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
        timeout=LIMIT_SECONDS,
    )
    assert "Traceback" not in ran.stderr, ran.stderr
    return ran.returncode, ran.stdout, ran.stderr


def write_articles(path: Path, count: int) -> Path:
    rng = random.Random(3)
    with path.open("w", encoding="utf-8") as file:
        for i in range(count):
            sentences = [
                f"{rng.choice(TOWNS)} Mill sold {rng.randrange(1, 9999):,} tonnes "
                f"for ${rng.randrange(50, 90)} million on {rng.randrange(25, 32)} June {2000 + i % 20}."
                for _ in range(rng.randrange(3, 9))
            ]
            file.write(json.dumps({"id": f"a{i}", "text": " ".join(sentences)}) + "\n")
    return path


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_a_scan_killed_at_any_moment_is_resumed_with_the_same_tables(tmp_path: Path) -> None:
    write_articles(tmp_path / "articles.jsonl", 600)
    options = ["articles.jsonl", ONLY, "--partition-mb", "0.03", "--workers", "2"]
    assert run(*options, "--out", "whole", cwd=tmp_path)[0] == 0
    whole = files(tmp_path / "whole")
    assert len(whole) > 12
    killed = tmp_path / "killed"

    def written() -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in killed.glob("part-*/*")}

    rng = random.Random(time.time_ns())
    kills, finished = 0, written()
    moments: list[Callable[[], bool]] = [
        lambda: (killed / "manifest.json").exists(),
        *[lambda: written().keys() > finished.keys()] * 3,
        lambda: any(killed.glob(".part-*")),
    ]
    for moment in moments:
        process = subprocess.Popen(
            [COMMAND, "scan", *options, "--out", "killed"], cwd=tmp_path, stdout=subprocess.DEVNULL
        )
        wait_until(lambda: moment() or process.poll() is not None)  # noqa: B023  called at once
        time.sleep(rng.uniform(0, 0.05))
        process.kill()
        kills += process.wait() == -signal.SIGKILL
        assert finished.items() <= written().items(), "a finished partition was written again"
        finished = written()
    assert kills
    assert run(*options, "--out", "killed", cwd=tmp_path)[0] == 0
    assert finished.items() <= written().items(), "a finished partition was written again"
    assert files(killed) == whole
    ids = [row["id"] for row in table(killed, "documents")]
    assert ids == [f"a{i}" for i in range(600)]


def test_findings_agree_with_check(tmp_path: Path, tiny_folder: Path) -> None:
    docs = tmp_path / "docs"
    (docs / "deep").mkdir(parents=True)
    wrong = "Sales rose 12% to $56 million from $45 million on 31 June."
    (docs / "a.md").write_text(f"# Sales\n\n## In *June*\n\n- {wrong}\n")
    (docs / "deep/b.html").write_text(f"<p>Once.</p>\n<p>&nbsp;{wrong}</p>")
    (docs / "deep/c.tex").write_text(f"\\section{{Sales}}\n{wrong}\n")
    (docs / "d.txt").write_bytes(b"\0\1\2\3")
    (docs / "data.dat").write_text("1,2\n")
    options = ("docs", "--model", tiny_folder, "--false-alarms", "0.2")
    status, out, _ = run(*options, "--format", "json", "--all", cwd=tmp_path, command="check")
    assert status == 2  # one cannot be read
    expected = json.loads(out)
    status, out, err = run(*options, "--out", "out", "--all", "--format", "json", cwd=tmp_path)
    assert status == 0
    assert err == "numerate: 1 file left out: no known format\n"
    summary = json.loads(out)
    assert summary["findings"] == expected["counts"]["findings"] > 3
    assert summary["numbers"] == expected["counts"]["numbers"]
    assert summary["errors"] == {"is not text": 1}
    documents = {row["document"]: row for row in table(tmp_path / "out", "documents")}
    assert documents.keys() == {file["file"] for file in expected["files"]} | {"docs/d.txt"}
    for name, place in (("findings", "findings"), ("numbers", "numbers")):
        rows = table(tmp_path / "out", name)
        for file in expected["files"]:
            scanned = [_values(row) for row in rows if row["document"] == file["file"]]
            assert scanned == [_values(row | row["place"]) for row in file[place]]


def _values(row: dict[str, Any]) -> tuple[Any, ...]:
    names = ("text", "value", "start", "end", "line", "column", "where", "p_value", "message", "sentence")
    return tuple(row.get(name) for name in names)


def test_a_summary_is_shown_and_can_be_shown_again(tmp_path: Path) -> None:
    write_articles(tmp_path / "articles.jsonl", 40)
    status, out, err = run("articles.jsonl", "--out", "out", ONLY, cwd=tmp_path)
    assert (status, err) == (0, "")
    assert "40 documents in " in out
    assert "| articles.jsonl | 40 |" in out
    assert "| A date or time that does not exist |" in out
    assert (tmp_path / "out/summary.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "out/summary.md").read_text() in out
    status, _, err = run("articles.jsonl", "--out", "out", ONLY, cwd=tmp_path)
    assert (status, "was complete, nothing was checked again" in err) == (0, True)
    again = run("--out", "out", cwd=tmp_path)
    assert again[0] == 0
    assert again[1].startswith((tmp_path / "out/summary.md").read_text())


@pytest.mark.skipif(os.name != "posix", reason="a terminal")
def test_a_progress_bar_is_shown_and_ctrl_c_stops_cleanly(tmp_path: Path) -> None:
    write_articles(tmp_path / "articles.jsonl", 4000)
    command = [COMMAND, "scan", "articles.jsonl", "--out", "out", ONLY, "--partition-mb", "0.05"]
    ours, theirs = pty.openpty()
    process = start(command, cwd=tmp_path, stderr=theirs, stdout=subprocess.DEVNULL)
    os.close(theirs)
    shown = b""
    while b"findings" not in shown or not list((tmp_path / "out").glob("part-*")):
        shown += os.read(ours, 4096)
    process.send_signal(signal.SIGINT)
    try:
        while data := os.read(ours, 4096):
            shown += data
    except OSError:  # the terminal's other end is closed
        pass
    assert process.wait(LIMIT_SECONDS) == 130
    assert b"interrupted; run the same command again to resume" in shown
    assert b"Traceback" not in shown
    assert not list((tmp_path / "out").glob(".part*"))
    assert "The scan is not finished." in run("--out", "out", cwd=tmp_path)[1]


def test_a_scan_on_ray(tmp_path: Path) -> None:
    write_articles(tmp_path / "articles.jsonl", 60)
    options = ("articles.jsonl", ONLY, "--partition-mb", "0.01", "--ray", "local", "--workers", "1")
    status, out, err = run(*options, "--out", "out", cwd=tmp_path)
    assert (status, err) == (0, "")
    assert "60 documents in " in out
    assert [row["id"] for row in table(tmp_path / "out", "documents")] == [f"a{i}" for i in range(60)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing.jsonl", "--out", "out", ONLY], "missing.jsonl: no such file or folder"),
        (["a.jsonl", "--out", "a.jsonl/out", ONLY], "a.jsonl/out: cannot be written"),
        (["a.jsonl", "--out", "out", ONLY, "--text", "body"], 'no column "body" (there are text)'),
        (["a.dat", "--out", "out", ONLY], "a.dat: its suffix is none of .parquet .jsonl"),
        (["nosuch://a", "--out", "out", ONLY], "nosuch://a: "),
        (["a.jsonl", "--out", "out", ONLY, "--no-consistency"], "leave nothing to look for"),
        (["a.jsonl", "--out", "out", "--false-alarms", "many"], "--false-alarms: must be a share"),
        (["a.jsonl", "--out", "out", "--model", "nowhere"], "nowhere"),
        (["a.jsonl", "--out", "out", ONLY, "--partition-mb", "0"], "--partition-mb 0: must be more than 0"),
        (
            ["a.jsonl", "--out", "done", ONLY, "--all"],
            "done: begun with other settings (settings.every was False",
        ),
        (
            ["a.jsonl", "--out", "begun", ONLY, "--ray", "127.0.0.1:1"],
            "--ray 127.0.0.1:1: no Ray cluster there",
        ),
        (["a.jsonl", "--out", "begun", ONLY, "--ray", "ray://head:x"], "--ray ray://head:x: no Ray cluster"),
        (["--out", "out"], "out: no scan here"),
    ],
)
def test_errors_are_raised_before_any_work_and_say_what_to_do(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    from numerate.cli import main

    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.jsonl").write_text('{"text": "Some 5 words."}\n')
    (tmp_path / "a.dat").write_text("1,2\n")
    if "done" in arguments:
        monkeypatch.setattr(
            sys, "argv", ["numerate", "scan", "a.jsonl", "--out", "done", ONLY, "--workers", "1"]
        )
        with pytest.raises(SystemExit) as ended:
            main()
        assert ended.value.code == 0
        capsys.readouterr()
    monkeypatch.setattr(sys, "argv", ["numerate", "scan", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    shown = capsys.readouterr()
    assert ended.value.code == 2
    assert shown.err.startswith("numerate: ")
    assert message in shown.err
    assert not shown.out
    assert not (tmp_path / "out").exists()
