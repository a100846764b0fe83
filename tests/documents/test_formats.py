"""The recipe for a new format in CONTRIBUTING.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from numerate.documents import FORMATS, read, reading
from numerate.documents.formats import TextReader
from numerate.documents.readers import READERS
from tests.documents.helpers import blocks_of, reasons_of, source_of

CONTRIBUTING = Path(__file__).parents[2] / "CONTRIBUTING.md"
SUBTITLES = b"1\n00:00:01,000 --> 00:00:04,000\nIt was 5\nmiles.\n\n2\n00:00:05,000 --> 00:00:06,000\nOr 6.\n"


@pytest.fixture
def srt(monkeypatch: pytest.MonkeyPatch) -> TextReader:
    """Register the reader of the worked example."""
    recipe = CONTRIBUTING.read_text(encoding="utf-8").partition("## A new document format")[2]
    module: dict[str, object] = {}
    exec(re.search(r"```python\n(.*?)```", recipe, re.DOTALL)[1], module)
    reader = module["READER"]
    assert isinstance(reader, TextReader)
    monkeypatch.setattr(reading, "READERS", (*READERS, reader))
    monkeypatch.setattr(reading, "FORMATS", (*FORMATS, reader.format))
    return reader


def test_the_worked_example_reads_a_new_format(srt: TextReader) -> None:
    document = read(SUBTITLES)
    assert document.format == srt.format == "srt"
    assert blocks_of(document) == ["It was 5 miles.", "Or 6."]
    assert reasons_of(document) == ["caption number"] * 2
    start = document.text.index("6")
    assert document.locate(start, start + 1).where == "line 8, column 4"
    assert source_of(document, 0, 15) == "It was 5\nmiles."
    assert read(SUBTITLES, format="srt").text == document.text
