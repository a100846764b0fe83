"""What is compared: a check as it ships, another model's density, and the marginal distribution alone."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np

from numerate.checking.check import check_document
from numerate.checking.score import Prose
from numerate.distributions import GMM, Distribution
from numerate.documents import Document
from numerate.errors import ModelFolderError
from numerate.model import Judged, Predictor, load
from numerate.model.calibration import Calibration, PValueTable
from numerate.model.folder import Config
from numerate.model.network import Network, Window, open_backend
from numerate.report.options import UNLIKELY, CheckOptions
from numerate.text import Number, extract
from numerate.text.wordpieces import DEFAULT, WordPieces
from numerate.typos.typos import typo_posteriors

RATE = 0.01
_UNHEARD_OF = 60.0
"""The surprise of a number that a density knows nothing of."""
_COMPONENTS = 255
_AT_A_TIME = 256
_KNOWN = 20_000


class Found(NamedTuple):
    """A number that is flagged at a rate of 1%, with the first value that is suggested for it."""

    start: int
    end: int
    suggestion: float | None
    certain: bool = False
    """A contradiction."""


class Outcome(NamedTuple):
    """What a system makes of a document."""

    p_values: list[float | None]
    """One for each number; None where it was not judged."""
    found: list[Found]
    """Worst first."""


class System(Protocol):
    def judge(self, document: Document) -> Outcome: ...


class Streaming(Protocol):
    """Says of every number of a text what it may be, as a model does."""

    def stream(self, text: str) -> Iterator[Judged]: ...


@dataclass(frozen=True)
class Check:
    """`numerate check` with a model."""

    model: Predictor

    def judge(self, document: Document) -> Outcome:
        report = check_document(document, self.model, CheckOptions(false_alarms=RATE))
        found = [
            Found(f.start, f.end, f.suggestions[0].value if f.suggestions else None, f.rule != UNLIKELY)
            for f in report.findings
        ]
        return Outcome([number.p_value for number in report.numbers], found)


class Density:
    """−log density over ln y, ranked among that of held-out numbers; its suggestions are those of a check."""

    def __init__(self, knowing: Streaming, min_prose_share: float) -> None:
        self._knowing, self._min_prose_share = knowing, min_prose_share
        self._table = PValueTable()

    def surprises(self, document: Document) -> list[float]:
        """How surprising each number is that is judged."""
        return [surprise for *_, surprise in self._see(document) if surprise is not None]

    def rank_among(self, surprises: Sequence[float]) -> None:
        """Take the surprises of held-out numbers for what is usual."""
        self._table = PValueTable.fit(np.array(surprises))

    def judge(self, document: Document) -> Outcome:
        seen = list(self._see(document))
        surprises = np.array([-np.inf if surprise is None else surprise for *_, surprise in seen])
        p_values = self._table.look_up(surprises).tolist()
        flagged = [i for i in np.argsort(-surprises, kind="stable").tolist() if p_values[i] <= RATE]
        return Outcome(
            [None if surprise is None else p for (*_, surprise), p in zip(seen, p_values, strict=True)],
            [self._found(*seen[i][:2], document.text) for i in flagged],
        )

    def _found(self, number: Number, distribution: Distribution, text: str) -> Found:
        [found] = typo_posteriors([number], text, distribution[None], most=1)
        return Found(number.start, number.end, found.typos[0].value if found.typos else None)

    def _see(self, document: Document) -> Iterator[tuple[Number, Distribution | None, float | None]]:
        """Each number, what it may be, and its surprise; abstains from the same text as a check does."""
        prose = Prose(document)
        for judged in self._knowing.stream(document.text):
            surprises = -np.asarray(judged.distributions.log_prob(judged.values, measure="log"), np.float64)
            surprises = np.where(np.isfinite(surprises), surprises, _UNHEARD_OF)
            places = {int(i): n for n, i in enumerate(judged.index)}
            around = prose.around(judged.numbers)
            for i, (number, (share, _)) in enumerate(zip(judged.numbers, around, strict=True)):
                if i in places and share >= self._min_prose_share:
                    yield number, judged.distributions[places[i]], float(surprises[places[i]])
                else:
                    yield number, None, None


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
    """An exported model, or a checkpoint, such as that of BERT-DExp."""
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
    config = Config(model.config.head, support, support.lower, support.upper, support.zero, tokens)
    pieces = folder / "tokenizer.json"
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch, "model.onnx")
        onnx.save(to_onnx(model, tokens), file)
        make = OneAtATime if model.config.objective == "masked" else Network
        network = Remembering(make(open_backend(file, threads=1), config.family, support, model.number_id))
    return Predictor(config, network, WordPieces(pieces if pieces.exists() else DEFAULT))
