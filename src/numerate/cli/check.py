"""`numerate check`: a spell-checker for numbers."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from numerate.cli.common import Device, takes_options
from numerate.cli.fixing import Choice, Corrections
from numerate.errors import InputError, ModelFolderError
from numerate.report.options import FailOn, RunOptions, resolve
from numerate.report.outputs import FINDINGS_ONLY, Layout, one_line, write

if TYPE_CHECKING:
    from numerate.io.progress import ProgressBar
    from numerate.report.baseline import Baseline
    from numerate.report.report import Run

_STALE_SHOWN = 5
"""Entries of a baseline that are named when their finding is gone."""
_WIDEST = 100
"""Columns of a wide terminal that are used."""


@takes_options(RunOptions)
def check(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE|-",
            help="Documents, folders, patterns, addresses (https://…), or - for standard input.",
        ),
    ],
    device: Device = "cpu",
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File to write to.", show_default="standard output")
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE|-",
            help="Source that the numbers must follow from: a document, a folder, a pattern, or -. May be "
            "given several times.",
            show_default="none",
        ),
    ] = None,
    coverage: Annotated[
        bool,
        typer.Option(
            "--coverage", help="Print how many numbers the sources support, and how (text; json has it)."
        ),
    ] = False,
    all_numbers: Annotated[
        bool, typer.Option("--all", help="List every number, not only findings (text and json).")
    ] = False,
    write_baseline: Annotated[
        bool, typer.Option("--write-baseline", help="Accept all findings: write them to the baseline.")
    ] = False,
    fix: Annotated[
        bool, typer.Option("--fix", help="Correct the files (text formats): apply suggestions, see --choose.")
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Show the corrections of --fix as a diff; change nothing.")
    ] = False,
    annotate: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write a copy of a DOCX with comments at the numbers, or of a PDF with highlights.",
            show_default="none",
        ),
    ] = None,
    suggest: Annotated[
        bool, typer.Option("--suggest", help="With --annotate: also write suggestions as tracked changes.")
    ] = False,
    choose: Annotated[
        Choice | None,
        typer.Option(
            help="Suggestions for --fix, --diff and --suggest: certain by arithmetic; also those likelier "
            "than the number as written; the first of every finding; or ask for each.",
            show_default="certain; likely for --suggest",
        ),
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Configuration file.",
            show_default="the nearest numerate.toml, or pyproject.toml with [tool.numerate]",
        ),
    ] = None,
    stdin_name: Annotated[
        str, typer.Option(metavar="NAME", help="Name of standard input; its suffix states the format.")
    ] = "standard input",
    **given: Any,
) -> None:
    """Check the numbers of documents and show the suspicious ones."""
    from numerate.report.report import plural

    if coverage and not against:
        raise InputError("--coverage: name the sources with --against FILE")
    corrections = Corrections(fix, diff, annotate, suggest, choose)
    corrections.refuse_conflicts(write_baseline, output)
    options = resolve(given, config)
    if all_numbers and options.format in FINDINGS_ONLY:
        raise InputError(f"--all: {options.format} has findings only; choose --format json, text or html")
    baseline = (
        _open_baseline(options.baseline, write_baseline) if options.baseline or write_baseline else None
    )
    layout = _layout(all_numbers, output)._replace(coverage=coverage)
    run = _check(files, options, device, stdin_name, against or ())
    if run.excluded:
        _say(f"{plural(run.excluded, 'document')} left out: exclude in {options.file}")
    if baseline and write_baseline:
        _accept(baseline, run, options)
        raise typer.Exit(2 if run.problems else 0)
    if baseline:
        run = baseline.filter(run, options)
    run = corrections.apply(run, _say)
    if not diff:
        _write(run, options.format, layout, output)
    if baseline and run.stale:
        _report_stale(baseline, run)
    raise typer.Exit(2 if run.problems else int(_fails(run, options)))


def _fails(run: Run, options: RunOptions) -> bool:
    levels = (finding.level for report in run.reports for finding in report.findings)
    fail_on = FailOn(*options.fail_on)
    if options.fail_on_unjudged is not None:
        fail_on = fail_on._replace(unjudged=options.fail_on_unjudged)
    return fail_on.fails(levels, run.counts.unjudged_share)


def _check(
    files: list[str], options: RunOptions, device: str, stdin_name: str, against: Sequence[str]
) -> Run:
    """Check the files, with a progress bar if it takes long, and report those that cannot be read."""
    from numerate.checking.files import check_files
    from numerate.io.progress import ProgressBar

    bars: list[ProgressBar] = []
    with ExitStack() as stack:

        def show_progress(done: float, total: int) -> None:
            if not bars:
                bars.append(stack.enter_context(ProgressBar()))
            bars[0].update(done, total, f"{int(done)}/{total}" if total > 1 else files[0])

        try:
            run = check_files(
                files,
                options,
                device=device,
                stdin_name=stdin_name,
                against=against,
                on_problem=lambda problem: _say(str(problem), *bars),
                on_progress=show_progress,
            )
        except ModelFolderError as error:
            raise InputError(f"{error}; without a model there is --only-consistency") from None
    for report in run.reports:
        if report.document.assumption:
            _say(f"{report.name}: {report.document.assumption}")
    return run


def _write(run: Run, form: str, layout: Layout, output: Path | None) -> None:
    from numerate.io.files import write_text

    content = write(run, form, layout)
    if form == "gitlab" and not output:
        _say(run.summary)
    if output:
        write_text(output, content)
        _say(f"{output}: {run.summary}")
    else:
        sys.stdout.write(content)


def _layout(all_numbers: bool, output: Path | None) -> Layout:
    from rich.console import Console

    console = Console()
    if output or not console.is_terminal:
        return Layout(all_numbers, colour=not output and console.color_system is not None)
    return Layout(all_numbers, min(console.width, _WIDEST), console.color_system is not None)


def _open_baseline(path: Path | None, create: bool) -> Baseline:
    from numerate.report.baseline import Baseline

    if path is None:
        raise InputError("--write-baseline: say where, with --baseline FILE or baseline in numerate.toml")
    return Baseline(path) if create and not path.exists() else Baseline.read(path)


def _accept(baseline: Baseline, run: Run, options: RunOptions) -> None:
    from numerate.report.baseline import total
    from numerate.report.report import plural

    renewed = baseline.renewed(run.reports, options)
    renewed.write()
    _say(f"{renewed.path}: {plural(total(renewed.accepted), 'finding')} accepted")


def _report_stale(baseline: Baseline, run: Run) -> None:
    """Name entries of the baseline whose finding is gone."""
    for entry in run.stale[:_STALE_SHOWN]:
        mark = entry.fingerprint
        _say(f"{baseline.path}: not found any more: {mark.number} in {entry.file} ({mark.context})")
    more = f"and {len(run.stale) - _STALE_SHOWN} more; " if len(run.stale) > _STALE_SHOWN else ""
    _say(f"{baseline.path}: {more}bring it up to date with --write-baseline")


def _say(message: str, bar: ProgressBar | None = None) -> None:
    """Print a message on standard error, above the progress bar if there is one."""
    line = f"numerate: {one_line(message)}"
    bar.print(line) if bar else print(line, file=sys.stderr)
