"""Reports written by hand, as a check might return them, without a model."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from numerate.distributions import PAPER, LogLP
from numerate.documents import Document, DocumentError, read
from numerate.model import Prediction
from numerate.model.calibration import Calibration
from numerate.report.finding import Expected, Finding, Suggestion
from numerate.report.options import UNLIKELY
from numerate.report.report import CheckedNumber, Report, Run
from numerate.text import Number, extract

TEXT = "# Results\n\nProfit rose 12% to **$3.4** trillion from $3.04 billion.\n\nWe sold 7 ships.\n"
HOSTILE = '</p><script>alert("5")</script> & \x7f\x1b]0;\u202e 12% \' " <b>'


def prediction(number: Number, median: float = 3e9) -> Prediction:
    distribution = LogLP.from_raw({"location": np.array(np.log(median))}, PAPER)
    return Prediction(number, distribution, Calibration())


def unlikely(document: Document, number: Number, p_value: float = 0.0004) -> Finding:
    return Finding(
        UNLIKELY,
        number.start,
        number.end,
        number.text,
        number.value,
        f"{number.text} is unlikely here: usually $1.1–$9 billion",
        p_value,
        Expected(1.1e9, 9e9, 0.9, "$1.1–$9 billion"),
        (Suggestion(3.4e9, "$3.4 billion", "trillion for billion?", 0.64),),
        document=document,
    )


def change(document: Document, percent: Number, *others: Number) -> Finding:
    return Finding(
        "change",
        percent.start,
        percent.end,
        percent.text,
        percent.value,
        f"That is no rise of {percent.text}.",
        suggestions=(Suggestion(21, "21%", "two digits were swapped"),),
        related=tuple((other.start, other.end) for other in others),
        document=document,
    )


def report(
    source: str | bytes = TEXT, name: str | None = "notes/a b.md", path: Path | None = None, keep: bool = True
) -> Report:
    """Report that the first number of a text contradicts the next two, and that the second is unlikely.

    name: of the document; None for a text that comes from no file.
    """
    if name is None:
        document = Document.from_text(str(source))
    else:
        data = source.encode("utf-8", "surrogateescape") if isinstance(source, str) else source
        document = read(path or data, name=name)
    numbers = extract(document.text)
    checked = [
        CheckedNumber(number, 0.0004 if i == 1 else 0.3, None, prediction(number) if keep else None)
        for i, number in enumerate(numbers)
    ]
    if len(numbers) > 2:
        checked[-1] = CheckedNumber(numbers[-1], None, "7 is a name")
    findings = [unlikely(document, numbers[1])] if len(numbers) > 1 else []
    findings += [change(document, numbers[0], *numbers[1:3])] if numbers else []
    return Report(document, tuple(checked), tuple(findings), 0.01)


def run(*reports: Report) -> Run:
    return Run(reports or (report(),), (DocumentError("locked.pdf", "needs a password; remove it"),))
