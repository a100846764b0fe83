"""Errors as problem details (RFC 9457): every error response is application/problem+json."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

MEDIA_TYPE = "application/problem+json"
_DETAILS = {
    404: "no resource at {path}; GET /v1/openapi.json lists all paths",
    405: "{path} does not support this method; GET /v1/openapi.json lists those it supports",
}


class InvalidField(BaseModel):
    """One invalid field of a request."""

    where: str = Field(description="Path of the field.", examples=["false_alarms"])
    what: str = Field(description="Why it is invalid.", examples=["Input should be less than or equal to 1"])


class Problem(BaseModel):
    """Problem details as defined by RFC 9457."""

    type: str = Field(default="about:blank", description="The status code alone identifies the problem.")
    title: str = Field(description="Name of the status code.", examples=["Unprocessable Content"])
    status: int = Field(description="HTTP status code.", examples=[422])
    detail: str = Field(
        description="What is wrong with which input, and what to do about it.",
        examples=["report.pdf: is protected by a password; save a copy without one"],
    )
    errors: list[InvalidField] | None = Field(
        default=None, description="The invalid fields, if the request does not match the schema."
    )


class ProblemError(HTTPException):
    """An error response; FastAPI passes exceptions of this base class on to the handlers below."""

    def __init__(self, status: int, detail: str, **headers: str) -> None:
        super().__init__(status, detail, {name.replace("_", "-"): value for name, value in headers.items()})

    @property
    def problem(self) -> Problem:
        """The body of the response."""
        return Problem(title=_title(self.status_code), status=self.status_code, detail=self.detail)

    @property
    def response(self) -> Response:
        """The complete response."""
        return _response(self.problem, self.headers)


def add_problem_handlers(app: FastAPI) -> None:
    """Make an application answer all errors, including those of the framework, with problem details."""

    @app.exception_handler(HTTPException)
    async def _(request: Request, error: HTTPException) -> Response:
        if not isinstance(error, ProblemError):
            template = _DETAILS.get(error.status_code, "{detail}")
            detail = template.format(path=request.url.path, detail=error.detail)
            error = ProblemError(error.status_code, detail, **error.headers or {})
        return error.response

    @app.exception_handler(RequestValidationError)
    async def _(request: Request, error: RequestValidationError) -> Response:
        return _response(_validation_problem(error.errors()))


def timeout_error(seconds: float) -> ProblemError:
    """Return the response to a request that exceeded its time limit."""
    return ProblemError(
        503, f"the request took longer than {seconds:g} s; split the document", Retry_After="60"
    )


def internal_error() -> ProblemError:
    """Return the response to an unexpected error."""
    return ProblemError(500, "internal server error; the server's log says where it occurred")


def log_error(error: BaseException) -> None:
    """Log where an unexpected error occurred, but not its message, which may quote a document."""
    frames = [
        f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(error.__traceback__)
    ]
    print(f"numerate: bug: {type(error).__name__} at\n  " + "\n  ".join(frames), file=sys.stderr, flush=True)


def _validation_problem(errors: Sequence[Any]) -> Problem:
    fields = [_invalid_field(error) for error in errors]
    detail = "; ".join(f"{field.where}: {field.what}" for field in fields)
    return Problem(title=_title(422), status=422, detail=detail[:1000], errors=fields)


def _invalid_field(error: Mapping[str, Any]) -> InvalidField:
    # The input itself is not repeated: it may be a long or confidential document.
    path = [str(part) for part in error.get("loc", ()) if part != "body"]
    return InvalidField(where=".".join(path)[:200] or "body", what=str(error.get("msg", "")))


def _title(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Error"


def _response(problem: Problem, headers: Mapping[str, str] | None = None) -> Response:
    # json.dumps escapes lone surrogates quoted from the request, which UTF-8 cannot encode.
    content = json.dumps(problem.model_dump(exclude_none=True))
    return Response(content, problem.status, headers, MEDIA_TYPE)
