"""Graphs with weights elsewhere are refused before anything opens them; so are files that are no graphs."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from numerate.errors import ModelFolderError
from numerate.model.folder import DEFAULT
from numerate.model.graph_file import check_graph

EXTERNAL = b"\x70\x01"
"""The field of a tensor that says where its values are: elsewhere."""


def message(*fields: tuple[int, bytes]) -> bytes:
    return b"".join(bytes([field << 3 | 2, len(content)]) + content for field, content in fields)


GRAPHS = {
    "an initializer": message((7, message((5, EXTERNAL)))),
    "a constant": message((7, message((1, message((5, message((5, EXTERNAL)))))))),
    "a branch": message((7, message((1, message((5, message((6, message((5, EXTERNAL)))))))))),
    "a sparse initializer": message((7, message((15, message((1, EXTERNAL)))))),
}


@pytest.mark.parametrize("name", GRAPHS)
def test_a_tensor_elsewhere_is_found_wherever_it_stands(name: str, tmp_path: Path) -> None:
    file = tmp_path / "model.onnx"
    file.write_bytes(GRAPHS[name])
    with pytest.raises(ModelFolderError, match="weights are in other files"):
        check_graph(file)


@pytest.mark.parametrize("key", [b"\xf0\x80\x80\x80\x10", b"\x00"], ids=["more than 32 bits", "field 0"])
def test_keys_that_parsers_read_differently_are_refused(key: bytes, tmp_path: Path) -> None:
    file = tmp_path / "model.onnx"
    file.write_bytes(message((7, message((5, key + b"\x01")))))
    with pytest.raises(ModelFolderError, match="not an ONNX graph"):
        check_graph(file)


def test_a_tensor_in_the_file_itself_is_fine(tmp_path: Path) -> None:
    file = tmp_path / "model.onnx"
    file.write_bytes(message((7, message((5, b"\x70\x00")))))
    check_graph(file)
    check_graph(DEFAULT / "model.onnx")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=60))
def test_any_bytes_are_a_graph_or_refused(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "model.onnx"
    file.write_bytes(data)
    with suppress(ModelFolderError):
        check_graph(file)
