"""`numerate faithfulness`: score summaries by their numbers."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from numerate.errors import InputError
from numerate.io.streams import standard_input


def faithfulness(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE|-", help="JSON lines with `source` and `summary` each, or - for standard input."
        ),
    ],
    false_alarms: Annotated[
        float,
        typer.Option(
            metavar="SHARE", help="Share of the stated numbers that may count as unsupported.", min=0, max=1
        ),
    ] = 0.03,
    processes: Annotated[
        int | None, typer.Option(metavar="N", help="Processes to use.", show_default="all processors", min=1)
    ] = None,
) -> None:
    """Score summaries by the numbers that follow from the source.

    Writes one line of JSON per pair, and the metric to standard error.
    """
    from numerate.checking.faithfulness import Faithfulness, score_pairs

    scores = []
    for score in score_pairs(_pairs(file), false_alarms, processes):
        print(json.dumps(score.to_dict(), ensure_ascii=False))
        scores.append(score)
    print(json.dumps(Faithfulness(tuple(scores)).to_dict()), file=sys.stderr)


def _pairs(name: str) -> Iterator[dict[str, Any]]:
    try:
        content = standard_input() if name == "-" else Path(name).open("rb")  # noqa: SIM115
    except OSError as error:
        raise InputError(f"{name}: cannot be read: {error.strerror or error}; check the path") from None
    with content:
        for number, line in enumerate(content, 1):
            if not line.strip():
                continue
            try:
                record = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise InputError(f"{name}, line {number}: not JSON: {error}") from None
            if not isinstance(record, dict) or not {"source", "summary"} <= record.keys():
                raise InputError(f"{name}, line {number}: must be an object with `source` and `summary`")
            yield record
