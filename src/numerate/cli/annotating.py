"""`numerate check --annotate`: a copy of a DOCX or PDF with the findings in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from numerate.errors import InputError

if TYPE_CHECKING:
    from numerate.report.report import Run


def annotate(run: Run, output: Path, suggest: str | None, say: Callable[[str], None]) -> None:
    """Write the annotated copy of the only document of a run.

    suggest: which suggestions to write as tracked changes, as `CHOICES` names them; None for none.
    say: prints a message on standard error.
    """
    from numerate.io.files import write_bytes
    from numerate.report.annotate import annotate
    from numerate.report.fixing import CHOICES
    from numerate.report.report import plural

    if run.problems and not run.reports:
        return
    if len(run.reports) != 1 or run.reports[0].document.path is None:
        raise InputError("--annotate: one file at a time; name a DOCX or PDF")
    [report] = run.reports
    path = report.document.path
    if path is None or output.resolve() == path.resolve():
        raise InputError(f"--annotate {output}: would replace the document itself; name another file")
    copy = annotate(path.read_bytes(), report, CHOICES[suggest] if suggest else None)
    write_bytes(output, copy.data)
    changes = f", {plural(copy.changes, 'tracked change')}" if suggest else ""
    say(f"{output}: {plural(copy.comments, 'comment')}{changes}")
    if copy.elsewhere:
        say(
            f"{output}: {plural(copy.elsewhere, 'more finding')} in headers or notes, where comments cannot "
            "stand, listed in a comment at the top"
        )
