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
