"""The application: what is served at which path."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, Response, StreamingResponse
from fastapi.staticfiles import StaticFiles

from numerate import __version__
from numerate.model import Model
from numerate.serve import metrics as figures
from numerate.serve.describing import CHECKING, LINES, STREAMED, describe
from numerate.serve.guards import Guard
from numerate.serve.problems import tell_problems
from numerate.serve.questions import read_question
from numerate.serve.schemas import (
    CheckAnswer,
    ExtractAnswer,
    ExtractQuestion,
    HealthAnswer,
    ModelAnswer,
    PredictAnswer,
    PredictQuestion,
)
from numerate.serve.service import Service
from numerate.serve.settings import ServerSettings
from numerate.serve.ticket import Ticket

_PAGE = Path(__file__).parent / "page"
_JSON = "application/json"
_ABOUT = """Number sense for text: every number of a document, what each may be, and which look wrong.

Offsets count characters (Unicode code points) of the text in the answer. No document is logged or kept."""


def make_app(model: Model, about: ModelAnswer, settings: ServerSettings) -> FastAPI:
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
