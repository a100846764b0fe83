"""Child process that parses one untrusted file: `python -m numerate.serve.upload_reader`.

Standard input is one line of JSON (`ReadJob`) followed by the bytes of the file; standard output is one JSON
object, the document or the reason why it cannot be read. A file that exploits a parser controls no more than
this process, whose output the server treats as text.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass
from typing import Any

from numerate.documents import Document, DocumentError, Format, Limits, read
from numerate.text import extract


@dataclass(frozen=True)
class ReadJob:
    """Name and format of a file, and the limits for reading it."""

    name: str
    format: Format | None
    limits: Limits
    memory: int

    def to_line(self) -> bytes:
        """Serialize to one line of JSON."""
        return json.dumps(asdict(self)).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> ReadJob:
        """Parse the output of `to_line`."""
        fields = json.loads(line)
        return cls(**{**fields, "limits": Limits(**fields["limits"])})


def main() -> None:
    """Read the file on standard input and write the document to standard output."""
    job = ReadJob.from_line(sys.stdin.buffer.readline())
    _limit_resources(job)
    try:
        document = read(sys.stdin.buffer, name=job.name, format=job.format, limits=job.limits)
        answer = json.dumps(_serialize(document))
    except DocumentError as error:
        answer = json.dumps({"problem": error.problem})
    except MemoryError:
        problem = f"takes more than {job.memory / 1e6:,.0f} MB of memory to read; split it"
        answer = json.dumps({"problem": problem})
    sys.stdout.write(answer)


def _limit_resources(job: ReadJob) -> None:
    """Limit memory and CPU time of this process, and forbid it to write files."""
    try:
        import resource
    except ImportError:  # Windows has no such limits; the server still enforces the time limit
        return
    for limit, value in (
        (resource.RLIMIT_AS, job.memory),
        (resource.RLIMIT_CPU, int(job.limits.seconds) + 1),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(limit, (value, value))


def _serialize(document: Document) -> dict[str, Any]:
    numbers = extract(document.text, identifiers=True)
    return {
        "format": document.format,
        "encoding": document.encoding,
        "text": document.text,
        "blocks": document.blocks,
        "ignored": document.ignored,
        "ignored_rules": document.ignored_rules,
        "skipped": document.skipped,
        "assumption": document.assumption,
        # Reports refer to numbers only, so their places are all that the server needs of the source map.
        "places": [
            (number.start, number.end, document.locate(number.start, number.end)) for number in numbers
        ],
    }


if __name__ == "__main__":
    main()
