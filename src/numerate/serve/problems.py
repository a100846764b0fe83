"""What went wrong, told as RFC 9457 asks: application/problem+json, for every error there is."""

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


class Mistake(BaseModel):
    """One thing that is wrong with a request."""

    where: str = Field(examples=["false_alarms"])
    what: str = Field(examples=["Input should be less than or equal to 1"])


class Problem(BaseModel):
    """What went wrong, and the way out (RFC 9457)."""

    type: str = Field(default="about:blank", description="Nothing beyond what the status says.")
    title: str = Field(examples=["Unprocessable Content"])
    status: int = Field(examples=[422])
    detail: str = Field(examples=["report.pdf: is protected by a password; save a copy without one"])
    errors: list[Mistake] | None = Field(
        default=None, description="Each mistake of a request that is malformed."
    )


class ProblemError(HTTPException):
    """An answer other than the one that was asked for. The framework lets its own kind of error pass."""

    def __init__(self, status: int, detail: str, **headers: str) -> None:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        super().__init__(status, detail, named)

    @property
    def problem(self) -> Problem:
        """What is sent."""
        return Problem(title=_title(self.status_code), status=self.status_code, detail=self.detail)

    @property
    def response(self) -> Response:
        """The whole answer."""
        return _response(self.problem, self.headers)


def tell_problems(app: FastAPI) -> None:
    """Let an application answer every error so, its framework's own among them."""

    @app.exception_handler(HTTPException)
    async def _(request: Request, error: HTTPException) -> Response:
        if not isinstance(error, ProblemError):
            told = _DETAILS.get(error.status_code, "{detail}")
            detail = told.format(path=request.url.path, detail=error.detail)
            error = ProblemError(error.status_code, detail, **error.headers or {})
        return error.response

    @app.exception_handler(RequestValidationError)
    async def _(request: Request, error: RequestValidationError) -> Response:
        return _response(_malformed(error.errors()))


def internal() -> ProblemError:
    """The answer to what is a bug."""
    return ProblemError(500, "something went wrong in the server; its log says where")


def note(error: BaseException) -> None:
    """Log where an unforeseen error came from, but not its message, which may quote a document."""
    places = [
        f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(error.__traceback__)
    ]
    print(f"numerate: bug: {type(error).__name__} at\n  " + "\n  ".join(places), file=sys.stderr, flush=True)


_DETAILS = {
    404: "there is nothing at {path}; GET /v1/openapi.json tells what there is",
    405: "{path} does not take this method; GET /v1/openapi.json tells which it takes",
}


def _malformed(errors: Sequence[Any]) -> Problem:
    mistakes = [_mistake(error) for error in errors]
    detail = "; ".join(f"{mistake.where}: {mistake.what}" for mistake in mistakes)
    return Problem(title=_title(422), status=422, detail=detail[:1000], errors=mistakes)


def _mistake(error: Mapping[str, Any]) -> Mistake:
    # Neither the input nor its context is repeated: it may be a document, and a long one.
    place = [str(part) for part in error.get("loc", ()) if part != "body"]
    return Mistake(where=".".join(place)[:200] or "body", what=str(error.get("msg", "")))


def _title(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Error"


def _response(problem: Problem, headers: Mapping[str, str] | None = None) -> Response:
    # Half a surrogate, quoted from a request, is written as its code.
    content = json.dumps(problem.model_dump(exclude_none=True))
    return Response(content, problem.status, headers, MEDIA_TYPE)
