"""Work that several threads do at a time, in bounded memory."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain, islice
from typing import TypeVar

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def in_parallel(
    function: Callable[[_Item], _Result], items: Iterable[_Item], threads: int
) -> Iterator[_Result]:
    """Yield what a function returns for each item, in order, computed by several threads.

    Items are taken only shortly before their turn. A single one is left to the calling thread.
    """
    remaining = iter(items)
    first = list(islice(remaining, 2))
    if threads < 2 or len(first) < 2:
        yield from map(function, chain(first, remaining))
        return
    with ThreadPoolExecutor(threads) as pool:
        pending: deque[Future[_Result]] = deque()
        for item in chain(first, remaining):
            pending.append(pool.submit(function, item))
            if len(pending) > threads:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
