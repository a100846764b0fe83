"""Middleware around every request: authorization, admission, size limits, security headers, metrics."""

from __future__ import annotations

import hmac
import time
from collections.abc import Mapping

import anyio
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from numerate.serve.admission import AdmissionController
from numerate.serve.deadline import DeadlineExceededError, RequestCancelledError
from numerate.serve.metrics import Metrics
from numerate.serve.problems import ProblemError, internal_error, log_error, timeout_error
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
_PUBLIC_PATHS = frozenset(("/v1/health", "/v1/openapi.json"))
"""Paths of the API that need no token."""
GRACE_SECONDS = 2.0
"""Time after the deadline in which a request can still answer for itself before it is aborted."""
_CLIENT_CLOSED_REQUEST = 499
"""Status recorded when the client disconnected first; nginx's convention."""


class RequestMiddleware:
    """Authorizes and admits requests, and adds security headers to every response."""

    def __init__(
        self, app: ASGIApp, settings: ServerSettings, admission: AdmissionController, metrics: Metrics
    ) -> None:
        self._app, self._settings, self._admission, self._metrics = app, settings, admission, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        response = _ResponseSender(send)
        started = time.perf_counter()
        try:
            self._authorize(scope)
            if scope["method"] == "POST":
                await self._admit(scope, receive, response)
            else:
                await self._app(scope, receive, response.send)
        except ProblemError as problem:
            if not response.status:
                await problem.response(scope, receive, response.send)
        except RequestCancelledError:
            pass
        except Exception as error:  # a bug; the framework would log its message, too
            log_error(error)
            if not response.status:
                await internal_error().response(scope, receive, response.send)
        finally:
            path = getattr(scope.get("route"), "path", "other")
            self._metrics.requests.labels(path, str(response.status or _CLIENT_CLOSED_REQUEST)).inc()
            self._metrics.seconds.labels(path).observe(time.perf_counter() - started)

    def _authorize(self, scope: Scope) -> None:
        """Raise a problem unless host, origin and token of a request are acceptable."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self._settings.is_loopback and _host_name(host) not in {*LOOPBACK, self._settings.host}:
            # DNS rebinding: a foreign site may have pointed its own name at this address.
            raise ProblemError(421, f"this server is not {host[:100]!r}; address it as localhost")
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != host:
            raise ProblemError(403, "pages of other sites may not use this server")
        if (
            self._settings.token
            and (scope["path"].startswith("/v1/") or scope["path"] == "/metrics")
            and scope["path"] not in _PUBLIC_PATHS
            and not _has_token(headers, self._settings.token)
        ):
            raise ProblemError(
                401,
                "this server requires its bearer token; send the header Authorization: Bearer TOKEN",
                WWW_Authenticate="Bearer",
            )

    async def _admit(self, scope: Scope, receive: Receive, response: _ResponseSender) -> None:
        """Handle a request within the server's limits on requests, time and bytes."""
        body = _BodyReceiver(receive, self._admission, self._settings.file_bytes)
        length = Headers(scope=scope).get("content-length", "")
        if length.isdecimal():
            body.check_size(int(length))
        deadline = scope["state"]["deadline"] = self._admission.admit()
        try:
            with anyio.move_on_after(deadline.seconds + GRACE_SECONDS) as timeout:
                await self._app(scope, body.receive, response.send)
            if timeout.cancelled_caught:
                raise DeadlineExceededError
        except DeadlineExceededError:
            raise timeout_error(deadline.seconds) from None
        finally:
            body.release()
            self._admission.release(deadline)


class _ResponseSender:
    """Sends a response with the security headers and records its status."""

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


class _BodyReceiver:
    """Receives a request body, counting its bytes against the limits."""

    def __init__(self, receive: Receive, admission: AdmissionController, max_bytes: int) -> None:
        self._receive, self._admission, self._max_bytes = receive, admission, max_bytes
        self._received = 0

    async def receive(self) -> Message:
        message = await self._receive()
        count = len(message.get("body", b""))
        self.check_size(self._received + count)
        self._admission.reserve_bytes(count)
        self._received += count
        return message

    def check_size(self, count: int) -> None:
        """Raise a 413 problem if a body of this many bytes is too large."""
        if count > self._max_bytes:
            raise ProblemError(
                413, f"the request has more than {self._max_bytes:,} bytes; split the document"
            )

    def release(self) -> None:
        self._admission.release_bytes(self._received)


def _host_name(host: str) -> str:
    """Return the name in a Host header, without its port."""
    return host.rpartition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0].lower()


def _has_token(headers: Mapping[str, str], token: str) -> bool:
    scheme, _, given = headers.get("authorization", "").partition(" ")
    same = hmac.compare_digest(given.strip().encode("utf-8", "replace"), token.encode())
    return same and scheme.lower() == "bearer"
