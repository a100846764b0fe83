"""Reads one stranger's file in a process of its own, which may be ended at any time: `python -m` this.

Standard input is a line of JSON (`Order`) and the bytes of the file; standard output is one object of JSON,
which says what was read or why not. Nothing else comes back: a file that took this process over could only
lie about its own text.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass
from typing import Any

from numerate.documents import Document, DocumentError, Format, Limits, read
from numerate.text import extract


@dataclass(frozen=True)
class Order:
    """What to read, and how much of it."""

    name: str
    format: Format | None
    limits: Limits
    memory: int

    def to_line(self) -> bytes:
        """One line of JSON."""
        return json.dumps(asdict(self)).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> Order:
        """Read what `to_line` wrote."""
        fields = json.loads(line)
        return cls(**{**fields, "limits": Limits(**fields["limits"])})


def main() -> None:
    """Read the file that comes in."""
    order = Order.from_line(sys.stdin.buffer.readline())
    _confine(order)
    try:
        document = read(sys.stdin.buffer, name=order.name, format=order.format, limits=order.limits)
        answer = _told(document)
    except DocumentError as error:
        answer = {"problem": error.problem}
    except MemoryError:
        answer = {"problem": f"takes more than {order.memory / 1e6:,.0f} MB of memory to read; split it"}
    json.dump(answer, sys.stdout)


def _confine(order: Order) -> None:
    """Take no more memory and time than was ordered, and write no file."""
    try:
        import resource
    except ImportError:  # Windows knows no such limits; the time is kept from outside
        return
    seconds = int(order.limits.seconds) + 1
    for limit, most in (
        (resource.RLIMIT_AS, order.memory),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(limit, (most, most))


def _told(document: Document) -> dict[str, Any]:
    numbers = extract(document.text, identifiers=True)
    return {
        "format": document.format,
        "encoding": document.encoding,
        "text": document.text,
        "blocks": document.blocks,
        "ignored": document.ignored,
        "skipped": document.skipped,
        # Only numbers are ever reported, so only theirs are the places that will be asked for.
        "places": [
            (number.start, number.end, document.locate(number.start, number.end)) for number in numbers
        ],
    }


if __name__ == "__main__":
    main()
