"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

Device = Annotated[
    str,
    typer.Option(
        metavar="NAME", help="What the network runs on: cpu, or with the train extra cuda, cuda:1 …"
    ),
]

ModelName = Annotated[
    str | None, typer.Option(help="A model's folder or hub id; else the one that comes with numerate.")
]

FALSE_ALARMS = typer.Option(
    metavar="SHARE",
    help="The share of correct numbers that may be flagged: 0.01, or strict, balanced, sensitive.",
)
"""What is flagged; without it `check` asks the configuration, which `scan` has not."""
