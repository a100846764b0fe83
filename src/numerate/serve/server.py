"""A server that runs until it is told to stop."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import uvicorn

from numerate.errors import InputError
from numerate.model import Predictor
from numerate.model import folder as folders
from numerate.serve.app import make_app
from numerate.serve.schemas import ModelAnswer
from numerate.serve.settings import ServerSettings

_BACKLOG = 256
_FAREWELL = 10
"""Seconds that requests have to end once the server is told to stop."""


def listen(settings: ServerSettings) -> socket.socket:
    """Take the port, or say why not; port 0 takes any that is free."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # With the protocol named, asyncio sends at once what is small; else answers wait for one another.
    taken = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((settings.host, settings.port))
        # From here on whoever comes is kept waiting, not turned away.
        taken.listen(_BACKLOG)
    except OSError as error:
        taken.close()
        raise InputError(
            f"{settings.host}:{settings.port}: cannot listen there: {error.strerror or error}; "
            "choose another with --host and --port (0 takes any that is free)"
        ) from None
    except OverflowError:
        taken.close()
        raise InputError(f"--port {settings.port}: must be between 0 and 65535") from None
    return taken


def about(model: Predictor, folder: Path) -> ModelAnswer:
    """What is told of a model."""
    card = folder / folders.CARD
    return ModelAnswer(
        name="default" if folder == folders.DEFAULT else folder.resolve().name,
        family=model.config.family,
        known=model.config.known,
        tokens=model.config.tokens,
        weights=model.config.weights,
        card=card.read_text(encoding="utf-8", errors="replace") if card.exists() else "",
    )


def serve(model: Predictor, told: ModelAnswer, settings: ServerSettings, taken: socket.socket) -> None:
    """Serve until the process is told to stop; requests that are under way are finished first."""
    config = uvicorn.Config(
        make_app(model, told, settings),
        # Neither who asks nor for what is logged.
        access_log=False,
        log_level="warning",
        timeout_graceful_shutdown=_FAREWELL,
        server_header=False,
    )
    asyncio.run(uvicorn.Server(config).serve(sockets=[taken]))
