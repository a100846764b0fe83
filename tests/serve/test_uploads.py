"""Hostile files: whatever they do, they do it to a child process that is killed."""

from __future__ import annotations

import asyncio
import io
import signal
import sys
import zipfile
from pathlib import Path

import pytest

from numerate.documents import Document, DocumentError, Format
from numerate.serve import uploads
from numerate.serve.deadline import Deadline
from numerate.serve.settings import ServerSettings
from tests.serve.servers import wait_until


def read(
    data: bytes, name: str, file_format: Format | None = None, *, seconds: float = 1000, **settings: int
) -> Document:
    async def run() -> Document:
        parser = uploads.UploadParser(ServerSettings(**settings))
        return await parser.read(data, name, file_format, Deadline(seconds))

    return asyncio.run(run())


def replace_reader(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the child process run some code once it has received the file."""
    script = tmp_path / "reader.py"
    script.write_text(f"import sys, time, os\nsys.stdin.buffer.read()\n{code}\n")
    monkeypatch.setattr(uploads, "_COMMAND", (sys.executable, str(script)))


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[asyncio.subprocess.Process]:
    """The child processes that were started."""
    processes: list[asyncio.subprocess.Process] = []
    start = asyncio.create_subprocess_exec

    async def start_and_record(*arguments: object, **options: object) -> asyncio.subprocess.Process:
        processes.append(await start(*arguments, **options))
        return processes[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start_and_record)
    return processes


def test_a_reader_that_hangs_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processes: list[asyncio.subprocess.Process]
) -> None:
    replace_reader("time.sleep(10_000)", tmp_path, monkeypatch)
    with pytest.raises(DocumentError, match=r"a\.pdf: takes longer than 1 s to read"):
        read(b"%PDF-", "a.pdf", seconds=2)
    assert [process.returncode for process in processes] == [-signal.SIGKILL]


def test_a_reader_is_killed_when_its_request_is_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processes: list[asyncio.subprocess.Process]
) -> None:
    started = tmp_path / "started"
    replace_reader(f"open({str(started)!r}, 'w').close()\ntime.sleep(10_000)", tmp_path, monkeypatch)

    async def run() -> None:
        parser = uploads.UploadParser(ServerSettings())
        reading = asyncio.create_task(parser.read(b"%PDF-", "a.pdf", None, Deadline(1000)))
        await asyncio.to_thread(wait_until, started.exists)
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading

    asyncio.run(run())
    assert [process.returncode for process in processes] == [-signal.SIGKILL]


@pytest.mark.parametrize("code", ["os.abort()", "sys.exit(3)", "print('{')", "print('[]')", "print('{}')"])
def test_a_reader_that_crashes_is_a_problem(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_reader(code, tmp_path, monkeypatch)
    with pytest.raises(DocumentError, match=r"a.pdf: could not be read"):
        read(b"%PDF-", "a.pdf")


def test_a_reader_with_endless_output_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processes: list[asyncio.subprocess.Process]
) -> None:
    replace_reader("while True: print('x' * 65536)", tmp_path, monkeypatch)
    monkeypatch.setattr(uploads, "_MAX_OUTPUT", 10_000_000)
    with pytest.raises(DocumentError, match="could not be read"):
        read(b"%PDF-", "a.pdf")
    assert [process.returncode for process in processes] == [-signal.SIGKILL]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a process")
def test_a_reader_that_needs_too_much_memory_is_a_problem() -> None:
    with pytest.raises(DocumentError, match=r"a\.txt: takes more than 120 MB of memory"):
        read("größer ".encode() * 2_000_000, "a.txt", reader_bytes=120_000_000)


def test_a_document_that_unpacks_to_too_many_bytes_is_a_problem() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b"<a>" + b" " * 60_000_000)
    with pytest.raises(DocumentError, match=r"bomb\.docx: unpacks to 60,000,003 bytes"):
        read(out.getvalue(), "bomb.docx")


def test_the_reader_imports_nothing_from_the_folder_of_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('imported')")
    monkeypatch.chdir(tmp_path)
    assert read(b"It was 5.", "a.txt").text == "It was 5."
