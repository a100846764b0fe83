"""The OpenAPI description, where the framework cannot know it: two ways to send a document, and problems."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from numerate.serve import problems
from numerate.serve.problems import Problem
from numerate.serve.schemas import CheckOptions, CheckQuestion, Progress

LINES = "application/x-ndjson"
_REFERENCE = "#/components/schemas/{model}"
_PROBLEMS = {
    "400": "The request cannot be read.",
    "401": "The server asks for its token.",
    "413": "The request, or the document in it, is too large.",
    "415": "The request is of another media type.",
    "422": "The request is malformed, or the document cannot be read.",
    "503": "The server has too much to do, or it took too long; Retry-After tells when to come back.",
}


def _schema(model: type[Any]) -> dict[str, Any]:
    schema: dict[str, Any] = model.model_json_schema(ref_template=_REFERENCE)
    return schema


def _form() -> dict[str, Any]:
    schema = _schema(CheckOptions)
    file = {"type": "string", "format": "binary", "description": "The document, with its name."}
    return {**schema, "properties": {"file": file, **schema["properties"]}, "required": ["file"]}


CHECKING: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {"schema": _schema(CheckQuestion)},
            "multipart/form-data": {"schema": _form()},
        },
    }
}
"""What /v1/check takes."""

STREAMED: dict[str, Any] = {
    "content": {
        LINES: {
            "schema": {
                "type": "string",
                "description": (
                    "With `Accept: application/x-ndjson`, one JSON object a line: any number of "
                    '`{"event": "progress", "done": 0.4}`, then `{"event": "report", …}` with the members '
                    'of the JSON answer, or `{"event": "problem", …}` with those of a problem.'
                ),
            },
            "example": Progress(done=0.4).model_dump_json(),
        }
    }
}
"""What it gives beside the plain answer."""


def describe(app: FastAPI, has_token: bool) -> None:
    """Let the description of an application tell of problems, and of the token where one is asked for."""

    def openapi() -> dict[str, Any]:
        if not app.openapi_schema:
            app.openapi_schema = _described(app, has_token)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _described(app: FastAPI, has_token: bool) -> dict[str, Any]:
    api = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
    components = api.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    problem = _schema(Problem)
    schemas.update(problem.pop("$defs", {}))
    schemas["Problem"] = problem
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    content = {problems.MEDIA_TYPE: {"schema": {"$ref": _REFERENCE.format(model="Problem")}}}
    for path, operations in api["paths"].items():
        for method, operation in operations.items():
            takes = _PROBLEMS if method == "post" else {}
            if has_token and path != "/v1/health":
                takes = {"401": _PROBLEMS["401"], **takes}
                operation["security"] = [{"token": []}]
            elif not has_token:
                takes = {status: told for status, told in takes.items() if status != "401"}
            operation["responses"].pop("422", None)
            for status, told in takes.items():
                operation["responses"][status] = {"description": told, "content": content}
    if has_token:
        components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    return api
