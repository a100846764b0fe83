"""`numerate scan`: check a corpus document by document, on one machine or a Ray cluster."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from numerate.cli.common import Device, Format, ModelName, OutputFormat, megabytes, positive, takes_options
from numerate.errors import needs_extra
from numerate.report.options import CheckOptions, from_command_line
from numerate.report.outputs import one_line

if TYPE_CHECKING:
    from numerate.scan.job import ScanProgress
    from numerate.scan.options import ScanOptions


@takes_options(CheckOptions)
def scan(
    out: Annotated[Path, typer.Option(help="Folder to write; an interrupted scan in it is resumed.")],
    source: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SOURCE",
            help="Parquet, JSON lines (.gz and .zst too), documents, folders of these, or URLs such as "
            "s3://bucket/news. Without any, the summary of the folder is shown again.",
            show_default=False,
        ),
    ] = None,
    text: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="Column with the text.", show_default="text")
    ] = None,
    id_column: Annotated[
        str | None,
        typer.Option(
            "--id",
            metavar="COLUMN",
            help="Column with the document's name.",
            show_default="id, url or the like",
        ),
    ] = None,
    source_column: Annotated[
        str | None,
        typer.Option(
            "--source",
            metavar="COLUMN",
            help="Column with the document's origin, by which the summary groups.",
            show_default="the file",
        ),
    ] = None,
    model: ModelName = None,
    device: Device = "cpu",
    all_numbers: Annotated[
        bool, typer.Option("--all", help="Write every number with its prediction, not only the findings.")
    ] = False,
    workers: Annotated[
        int | None,
        typer.Option(min=1, help="Documents checked at the same time.", show_default="one per processor"),
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Ray cluster to run on: an address, auto, or local to start one.",
            show_default="none",
        ),
    ] = None,
    largest_mb: Annotated[
        float, typer.Option(help="Largest record, in megabytes; larger ones are reported as skipped.")
    ] = 16,
    seconds: Annotated[
        float,
        typer.Option(help="Time limit per document, in seconds; per megabyte if it is larger."),
    ] = 120,
    partition_mb: Annotated[float, typer.Option(help="Size of a partition, in megabytes.")] = 1,
    format: OutputFormat = Format.text,  # noqa: A002  the option is called --format
    **given: Any,
) -> None:
    """Check every document of a corpus.

    A scan that was interrupted or killed is resumed by the same command. Findings do not change the exit
    status.
    """
    with needs_extra("scale"):
        from numerate.scan.options import ScanOptions
    options = from_command_line(
        ScanOptions,
        {
            **given,
            "all_numbers": all_numbers,
            "text_column": text,
            "id_column": id_column,
            "source_column": source_column,
            "max_record_bytes": megabytes(largest_mb, "--largest-mb"),
            "document_seconds": positive(seconds, "--seconds"),
            "partition_bytes": megabytes(partition_mb, "--partition-mb"),
        },
    )
    if source:
        _scan(source, out, options, model, device, workers, ray, hidden=format is Format.json)
    _summarise(out, format)


def _scan(
    source: list[str],
    out: Path,
    options: ScanOptions,
    model: str | None,
    device: str,
    workers: int | None,
    ray: str | None,
    hidden: bool,
) -> None:
    from numerate.io.progress import ProgressBar
    from numerate.report.report import plural

    with needs_extra("scale"):
        from numerate.scan.job import scan as run

        if ray:
            import ray as _  # noqa: F401  before any work is done
    history: list[ScanProgress] = []
    started = time.perf_counter()
    with ProgressBar("0 documents", hidden=hidden) as bar:

        def show(progress: ScanProgress) -> None:
            history[1:] = [progress]
            label = f"{progress.documents:,} documents  {progress.findings:,} findings"
            bar.update(progress.finished, progress.partitions, label)

        try:
            manifest = run(
                source, out, options, model=model, device=device, workers=workers, ray=ray, on_progress=show
            )
        except KeyboardInterrupt:
            print("numerate: interrupted; run the same command again to resume", file=sys.stderr)
            raise
    if manifest["left_out"]:
        files = plural(manifest["left_out"], "file")
        print(f"numerate: {files} left out: no known format", file=sys.stderr)
    if not history:
        message = f"{out}: was complete, nothing was checked again; if files have changed, use another --out"
        print(f"numerate: {one_line(message)}", file=sys.stderr)
    if not hidden:
        _print_speed(history, time.perf_counter() - started)


def _print_speed(history: list[ScanProgress], seconds: float) -> None:
    """Print the speed of this run, without the documents of the run that it resumed."""
    if not history:
        return
    documents = history[-1].documents - history[0].documents
    numbers = history[-1].numbers - history[0].numbers
    if documents:
        print(
            f"{documents:,} documents in {seconds:,.1f} s: {documents / seconds:,.1f} documents/s, "
            f"{numbers / seconds:,.0f} numbers/s\n"
        )


def _summarise(out: Path, form: Format) -> None:
    """Print the summary of a folder, and write it there as a table and a picture."""
    with needs_extra("scale"):
        from numerate.scan.summary import plot, summarise, to_markdown
    from numerate.io.files import write_whole

    summary = summarise(out)
    table = to_markdown(summary)
    write_whole(out / "summary.md", [table.encode()])
    plot(summary, out / "summary.png")
    if form is Format.json:
        print(json.dumps({"folder": str(out), **summary.to_dict()}))
    else:
        print(f"{table}\n{out}: manifest.json, summary.md, summary.png, part-*/*.parquet")
