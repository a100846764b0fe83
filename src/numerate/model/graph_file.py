"""Look into a graph file before anything runs it: weights in other files are refused.

An ONNX file may keep weights in other files, at any path. A model from a stranger must not make us open them,
so such a graph is refused. Only the fields that lead to tensors are walked; weights are skipped, not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from numerate.errors import ModelFolderError

_LARGEST = 4 << 30
"""Bytes of a graph; larger ones are not those of a model that predicts numbers."""
_VARINT, _FIXED_64, _MESSAGE, _FIXED_32 = 0, 1, 2, 5
_FIELDS: dict[str, dict[int, str]] = {
    # The messages of onnx.proto that lead to a tensor, by field number.
    "model": {7: "graph", 20: "training", 25: "function"},
    "training": {1: "graph", 2: "graph"},
    "function": {7: "node"},
    "graph": {1: "node", 5: "tensor", 15: "sparse"},
    "node": {5: "attribute"},
    "attribute": {5: "tensor", 6: "graph", 10: "tensor", 11: "graph", 22: "sparse", 23: "sparse"},
    "sparse": {1: "tensor", 2: "tensor"},
    "tensor": {},
}
_EXTERNAL_DATA, _DATA_LOCATION = 13, 14
"""Fields of a tensor whose values are in another file."""


def check_graph(file: Path) -> None:
    """Raise `ModelFolderError` if a graph is too large, damaged, or has weights in other files."""
    if (size := file.stat().st_size) > _LARGEST:
        raise ModelFolderError(f"{file}: too large for a model ({size:,} bytes)")
    try:
        external = _has_external_data(file.read_bytes())
    except (IndexError, ValueError):
        raise ModelFolderError(f"{file}: damaged: not an ONNX graph") from None
    if external:
        raise ModelFolderError(
            f"{file}: refused: its weights are in other files, which are not opened; export it as one file"
        )


def _has_external_data(data: bytes) -> bool:
    pending = [("model", 0, len(data))]
    while pending:
        message, start, end = pending.pop()
        for field, wire_type, first, last in _fields(data, start, end):
            if message == "tensor" and field in (_EXTERNAL_DATA, _DATA_LOCATION):
                if field == _EXTERNAL_DATA or data[first:last] != b"\0":
                    return True
            elif wire_type == _MESSAGE and (inner := _FIELDS[message].get(field)):
                pending.append((inner, first, last))
    return False


def _fields(data: bytes, at: int, end: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield the fields of a message: number, wire type, and where the value begins and ends."""
    while at < end:
        key, at = _varint(data, at)
        if not 8 <= key < 1 << 32:
            # Parsers cut keys off at 32 bits, so that a field could pass for another here.
            raise ValueError("no key of a field")
        wire_type, first = key & 7, at
        if wire_type == _VARINT:
            _, at = _varint(data, at)
        elif wire_type == _MESSAGE:
            length, first = _varint(data, at)
            at = first + length
        elif wire_type in (_FIXED_64, _FIXED_32):
            at += 8 if wire_type == _FIXED_64 else 4
        else:
            raise ValueError(f"wire type {wire_type}")
        if at > end:
            raise ValueError("a field ends after its message")
        yield key >> 3, wire_type, first, at


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at += 1
        if byte < 0x80:
            return value, at
        shift += 7
        if shift > 63:
            raise ValueError("a varint of more than ten bytes")
