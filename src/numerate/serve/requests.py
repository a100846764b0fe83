"""What a request asks to be checked: a text in JSON, or a file in a form."""

from __future__ import annotations

from typing import NamedTuple

import python_multipart  # noqa: F401  the framework reads forms with it, and would miss it only then
from fastapi import Request
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from numerate.serve.problems import ProblemError
from numerate.serve.schemas import CheckOptionsSchema, CheckQuestion

_LONGEST_NAME = 200
_FIELDS = len(CheckOptionsSchema.model_fields)


class Upload(NamedTuple):
    """A file, and what is asked of it."""

    name: str
    data: bytes
    options: CheckOptionsSchema


async def read_question(request: Request, most: int) -> CheckQuestion | Upload:
    """Read what is asked, of at most so many bytes; raise what is wrong with it as a problem."""
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    try:
        if media == "application/json":
            return CheckQuestion.model_validate_json(await request.body())
        if media == "multipart/form-data":
            return await _read_form(request, most)
    except ValidationError as error:
        raise RequestValidationError(error.errors()) from None
    raise ProblemError(
        415,
        "send application/json with a text, or multipart/form-data with a file",
        Accept="application/json",
    )


async def _read_form(request: Request, most: int) -> Upload:
    parser = MultiPartParser(request.headers, request.stream(), max_files=1, max_fields=_FIELDS)
    # All of it stays in memory: no document is written to disk.
    parser.spool_max_size = most + 1
    try:
        form = await parser.parse()
    except (MultiPartException, KeyError) as error:
        detail = error.message if isinstance(error, MultiPartException) else "it names no boundary"
        raise ProblemError(400, f"the form cannot be read: {detail}") from None
    try:
        file = form.get("file")
        if not isinstance(file, UploadFile):
            raise ProblemError(422, "file: the form has no such part; put the document in it")
        fields = {name: value for name, value in form.items() if name != "file"}
        return Upload(_name(file), await file.read(), CheckOptionsSchema.model_validate(fields))
    finally:
        await form.close()


def _name(file: UploadFile) -> str:
    """What the file is called, without its folders and whatever a terminal would not show."""
    name = (file.filename or "").replace("\\", "/").rpartition("/")[2]
    # The end of a name tells its format.
    return "".join(filter(str.isprintable, name))[-_LONGEST_NAME:].strip() or "the file"
