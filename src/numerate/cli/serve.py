"""`numerate serve`: the web page and the HTTP API."""

from __future__ import annotations

from typing import Annotated

import typer

from numerate.cli.common import Device, ModelName
from numerate.errors import InputError, needs_extra


def serve(
    model: ModelName = None,
    device: Device = "cpu",
    host: Annotated[
        str, typer.Option(help="Address to listen on; any other than loopback requires a token.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on; 0 picks a free one.")] = 8000,
    token: Annotated[
        str | None,
        typer.Option(
            envvar="NUMERATE_TOKEN",
            help="Bearer token that every request must carry. Prefer the environment variable: "
            "other users can see command lines.",
            show_default="none",
        ),
    ] = None,
    without_token: Annotated[
        bool, typer.Option("--without-token", help="Accept requests from other machines without a token.")
    ] = False,
    workers: Annotated[int, typer.Option(help="Requests processed at the same time.")] = 16,
    queue: Annotated[int, typer.Option(help="Requests that may wait; further ones are answered 503.")] = 128,
    seconds: Annotated[float, typer.Option(help="Time limit for one request, in seconds.")] = 120,
    megabytes: Annotated[float, typer.Option(help="Size limit for one request, in MB.")] = 20,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Serve a web page and an HTTP API for checking.

    Nothing leaves this machine.
    """
    from numerate.io.memory import return_freed_memory

    return_freed_memory()
    with needs_extra("serve"):
        from numerate.serve.app import listen, serve
        from numerate.serve.settings import ServerSettings
    from numerate.model import Predictor
    from numerate.model.folder import DEFAULT, find_folder

    settings = ServerSettings(
        host, port, token, workers, queue, seconds=seconds, file_bytes=int(megabytes * 1e6)
    )
    if not settings.is_loopback and not token and not without_token:
        raise InputError(
            f"--host {host}: other machines could use the server; set a token (--token or NUMERATE_TOKEN), "
            "or allow access without one (--without-token)"
        )
    folder = DEFAULT if model is None else find_folder(model)
    loaded = Predictor.from_folder(folder, device=device)
    with listen(settings) as listener:
        name = f"[{host}]" if ":" in host else host
        url = f"http://{name}:{listener.getsockname()[1]}/"
        typer.echo(f"numerate is at {url} (Ctrl-C to stop)")
        if open_page:
            typer.launch(url)
        serve(loaded, folder, settings, listener)
