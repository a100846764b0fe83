"""Reports made by hand: what a check might have found, without a model."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from numerate.distributions import PAPER, LogLP
from numerate.documents import DocumentError, read
from numerate.model import Prediction
from numerate.model.calibration import Calibration
from numerate.report.options import UNLIKELY
from numerate.report.report import CheckedNumber, Expected, Finding, Report, Suggestion
from numerate.report.run import Run
from numerate.text import Number, extract

TEXT = "# Results\n\nProfit rose 12% to **$3.4** trillion from $3.04 billion.\n\nWe sold 7 ships.\n"
HOSTILE = '</p><script>alert("5")</script> & \x7f\x1b]0;\u202e 12% \' " <b>'


def prediction(number: Number, median: float = 3e9) -> Prediction:
    distribution = LogLP.from_raw({"location": np.array(np.log(median))}, PAPER)
    return Prediction(number, distribution, Calibration())


def unlikely(number: Number, p_value: float = 0.0004) -> Finding:
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
    )


def change(percent: Number, *others: Number) -> Finding:
    return Finding(
        "change",
        percent.start,
        percent.end,
        percent.text,
        percent.value,
        f"That is no rise of {percent.text}.",
        suggestions=(Suggestion(21, "21%", "two digits were swapped"),),
        related=tuple((other.start, other.end) for other in others),
    )


def report(
    source: str | bytes = TEXT, name: str | None = "notes/a b.md", path: Path | None = None, keep: bool = True
) -> Report:
    """Find that the first number of a text contradicts the others, and that the second is odd."""
    if name is None:  # a text that is no document
        document, text = None, str(source)
    else:
        data = source.encode("utf-8", "surrogateescape") if isinstance(source, str) else source
        document = read(path or data, name=name)
        text = document.text
    numbers = extract(text)
    checked = [
        CheckedNumber(number, 0.0004 if i == 1 else 0.3, None, prediction(number) if keep else None)
        for i, number in enumerate(numbers)
    ]
    if len(numbers) > 2:
        checked[-1] = CheckedNumber(numbers[-1], None, "7 is a name")
    findings = [unlikely(numbers[1])] if len(numbers) > 1 else []
    findings += [change(numbers[0], *numbers[1:3])] if numbers else []
    return Report(text, tuple(checked), tuple(findings), 0.01, document)


def run(*reports: Report) -> Run:
    return Run(reports or (report(),), (DocumentError("locked.pdf", "needs a password; remove it"),))
