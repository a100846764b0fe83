"""A copy of a DOCX or PDF with the findings in it: comments at the numbers, or highlights with notes."""

from __future__ import annotations

from typing import NamedTuple

from numerate.documents import Limits
from numerate.errors import DocumentError
from numerate.report.finding import Finding
from numerate.report.fixing import Choose
from numerate.report.report import Report

FORMATS = ("docx", "pdf")
"""Formats that can be annotated."""
_DEFAULT_LIMITS = Limits()


class AnnotatedCopy(NamedTuple):
    """The bytes of a file with its findings in it."""

    data: bytes
    comments: int
    """Findings that have a comment or note at their number."""
    changes: int
    """Suggestions that are tracked changes."""
    elsewhere: int
    """Findings in headers and notes, where comments cannot stand; they are listed in a comment at the top."""


def annotate(
    data: bytes, report: Report, choose: Choose | None = None, limits: Limits = _DEFAULT_LIMITS
) -> AnnotatedCopy:
    """Return a copy of a DOCX or PDF with a comment for each finding; the rest of it is unchanged.

    data: the file that the report is on.
    choose: the suggestions to write as tracked changes, which only a DOCX has; None for none.
    limits: bounds on what a DOCX may unpack to.
    """
    if report.document.format == "docx":
        from numerate.report.annotate.docx import annotate_docx

        return annotate_docx(data, report, choose, limits)
    if report.document.format == "pdf":
        from numerate.report.annotate.pdf import annotate_pdf

        return annotate_pdf(data, report)
    raise DocumentError(
        report.name,
        "only DOCX and PDF are annotated; for a text there are --diff, --fix and --format html",
    )


def note(finding: Finding) -> list[str]:
    """Return what a comment says about a finding, a line each."""
    lines = [finding.message if finding.message.endswith(".") else f"{finding.message}."]
    if finding.expectation:
        lines.append(f"Expected: {finding.expectation}.")
    lines += [f"Perhaps {suggestion.text}: {suggestion.explanation}." for suggestion in finding.suggestions]
    return lines
