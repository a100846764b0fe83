"""Jupyter notebooks: the prose of Markdown cells, and the outputs of code."""

from __future__ import annotations

import json
import re
from typing import Any

from numerate.documents.builder import DocumentBuilder
from numerate.documents.document import OBJECT
from numerate.documents.formats import BinaryReader, Limits
from numerate.documents.parts import PartWriter
from numerate.documents.readers.html import read_html
from numerate.documents.readers.markdown import read_markdown
from numerate.documents.readers.plain import read_plain
from numerate.documents.source_map import PartPlaces
from numerate.errors import UnreadableError

_READERS = {"text/markdown": read_markdown, "text/html": read_html, "text/plain": read_plain}
_SHOWN = ("text/markdown", "text/html", "image/", "text/plain")
"""Formats of an output; Jupyter shows the first of them that there is."""
_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
_HEAD = re.compile(rb'\s*\{\s*"(?:cells|metadata|nbformat(?:_minor)?)"\s*:')


def read_notebook(data: bytes, builder: DocumentBuilder, limits: Limits) -> tuple[str, PartPlaces]:
    """Write the cells of a notebook into the builder; return their texts and places."""
    try:
        content = json.loads(data)
        cells = content["cells"]
        writer = PartWriter(builder, limits)
        for number, cell in enumerate(cells, 1):
            _write_cell(cell, f"cell {number}", writer)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise UnreadableError(
            "is not a notebook of Jupyter 4 or later, or is broken; open it in Jupyter and save it again"
        ) from None
    return writer.finish()


def _write_cell(cell: dict[str, Any], where: str, writer: PartWriter) -> None:
    text, kind = _joined(cell["source"]), cell["cell_type"]
    if kind == "markdown":
        writer.embed(where, text, read_markdown)
    elif kind == "raw":
        writer.embed(where, text, read_plain)
    else:
        writer.omit(where, text, "code")
    for output in cell.get("outputs", ()):
        _write_output(output, f"output of {where}", writer)


def _write_output(output: dict[str, Any], where: str, writer: PartWriter) -> None:
    if output.get("output_type") == "stream":
        text = _ESCAPES.sub("", _joined(output.get("text", "")))
        if output.get("name") == "stdout":
            writer.embed(where, text, read_plain)
        else:
            writer.omit(where, text, "error output")
        return
    if output.get("output_type") == "error":
        writer.omit(where, _joined(output.get("evalue", "")), "error output")
        return
    data = output.get("data", {})
    kind = next((kind for kind in _SHOWN if any(given.startswith(kind) for given in data)), "")
    if kind in _READERS:
        writer.embed(where, _ESCAPES.sub("", _joined(data[kind])), _READERS[kind])
    elif data:
        writer.omit(where, OBJECT, "image" if kind else "another file")


def _joined(text: Any) -> str:
    if isinstance(text, str):
        return text
    return "".join(str(line) for line in text)


READER = BinaryReader(
    "notebook", (".ipynb",), read_notebook, sniff=lambda head: _HEAD.match(head) is not None
)
