"""User journeys with `numerate export`: from a trained checkpoint to a model that needs no PyTorch."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from numerate import load
from numerate.cli import main
from tests.commands import quick_command


def run(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
    monkeypatch.setattr(sys, "argv", ["numerate", *map(str, arguments)])
    with pytest.raises(SystemExit) as exit_:
        main()
    return int(exit_.value.code or 0)


def test_a_checkpoint_is_exported(tiny_checkpoint: Path, tmp_path: Path) -> None:
    out = tmp_path / "model"
    command = [quick_command(), "export", tiny_checkpoint, "--out", out, "--weights", "int8"]
    process = subprocess.run([*command, "--format", "json"], capture_output=True, text=True, timeout=1800)
    assert (process.returncode, process.stderr) == (0, "")
    record = json.loads(process.stdout)
    assert (record["weights"], record["folder"], record["measured"]) == ("int8", str(out), {})
    assert load(out).predict("Sales rose [#MASK] percent.")[0].median >= 0
    assert (out / "README.md").read_text().startswith("# A numerate model")


def test_errors_are_one_line_and_leave_no_folder(
    tiny_folder: Path, tiny_checkpoint: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    for arguments, message in (
        ((tmp_path, "--out", tmp_path / "out"), "is not a model: it has no config.json"),
        ((tiny_folder, "--out", tmp_path / "out"), "was exported: numerate.load reads it"),
        ((tiny_checkpoint, "--out", tiny_checkpoint), "holds something other than an exported model"),
        ((tiny_checkpoint, "--out", tmp_path / "out", "--data", tmp_path), "no prepared instances here"),
        (
            (tiny_checkpoint, "--out", tmp_path / "out", "--weights", "int8-static"),
            "needs sample text to find activation ranges; name --data",
        ),
        (
            (tiny_checkpoint, "--out", tmp_path / "out", "--calibrate", tmp_path / "no"),
            "no such file or folder",
        ),
    ):
        assert run(monkeypatch, "export", *arguments) == 2
        out, err = capsys.readouterr()
        assert message in err
        assert err.startswith("numerate: ")
        assert (out, err.count("\n")) == ("", 1)
    assert not (tmp_path / "out").exists()


def test_an_exported_model_is_evaluated(
    tiny_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    rows = ({"text": f"Sales rose {i % 9}.5 percent to ${i} million in {1990 + i % 20}."} for i in range(60))
    (tmp_path / "stories.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    prepare = ["prepare", tmp_path / "stories.jsonl", "--out", tmp_path / "data", "--processes", 1]
    words = ["--tokenizer", tiny_folder / "tokenizer.json", "--tokens", 64]
    assert run(monkeypatch, *prepare, *words, "--format", "json") == 0
    capsys.readouterr()
    assert run(monkeypatch, "evaluate", tiny_folder, "--data", tmp_path / "data", "--format", "json") == 0
    assert "lmae.median" in json.loads(capsys.readouterr().out)["figures"]
