"""A model that some documents crash, block or break, and a corpus with such documents."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from numerate.model import Judged, Predictor
from numerate.scan.worker import ModelSpec
from tests.checking.stub import StubModel
from tests.waiting import wait_until


@dataclass(frozen=True)
class Gate:
    """Holds processes that check a document with the word "held" until it is opened."""

    folder: Path

    def open(self) -> None:
        (self.folder / "open").touch()

    def close(self) -> None:
        (self.folder / "open").unlink()

    def enter(self) -> None:
        """Wait until the gate is open."""
        if not (self.folder / "open").exists():
            (self.folder / f"held-{os.getpid()}").touch()
            wait_until((self.folder / "open").exists)

    def held(self) -> set[int]:
        """Return the processes that have been held."""
        return {int(path.name.removeprefix("held-")) for path in self.folder.glob("held-*")}

    def next_held(self, known: set[int] = frozenset()) -> int:  # type: ignore[assignment]
        """Wait for a process to be held that is not known, and return its id."""
        wait_until(lambda: self.held() - known)
        return min(self.held() - known)


class PoisonedModel(StubModel):
    def __init__(self, gate: Gate) -> None:
        super().__init__()
        self._gate = gate

    def stream(self, text: str) -> Iterator[Judged]:
        if "deadly" in text:
            os.kill(os.getpid(), signal.SIGKILL)
        if "endless" in text:
            time.sleep(600)
        if "broken" in text:
            raise ZeroDivisionError("by nought")
        if "held" in text:
            self._gate.enter()
        return super().stream(text)


class PoisonedModelSpec(ModelSpec):
    """Makes every worker process load the model above; the folder of its gate is its name."""

    def load(self) -> Predictor:
        return PoisonedModel(Gate(Path(str(self.name))))  # type: ignore[return-value]


def poisoned_model(folder: Path) -> ModelSpec:
    return PoisonedModelSpec(str(folder), "cpu", "poisoned")


def text(number: int, word: str = "plain") -> str:
    return f"In 2014 a {word} firm of {100 + number} people rose 12% to $3.{number % 10} billion."


def write_corpus(path: Path, count: int, **words: str) -> Path:
    """Write `count` documents; `d3="deadly"` makes the fourth one deadly."""
    lines = [{"id": f"d{i}", "text": text(i, words.get(f"d{i}", "plain"))} for i in range(count)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path
