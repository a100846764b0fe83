"""`numerate lsp`: the language server."""

from __future__ import annotations

from typing import Annotated

import typer

from numerate.errors import needs_extra


def lsp(
    tcp: Annotated[
        int | None,
        typer.Option(
            metavar="PORT", help="Listen on this port of the loopback address.", show_default="stdio"
        ),
    ] = None,
) -> None:
    """Run the language server, for editors: findings as you type.

    Hovers show what is usual in a place; quick fixes apply suggestions.
    """
    with needs_extra("lsp"):
        from numerate.lsp.server import make_server

    server = make_server()
    if tcp is None:
        server.start_io()
    else:
        server.start_tcp("127.0.0.1", tcp)
