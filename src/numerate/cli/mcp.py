"""`numerate mcp`: the MCP server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from numerate.cli.common import ModelName
from numerate.errors import InputError, needs_extra


def mcp(
    model: ModelName = None,
    root: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Folder whose files the agent may name.")
    ] = Path(),
) -> None:
    """Run the MCP server: the checks as tools for agents.

    The server speaks MCP on its standard streams. Nothing leaves this machine.
    """
    with needs_extra("mcp"):
        from numerate.mcp.server import make_server

    if not root.is_dir():
        raise InputError(f"--root {root}: no such folder")
    make_server(root, model).run("stdio")
