"""The application: what is served at which path."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import FileResponse, Response, StreamingResponse
from fastapi.staticfiles import StaticFiles

from numerate import __version__
from numerate.model import Predictor
from numerate.serve import metrics as figures
from numerate.serve import problems
from numerate.serve.deadline import Ticket
from numerate.serve.middleware import Guard
from numerate.serve.problems import Problem, tell_problems
from numerate.serve.requests import read_question
from numerate.serve.schemas import (
    CheckAnswer,
    CheckOptionsSchema,
    CheckQuestion,
    ExtractAnswer,
    ExtractQuestion,
    HealthAnswer,
    ModelAnswer,
    PredictAnswer,
    PredictQuestion,
    Progress,
)
from numerate.serve.service import Service
from numerate.serve.settings import ServerSettings

_PAGE = Path(__file__).parent / "page"
_JSON = "application/json"
_ABOUT = """Number sense for text: every number of a document, what each may be, and which look wrong.

Offsets count characters (Unicode code points) of the text in the answer. No document is logged or kept."""


def make_app(model: Predictor, about: ModelAnswer, settings: ServerSettings) -> FastAPI:
    """Put the application together."""
    service = Service(model, about, settings)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        yield
        service.close()

    app = FastAPI(
        title="numerate",
        version=__version__,
        description=_ABOUT,
        openapi_url="/v1/openapi.json",
        # Their pages are fetched from elsewhere.
        docs_url=None,
        redoc_url=None,
        lifespan=life,
    )
    tell_problems(app)
    describe(app, has_token=settings.token is not None)
    _add_api(app, service)
    app.mount("/page", StaticFiles(directory=_PAGE), name="page")
    app.get("/", include_in_schema=False)(_page)
    app.add_middleware(Guard, settings=settings, desk=service.desk, metrics=service.metrics)
    return app


async def _page() -> Response:
    return FileResponse(_PAGE / "index.html")


def _add_api(app: FastAPI, service: Service) -> None:
    desk, work = service.desk, service.work

    @app.post(
        "/v1/check",
        summary="Check a document: which of its numbers look wrong",
        response_model=CheckAnswer,
        responses={200: STREAMED},
        openapi_extra=CHECKING,
    )
    async def check(request: Request) -> Response:
        ticket: Ticket = request.state.ticket
        asked = await read_question(request, service.settings.file_bytes)
        if LINES in request.headers.get("accept", ""):
            return StreamingResponse(service.lines(asked, ticket, request), media_type=LINES)
        content = await desk.attend(ticket, request, service.check(asked, ticket, lambda done: None))
        return Response(content, media_type=_JSON)

    @app.post("/v1/predict", summary="Tell what each [#MASK] of a text may be", response_model=PredictAnswer)
    async def predict(question: PredictQuestion, request: Request) -> Response:
        ticket: Ticket = request.state.ticket
        service.limit(question.text)
        doing = desk.thread(ticket, lambda: work.predict(question, ticket).model_dump_json())
        return Response(await desk.attend(ticket, request, doing), media_type=_JSON)

    @app.post("/v1/extract", summary="Read every number of a text", response_model=ExtractAnswer)
    async def extract(question: ExtractQuestion, request: Request) -> Response:
        ticket: Ticket = request.state.ticket
        service.limit(question.text)
        doing = desk.thread(ticket, lambda: work.extract(question).model_dump_json())
        return Response(await desk.attend(ticket, request, doing), media_type=_JSON)

    @app.get("/v1/health", summary="Tell whether the server is well")
    async def health() -> HealthAnswer:
        return HealthAnswer(version=__version__, open=desk.open)

    @app.get("/v1/model", summary="Tell of the model that judges here")
    async def model() -> ModelAnswer:
        return service.about

    @app.get("/metrics", summary="Figures for Prometheus", response_class=Response)
    async def metrics() -> Response:
        return Response(service.metrics.text(), media_type=figures.MEDIA_TYPE)


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
    schema = _schema(CheckOptionsSchema)
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
