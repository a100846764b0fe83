"""The process that reads one uploaded file: its job on standard input, its answer on standard output."""

from __future__ import annotations

import io
import json
from types import SimpleNamespace
from typing import Any

import pytest

from numerate.documents import Limits
from numerate.serve import upload_reader
from numerate.serve.upload_reader import ReadJob, main


def answer(
    data: bytes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], **job: Any
) -> dict[str, Any]:
    """Run the reader in this process, whose resources are not limited."""
    settings = {"name": "a.txt", "format": None, "limits": Limits(), "memory": 1 << 30, **job}
    monkeypatch.setattr(upload_reader, "_limit_resources", lambda job: None)
    sent = io.BytesIO(ReadJob(**settings).to_line() + data)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=sent))
    main()
    return json.loads(capsys.readouterr().out)


def test_a_job_survives_its_line() -> None:
    job = ReadJob("a\nb.txt", "markdown", Limits(seconds=7), 12)
    assert job.to_line().count(b"\n") == 1
    assert ReadJob.from_line(job.to_line()) == job


def test_the_answer_has_the_text_and_the_places_of_its_numbers(monkeypatch, capsys) -> None:
    document = answer(b"<p>It rose <b>12</b>%</p>", monkeypatch, capsys, name="a.html")
    assert (document["format"], document["text"]) == ("html", "It rose 12%")
    [[start, end, place]] = document["places"]
    assert document["text"][start:end] == "12%"
    assert place


def test_a_format_that_is_named_is_not_guessed(monkeypatch, capsys) -> None:
    assert answer(b"*5*", monkeypatch, capsys, format="markdown")["text"] == "5"
    assert answer(b"*5*", monkeypatch, capsys, format="text")["text"] == "*5*"


def test_what_cannot_be_read_is_a_problem_without_a_traceback(monkeypatch, capsys) -> None:
    assert set(answer(b"PK\x03\x04", monkeypatch, capsys, name="a.docx")) == {"problem"}
    small = Limits(file_bytes=3)
    assert set(answer(b"It was 5.", monkeypatch, capsys, limits=small)) == {"problem"}


def test_a_document_that_takes_too_much_memory_is_a_problem(monkeypatch, capsys) -> None:
    def read(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(upload_reader, "read", read)
    problem = answer(b"5", monkeypatch, capsys, memory=120_000_000)["problem"]
    assert problem == "takes more than 120 MB of memory to read; split it"
