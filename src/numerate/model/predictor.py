"""A model that judges the numbers of whole texts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, overload

import numpy as np

from numerate.errors import InputError, ModelFolderError
from numerate.model import folder as folders
from numerate.model.calibration import Calibration
from numerate.model.folder import Config
from numerate.model.network import Network, Window, open_backend
from numerate.model.prediction import Judged, Prediction
from numerate.model.windows import TextWindow, WindowSentence, is_mask, lay, segments
from numerate.text import Number
from numerate.text.wordpieces import WordPieces, to_ids, token

if TYPE_CHECKING:
    from typing_extensions import Self

# Windows that are judged together: those of like length share a run, and memory stays small.
_TOGETHER = 256


class Predictor:
    """Says of every number of a text what it may be. `load` makes one."""

    def __init__(
        self, config: Config, network: Network, pieces: WordPieces, calibration: Calibration | None = None
    ) -> None:
        self.config = config
        self.network = network
        self.calibration = calibration or Calibration()
        self._pieces = pieces
        self._cls = token(pieces.cls)

    @classmethod
    def from_folder(
        cls, source: str | Path, threads: int | None = None, device: str = "cpu", spinning: bool = True
    ) -> Self:
        """Load a model from a folder, or by its hub id; `load` says what threads and device are.

        spinning: let onnxruntime's threads wait busily for each other; off where other work shares the CPU.
        """
        folder = folders.find_folder(source)
        config = folders.read_config(folder)
        try:
            pieces = WordPieces(folder / folders.TOKENIZER)
            calibration = Calibration.from_dict(folders.read_json(folder / folders.CALIBRATION))
        except ModelFolderError:
            raise
        except (InputError, KeyError, TypeError, ValueError) as error:
            raise ModelFolderError(f"{folder}: damaged: {error}") from error
        graph = open_backend(folder / folders.NETWORK, device, threads, spinning)
        network = Network(graph, config.family, config.support, pieces.number)
        return cls(config, network, pieces, calibration)

    @overload
    def predict(self, texts: str) -> list[Prediction]: ...
    @overload
    def predict(self, texts: list[str] | tuple[str, ...]) -> list[list[Prediction]]: ...
    def predict(self, texts: str | list[str] | tuple[str, ...]) -> list[Prediction] | list[list[Prediction]]:
        """What each [#MASK] of a text may be, in order; of several texts a list for each.

        The other numbers of a text are seen.
        """
        one = isinstance(texts, str)
        found: list[list[Prediction]] = [[] for _ in ([texts] if one else texts)]
        for run in self._judge([texts] if isinstance(texts, str) else texts, _TOGETHER):
            for text, judged in run:
                found[text] += judged.open()
        return found[0] if one else found

    def judge(self, text: str) -> Judged:
        """Every number of a text, with what it may be."""
        [[(_, judged)]] = self._judge([text], None)
        return judged

    def stream(self, text: str) -> Iterator[Judged]:
        """The same for a text of any length in bounded memory: its numbers in order, some at a time."""
        return (judged for run in self._judge([text], _TOGETHER) for _, judged in run)

    def stream_all(self, texts: Iterable[str]) -> Iterator[list[tuple[int, Judged]]]:
        """The same for several texts: parts that were judged together, each with its text's place."""
        return self._judge(texts, _TOGETHER)

    def _judge(self, texts: Iterable[str], together: int | None) -> Iterator[list[tuple[int, Judged]]]:
        """Yield numbers of the texts in order, with the text they are of; no text is left out."""
        laid: list[tuple[int, TextWindow]] = []
        waiting: dict[int, list[Number]] = {}
        room = self.config.tokens - 1
        for i, text in enumerate(texts):
            waiting[i] = []
            for window in lay(self._sentences(text, waiting[i]), room, self._pieces):
                laid.append((i, window))
                if len(laid) == together:
                    yield self._tell(laid, waiting, going_on=i)
                    laid = []
        yield self._tell(laid, waiting, going_on=None)

    def _sentences(self, text: str, numbers: list[Number]) -> Iterator[WindowSentence]:
        """Yield the sentences of a text, and note its numbers."""
        for segment in segments(text, self._pieces, self.config.covers):
            numbers += segment.numbers
            yield from segment.sentences

    def _tell(
        self, laid: list[tuple[int, TextWindow]], waiting: dict[int, list[Number]], going_on: int | None
    ) -> list[tuple[int, Judged]]:
        """Run windows, and tell of each text what they judge; of the one that goes on, only as far."""
        distributions = self.network.distributions([self._window(window) for _, window in laid])
        judged: defaultdict[int, list[int]] = defaultdict(list)
        ends: defaultdict[int, int] = defaultdict(int)
        before = 0
        for text, window in laid:
            here = range(len(window.numbers))[window.judged]
            judged[text] += [before + n for n in here]
            ends[text] = window.numbers[here[-1]].end
            before += len(window.numbers)
        parts = []
        for text in list(waiting):
            numbers = waiting[text] if text == going_on else waiting.pop(text)
            told = [n for n in numbers if text != going_on or n.end <= ends[text]]
            del numbers[: len(told)]
            index = [i for i, n in enumerate(told) if is_mask(n) or self.config.covers(n.value)]
            part = Judged(
                numbers=tuple(told),
                index=np.array(index, dtype=np.int64),
                distributions=distributions[np.array(judged[text], dtype=np.int64)],
                calibration=self.calibration,
                known=self.config.known,
            )
            parts.append((text, part))
        return parts

    def _window(self, window: TextWindow) -> Window:
        values = np.array([number.value for number in window.numbers], dtype=np.float64)
        return Window(to_ids(self._cls + window.tokens), values)


def load(source: str | Path | None = None, *, threads: int | None = None, device: str = "cpu") -> Predictor:
    """Load a model: the one that comes with the package, or a folder's, or the hub's by its id.

    threads: how many processors to use; else as many as there are.
    device: what the network runs on: "cpu"; "cuda", or "cuda:1" for the second of several GPUs, with the
        `train` extra; "torch" is the way of the GPU, on the processors.
    """
    return Predictor.from_folder(folders.DEFAULT if source is None else source, threads, device)
