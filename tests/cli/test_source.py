import io
import sys
from types import SimpleNamespace

import pytest

from numerate import DocumentError
from numerate.cli.source import read_source


def test_a_plain_text_is_taken_character_by_character(tmp_path):
    file = tmp_path / "notes.txt"
    file.write_bytes(b"One.\r\n\r\n  Sales: 12\r\n")
    source = read_source(str(file))
    assert source.text == "One.\r\n\r\n  Sales: 12\r\n"
    at = source.text.index("12")
    place = source.locate(at, at + 2)
    assert (place.start, place.line, place.column, source.has_lines) == (at, 3, 10, True)


def test_markup_is_read_as_rendered_and_located_in_the_file(tmp_path):
    file = tmp_path / "notes.md"
    file.write_text("# Sales\n\nThey rose **12**% in `x = 99`.\n")
    source = read_source(str(file))
    assert "**" not in source.text
    at = source.text.index("12")
    place = source.locate(at, at + 2)
    assert file.read_text()[place.start : place.end] == "12"
    assert (place.line, place.column) == (3, 13)


def test_windows_1252_is_decoded(tmp_path):
    file = tmp_path / "notes.txt"
    file.write_bytes(b"It cost \x8012.")
    assert read_source(str(file)).text == "It cost €12."


def test_standard_input_has_a_name_in_errors(monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"\0\1\2\0" * 100)))
    with pytest.raises(DocumentError, match="standard input"):
        read_source("-")
