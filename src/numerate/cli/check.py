"""`numerate check`: a spell-checker for numbers."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from numerate.cli.common import FALSE_ALARMS, Device, ModelName, progress_bar
from numerate.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from numerate.documents import Document, DocumentError
    from numerate.model import Predictor
    from numerate.report.baseline import Baseline
    from numerate.report.config import Configuration
    from numerate.report.options import CheckOptions
    from numerate.report.report import Report
    from numerate.report.run import Run

_STDIN = "standard input"
_STALE_SHOWN = 5


class Output(str, Enum):
    """For people, for programs, for code scanning, for pull requests, to mail."""

    text = "text"
    json = "json"
    sarif = "sarif"
    github = "github"
    html = "html"


def check(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE|-...", help="Documents, folders, patterns, or - for standard input."),
    ],
    false_alarms: Annotated[str | None, FALSE_ALARMS] = None,
    model: ModelName = None,
    device: Device = "cpu",
    format: Annotated[  # noqa: A002  the option is called --format
        Output | None,
        typer.Option("--format", help="text is for people; html is one page with every distribution."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write to this file, not to standard output.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Every number, not only findings (text, json; html has them).")
    ] = False,
    consistency: Annotated[
        bool | None,
        typer.Option("--consistency/--no-consistency", help="Look for numbers that contradict each other."),
    ] = None,
    only_consistency: Annotated[
        bool, typer.Option("--only-consistency", help="Look for nothing else; needs no model.")
    ] = False,
    baseline: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Accepted findings, which are not shown again.")
    ] = None,
    write_baseline: Annotated[
        bool, typer.Option("--write-baseline", help="Accept all findings: write them to the baseline.")
    ] = False,
    config: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Settings; else [tool.numerate] of the nearest pyproject.toml."),
    ] = None,
    stdin_name: Annotated[
        str | None, typer.Option(metavar="NAME", help="What to call standard input; states its format.")
    ] = None,
) -> None:
    """Judge every number of documents, and show the few worth a second look.

    Exit status: 0 nothing found, 1 something found, 2 something could not be read or done.
    """
    from numerate.report.config import find_configuration, read_configuration

    wanted = read_configuration(config) if config else find_configuration(Path.cwd())
    form = format or Output(wanted.format or "text")
    if every and form in (Output.sarif, Output.github):
        raise InputError(f"--all: {form.value} has findings only; choose --format json, text or html")
    if write_baseline and output:
        raise InputError("--write-baseline and --output: findings are either accepted or shown; choose one")
    settings = _settings(wanted, false_alarms, consistency, only_consistency, form)
    accepted = _baseline(wanted, baseline, write_baseline)
    judge = _load(model or wanted.model, device) if settings.unlikely else None
    run = _run(files, stdin_name, wanted, judge, settings)
    if accepted is not None and write_baseline:
        _accept(accepted, run, settings)
    else:
        run = _sifted(accepted, run, settings)
        _write(run, form, output, every)
        _tell_stale(accepted, run)
    raise typer.Exit(2 if run.problems else int(bool(run.counts.findings) and not write_baseline))


def _settings(
    wanted: Configuration, asked: str | None, consistency: bool | None, only: bool, form: Output
) -> CheckOptions:
    """What the command line asks for, else the configuration."""
    from numerate.report.options import CheckOptions, false_alarms

    if only and consistency is False:
        raise InputError("--only-consistency and --no-consistency leave nothing to look for; choose one")
    only = only or (consistency is None and wanted.consistency == "only")
    if consistency is None:
        consistency = wanted.consistency is not False or only
    settings = CheckOptions(consistency=consistency, unlikely=not only, keep=form is Output.html)
    try:
        share = wanted.false_alarms if asked is None else false_alarms(asked)
    except ValueError as error:
        raise InputError(f"--false-alarms {error}") from None
    return settings if share is None else replace(settings, false_alarms=share)


def _baseline(wanted: Configuration, named: Path | None, write: bool) -> Baseline | None:
    from numerate.report.baseline import Baseline

    path = named or wanted.baseline
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
    wanted: Configuration,
    model: Predictor | None,
    settings: CheckOptions,
) -> Run:
    """Check every document that can be read, and say on standard error which cannot."""
    from numerate.checking.check import check_document
    from numerate.documents import DocumentError, find
    from numerate.report.run import Run

    found = find(name for name in names if name != "-")
    files = [file for file in found.files if not wanted.excludes(file)]
    if left_out := len(found.files) - len(files):
        _say(f"{left_out} of {len(found.files)} documents left out: exclude in {wanted.file}")
    sources: list[Path | None] = [None] * ("-" in names) + files
    reports: list[Report] = []
    problems: list[DocumentError] = list(found.problems)
    for error in problems:
        _say(str(error))
    with _progress(len(sources)) as progress:
        for source in sources:
            try:
                reports.append(check_document(_read(source, stdin_name), model, settings))
            except DocumentError as error:
                problems.append(error)
                _say(str(error), progress.console)
            progress.advance(progress.task_ids[0])
    return Run(tuple(reports), tuple(problems), left_out=tuple(map(str, found.left_out)))


def _read(source: Path | None, stdin_name: str | None) -> Document:
    from numerate.documents import read

    if source is None:
        return read(sys.stdin.buffer, name=stdin_name or _STDIN)
    return read(source)


@contextmanager
def _progress(total: int) -> Iterator[Progress]:
    """A bar of the documents, where there is something to wait for."""
    with progress_bar("{task.completed}/{task.total}", hidden=total < 2) as progress:
        progress.add_task("", total=total)
        yield progress


def _sifted(accepted: Baseline | None, run: Run, settings: CheckOptions) -> Run:
    if accepted is None:
        return run
    sifted = accepted.sift(run.reports, settings.looks_for)
    return replace(run, reports=sifted.reports, accepted=sifted.accepted, stale=sifted.stale)


def _accept(accepted: Baseline, run: Run, settings: CheckOptions) -> None:
    from numerate.report.baseline import total

    renewed = accepted.renewed(run.reports, settings.looks_for)
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


def _write(run: Run, form: Output, output: Path | None, every: bool) -> None:
    from numerate.io.files import write_text
    from numerate.report.outputs.words import run_summary

    if output is None:
        sys.stdout.write(_written(run, form, every, to_file=False))
        return
    write_text(output, _written(run, form, every, to_file=True))
    _say(f"{output}: {run_summary(run)}")


def _written(run: Run, form: Output, every: bool, to_file: bool) -> str:
    if form is Output.json:
        from numerate.report.outputs.json import to_json

        return to_json(run, every=every)
    if form is Output.sarif:
        from numerate.report.outputs.sarif import to_sarif

        return to_sarif(run)
    if form is Output.github:
        from numerate.report.outputs.github import to_github

        return to_github(run)
    if form is Output.html:
        from numerate.report.outputs.html import to_html

        return to_html(run)
    from rich.console import Console

    from numerate.report.outputs.text import to_text

    console = Console()
    width = min(console.width, 100) if console.is_terminal and not to_file else 80
    return to_text(run, width=width, colour=not to_file and console.color_system is not None, every=every)


def _say(message: str, console: Console | None = None) -> None:
    """Tell the user on standard error, above a bar that may be there."""
    from numerate.text.visible import visible

    if console is not None and console.is_terminal:
        console.print(f"numerate: {visible(message)}", markup=False, highlight=False, soft_wrap=True)
    else:
        print(f"numerate: {visible(message)}", file=sys.stderr)
