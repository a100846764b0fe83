"""What is compared: models that predict a distribution for every number of a text."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np

from numerate.distributions import GMM, Distribution
from numerate.errors import ModelFolderError
from numerate.model import Judged, Predictor, load
from numerate.model.calibration import Calibration
from numerate.model.folder import Config
from numerate.model.network import Network, Window, open_backend
from numerate.text import extract
from numerate.text.wordpieces import DEFAULT, WordPieces

_COMPONENTS = 255
_AT_A_TIME = 256
_KNOWN = 20_000


class Streaming(Protocol):
    """Says of every number of a text what it may be, as a model does."""

    def stream(self, text: str) -> Iterator[Judged]: ...


class Marginal:
    """Knows how often numbers occur in the training text, and nothing of where one stands."""

    def __init__(self, values: Sequence[float]) -> None:
        self._mixture = GMM.fit(np.array(values), _COMPONENTS)

    def stream(self, text: str) -> Iterator[Judged]:
        numbers = extract(text)
        for start in range(0, len(numbers), _AT_A_TIME):
            some = tuple(numbers[start : start + _AT_A_TIME])
            logits = np.broadcast_to(self._mixture.logits, (len(some), _COMPONENTS))
            every = GMM(logits, self._mixture.mean, self._mixture.std)
            index = np.flatnonzero([number.value > 0 for number in some])
            yield Judged(some, index, every[index], Calibration(), "positive numbers")


class Remembering(Network):
    """A network that is asked again and again about texts of which one number differs."""

    def __init__(self, network: Network) -> None:
        self.network, self.number_id = network, network.number_id
        self._known: dict[bytes, Distribution] = {}

    def distributions(self, windows: Sequence[Window]) -> Distribution:
        if not windows:
            return self.network.distributions(windows)
        keys = [window.ids.tobytes() + window.values.tobytes() for window in windows]
        new = {key: window for key, window in zip(keys, windows, strict=True) if key not in self._known}
        if len(self._known) + len(new) > _KNOWN:
            self._known = {key: self._known[key] for key in keys if key in self._known}
        if new:
            found = self.network.distributions(list(new.values()))
            ends = np.cumsum([len(window.values) for window in new.values()])
            for key, end, window in zip(new, ends.tolist(), new.values(), strict=True):
                self._known[key] = found[end - len(window.values) : end]
        parts = [self._known[key] for key in keys]
        return parts[0].concat(parts)


class OneAtATime(Network):
    """The paper's masked network: a pass for each number, which is hidden while the others are shown."""

    def distributions(self, windows: Sequence[Window]) -> Distribution:
        if not windows:
            return super().distributions(windows)
        counts = [len(window.values) for window in windows]
        rows = [
            window._replace(values=np.where(np.arange(count) == place, np.nan, window.values))
            for window, count in zip(windows, counts, strict=True)
            for place in range(count)
        ]
        # Of the answers of each row only that for the hidden number counts: its place among them all.
        hidden = [place + count * place for count in counts for place in range(count)]
        before = np.concatenate([[0], np.cumsum([count * count for count in counts])[:-1]])
        return super().distributions(rows)[np.array(hidden) + np.repeat(before, counts)]


def load_baseline(folder: Path, tokens: int = 128) -> Streaming:
    """An exported model, or a checkpoint, such as that of BERT-DExp, with windows as in its training."""
    try:
        return load(folder, threads=1)
    except ModelFolderError:
        return _checkpoint(folder, tokens)


def _checkpoint(folder: Path, tokens: int) -> Predictor:
    import onnx

    from numerate.training.export.graph import to_onnx
    from numerate.training.nn import NumberModel

    model = NumberModel.from_pretrained(folder)
    support = model.config.support
    config = Config(
        *(model.config.head, support, support.lower, support.upper, support.zero, tokens),
        styles=model.config.styles,
    )
    pieces = folder / "tokenizer.json"
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch, "model.onnx")
        onnx.save(to_onnx(model, tokens), file)
        make = OneAtATime if model.config.objective == "masked" else Network
        network = Remembering(make(open_backend(file, threads=1), config.family, support, model.number_id))
    return Predictor(config, network, WordPieces(pieces if pieces.exists() else DEFAULT))
