"""What every request passes on its way in, and every answer on its way out."""

from __future__ import annotations

import hmac
import time
from collections.abc import Mapping
from typing import Any

import anyio
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from numerate.serve.admission import Desk
from numerate.serve.deadline import DroppedError, TooSlowError
from numerate.serve.metrics import Metrics
from numerate.serve.problems import ProblemError, internal, note
from numerate.serve.settings import LOOPBACK, ServerSettings

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
        "trusted-types 'none'"
    ),
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_OPEN_TO_ALL = frozenset(("/v1/health", "/v1/openapi.json"))
# How long after its time is up a request that does not end by itself is ended.
_GRACE = 2.0


class Guard:
    """Counts, looks who asks, takes requests on within limits, and puts the safe headers on every answer."""

    def __init__(self, app: ASGIApp, settings: ServerSettings, desk: Desk, metrics: Metrics) -> None:
        self._app, self._settings, self._desk, self._metrics = app, settings, desk, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let one request pass."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        answer = _Answer(send)
        began = time.perf_counter()
        try:
            self._admit_sender(scope)
            if scope["method"] == "POST":
                await self._work(scope, receive, answer)
            else:
                await self._app(scope, receive, answer.send)
        except ProblemError as problem:
            if not answer.status:
                await problem.response(scope, receive, answer.send)
        except DroppedError:
            pass
        except Exception as error:  # a bug; the framework would log it with its message
            note(error)
            if not answer.status:
                await internal().response(scope, receive, answer.send)
        finally:
            path = getattr(scope.get("route"), "path", "other")
            # 499 is what others call it when the client left first.
            self._metrics.requests.labels(path, str(answer.status or 499)).inc()
            self._metrics.seconds.labels(path).observe(time.perf_counter() - began)

    def _admit_sender(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self._settings.is_loopback and _name(host) not in {*LOOPBACK, self._settings.host}:
            # Another name for this address is how a page elsewhere would read what is served here.
            raise ProblemError(421, f"this server is not called {host[:100]!r}; ask for localhost")
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != host:
            raise ProblemError(403, "a page of another site may not ask this server")
        if (
            self._settings.token
            and (scope["path"].startswith("/v1/") or scope["path"] == "/metrics")
            and scope["path"] not in _OPEN_TO_ALL
            and not _bears(headers, self._settings.token)
        ):
            raise ProblemError(
                401, "this server asks for its token: Authorization: Bearer TOKEN", WWW_Authenticate="Bearer"
            )

    async def _work(self, scope: Scope, receive: Receive, answer: _Answer) -> None:
        """Take a request on; it has so much time, and may bring so many bytes."""
        declared = Headers(scope=scope).get("content-length", "")
        if declared.isdecimal() and int(declared) > self._settings.file_bytes:
            raise self._too_large()
        ticket = scope["state"]["ticket"] = self._desk.admit()
        body = _Body(receive, self._desk, self._settings.file_bytes, self._too_large)
        try:
            with anyio.move_on_after(ticket.seconds + _GRACE) as time_given:
                await self._app(scope, body.receive, answer.send)
            if time_given.cancelled_caught:
                raise too_slow(ticket.seconds)
        except TooSlowError:
            raise too_slow(ticket.seconds) from None
        finally:
            body.release()
            self._desk.leave(ticket)

    def _too_large(self) -> ProblemError:
        return ProblemError(
            413, f"a request may have {self._settings.file_bytes:,} bytes at most; split the document"
        )


def too_slow(seconds: float) -> ProblemError:
    """The answer when the time for a request is up."""
    return ProblemError(503, f"it took longer than {seconds:g} s; split the document", Retry_After="60")


class _Answer:
    """The way out: notes the status, and adds the headers."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.status = 0

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await self._send(message)


class _Body:
    """The way in: counts bytes as they come."""

    def __init__(self, receive: Receive, desk: Desk, most: int, too_large: Any) -> None:
        self._receive, self._desk, self._most, self._too_large = receive, desk, most, too_large
        self._held = 0

    async def receive(self) -> Message:
        message = await self._receive()
        count = len(message.get("body", b""))
        if self._held + count > self._most:
            raise self._too_large()
        self._desk.hold(count)
        self._held += count
        return message

    def release(self) -> None:
        self._desk.hold(-self._held)


def _name(host: str) -> str:
    """The name in a Host header, without the port."""
    return host.rpartition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0].lower()


def _bears(headers: Mapping[str, str], token: str) -> bool:
    scheme, _, given = headers.get("authorization", "").partition(" ")
    same = hmac.compare_digest(given.strip().encode("utf-8", "replace"), token.encode())
    return same and scheme.lower() == "bearer"
