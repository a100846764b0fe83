"""Parsing of uploaded files, each in a child process that is killed when it takes too long."""

from __future__ import annotations

import asyncio
import json
import sys
from bisect import bisect_right
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import numerate
from numerate.documents import Block, CellPosition, Document, DocumentError, Format, Limits, Place, Skipped
from numerate.documents.document import BlockKind, IgnoredSpans
from numerate.documents.source_map import MappedSpan, SourceMap
from numerate.serve.deadline import Deadline
from numerate.serve.settings import ServerSettings
from numerate.serve.upload_reader import ReadJob

_COMMAND = (sys.executable, "-m", "numerate.serve.upload_reader")
_CRASHED = "could not be read: the reader crashed on it; save it as plain text"
_MAX_OUTPUT = 200_000_000
"""Most bytes that are accepted from a child process."""
_IMPORT_ROOT = Path(numerate.__file__).parents[1]
"""Working folder of the child process, so that it imports nothing from the folder the server runs in."""


class UploadParser:
    """Turns uploaded files into documents, a limited number at the same time."""

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings
        self._slots = asyncio.Semaphore(settings.readers)

    async def read(self, data: bytes, name: str, file_format: Format | None, deadline: Deadline) -> Document:
        """Read a file; raise `DocumentError` if that is not possible."""
        async with self._slots:
            deadline.check()
            limits = Limits(
                file_bytes=self._settings.file_bytes,
                pages=self._settings.pages,
                seconds=max(1.0, deadline.remaining / 2),
            )
            answer = await _run_reader(ReadJob(name, file_format, limits, self._settings.reader_bytes), data)
        try:
            return _document(answer, name)
        except (KeyError, TypeError, ValueError):
            raise DocumentError(name, answer.get("problem", _CRASHED)) from None


async def _run_reader(job: ReadJob, data: bytes) -> dict[str, Any]:
    """Run the child process and return its answer; kill it on a timeout or when cancelled."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *_COMMAND, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL, cwd=_IMPORT_ROOT
    )
    try:
        exchange = asyncio.gather(_read_output(process), _write_input(process, job.to_line() + data))
        output, _ = await asyncio.wait_for(exchange, timeout=job.limits.seconds + 1)
        return dict(json.loads(output))
    except asyncio.TimeoutError:
        return {"problem": f"takes longer than {job.limits.seconds:.0f} s to read; split it"}
    except (TypeError, ValueError):
        return {"problem": _CRASHED}
    finally:
        await asyncio.shield(_kill(process))


async def _kill(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    # asyncio reports the exit only once the pipe has been drained.
    while await cast(asyncio.StreamReader, process.stdout).read(1 << 20):
        pass
    await process.wait()


async def _write_input(process: asyncio.subprocess.Process, data: bytes) -> None:
    pipe = cast(asyncio.StreamWriter, process.stdin)
    # The process may exit before it has read everything.
    with suppress(BrokenPipeError, ConnectionResetError):
        pipe.write(data)
        await pipe.drain()
        pipe.close()


async def _read_output(process: asyncio.subprocess.Process) -> bytes:
    pipe = cast(asyncio.StreamReader, process.stdout)
    output = bytearray()
    while part := await pipe.read(1 << 20):
        output += part
        if len(output) > _MAX_OUTPUT:
            raise ValueError("the reader's output is too large")
    return bytes(output)


class _NumberPlaces:
    """Source map that knows the places of a text's numbers only."""

    def __init__(self, places: list[tuple[int, int, Place]]) -> None:
        self._starts = [start for start, _, _ in places]
        self._places = places

    def place(self, start: int, end: int) -> Place:
        """Return the place of the number at `start`, or of the last one before it."""
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
        ignored=_ignored("", answer["ignored"]).spans,
        skipped=tuple(Skipped(Place(*place), *rest) for place, *rest in answer["skipped"]),
        assumption=answer["assumption"],
        encoding=answer["encoding"],
        source="",
        source_map=SourceMap([MappedSpan(0, len(text), 0, len(text))]),
        ignored_rules={name: _ignored(*ignored) for name, ignored in answer["ignored_rules"].items()},
        places=_NumberPlaces([(start, end, Place(*place)) for start, end, place in answer["places"]]),
    )


def _ignored(where: str, spans: list[list[int]]) -> IgnoredSpans:
    return IgnoredSpans(where, tuple((start, end) for start, end in spans))


def _block(start: int, end: int, kind: BlockKind, level: int, cell: list[Any] | None) -> Block:
    return Block(start, end, kind, level, None if cell is None else CellPosition(*cell))
