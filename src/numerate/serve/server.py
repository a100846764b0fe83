"""The server process: its socket, and uvicorn until the process is stopped."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import uvicorn

from numerate.errors import InputError
from numerate.model import Predictor
from numerate.serve.app import make_app
from numerate.serve.settings import ServerSettings

_BACKLOG = 256
"""Connections that may wait to be accepted."""
_SHUTDOWN_SECONDS = 10
"""Time that requests in progress have to finish after a stop signal."""


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
    config = uvicorn.Config(
        make_app(model, folder, settings),
        # Neither clients nor requests are logged.
        access_log=False,
        log_level="warning",
        timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
        server_header=False,
    )
    asyncio.run(uvicorn.Server(config).serve(sockets=[listener]))
