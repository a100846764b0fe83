"""A process that checks documents, with a model of its own: it may be lost, and is then started again."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from numerate.checking.checking import check_document
from numerate.checking.documents import Document, DocumentError, read
from numerate.checking.model import load
from numerate.checking.texts import document_of
from numerate.errors import InputError
from numerate.model import Model, folder
from numerate.processes import serve_parent
from numerate.scale.reading import Record
from numerate.scale.settings import ScanSettings
from numerate.scale.tables import Rows, Tables


@dataclass(frozen=True)
class Judge:
    """Which model judges, and on what; every worker loads it for itself, on whatever machine it is."""

    name: str | None
    """A folder or hub id; None for the model that comes with the package."""
    device: str
    identity: str
    """What its files hold, so that no two machines judge by different ones."""

    @classmethod
    def choose(cls, name: str | None, device: str) -> Judge:
        """Take a model that is there and whole."""
        return cls(name, device, _identity(name))

    def load(self) -> Model:
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
class Work:
    """What workers do with documents."""

    settings: ScanSettings
    judge: Judge | None
    """None where only contradictions are looked for."""


class Worker:
    """Checks documents. Nothing that is wrong with one keeps the others from being checked."""

    def __init__(self, work: Work) -> None:
        self._settings = work.settings
        self._model = work.judge.load() if work.judge else None

    def check(self, records: list[Record]) -> Tables:
        """Check each, as `numerate check` would."""
        rows = Rows(self._settings.every)
        for record in records:
            if record.error is not None:
                rows.add_error(record, record.error)
                continue
            try:
                rows.add(record, check_document(_document(record), self._model, self._settings.check))
            except DocumentError as error:
                rows.add_error(record, error.problem)
            except (Exception, MemoryError) as error:  # one in millions must not end the scan: it is noted
                rows.add_error(record, f"the check failed: {type(error).__name__}: {error}")
        return rows.tables()


def serve(connection: Connection, work: Work) -> None:
    """Answer lists of records with their tables, for as long as the parent asks."""
    serve_parent()
    try:
        worker = Worker(work)
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


def _document(record: Record) -> Document:
    if isinstance(record.content, str):
        return document_of(record.content)
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
