"""The server: its socket, the routes of the API and the page, and the OpenAPI description."""

from __future__ import annotations

import asyncio
import math
import socket
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import FileResponse, Response, StreamingResponse
from fastapi.staticfiles import StaticFiles

from numerate import __version__
from numerate.errors import InputError
from numerate.model import Predictor
from numerate.model import folder as folders
from numerate.serve import metrics, problems
from numerate.serve.middleware import GRACE_SECONDS, RequestMiddleware
from numerate.serve.problems import Problem, add_problem_handlers
from numerate.serve.requests import read_check_request
from numerate.serve.schemas import (
    CheckOptionsSchema,
    CheckRequest,
    CheckResponse,
    ExtractRequest,
    ExtractResponse,
    HealthResponse,
    ModelResponse,
    PredictRequest,
    PredictResponse,
    ProgressSchema,
)
from numerate.serve.service import Service
from numerate.serve.settings import ServerSettings

_BACKLOG = 256
"""Connections that may wait to be accepted."""
_PAGE = Path(__file__).parent / "page"
_NDJSON = "application/x-ndjson"
_HTML = "text/html; charset=utf-8"
_DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_REFERENCE = "#/components/schemas/{model}"
_DESCRIPTION = """Number sense for text: extract the numbers of a document, predict them, find wrong ones.

Offsets count characters (Unicode code points) of the text in the response. Documents are neither logged nor
stored."""


