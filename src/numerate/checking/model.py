"""Models that also check: what `numerate.load` gives."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from numerate import model
from numerate.model import folder

if TYPE_CHECKING:
    from numerate.documents import Document
    from numerate.report.report import Report


class Model(model.Predictor):
    """Says of every number of a text what it may be, and which look wrong. `load` makes one.

    A model as such knows nothing of documents and judgement, which are built on it; so what checks is a model
    and more.
    """

    def check(
        self,
        source: str | os.PathLike[str] | Document,
        *,
        false_alarms: str | float = "balanced",
        consistency: bool = True,
        keep: bool = False,
    ) -> Report:
        """Judge every number of a text, of a file (a path), or of a document that was read.

        false_alarms: the share of correct numbers that may be flagged; a number, or strict (0.001), balanced
            (0.01) or sensitive (0.05).
        consistency: look for numbers that contradict each other, too.
        keep: keep what the model says of every number.
        """
        return _check(source, self, false_alarms, consistency, True, keep)


def load(source: str | Path | None = None, *, threads: int | None = None, device: str = "cpu") -> Model:
    """Load a model: the one that comes with the package, or a folder's, or the hub's by its id.

    threads: how many processors to use; else as many as there are.
    device: what the network runs on: "cpu"; "cuda", or "cuda:1" for the second of several GPUs, with the
        `train` extra; "torch" is the way of the GPU, on the processors.
    """
    return Model.from_folder(folder.DEFAULT if source is None else source, threads, device)


def check(
    source: str | os.PathLike[str] | Document,
    *,
    false_alarms: str | float = "balanced",
    consistency: bool = True,
    unlikely: bool = True,
    keep: bool = False,
) -> Report:
    """Check a text, a file (a path) or a document with the model that comes with the package.

    As `Model.check`; the model is loaded once. With `unlikely=False` none is needed, and only contradictions
    within the text are looked for.
    """
    return _check(source, _default() if unlikely else None, false_alarms, consistency, unlikely, keep)


@cache
def _default() -> Model:
    return load()


def _check(
    source: str | os.PathLike[str] | Document,
    judge: model.Predictor | None,
    rate: str | float,
    consistency: bool,
    unlikely: bool,
    keep: bool,
) -> Report:
    # Whoever only predicts need not wait for the readers of documents.
    from numerate.checking.check import check_document
    from numerate.documents import Document, read
    from numerate.report.options import CheckOptions

    settings = CheckOptions(false_alarms=rate, consistency=consistency, unlikely=unlikely, keep=keep)
    if isinstance(source, str):
        return check_document(Document.from_text(source), judge, settings)
    if isinstance(source, os.PathLike):
        return check_document(read(source), judge, settings)
    return check_document(source, judge, settings)
