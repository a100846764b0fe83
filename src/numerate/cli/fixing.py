"""`numerate check --fix` and `--diff`: corrections written into the files, or shown."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from numerate.errors import DocumentError, InputError

if TYPE_CHECKING:
    from numerate.report.finding import Finding, Suggestion
    from numerate.report.fixing import Edit
    from numerate.report.report import Report, Run


class Choice(str, Enum):
    """The suggestions to apply."""

    certain = "certain"
    likely = "likely"
    all = "all"
    ask = "ask"


class Corrections(NamedTuple):
    """The flags of `numerate check` that concern suggestions."""

    fix: bool
    diff: bool
    annotate: Path | None
    suggest: bool
    choose: Choice | None

    def refuse_conflicts(self, write_baseline: bool, output: Path | None) -> None:
        """Raise if options were given that exclude each other."""
        ends = {"--fix": self.fix, "--diff": self.diff, "--annotate": self.annotate}
        _exclude_each_other({**ends, "--write-baseline": write_baseline})
        _exclude_each_other({"--write-baseline": write_baseline, "--output": output, "--diff": self.diff})
        if self.suggest and (self.annotate is None or self.choose is Choice.ask):
            raise InputError(
                "--suggest: needs --annotate FILE, and suggestions that need no answer (--choose)"
            )

    def apply(self, run: Run, say: Callable[[str], None]) -> Run:
        """Correct the files of a run, show the corrections or annotate; return what remains to be shown."""
        if self.annotate:
            from numerate.cli.annotating import annotate

            suggest = (self.choose or Choice.likely).value if self.suggest else None
            annotate(run, self.annotate, suggest, say)
        if self.fix or self.diff:
            return fix(run, self.choose or Choice.certain, self.diff, say)
        return run


def _exclude_each_other(given: dict[str, Any]) -> None:
    if len(names := [name for name, value in given.items() if value]) > 1:
        raise InputError(f"{' and '.join(names)} exclude each other; choose one")


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
