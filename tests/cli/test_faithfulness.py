"""Pairs of sources and summaries that the command refuses."""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path

import pytest
from typer.testing import CliRunner

from numerate.cli import app
from numerate.consistency.sources.tracing import FALSE_ALARMS
from numerate.errors import InputError


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", "line 1: not JSON"),
        (b'{"source": "caf\xe9", "summary": ""}', "line 1: not JSON"),
        (b"\n" + b"[" * 100_000, "line 2: not JSON"),
        (b"[]", "line 1: must be an object"),
    ],
)
def test_what_is_no_pair_is_refused_by_its_line(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "pairs.jsonl"
    file.write_bytes(content)
    error = CliRunner().invoke(app, ["faithfulness", str(file)]).exception
    # `main`, which is not called here, makes exit status 2 of it.
    assert isinstance(error, InputError)
    assert message in str(error)


def test_the_command_and_python_have_the_same_default() -> None:
    command = importlib.import_module("numerate.cli.faithfulness").faithfulness
    assert inspect.signature(command).parameters["false_alarms"].default == FALSE_ALARMS
