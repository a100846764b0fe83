"""Standard streams that the caller of a command has closed."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from numerate.errors import InputError
from numerate.io.streams import complain, prepare_output, standard_input


def test_standard_input_that_is_closed_is_no_empty_document(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match="standard input is closed"):
        standard_input()


def test_closed_output_streams_become_the_null_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert not prepare_output()
    for stream in (sys.stdout, sys.stderr):
        stream.write("lost")
        stream.close()


def test_a_character_that_a_terminal_lacks_is_shown_by_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii"))
    assert prepare_output()
    print("5 €", flush=True)
    assert written.getvalue() == b"5 \\u20ac\n"


def test_a_full_standard_error_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with Path("/dev/full").open("w") as full:
        monkeypatch.setattr(sys, "stderr", full)
        complain("numerate: this cannot be written")
