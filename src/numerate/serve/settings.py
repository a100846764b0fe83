"""Settings of a server: where it listens, and its limits."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address

from numerate.errors import InputError

LOOPBACK = frozenset(("localhost", "127.0.0.1", "::1", "[::1]"))
"""Host names by which clients on this machine address it."""


@dataclass(frozen=True)
class ServerSettings:
    """Address, bearer token and limits of a server.

    host, port: address to listen on; port 0 picks a free one.
    token: bearer token that every request must carry; None requires no token.
    workers: requests processed at the same time.
    queue: requests that may wait for a worker; further ones are answered 503.
    seconds: time limit for one request, from its first byte to the last byte of its response.
    file_bytes: size limit of one request body.
    held_bytes: size limit of all request bodies in memory together.
    characters: length limit of a document's text.
    windows: windows of text in one batch of the network.
    readers: uploaded files parsed at the same time, each in its own process.
    reader_bytes: memory limit of each of these processes.
    pages: page limit of a PDF.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    token: str | None = None
    workers: int = 16
    queue: int = 128
    seconds: float = 120.0
    file_bytes: int = 20_000_000
    held_bytes: int = 200_000_000
    characters: int = 2_000_000
    windows: int = 32
    readers: int = 2
    reader_bytes: int = 1_000_000_000
    pages: int = 2_000

    def __post_init__(self) -> None:
        if self.token is not None and (not self.token or not self.token.isascii() or " " in self.token):
            raise InputError("--token: must consist of one or more ASCII characters without spaces")
        for name in ("workers", "seconds", "file_bytes", "characters", "windows", "readers"):
            if getattr(self, name) <= 0:
                raise InputError(f"{name}={getattr(self, name)!r}: must be positive")
        if self.queue < 0:
            raise InputError(f"queue={self.queue!r}: must not be negative")

    @property
    def threads(self) -> int:
        """Threads for long documents, one request each; more of them slow each other down."""
        return min(4, self.workers)

    @property
    def micro_batch_threads(self) -> int:
        """Threads for micro-batches of short texts: one computes while the other awaits the network."""
        return min(2, self.workers)

    @property
    def micro_batch_size(self) -> int:
        """Most short texts in one micro-batch."""
        return self.workers // self.micro_batch_threads

    @property
    def is_loopback(self) -> bool:
        """True if only this machine can reach the server."""
        if self.host in LOOPBACK:
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False