def listen(settings: ServerSettings) -> socket.socket:
    """Open the listening socket; port 0 picks a free one."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # asyncio sets TCP_NODELAY only on sockets whose protocol is explicit; without it small responses wait.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
        # From here on clients queue up instead of being refused.
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        raise InputError(
            f"{settings.host}:{settings.port}: cannot listen there: {error.strerror or error}; "
            "choose another address with --host and --port (0 picks a free port)"
        ) from None
    except OverflowError:
        listener.close()
        raise InputError(f"--port {settings.port}: must be between 0 and 65535") from None
    return listener


def serve(model: Predictor, folder: Path, settings: ServerSettings, listener: socket.socket) -> None:
    """Serve until a stop signal; requests in progress are finished first."""
    server = make_server(make_app(model, folder, settings), settings)
    asyncio.run(server.serve(sockets=[listener]))


def make_server(app: FastAPI, settings: ServerSettings, **options: Any) -> uvicorn.Server:
    """Return a server of an application; `options` are further ones of uvicorn."""
    config = uvicorn.Config(
        app,
        # Neither clients nor requests are logged.
        access_log=False,
        log_level="warning",
        # After a stop signal, requests in progress have as much time as before it.
        timeout_graceful_shutdown=math.ceil(settings.seconds + GRACE_SECONDS),
        server_header=False,
        **options,
    )
    return uvicorn.Server(config)


def make_app(model: Predictor, folder: Path, settings: ServerSettings) -> FastAPI:
    """Build the application for a model that was loaded from `folder`."""
    service = Service(model, settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        service.close()

    app = FastAPI(
        title="numerate",
        version=__version__,
        description=_DESCRIPTION,
        openapi_url="/v1/openapi.json",
        # FastAPI's documentation pages load scripts from a CDN; this server is offline.
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    add_problem_handlers(app)
    _add_processing_routes(app, service)
    _add_information_routes(app, service, _model_response(model, folder))
    app.mount("/page", StaticFiles(directory=_PAGE), name="page")
    app.get("/", include_in_schema=False)(_page)
    app.add_middleware(
        RequestMiddleware, settings=settings, admission=service.admission, metrics=service.metrics
    )
    _customize_openapi(app, has_token=settings.token is not None)
    return app


async def _page() -> Response:
    return FileResponse(_PAGE / "index.html")


def _model_response(model: Predictor, folder: Path) -> ModelResponse:
    card = folder / folders.CARD
    return ModelResponse(
        name="default" if folder == folders.DEFAULT else folder.resolve().name,
        family=model.config.family,
        known=model.config.known,
        tokens=model.config.tokens,
        weights=model.config.weights,
        card=card.read_text(encoding="utf-8", errors="replace") if card.exists() else "",
    )


def _add_processing_routes(app: FastAPI, service: Service) -> None:
    async def respond(request: Request, work: Coroutine[None, None, bytes]) -> Response:
        content = await service.admission.wait_for(request.state.deadline, request, work)
        return Response(content, media_type="application/json")

    @app.post(
        "/v1/check",
        summary="Check a document for numbers that look wrong",
        response_model=CheckResponse,
        responses={200: _CHECK_STREAM},
        openapi_extra=_CHECK_BODY,
    )
    async def check(request: Request) -> Response:
        source = await read_check_request(request, service.settings.file_bytes)
        deadline = request.state.deadline
        if _NDJSON in request.headers.get("accept", ""):
            return StreamingResponse(service.stream_check(source, deadline, request), media_type=_NDJSON)
        return await respond(request, service.check(source, deadline, lambda done: None))

    # For the page, which saves what they return as files.
    @app.post("/v1/report", include_in_schema=False)
    async def report(request: Request) -> Response:
        source = await read_check_request(request, service.settings.file_bytes)
        deadline = request.state.deadline
        work = service.report(source, deadline)
        return Response(await service.admission.wait_for(deadline, request, work), media_type=_HTML)

    @app.post("/v1/annotate", include_in_schema=False)
    async def annotate(request: Request) -> Response:
        source = await read_check_request(request, service.settings.file_bytes)
        deadline = request.state.deadline
        work = service.annotate(source, deadline)
        return Response(await service.admission.wait_for(deadline, request, work), media_type=_DOCX)

    @app.post("/v1/predict", summary="Predict the masked numbers of a text", response_model=PredictResponse)
    async def predict(body: PredictRequest, request: Request) -> Response:
        return await respond(request, service.predict(body, request.state.deadline))

    @app.post("/v1/extract", summary="Extract the numbers of a text", response_model=ExtractResponse)
    async def extract(body: ExtractRequest, request: Request) -> Response:
        return await respond(request, service.extract(body, request.state.deadline))


def _add_information_routes(app: FastAPI, service: Service, about: ModelResponse) -> None:
    @app.get("/v1/health", summary="Report the health of the server")
    async def health() -> HealthResponse:
        return HealthResponse(version=__version__, open=service.admission.open)

    @app.get("/v1/model", summary="Describe the model of the server")
    async def model() -> ModelResponse:
        return about

    @app.get("/metrics", summary="Metrics for Prometheus", response_class=Response)
    async def prometheus() -> Response:
        return Response(service.metrics.text(), media_type=metrics.MEDIA_TYPE)


# -- OpenAPI -------------------------------------------------------------------------------------------------

_PROBLEMS = {
    "400": "The request cannot be parsed.",
    "401": "The bearer token is missing or wrong.",
    "413": "The request, or the text of its document, is too large.",
    "415": "The media type of the request is not supported.",
    "422": "The request does not match the schema, or the document cannot be read.",
    "503": "The server is overloaded, or the request took too long. Retry-After says when to try again.",
}


def _schema(model: type[Any]) -> dict[str, Any]:
    schema: dict[str, Any] = model.model_json_schema(ref_template=_REFERENCE)
    return schema


def _form_schema() -> dict[str, Any]:
    schema = _schema(CheckOptionsSchema)
    file = {"type": "string", "format": "binary", "description": "The document, with its file name."}
    return {**schema, "properties": {"file": file, **schema["properties"]}, "required": ["file"]}


_CHECK_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {"schema": _schema(CheckRequest)},
            "multipart/form-data": {"schema": _form_schema()},
        },
    }
}
_CHECK_STREAM: dict[str, Any] = {
    "content": {
        _NDJSON: {
            "schema": {
                "type": "string",
                "description": (
                    "With `Accept: application/x-ndjson`, one JSON object per line: any number of "
                    '`{"event": "progress", "done": 0.4}`, then `{"event": "report", …}` with the members '
                    'of the JSON response, or `{"event": "problem", …}` with the members of a problem.'
                ),
            },
            "example": ProgressSchema(done=0.4).model_dump_json(),
        }
    }
}


def _customize_openapi(app: FastAPI, has_token: bool) -> None:
    """Describe the problem responses, and the bearer token if the server has one."""

    def openapi() -> dict[str, Any]:
        if not app.openapi_schema:
            app.openapi_schema = _openapi(app, has_token)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _openapi(app: FastAPI, has_token: bool) -> dict[str, Any]:
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
        needs_token = has_token and path != "/v1/health"
        for method, operation in operations.items():
            if needs_token:
                operation["security"] = [{"token": []}]
            operation["responses"].pop("422", None)
            for status, description in _PROBLEMS.items():
                if needs_token if status == "401" else method == "post":
                    operation["responses"][status] = {"description": description, "content": content}
    if has_token:
        components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    return api
