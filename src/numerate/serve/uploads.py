"""From the bytes of an upload to a document, in a process that is ended when it takes too long."""

from __future__ import annotations

import asyncio
import json
import sys
from bisect import bisect_right
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import numerate
from numerate.documents import Block, Cell, Document, DocumentError, Format, Limits, Place, Skipped
from numerate.documents.document import BlockKind
from numerate.documents.source_map import MappedSpan, SourceMap
from numerate.serve.deadline import Ticket
from numerate.serve.settings import ServerSettings
from numerate.serve.upload_reader import Order

_COMMAND = (sys.executable, "-m", "numerate.serve.upload_reader")
_BROKEN = "could not be read: the reader broke down over it; save it as plain text"
_LONGEST = 200_000_000
# Where the package itself lies: nothing in the folder that the server was started in is imported.
_HOME = Path(numerate.__file__).parents[1]


class Uploads:
    """Reads files, some at a time."""

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings
        self._free = asyncio.Semaphore(settings.readers)

    async def read(self, data: bytes, name: str, form: Format | None, ticket: Ticket) -> Document:
        """Read a file; raises `DocumentError`, which says what is wrong with it."""
        async with self._free:
            ticket.check()
            limits = Limits(
                file_bytes=self._settings.file_bytes,
                pages=self._settings.pages,
                seconds=max(1.0, ticket.left / 2),
            )
            order = Order(name, form, limits, self._settings.reader_bytes)
            answer = await _ask(order, data)
        try:
            return _document(answer, name)
        except (KeyError, TypeError, ValueError):
            raise DocumentError(name, answer.get("problem", _BROKEN)) from None


async def _ask(order: Order, data: bytes) -> dict[str, Any]:
    """Run the reader. However this ends, by time or because nobody waits any more, so does the reader."""
    pipe = asyncio.subprocess.PIPE
    reader = await asyncio.create_subprocess_exec(
        *_COMMAND, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL, cwd=_HOME
    )
    try:
        talk = asyncio.gather(_take(reader), _give(reader, order.to_line() + data))
        answer, _ = await asyncio.wait_for(talk, timeout=order.limits.seconds + 1)
        return dict(json.loads(answer))
    except asyncio.TimeoutError:
        return {"problem": f"takes longer than {order.limits.seconds:.0f} s to read; split it"}
    except (TypeError, ValueError):
        return {"problem": _BROKEN}
    finally:
        await asyncio.shield(_end(reader))


async def _end(reader: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        reader.kill()
    # As long as there is something left to take, it does not count as ended.
    while await cast(asyncio.StreamReader, reader.stdout).read(1 << 20):
        pass
    await reader.wait()


async def _give(reader: asyncio.subprocess.Process, data: bytes) -> None:
    pipe = cast(asyncio.StreamWriter, reader.stdin)
    # A reader that has seen enough, or is no more, takes no more.
    with suppress(BrokenPipeError, ConnectionResetError):
        pipe.write(data)
        await pipe.drain()
        pipe.close()


async def _take(reader: asyncio.subprocess.Process) -> bytes:
    pipe = cast(asyncio.StreamReader, reader.stdout)
    answer = bytearray()
    while part := await pipe.read(1 << 20):
        answer += part
        if len(answer) > _LONGEST:
            raise ValueError("no document is told in so many words")
    return bytes(answer)


class _ToldPlaces:
    """The places of the numbers of a text, as the reader told them."""

    def __init__(self, places: list[tuple[int, int, Place]]) -> None:
        self._starts = [start for start, _, _ in places]
        self._places = places

    def place(self, start: int, end: int) -> Place:
        """Find the place of the number at `start:end`, or of the one before."""
        if not self._places:
            return Place(start, end, "")
        return self._places[max(0, bisect_right(self._starts, start) - 1)][2]


def _document(answer: dict[str, Any], name: str) -> Document:
    text = answer["text"]
    return Document(
        name=name,
        path=None,
        format=answer["format"],
        text=text,
        blocks=tuple(_block(*block) for block in answer["blocks"]),
        ignored=tuple((start, end) for start, end in answer["ignored"]),
        skipped=tuple(Skipped(Place(*place), reason) for place, reason in answer["skipped"]),
        encoding=answer["encoding"],
        source="",
        source_map=SourceMap([MappedSpan(0, len(text), 0, len(text))]),
        places=_ToldPlaces([(start, end, Place(*place)) for start, end, place in answer["places"]]),
    )


def _block(start: int, end: int, kind: BlockKind, level: int, cell: list[int] | None) -> Block:
    return Block(start, end, kind, level, None if cell is None else Cell(*cell))
