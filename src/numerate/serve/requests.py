"""Parsing of check requests: a text as JSON, or a file as a multipart form."""

from __future__ import annotations

from typing import NamedTuple

import python_multipart  # noqa: F401  Starlette needs it for forms; without it, fail at import, not later
from fastapi import Request
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from numerate.serve.problems import ProblemError
from numerate.serve.schemas import MOST_SOURCES, CheckOptionsSchema, CheckRequest

_MAX_NAME = 200
"""Most characters that are kept of a file's name."""


class Upload(NamedTuple):
    """An uploaded file, and the options of its check."""

    name: str
    data: bytes
    options: CheckOptionsSchema


async def read_check_request(request: Request, max_bytes: int) -> CheckRequest | Upload:
    """Parse the body of a check request; raise a problem if it is invalid."""
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    try:
        if media_type == "application/json":
            return CheckRequest.model_validate_json(await request.body())
        if media_type == "multipart/form-data":
            return await _read_form(request, max_bytes)
    except ValidationError as error:
        raise RequestValidationError(error.errors()) from None
    raise ProblemError(
        415,
        "unsupported media type; send a text as application/json or a file as multipart/form-data",
        Accept="application/json",
    )


async def _read_form(request: Request, max_bytes: int) -> Upload:
    fields = len(CheckOptionsSchema.model_fields) + MOST_SOURCES
    parser = MultiPartParser(request.headers, request.stream(), max_files=1, max_fields=fields)
    # Keep the file in memory: documents are never written to disk.
    parser.spool_max_size = max_bytes + 1
    try:
        form = await parser.parse()
    except MultiPartException as error:
        raise ProblemError(400, f"the form cannot be parsed: {error.message}") from None
    try:
        file = form.get("file")
        if not isinstance(file, UploadFile):
            raise ProblemError(422, "file: missing from the form; send the document as this part")
        given = {name: value for name, value in form.items() if name not in ("file", "against")}
        options = {**given, "against": form.getlist("against")}
        return Upload(_base_name(file), await file.read(), CheckOptionsSchema.model_validate(options))
    finally:
        await form.close()


def _base_name(file: UploadFile) -> str:
    """Return the name of a file without its folders and without unprintable characters."""
    name = (file.filename or "").replace("\\", "/").rpartition("/")[2]
    # Cut at the front, since the suffix gives the format.
    return "".join(filter(str.isprintable, name))[-_MAX_NAME:].strip() or "the file"
