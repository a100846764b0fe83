"""Predictor: a loaded model that predicts the numbers of whole texts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, overload

import numpy as np

from numerate.distributions import Distribution
from numerate.errors import InputError, ModelFolderError
from numerate.model import folder as folders
from numerate.model.calibration import Calibration
from numerate.model.folder import Config
from numerate.model.network import Network, Window, open_backend
from numerate.model.prediction import Judged, Prediction
from numerate.model.windows import TextWindow, WindowSentence, is_mask, pack_windows, segments
from numerate.text import Number
from numerate.text.wordpieces import WordPieces, read_wordpieces, to_ids, token

if TYPE_CHECKING:
    from typing_extensions import Self

_LEAST_VOCABULARY = 5000
"""Whole words from which on a vocabulary tells words of its language from others."""
BATCH_WINDOWS = 256
"""Windows that are predicted at a time: enough to group them by length, few enough to bound memory."""


class Predictor:
    """A model that predicts a distribution for every number of a text; `load` returns one."""

    def __init__(
        self,
        config: Config,
        network: Network,
        pieces: WordPieces,
        calibration: Calibration | None = None,
        threads: int | None = None,
    ) -> None:
        self.config = config
        self.network = network
        self.calibration = calibration or Calibration()
        self.threads = threads
        """CPU threads of the network; None for the default."""
        self._pieces = pieces
        self._cls = token(pieces.cls)

    @classmethod
    def from_folder(cls, source: str | Path, threads: int | None = None, device: str = "cpu") -> Self:
        """Load a model from a folder or by its hub id; threads and device as in `load`."""
        folder = folders.find_folder(source)
        config = folders.read_config(folder)
        try:
            pieces = read_wordpieces(folder / folders.TOKENIZER)
            calibration = Calibration.from_dict(folders.read_json(folder / folders.CALIBRATION))
        except ModelFolderError:
            raise
        except (InputError, KeyError, TypeError, ValueError) as error:
            raise ModelFolderError(f"{folder}: damaged: {error}") from error
        backend = open_backend(folder / folders.NETWORK, device, threads)
        network = Network(backend, config.family, config.support, pieces.number)
        return cls(config, network, pieces, calibration, threads)

    @overload
    def predict(self, texts: str) -> list[Prediction]: ...
    @overload
    def predict(self, texts: list[str] | tuple[str, ...]) -> list[list[Prediction]]: ...
    def predict(self, texts: str | list[str] | tuple[str, ...]) -> list[Prediction] | list[list[Prediction]]:
        """Predict each [#MASK] of a text, in order; several texts give a list of predictions each.

        The other numbers of a text are visible to the model.
        """
        batch = [texts] if isinstance(texts, str) else texts
        predictions: list[list[Prediction]] = [[] for _ in batch]
        for parts in self._judge(batch, BATCH_WINDOWS):
            for i, judged in parts:
                predictions[i] += judged.open()
        return predictions[0] if isinstance(texts, str) else predictions

    def knows(self, word: str) -> bool:
        """Return whether a word, in lower case, is in the vocabulary as a whole; in a small one, any is."""
        words = self._pieces.whole_words
        return word in words or len(words) < _LEAST_VOCABULARY

    def judge(self, text: str) -> Judged:
        """Predict every number of a text from the words and the other numbers around it."""
        [[(_, judged)]] = self._judge([text], None)
        return judged

    def stream(self, text: str) -> Iterator[Judged]:
        """Predict every number of a text of any length in bounded memory; yield consecutive parts."""
        return (judged for parts in self._judge([text], BATCH_WINDOWS) for _, judged in parts)

    def stream_all(self, texts: Iterable[str]) -> Iterator[list[tuple[int, Judged]]]:
        """Predict every number of several texts; yield the parts of each batch with their text's index."""
        return self._judge(texts, BATCH_WINDOWS)

    def _judge(self, texts: Iterable[str], batch_size: int | None) -> Iterator[list[tuple[int, Judged]]]:
        """Yield the numbers of the texts in order, each text at least once; None is one batch for all."""
        batch: list[tuple[int, TextWindow]] = []
        pending: dict[int, list[Number]] = {}
        size = self.config.tokens - 1
        for i, text in enumerate(texts):
            pending[i] = []
            for window in pack_windows(self._sentences(text, pending[i]), size, self._pieces):
                batch.append((i, window))
                if len(batch) == batch_size:
                    yield self._run(batch, pending, unfinished=i)
                    batch = []
        yield self._run(batch, pending, unfinished=None)

    def _sentences(self, text: str, numbers: list[Number]) -> Iterator[WindowSentence]:
        """Yield the sentences of a text, and append its numbers to `numbers`."""
        for segment in segments(text, self._pieces, self.config.covers, self.config.styles):
            numbers += segment.numbers
            yield from segment.sentences

    def _run(
        self, batch: list[tuple[int, TextWindow]], pending: dict[int, list[Number]], unfinished: int | None
    ) -> list[tuple[int, Judged]]:
        """Run windows and remove their numbers from `pending`: all, or those so far of an unfinished text."""
        distributions = self.network.distributions([self._window(window) for _, window in batch])
        rows: defaultdict[int, list[int]] = defaultdict(list)
        ends: defaultdict[int, int] = defaultdict(int)
        offset = 0
        for text, window in batch:
            rows_of_window = range(len(window.numbers))[window.predicted]
            rows[text] += [offset + n for n in rows_of_window]
            ends[text] = window.numbers[rows_of_window[-1]].end
            offset += len(window.numbers)
        parts = []
        for text in list(pending):
            waiting = pending[text] if text == unfinished else pending.pop(text)
            numbers = [n for n in waiting if text != unfinished or n.end <= ends[text]]
            del waiting[: len(numbers)]
            index = [i for i, n in enumerate(numbers) if is_mask(n) or self.config.covers(n.value)]
            predicted = distributions[np.array(rows[text], dtype=np.int64)]
            judged = Judged(
                numbers=tuple(self._likelier_readings(numbers, index, predicted)),
                index=np.array(index, dtype=np.int64),
                distributions=predicted,
                calibration=self.calibration,
                known=self.config.known,
            )
            parts.append((text, judged))
        return parts

    def _likelier_readings(
        self, numbers: list[Number], index: list[int], distributions: Distribution
    ) -> list[Number]:
        """Read each ambiguous number, 30 million or 30 metres, the way the model finds likelier."""
        for row, i in enumerate(index):
            readings = [r for r in numbers[i].readings if self.config.covers(r.value)]
            if len(readings) < 2:
                continue
            values = np.array([reading.value for reading in readings])
            log_probs = distributions[row : row + 1].log_prob(values, measure="log")
            numbers[i] = numbers[i].read_as(readings[int(np.argmax(np.asarray(log_probs)))])
        return numbers

    def _window(self, window: TextWindow) -> Window:
        values = np.array([number.value for number in window.numbers], dtype=np.float64)
        return Window(to_ids(self._cls + window.tokens), values)


def load(source: str | Path | None = None, *, threads: int | None = None, device: str = "cpu") -> Predictor:
    """Load a model: the default one, one from a folder, or one from the hub by its id.

    threads: CPU threads of the network; by default OMP_NUM_THREADS of the environment, else one per core.
    device: "cpu"; with the `train` extra also "cuda", "cuda:1" for the second GPU, or "torch", which runs the
        GPU's backend on the CPU.
    """
    return Predictor.from_folder(folders.DEFAULT if source is None else source, threads, device)
