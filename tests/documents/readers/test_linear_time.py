"""Hostile sources are read, and their formats recognised, in linear time."""

from __future__ import annotations

from contextlib import suppress

import pytest

from numerate.documents import DocumentError, read
from numerate.documents.formats import TextReader
from numerate.documents.readers import READERS
from tests.growth import assert_linear
from tests.hostile.kinds import GUESSED, KINDS, Kind

pytestmark = pytest.mark.slow

SMALL = 8_000
"""Characters of the smaller input."""


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_reading_takes_linear_time(kind: Kind) -> None:
    def run(source: bytes) -> None:
        with suppress(DocumentError):  # nested too deeply
            read(source, format=kind.format)

    assert_linear(run, kind.make(SMALL).encode(), kind.make(4 * SMALL).encode())


@pytest.mark.parametrize("unit", GUESSED)
@pytest.mark.parametrize("reader", [reader for reader in READERS if isinstance(reader, TextReader)])
def test_recognising_a_format_takes_linear_time(reader: TextReader, unit: str) -> None:
    assert_linear(reader.sniff, unit * (SMALL // len(unit)), unit * (4 * SMALL // len(unit)))
