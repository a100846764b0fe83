"""Hostile files: whatever they do, it is done to a process that is ended."""

from __future__ import annotations

import asyncio
import io
import sys
import time
import zipfile
from pathlib import Path

import pytest

from numerate.documents import Document, DocumentError, Format
from numerate.serve import uploads
from numerate.serve.deadline import Ticket
from numerate.serve.settings import ServerSettings


def read(
    data: bytes, name: str, form: Format | None = None, *, seconds: float = 20, **settings: int
) -> Document:
    async def ask() -> Document:
        return await uploads.Uploads(ServerSettings(**settings)).read(data, name, form, Ticket(seconds))

    return asyncio.run(ask())


def reader_that(does: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the reader do something else, once it has what it needs."""
    script = tmp_path / "reader.py"
    script.write_text(f"import sys, time, os\nsys.stdin.buffer.read()\n{does}\n")
    monkeypatch.setattr(uploads, "_COMMAND", (sys.executable, str(script)))


def test_a_reader_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    note = tmp_path / "pid"
    reader_that(f"open({str(note)!r}, 'w').write(str(os.getpid()))\ntime.sleep(60)", tmp_path, monkeypatch)
    began = time.monotonic()
    with pytest.raises(DocumentError, match=r"a\.pdf: takes longer than 1 s to read"):
        read(b"%PDF-", "a.pdf", seconds=2)
    assert time.monotonic() - began < 10
    assert not Path(f"/proc/{note.read_text()}").exists()


def test_a_reader_is_ended_when_nobody_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    note = tmp_path / "pid"
    reader_that(f"open({str(note)!r}, 'w').write(str(os.getpid()))\ntime.sleep(60)", tmp_path, monkeypatch)

    async def leave() -> None:
        service = uploads.Uploads(ServerSettings())
        reading = asyncio.create_task(service.read(b"%PDF-", "a.pdf", None, Ticket(60)))
        while not note.exists() or not note.read_text():
            await asyncio.sleep(0.02)
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading

    asyncio.run(leave())
    assert not Path(f"/proc/{note.read_text()}").exists()


@pytest.mark.parametrize("does", ["os.abort()", "sys.exit(3)", "print('{')", "print('[]')", "print('{}')"])
def test_a_reader_that_breaks_down_is_a_problem(
    does: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader_that(does, tmp_path, monkeypatch)
    with pytest.raises(DocumentError, match=r"a.pdf: could not be read"):
        read(b"%PDF-", "a.pdf")


def test_a_reader_that_never_stops_talking_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader_that("while True: print('x' * 65536)", tmp_path, monkeypatch)
    monkeypatch.setattr(uploads, "_LONGEST", 10_000_000)
    with pytest.raises(DocumentError, match="could not be read"):
        read(b"%PDF-", "a.pdf")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a process")
def test_a_reader_that_takes_all_memory_is_a_problem() -> None:
    with pytest.raises(DocumentError, match=r"a\.txt: takes more than 120 MB of memory"):
        read("größer ".encode() * 2_000_000, "a.txt", reader_bytes=120_000_000)


def test_a_document_that_unpacks_to_too_much_is_a_problem() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b"<a>" + b" " * 60_000_000)
    with pytest.raises(DocumentError, match=r"bomb\.docx: unpacks to 60,000,003 bytes"):
        read(out.getvalue(), "bomb.docx")


def test_nothing_in_the_folder_of_the_server_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('taken over')")
    monkeypatch.chdir(tmp_path)
    assert read(b"It was 5.", "a.txt").text == "It was 5."
