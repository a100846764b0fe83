"""`numerate scan`: a corpus, checked document by document, on one machine or many."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from numerate.cli.common import Device, Format, ModelName, progress_bar, takes_options
from numerate.errors import InputError, needs_extra
from numerate.report.options import CheckOptions, from_command_line

if TYPE_CHECKING:
    from numerate.scan.job import ScanProgress
    from numerate.scan.options import ScanOptions


@takes_options(CheckOptions)
def scan(
    out: Annotated[Path, typer.Option(help="The folder to write; a scan begun there before goes on.")],
    given: dict[str, Any],
    source: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SOURCE...",
            help="Parquet, JSON lines (.gz and .zst too), documents, folders of these, or URLs such as "
            "s3://bucket/news; none to see the summary of the folder again.",
        ),
    ] = None,
    text: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="Where records keep the text; else text.")
    ] = None,
    id_column: Annotated[
        str | None, typer.Option("--id", metavar="COLUMN", help="Where they keep a name; else id, url or so.")
    ] = None,
    source_column: Annotated[
        str | None,
        typer.Option("--source", metavar="COLUMN", help="Where they keep what they are from; else the file."),
    ] = None,
    model: ModelName = None,
    device: Device = "cpu",
    every: Annotated[
        bool, typer.Option("--all", help="Write every number, with what it may be, not only findings.")
    ] = False,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Documents checked at once; else as many as processors.")
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="Work on this Ray cluster: an address, auto, or local to start one."
        ),
    ] = None,
    largest_mb: Annotated[float, typer.Option(help="Of a record at most; larger ones are noted.")] = 16,
    seconds: Annotated[
        float, typer.Option(help="For a document, and as long again for each further megabyte.")
    ] = 120,
    partition_mb: Annotated[float, typer.Option(help="Megabytes to a partition.")] = 1,
    format: Annotated[  # noqa: A002  the option is called --format
        Format, typer.Option("--format", help="text for people; json is one object.")
    ] = Format.text,
) -> None:
    """Check every document of a corpus; killed at any moment and started again, it goes on.

    Exit status: 0 when all is done, whatever was found; 2 when something is in the way.
    """
    with needs_extra("scale"):
        from numerate.scan.options import ScanOptions
    settings = from_command_line(
        ScanOptions,
        {
            **given,
            "every": every,
            "text": text,
            "id": id_column,
            "source": source_column,
            "largest": _bytes(largest_mb, "--largest-mb"),
            "seconds": _positive(seconds, "--seconds"),
            "partition": _bytes(partition_mb, "--partition-mb"),
        },
    )
    if source:
        _scan(source, out, settings, model, device, workers, ray, hidden=format is Format.json)
    _summarise(out, format)


def _scan(
    source: list[str],
    out: Path,
    settings: ScanOptions,
    model: str | None,
    device: str,
    workers: int | None,
    ray: str | None,
    hidden: bool,
) -> None:
    from numerate.report.outputs.words import plural

    with needs_extra("scale"):
        from numerate.scan.job import scan as run

        if ray:
            import ray as _  # noqa: F401  before any work is done
    started = time.perf_counter()
    with _Bar(hidden) as bar:
        try:
            manifest = run(
                source, out, settings, model=model, device=device, workers=workers, ray=ray, report=bar.show
            )
        except KeyboardInterrupt:
            print("numerate: stopped; the same command goes on from here", file=sys.stderr)
            raise
    if manifest["left_out"]:
        told = plural(manifest["left_out"], "file")
        print(f"numerate: {told} left out: no known format", file=sys.stderr)
    if bar.documents and not hidden:
        seconds = time.perf_counter() - started
        print(
            f"{bar.documents:,} documents in {seconds:,.1f} s: {bar.documents / seconds:,.1f} documents/s, "
            f"{bar.numbers / seconds:,.0f} numbers/s\n"
        )


def _summarise(out: Path, form: Format) -> None:
    """Show what the folder holds, and leave it there as a table and a picture."""
    with needs_extra("scale"):
        from numerate.scan.summary import plot, summarise, to_markdown
    from numerate.io.files import write_whole

    summary = summarise(out)
    told: dict[str, Any] = summary.to_dict()
    write_whole(out / "summary.md", [to_markdown(summary).encode()])
    plot(summary, out / "summary.png")
    if form is Format.json:
        print(json.dumps({"folder": str(out), **told}))
    else:
        print(f"{to_markdown(summary)}\n{out}: manifest.json, summary.md, summary.png, part-*/*.parquet")


class _Bar:
    """Documents, findings, time left."""

    def __init__(self, hidden: bool) -> None:
        self._progress = progress_bar(
            "{task.fields[documents]:,} documents  {task.fields[findings]:,} findings", hidden=hidden
        )
        self._task = self._progress.add_task("", total=None, documents=0, findings=0)
        self._before: ScanProgress | None = None
        self.documents = self.numbers = 0
        """What this run has done, without what a former one had finished."""

    def __enter__(self) -> _Bar:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def show(self, progress: ScanProgress) -> None:
        before = self._before = self._before or progress
        self.documents = progress.documents - before.documents
        self.numbers = progress.numbers - before.numbers
        self._progress.update(
            self._task,
            completed=progress.finished,
            total=progress.partitions,
            documents=progress.documents,
            findings=progress.findings,
        )


def _bytes(megabytes: float, option: str) -> int:
    return max(1, int(_positive(megabytes, option) * (1 << 20)))


def _positive(value: float, option: str) -> float:
    if not value > 0:
        raise InputError(f"{option} {value:g}: must be more than 0")
    return value
