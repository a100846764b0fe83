from __future__ import annotations

import asyncio

import httpx
import pytest
from fastapi.exceptions import RequestValidationError
from starlette.requests import Request

from numerate.serve.problems import ProblemError
from numerate.serve.requests import Upload, read_check_request
from numerate.serve.schemas import CheckRequest


def read(**content: object) -> CheckRequest | Upload:
    """Parse the body of a request as httpx would send it."""
    sent = httpx.Request("POST", "http://localhost/v1/check", **content)
    messages = [{"type": "http.request", "body": sent.read(), "more_body": False}]

    async def receive() -> dict[str, object]:
        return messages.pop(0)

    headers = [(name.lower().encode(), value.encode()) for name, value in sent.headers.items()]
    request = Request({"type": "http", "method": "POST", "headers": headers}, receive)
    return asyncio.run(read_check_request(request, 1000))


def test_a_text_is_read_from_json() -> None:
    headers = {"Content-Type": "Application/JSON; charset=utf-8"}
    request = read(content=b'{"text": "It was 5.", "false_alarms": 0.2}', headers=headers)
    assert (request.text, request.format, request.false_alarms) == ("It was 5.", "text", 0.2)


def test_a_file_is_read_from_a_form_with_its_options() -> None:
    upload = read(files={"file": ("a.md", b"It was 5.")}, data={"unlikely": "false", "format": "text"})
    assert upload[:2] == ("a.md", b"It was 5.")
    assert (upload.options.unlikely, upload.options.format) == (False, "text")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("C:\\texts\\a b.md", "a b.md"),
        ("/etc/passwd", "passwd"),
        ("a\x1b[2J.txt", "a[2J.txt"),
        ("x" * 300 + ".docx", "x" * 195 + ".docx"),
        ("..", ".."),
        (" ", "the file"),
    ],
)
def test_the_name_of_a_file_has_no_folders_and_is_printable(name: str, expected: str) -> None:
    assert read(files={"file": (name, b"5")}).name == expected


@pytest.mark.parametrize(
    ("content", "status", "detail"),
    [
        ({"content": b"5"}, 415, "unsupported media type"),
        ({"content": b"5", "headers": {"Content-Type": "text/plain"}}, 415, "unsupported media type"),
        (
            {"content": b"5", "headers": {"Content-Type": "multipart/form-data"}},
            400,
            "the form cannot be parsed: Missing boundary",
        ),
        ({"files": [("file", b"5"), ("file", b"6")]}, 400, "the form cannot be parsed: Too many files"),
        ({"files": {"other": b"5"}}, 422, "file: missing from the form"),
    ],
)
def test_an_unreadable_request_is_a_problem(content: dict, status: int, detail: str) -> None:
    with pytest.raises(ProblemError, match=detail) as problem:
        read(**content)
    assert problem.value.status_code == status


@pytest.mark.parametrize(
    "content",
    [{"json": {}}, {"json": {"text": "5", "other": 1}}, {"files": {"file": b"5"}, "data": {"other": "1"}}],
)
def test_a_request_that_does_not_match_the_schema_is_invalid(content: dict) -> None:
    with pytest.raises(RequestValidationError):
        read(**content)
