"""The worker process: it checks documents with a model of its own, and is expendable."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import repeat
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from numerate.checking.check import check_document
from numerate.checking.model import load
from numerate.checking.score import ScoredNumbers, score_documents
from numerate.documents import Document, DocumentError, read
from numerate.errors import InputError
from numerate.io.processes import serve_parent
from numerate.model import Predictor, folder
from numerate.scan.options import ScanOptions
from numerate.scan.records import Record
from numerate.scan.tables import TableBuilder, Tables


@dataclass(frozen=True)
class ModelSpec:
    """A model and the device it runs on; every worker loads it on its own machine."""

    name: str | None
    """A folder or hub id; None for the model that comes with the package."""
    device: str
    sha256: str
    """Digest of the model's files, so that all machines use the same model."""

    @classmethod
    def resolve(cls, name: str | None, device: str) -> ModelSpec:
        """Find the model and compute its digest. `InputError` if it is missing or incomplete."""
        return cls(name, device, _digest(name))

    def load(self) -> Predictor:
        """Load the model with one thread, or on its device."""
        if (digest := _digest(self.name)) != self.sha256:
            raise InputError(
                f"{self.name or 'the model of numerate'}: not the same on every machine ({digest[:12]} and "
                f"{self.sha256[:12]}); install the same everywhere"
            )
        return load(self.name, threads=1, device=self.device)

    def describe(self) -> dict[str, Any]:
        """Return what the results depend on: the content of the model, not its location."""
        return {"sha256": self.sha256, "device": self.device}


@dataclass(frozen=True)
class CheckTask:
    """The work to do on each document, as the workers get it."""

    options: ScanOptions
    model: ModelSpec | None
    """None to look for contradictions only."""


class CheckWorker:
    """Checks documents. An error in one document does not affect the others."""

    def __init__(self, task: CheckTask) -> None:
        self._options = task.options
        self._model = task.model.load() if task.model else None
        # A GPU needs many windows at a time. A CPU gains nothing from them, and checking documents one by one
        # makes their results independent of each other, to the last bit.
        self._batched = task.model is not None and task.model.device != "cpu"

    def check(self, records: list[Record]) -> Tables:
        """Check each record as `numerate check` does."""
        builder = TableBuilder(self._options.all_numbers)
        documents = [self._read(record) for record in records]
        scores = self._scores([document for document in documents if isinstance(document, Document)])
        for record, document in zip(records, documents, strict=True):
            if isinstance(document, str):
                builder.add_error(record, document)
                continue
            try:
                parts = next(scores)
                builder.add(record, check_document(document, self._model, self._options.check, scored=parts))
            except DocumentError as error:
                builder.add_error(record, error.problem)
            except Exception as error:  # a defect that one document in millions meets must not end the scan
                builder.add_error(record, _failure(error))
        return builder.tables()

    def _read(self, record: Record) -> Document | str:
        """Return the document, or the reason why it cannot be read."""
        if record.error is not None:
            return record.error
        try:
            return _document(record)
        except DocumentError as error:
            return error.problem
        except Exception as error:  # as above
            return _failure(error)

    def _scores(self, documents: list[Document]) -> Iterator[list[ScoredNumbers] | None]:
        """Score the numbers of all documents in one batch, or yield None for each to be scored later."""
        if self._model is None or not self._batched:
            return repeat(None)
        try:
            return iter(score_documents(documents, self._model))
        except Exception:  # scored one by one, only the document at fault fails
            return repeat(None)


def serve(connection: Connection, task: CheckTask) -> None:
    """Answer lists of records with their tables until the parent closes the connection."""
    serve_parent()
    try:
        worker = CheckWorker(task)
    except InputError as error:
        connection.send(error)
        return
    connection.send(None)
    while True:
        try:
            records = connection.recv()
        except EOFError:
            return
        connection.send(worker.check(records))


def _failure(error: Exception) -> str:
    return f"the check failed: {type(error).__name__}: {error}"


def _document(record: Record) -> Document:
    if isinstance(record.content, str):
        return Document.from_text(record.content)
    name = record.document
    for suffix in (".gz", ".zst"):
        name = name.removesuffix(suffix)
    return read(record.content, name=name)


def _digest(name: str | None) -> str:
    """Return the digest of the files that determine a model's predictions."""
    path = folder.DEFAULT if name is None else folder.find_folder(name)
    folder.read_config(path)  # raises if this is not a model
    digest = hashlib.sha256()
    for file in (folder.CONFIG, folder.NETWORK, folder.TOKENIZER, folder.CALIBRATION):
        digest.update(Path(path, file).read_bytes() if Path(path, file).exists() else b"")
    return digest.hexdigest()
