"""A process that checks documents, with a model of its own: it may be lost, and is then started again."""

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
from numerate.checking.score import Seen, see_together
from numerate.documents import Document, DocumentError, read
from numerate.errors import InputError
from numerate.io.processes import serve_parent
from numerate.model import Predictor, folder
from numerate.scan.options import ScanOptions
from numerate.scan.records import Record
from numerate.scan.tables import TableBuilder, Tables


@dataclass(frozen=True)
class ModelSpec:
    """Which model judges, and on what; every worker loads it for itself, on whatever machine it is."""

    name: str | None
    """A folder or hub id; None for the model that comes with the package."""
    device: str
    identity: str
    """What its files hold, so that no two machines judge by different ones."""

    @classmethod
    def choose(cls, name: str | None, device: str) -> ModelSpec:
        """Take a model that is there and whole."""
        return cls(name, device, _identity(name))

    def load(self) -> Predictor:
        """Load it for one processor, or for the device."""
        if (there := _identity(self.name)) != self.identity:
            raise InputError(
                f"{self.name or 'the model of numerate'}: not the same on every machine ({there[:12]} and "
                f"{self.identity[:12]}); install the same everywhere"
            )
        return load(self.name, threads=1, device=self.device)

    def describe(self) -> dict[str, Any]:
        """What its answers depend on; where it was found is none of that."""
        return {"sha256": self.identity, "device": self.device}


@dataclass(frozen=True)
class CheckTask:
    """What workers do with documents."""

    settings: ScanOptions
    judge: ModelSpec | None
    """None where only contradictions are looked for."""


class CheckWorker:
    """Checks documents. Nothing that is wrong with one keeps the others from being checked."""

    def __init__(self, work: CheckTask) -> None:
        self._settings = work.settings
        self._model = work.judge.load() if work.judge else None
        # A GPU is for many windows at a time. Processors are as quick with the few of one document, and what
        # they say of it then depends on nothing else, to the last bit.
        self._together = work.judge is not None and work.judge.device != "cpu"

    def check(self, records: list[Record]) -> Tables:
        """Check each, as `numerate check` would."""
        rows = TableBuilder(self._settings.every)
        documents = [self._read(record) for record in records]
        seen = self._seen([document for document in documents if isinstance(document, Document)])
        for record, document in zip(records, documents, strict=True):
            if isinstance(document, str):
                rows.add_error(record, document)
                continue
            try:
                parts = next(seen)
                rows.add(record, check_document(document, self._model, self._settings.check, seen=parts))
            except Exception as error:  # one in millions must not end the scan: it is noted
                rows.add_error(record, _failure(error))
        return rows.tables()

    def _read(self, record: Record) -> Document | str:
        """The document, or why there is none."""
        if record.error is not None:
            return record.error
        try:
            return _document(record)
        except DocumentError as error:
            return error.problem
        except Exception as error:  # a reader that stumbles is no reason to end the scan either
            return _failure(error)

    def _seen(self, documents: list[Document]) -> Iterator[list[Seen] | None]:
        """What the model sees of each of the documents, where it is asked about them together."""
        if self._model is None or not self._together:
            return repeat(None)
        try:
            return iter(see_together(documents, self._model))
        except Exception:  # each by itself, to find the one at fault
            return repeat(None)


def serve(connection: Connection, work: CheckTask) -> None:
    """Answer lists of records with their tables, for as long as the parent asks."""
    serve_parent()
    try:
        worker = CheckWorker(work)
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


def _identity(name: str | None) -> str:
    """Fingerprint what decides a model's answers: all its files but the card."""
    where = folder.DEFAULT if name is None else folder.find_folder(name)
    folder.read_config(where)  # or it says what is wrong
    digest = hashlib.sha256()
    for file in (folder.CONFIG, folder.NETWORK, folder.TOKENIZER, folder.CALIBRATION):
        digest.update(Path(where, file).read_bytes() if Path(where, file).exists() else b"")
    return digest.hexdigest()
