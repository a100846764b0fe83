"""`numerate check`: a spell-checker for numbers."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from numerate.cli.common import Device, takes_options
from numerate.errors import InputError
from numerate.report.options import CheckOptions, RunOptions, resolve

if TYPE_CHECKING:
    from numerate.documents import Document, DocumentError
    from numerate.model import Predictor
    from numerate.report.baseline import Baseline
    from numerate.report.report import Report
    from numerate.report.run import Run

_STDIN = "standard input"
_STALE_SHOWN = 5


@takes_options(RunOptions)
def check(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE|-", help="Documents, folders, patterns, or - for standard input."),
    ],
    given: dict[str, Any],
    device: Device = "cpu",
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File to write to.", show_default="standard output")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Every number, not only findings (text, json; html has them).")
    ] = False,
    write_baseline: Annotated[
        bool, typer.Option("--write-baseline", help="Accept all findings: write them to the baseline.")
    ] = False,
    config: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Configuration file.",
            show_default="the nearest numerate.toml, or pyproject.toml with [tool.numerate]",
        ),
    ] = None,
    stdin_name: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Name of standard input; its suffix states the format.",
            show_default=_STDIN,
        ),
    ] = None,
) -> None:
    """Check the numbers of documents and show the suspicious ones."""
    options = resolve(given, config)
    if every and options.format in ("sarif", "github"):
        raise InputError(f"--all: {options.format} has findings only; choose --format json, text or html")
    if write_baseline and output:
        raise InputError("--write-baseline and --output: findings are either accepted or shown; choose one")
    accepted = _baseline(options.baseline, write_baseline)
    judge = _load(options.model, device) if options.unlikely else None
    run = _run(files, stdin_name, judge, options)
    if accepted is not None and write_baseline:
        _accept(accepted, run, options)
    else:
        run = _sifted(accepted, run, options)
        _write(run, options.format, output, every)
        _tell_stale(accepted, run)
    raise typer.Exit(2 if run.problems else int(bool(run.counts.findings) and not write_baseline))


def _baseline(path: Path | None, write: bool) -> Baseline | None:
    from numerate.report.baseline import Baseline

    if path is None:
        if write:
            raise InputError("--write-baseline: say where, with --baseline FILE or baseline in numerate.toml")
        return None
    return Baseline(path) if write and not path.exists() else Baseline.read(path)


def _load(name: str | None, device: str) -> Predictor:
    from numerate.errors import ModelFolderError
    from numerate.model import load

    try:
        return load(name, device=device)
    except ModelFolderError as error:
        raise InputError(f"{error}; without a model there is --only-consistency") from None


def _run(
    names: Sequence[str],
    stdin_name: str | None,
    model: Predictor | None,
    options: RunOptions,
) -> Run:
    """Check every document that can be read, and say on standard error which cannot."""
    from numerate.checking.check import check_document
    from numerate.documents import DocumentError, find
    from numerate.io.progress import ProgressBar
    from numerate.report.run import Run
    from numerate.text.visible import visible

    found = find(name for name in names if name != "-")
    files = [file for file in found.files if not options.excludes(file)]
    if left_out := len(found.files) - len(files):
        _say(f"{left_out} of {len(found.files)} documents left out: exclude in {options.file}")
    sources: list[Path | None] = [None] * ("-" in names) + files
    reports: list[Report] = []
    problems: list[DocumentError] = list(found.problems)
    for error in problems:
        _say(str(error))
    total = len(sources)
    with ProgressBar(f"0/{total}", total, hidden=total < 2) as bar:
        for done, source in enumerate(sources, 1):
            try:
                reports.append(check_document(_read(source, stdin_name), model, options))
            except DocumentError as error:
                problems.append(error)
                bar.print(f"numerate: {visible(str(error))}")
            bar.update(done, total, f"{done}/{total}")
    return Run(tuple(reports), tuple(problems), left_out=tuple(map(str, found.left_out)))


def _read(source: Path | None, stdin_name: str | None) -> Document:
    from numerate.documents import read

    if source is None:
        return read(sys.stdin.buffer, name=stdin_name or _STDIN)
    return read(source)


def _sifted(accepted: Baseline | None, run: Run, options: CheckOptions) -> Run:
    if accepted is None:
        return run
    sifted = accepted.sift(run.reports, options.looks_for)
    return replace(run, reports=sifted.reports, accepted=sifted.accepted, stale=sifted.stale)


def _accept(accepted: Baseline, run: Run, options: CheckOptions) -> None:
    from numerate.report.baseline import total

    renewed = accepted.renewed(run.reports, options.looks_for)
    renewed.write()
    count = total(renewed.accepted)
    _say(f"{renewed.path}: {count} finding{'' if count == 1 else 's'} accepted")


def _tell_stale(accepted: Baseline | None, run: Run) -> None:
    """Say what the baseline accepts and nobody finds any more: there is less to live with."""
    if accepted is None or not run.stale:
        return
    for entry in run.stale[:_STALE_SHOWN]:
        mark = entry.fingerprint
        _say(f"{accepted.path}: not found any more: {mark.number} in {entry.file} ({mark.context})")
    more = f"and {len(run.stale) - _STALE_SHOWN} more; " if len(run.stale) > _STALE_SHOWN else ""
    _say(f"{accepted.path}: {more}bring it up to date with --write-baseline")


def _write(run: Run, form: str, output: Path | None, every: bool) -> None:
    from numerate.io.files import write_text
    from numerate.report.outputs.words import run_summary

    if output is None:
        sys.stdout.write(_written(run, form, every, to_file=False))
        return
    write_text(output, _written(run, form, every, to_file=True))
    _say(f"{output}: {run_summary(run)}")


def _written(run: Run, form: str, every: bool, to_file: bool) -> str:
    if form == "json":
        from numerate.report.outputs.json import to_json

        return to_json(run, every=every)
    if form == "sarif":
        from numerate.report.outputs.sarif import to_sarif

        return to_sarif(run)
    if form == "github":
        from numerate.report.outputs.github import to_github

        return to_github(run)
    if form == "html":
        from numerate.report.outputs.html import to_html

        return to_html(run)
    from rich.console import Console

    from numerate.report.outputs.text import to_text

    console = Console()
    width = min(console.width, 100) if console.is_terminal and not to_file else 80
    return to_text(run, width=width, colour=not to_file and console.color_system is not None, every=every)


def _say(message: str) -> None:
    """Print a message on standard error."""
    from numerate.text.visible import visible

    print(f"numerate: {visible(message)}", file=sys.stderr)
