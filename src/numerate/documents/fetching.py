"""Fetching a document from an address, which only happens where a user names one."""

from __future__ import annotations

from typing import NamedTuple
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import (
    BaseHandler,
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
)

from numerate.documents.document import Document
from numerate.documents.formats import Limits
from numerate.documents.reading import format_by_suffix, read
from numerate.errors import DocumentError

_SECONDS = 30.0
"""Seconds without an answer after which fetching is given up."""
_FORMATS = {
    "text/html": "html",
    "application/xhtml+xml": "html",
    "text/markdown": "markdown",
    "text/csv": "csv",
    "application/pdf": "pdf",
    "application/epub+zip": "epub",
}
_DEFAULT_LIMITS = Limits()


class _Answer(NamedTuple):
    data: bytes
    content_type: str
    path: str


def fetch(address: str, limits: Limits = _DEFAULT_LIMITS) -> Document:
    """Fetch a document over HTTP; its format is that of the answer, or else of the suffix or content."""
    try:
        answer = _get(address, limits)
    except (OSError, URLError, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise DocumentError(address, f"cannot be fetched: {reason}; check the address") from None
    form = _FORMATS.get(answer.content_type) or format_by_suffix(answer.path)
    return read(answer.data, name=address, format=form, limits=limits)


def _get(address: str, limits: Limits) -> _Answer:
    opener = OpenerDirector()
    for handler in _HANDLERS:
        opener.add_handler(handler())
    request = Request(address, headers={"User-Agent": "numerate", "Accept": "text/html, */*"})  # noqa: S310
    with opener.open(request, timeout=_SECONDS) as response:
        data = response.read(limits.file_bytes + 1)
        return _Answer(data, response.headers.get_content_type(), urlsplit(response.url).path)


class _Redirects(HTTPRedirectHandler):
    max_redirections = 5


# The usual opener would also follow file: and ftp:.
_HANDLERS: tuple[type[BaseHandler], ...] = (
    ProxyHandler,
    HTTPHandler,
    HTTPSHandler,
    _Redirects,
    HTTPErrorProcessor,
    HTTPDefaultErrorHandler,
)
