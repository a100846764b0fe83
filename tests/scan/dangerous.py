"""A model that some texts are deadly to, and a corpus that holds such texts."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

from numerate.model import Judged, Predictor
from numerate.scan.worker import ModelSpec
from tests.checking.stub import StubModel


class DangerousModel(StubModel):
    def stream(self, text: str) -> Iterator[Judged]:
        if "deadly" in text:
            os.kill(os.getpid(), signal.SIGKILL)
        if "endless" in text:
            time.sleep(600)
        if "broken" in text:
            raise ZeroDivisionError("by nought")
        if "slow" in text:
            time.sleep(0.05)
        return super().stream(text)


class DangerousModelSpec(ModelSpec):
    """Loads the above in every process that checks."""

    def load(self) -> Predictor:
        return DangerousModel()  # type: ignore[return-value]


def judge(*_: object) -> ModelSpec:
    """Stands in for `ModelSpec.choose`."""
    return DangerousModelSpec(None, "cpu", "dangerous")


def text(number: int, word: str = "plain") -> str:
    return f"In 2014 a {word} firm of {100 + number} people rose 12% to $3.{number % 10} billion."


def write_corpus(path: Path, count: int, **words: str) -> Path:
    """Write so many documents; `d3="deadly"` makes the fourth one deadly."""
    lines = [{"id": f"d{i}", "text": text(i, words.get(f"d{i}", "plain"))} for i in range(count)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path
