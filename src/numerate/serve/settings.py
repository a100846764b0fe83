"""How much a server takes on, and from whom."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address

from numerate.errors import InputError

LOOPBACK = frozenset(("localhost", "127.0.0.1", "::1", "[::1]"))
"""What this machine is called by those on it."""


@dataclass(frozen=True)
class ServerSettings:
    """Where a server listens, what it asks of those who come, and where it stops.

    host, port: where it listens.
    token: what every request has to bear, if anything.
    workers: requests that are worked on at once.
    queue: requests that may wait for that; one more is answered 503.
    seconds: for one request, from its first byte to the last of its answer.
    file_bytes: of a request.
    held_bytes: of all requests together that are being received and read.
    characters: of a document's text.
    windows: of text that the network is given at once.
    readers: files that are read at once, each in a process of its own.
    reader_bytes: of memory for each.
    pages: of a PDF.
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
            raise InputError("--token: must be some ASCII characters without spaces")
        for name in ("workers", "seconds", "file_bytes", "characters", "windows", "readers"):
            if getattr(self, name) <= 0:
                raise InputError(f"{name}={getattr(self, name)!r}: must be positive")
        if self.queue < 0:
            raise InputError(f"queue={self.queue!r}: must not be negative")

    @property
    def threads(self) -> int:
        """Threads for all but short texts, each with one request; more are in each other's way."""
        return min(4, self.workers)

    @property
    def threads_together(self) -> int:
        """Threads for short texts: one has the network work for it while the other goes on."""
        return min(2, self.workers)

    @property
    def together(self) -> int:
        """Short texts that one of these threads takes on at a time."""
        return self.workers // self.threads_together

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach it."""
        if self.host in LOOPBACK:
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False
