"""Memory grows no faster than a hostile document: four times the input takes at most six times the memory."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from contextlib import suppress

import pytest

import numerate
from numerate.documents import DocumentError, read
from tests.hostile.kinds import GUESSED, KINDS, Kind

pytestmark = pytest.mark.slow

SMALL = 400
"""Characters of the smaller input; the larger has four times as many."""
FLOOR = 1 << 17
"""Bytes below which tables and caches outweigh the document."""


@pytest.fixture(autouse=True, scope="module")
def traced() -> Iterator[None]:
    numerate.check("Of 5 people, 6 came.", unlikely=False)
    tracemalloc.start()
    yield
    tracemalloc.stop()


@pytest.mark.parametrize("kind", [*KINDS, *(Kind("", "", unit) for unit in GUESSED)], ids=str)
def test_memory_grows_no_faster_than_the_document(kind: Kind) -> None:
    def peak(size: int) -> int:
        data = kind.make(size).encode()
        tracemalloc.reset_peak()
        before, _ = tracemalloc.get_traced_memory()
        with suppress(DocumentError):  # nested too deeply
            numerate.check(read(data, format=kind.format or None), unlikely=False)
        return tracemalloc.get_traced_memory()[1] - before

    large = peak(4 * SMALL)
    if large > 6 * FLOOR and large > 6 * max(peak(SMALL), FLOOR):
        # The first also compiled the patterns that such a document needs, and the smaller one may be too
        # short for a table that takes more: twice the size decides.
        assert peak(8 * SMALL) <= 6 * peak(2 * SMALL)
