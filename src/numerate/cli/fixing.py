"""`numerate check --fix` and `--diff`: corrections written into the files, or shown."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING

import typer

from numerate.errors import DocumentError, InputError

if TYPE_CHECKING:
    from numerate.report.finding import Finding, Suggestion
    from numerate.report.fixing import Edit
    from numerate.report.report import Report, Run


class Choice(str, Enum):
    """Which suggestions are applied."""

    certain = "certain"
    likely = "likely"
    all = "all"
    ask = "ask"


def fix(run: Run, choice: Choice, diff: bool, say: Callable[[str], None]) -> Run:
    """Apply suggestions to the files, or show them as a diff; return the run with the findings that remain.

    diff: print a diff and change no file; all findings remain.
    say: prints a message on standard error.
    """
    from numerate.report.fixing import CHOICES, apply, edits
    from numerate.report.fixing import diff as to_diff
    from numerate.report.report import plural

    choose = _ask if choice is Choice.ask else CHOICES[choice.value]
    reports, problems, count, left = [], list(run.problems), 0, 0
    for report in run.reports:
        if not diff and report.document.encoding is not None and report.document.path is None:
            raise InputError(f"--fix: {report.name} is no file that could be corrected; use --diff")
        chosen = {finding: suggestion for finding in report.findings if (suggestion := choose(finding))}
        changes = edits(report, chosen.get)
        left += len(chosen) - len(changes)
        if diff:
            sys.stdout.write(to_diff(report.document, changes))
        elif changes:
            try:
                apply(report.document, changes)
            except DocumentError as problem:
                problems.append(problem)
                say(str(problem))
                changes = []
        count += len(changes)
        reports.append(report if diff else _without(report, changes))
    done = "could be" if diff else "were" if count != 1 else "was"
    say(f"{plural(count, 'number')} {done} corrected ({choice.value})")
    if left:
        say(
            f"{plural(left, 'more suggestion')} left: they overlap, stand in markup, or in a format that is "
            "not text"
        )
    return replace(run, reports=tuple(reports), problems=tuple(problems))


def _without(report: Report, changes: list[Edit]) -> Report:
    corrected = {id(change.finding) for change in changes}
    return replace(report, findings=tuple(f for f in report.findings if id(f) not in corrected))


def _ask(finding: Finding) -> Suggestion | None:
    """Show a finding and ask which of its suggestions to apply."""
    from numerate.report.fixing import edit
    from numerate.report.outputs import visible

    if not finding.suggestions or edit(finding, finding.suggestions[0]) is None:
        return None
    lines = [f"{finding.document.name}, {finding.place.where}: {finding.message}", f"  {finding.sentence}"]
    lines += [f"  {i}  {s.text}  {s.explanation}" for i, s in enumerate(finding.suggestions, 1)]
    typer.echo(visible("\n".join(lines)), err=True)
    numbers = [str(i) for i in range(1, len(finding.suggestions) + 1)]
    answer = ""
    while answer not in (*numbers, "n"):
        answer = typer.prompt(f"Apply {', '.join(numbers)}, or n for none", default="n", err=True)
    return None if answer == "n" else finding.suggestions[int(answer) - 1]
