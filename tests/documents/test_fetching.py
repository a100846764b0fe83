from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from numerate.checking.files import check_files
from numerate.documents import DocumentError
from numerate.documents.fetching import fetch
from numerate.report.options import RunOptions

ANSWERS = {
    "/page": (200, "text/html; charset=utf-8", b"<p>A total of 4,520: 2,480, 1,120 and 650.</p>"),
    "/notes.md": (200, "application/octet-stream", b"# Title\n\nWe met on 31 June.\n"),
    "/moved": (302, "", b""),
    "/local": (302, "file", b""),
}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        status, kind, content = ANSWERS.get(self.path, (404, "text/plain", b"no"))
        self.send_response(status)
        if status == 302:
            self.send_header("Location", "file:///etc/passwd" if kind == "file" else "/notes.md")
        self.send_header("Content-Type", kind or "text/plain")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_the_format_is_that_of_the_answer_or_of_the_suffix(address: str) -> None:
    assert fetch(f"{address}/page").format == "html"
    assert fetch(f"{address}/notes.md").format == "markdown"
    assert fetch(f"{address}/moved").text == "Title\n\nWe met on 31 June."


@pytest.mark.parametrize(("path", "message"), [("/missing", "Not Found"), ("/local", "not allowed")])
def test_what_cannot_be_fetched_is_said(address: str, path: str, message: str) -> None:
    with pytest.raises(DocumentError, match=f"{path}: cannot be fetched: .*{message}.*check the address"):
        fetch(f"{address}{path}")


def test_addresses_are_checked_like_files(address: str) -> None:
    run = check_files([f"{address}/notes.md", f"{address}/missing"], RunOptions(unlikely=False))
    [report] = run.reports
    assert report.name == f"{address}/notes.md"
    assert [finding.rule for finding in report.findings] == ["date"]
    assert len(run.problems) == 1
