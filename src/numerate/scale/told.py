"""Texts that are judged together, so that their windows share runs of the network."""

from __future__ import annotations

from collections.abc import Iterator

from numerate.model import Judged, Model


class Told(Model):
    """A model that was asked before, about one text, and gives its answer to whoever asks now."""

    def __init__(self, model: Model, judged: list[Judged]) -> None:
        self.config, self.network, self.calibration = model.config, model.network, model.calibration
        self._judged = judged

    def stream(self, text: str) -> Iterator[Judged]:
        """What was said."""
        return iter(self._judged)


def told_of(model: Model, texts: list[str]) -> list[Model]:
    """Ask a model about several texts, and give a model for each that has been asked about it."""
    judged: list[list[Judged]] = [[] for _ in texts]
    for place, part in model.stream_all(texts):
        judged[place].append(part)
    return [Told(model, parts) for parts in judged]
