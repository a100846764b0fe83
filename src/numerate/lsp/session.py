"""The open documents of an editor, and what is known about each."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from numerate.checking.check import check_document
from numerate.documents import FORMATS, Document, read
from numerate.errors import InputError
from numerate.lsp.incremental import CachingNetwork, check_changed
from numerate.lsp.settings import Settings
from numerate.model import Predictor, load
from numerate.report.baseline import Baseline
from numerate.report.options import RunOptions
from numerate.report.report import Report, Run

_FORMATS = {"plaintext": "text", "tex": "latex", "restructuredtext": "rst", "quarto": "qmd", "rmd": "qmd"}
"""Formats by the language identifiers of editors, where the two differ."""


class Abandoned(Exception):  # noqa: N818  it is not an error
    """The document has changed since its check began."""


@dataclass(frozen=True)
class OpenDocument:
    """A document of the editor at one of its versions."""

    uri: str
    language: str
    version: int
    source: str
    report: Report | None = None
    """The last report, before the baseline is applied; it may be on an earlier version."""
    shown: Report | None = None
    """The report on this version, without accepted findings."""

    @property
    def path(self) -> Path | None:
        """The file, if the document has one."""
        address = urlsplit(self.uri)
        return Path(url2pathname(unquote(address.path))) if address.scheme == "file" else None


class Session:
    """Checks documents, each as often as it changes, with one model for all."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self.documents: dict[str, OpenDocument] = {}
        self._lock = threading.Lock()

    def open(self, uri: str, language: str, version: int, source: str) -> None:
        """Take the content of a document, when it is opened and whenever it has changed."""
        known = self.documents.get(uri)
        report = known.report if known else None
        self.documents[uri] = OpenDocument(uri, language, version, source, report)

    def close(self, uri: str) -> None:
        """Forget a document."""
        self.documents.pop(uri, None)

    def check(self, uri: str, version: int, quick: bool) -> Report | None:
        """Check a document, or only its changed paragraphs, and return the report; None if it is excluded.

        quick: check what has changed since the last report; a document without one is checked as a whole.
        Raises `Abandoned` if there is a newer version, and `InputError`.
        """
        current = self._current(uri, version)
        options = self.options(current)
        if current.path and options.excludes(current.path):
            return None
        document = self._read(current)
        model = self._model(options.model) if options.needs_model else None
        if quick and current.report is not None:
            report = check_changed(current.report, document, model, options)
        else:
            report = check_document(document, model, options, self._checkpoint(uri, version))
        return self._keep(uri, version, report, options)

    def options(self, document: OpenDocument) -> RunOptions:
        """Return the options for a document: those of the client, then those of its project file."""
        path = document.path
        return self.settings.for_folder(path.parent if path else None)

    def accept(self, uri: str, fingerprint: str) -> Report | None:
        """Accept a finding in the baseline, and return the report without it."""
        current = self.documents.get(uri)
        if current is None or current.report is None or current.shown is None:
            return None
        options = self.options(current)
        if options.baseline is None:
            raise InputError("numerate: there is no baseline; name a file, as baseline in numerate.toml")
        baseline = (
            Baseline.read(options.baseline) if options.baseline.exists() else Baseline(options.baseline)
        )
        for finding in current.shown.findings:
            if finding.fingerprint.digest == fingerprint:
                baseline.accepting(current.report, finding).write()
                break
        return self._keep(uri, current.version, current.report, options)

    def _keep(self, uri: str, version: int, report: Report, options: RunOptions) -> Report:
        shown = report
        if options.baseline is not None and options.baseline.exists():
            [shown] = Baseline.read(options.baseline).filter(Run((report,)), options).reports
        with self._lock:
            current = self._current(uri, version)
            self.documents[uri] = replace(current, report=report, shown=shown)
        return shown

    def _current(self, uri: str, version: int) -> OpenDocument:
        current = self.documents.get(uri)
        if current is None or current.version != version:
            raise Abandoned
        return current

    def _checkpoint(self, uri: str, version: int) -> Callable[[], None]:
        def checkpoint() -> None:
            self._current(uri, version)

        return checkpoint

    @staticmethod
    def _read(current: OpenDocument) -> Document:
        path = current.path
        form = _FORMATS.get(current.language, current.language)
        document = read(
            current.source.encode("utf-8", "surrogatepass"),
            name=str(path) if path else "the text",
            format=form if form in FORMATS else None,
        )
        return replace(document, path=path)

    @staticmethod
    @lru_cache(maxsize=1)
    def _model(name: str | None) -> Predictor:
        model = load(name)
        model.network = CachingNetwork(model)
        return model
