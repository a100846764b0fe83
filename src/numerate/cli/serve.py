"""`numerate serve`: the page and the HTTP interface."""

from __future__ import annotations

from typing import Annotated

import typer

from numerate.cli.common import Device, ModelName
from numerate.errors import InputError, needs_extra


def serve(
    model: ModelName = None,
    device: Device = "cpu",
    host: Annotated[
        str, typer.Option(help="Where to listen; other than this machine only with a token.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="0 takes any that is free.")] = 8000,
    token: Annotated[
        str | None,
        typer.Option(
            envvar="NUMERATE_TOKEN",
            help="What every request has to bear. Better set as NUMERATE_TOKEN, which others cannot see.",
        ),
    ] = None,
    without_token: Annotated[
        bool, typer.Option("--without-token", help="Let everybody in who can reach the host.")
    ] = False,
    workers: Annotated[int, typer.Option(help="Requests that are worked on at once.")] = 16,
    queue: Annotated[int, typer.Option(help="Requests that may wait; one more is answered 503.")] = 128,
    seconds: Annotated[float, typer.Option(help="For one request.")] = 120,
    megabytes: Annotated[float, typer.Option(help="Of one request at most.")] = 20,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Serve a page to check documents on, and the same as JSON over HTTP. Nothing leaves this machine."""
    with needs_extra("serve"):
        from numerate.serve.server import about, listen, serve
        from numerate.serve.settings import ServerSettings
    from numerate.model import Predictor
    from numerate.model.folder import DEFAULT, find_folder

    settings = ServerSettings(
        host, port, token, workers, queue, seconds=seconds, file_bytes=int(megabytes * 1e6)
    )
    if not settings.is_loopback and not token and not without_token:
        raise InputError(
            f"--host {host}: others could reach it; set a token (--token, or NUMERATE_TOKEN), "
            "or allow it with --without-token"
        )
    folder = DEFAULT if model is None else find_folder(model)
    loaded = Predictor.from_folder(folder, device=device, spinning=False)
    with listen(settings) as taken:
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{taken.getsockname()[1]}/"
        typer.echo(f"numerate is at {address} (Ctrl-C to stop)")
        if open_page:
            typer.launch(address)
        serve(loaded, about(loaded, folder), settings, taken)
