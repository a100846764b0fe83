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

    if (large := peak(4 * SMALL)) > 6 * FLOOR:
        most = 6 * max(peak(SMALL), FLOOR)
        # The first of them also compiled the patterns that such a document needs.
        assert large <= most or peak(4 * SMALL) <= most
