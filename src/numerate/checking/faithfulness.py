"""Score summaries by their numbers: which follow from the source, and which of the source they state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from numerate.consistency.sources.index import SourceIndex
from numerate.consistency.sources.support import SourceSupport
from numerate.consistency.sources.tracing import FALSE_ALARMS, index_sources, trace_document
from numerate.documents import Document
from numerate.errors import InputError
from numerate.io.processes import available_processors, serve_parent, worker_context

SourceAndSummary = tuple[Any, str] | Mapping[str, Any]

_CHUNK = 100
"""Pairs that a process scores at a time."""
_PARALLEL = 400
"""Pairs from which on further processes are worth their start."""


@dataclass(frozen=True)
class PairScore:
    """The numbers of one summary."""

    numbers: int
    """Numbers that need support."""
    supported: int
    contradicted: int
    absent: int
    exempt: int
    stated: int
    """Distinct quantities of the source that the summary states."""
    in_source: int
    """Distinct quantities of the source."""
    unsupported: tuple[dict[str, Any], ...] = field(repr=False)
    """Numbers that are contradicted or absent, with their places and what the source has instead."""

    @property
    def precision(self) -> float | None:
        """Share of the summary's numbers that follow from the source; None where it has none."""
        return self.supported / self.numbers if self.numbers else None

    @property
    def recall(self) -> float | None:
        """Share of the source's distinct quantities that the summary states; None where it has none."""
        return self.stated / self.in_source if self.in_source else None

    @property
    def is_faithful(self) -> bool | None:
        """Whether every number follows from the source; None where there is none to judge."""
        return self.supported == self.numbers if self.numbers else None

    def to_dict(self) -> dict[str, Any]:
        """Return one line of JSON lines."""
        return {
            "faithful": self.is_faithful,
            "precision": self.precision,
            "recall": self.recall,
            "numbers": self.numbers,
            "supported": self.supported,
            "contradicted": self.contradicted,
            "absent": self.absent,
            "exempt": self.exempt,
            "unsupported": list(self.unsupported),
        }


@dataclass(frozen=True)
class Faithfulness:
    """The scores of a batch of summaries, and their means."""

    scores: tuple[PairScore, ...]

    def __repr__(self) -> str:
        """Show the metric, not the scores of thousands of pairs."""
        return f"Faithfulness({', '.join(f'{name}={value!r}' for name, value in self.to_dict().items())})"

    @property
    def precision(self) -> float | None:
        """Share of all numbers of the summaries that follow from their sources."""
        numbers = sum(score.numbers for score in self.scores)
        return sum(score.supported for score in self.scores) / numbers if numbers else None

    @property
    def recall(self) -> float | None:
        """Mean share of the quantities of a source that its summary states."""
        shares = [score.recall for score in self.scores if score.recall is not None]
        return sum(shares) / len(shares) if shares else None

    @property
    def faithful_share(self) -> float | None:
        """Share of the summaries, of those that have numbers, whose numbers all follow from their sources."""
        judged = [score.is_faithful for score in self.scores if score.is_faithful is not None]
        return sum(judged) / len(judged) if judged else None

    def to_dict(self) -> dict[str, Any]:
        """Return the metric, with names that fit next to those of other metrics."""
        return {
            "number_precision": self.precision,
            "number_recall": self.recall,
            "faithful_share": self.faithful_share,
            "pairs": len(self.scores),
            "pairs_with_numbers": sum(score.numbers > 0 for score in self.scores),
            "numbers": sum(score.numbers for score in self.scores),
        }


def faithfulness(
    pairs: Iterable[SourceAndSummary], false_alarms: float = FALSE_ALARMS, processes: int | None = None
) -> Faithfulness:
    """Score summaries by their numbers, each against its source.

    A pair is (source, summary), or a mapping with `source` and `summary`. A source is a text, or a list of
    texts.

    false_alarms: share of the numbers that a source does state which may count as unsupported.
    processes: processes to use; by default all processors for many pairs, and one for few.
    """
    return Faithfulness(tuple(score_pairs(pairs, false_alarms, processes)))


def score_pairs(
    pairs: Iterable[SourceAndSummary], false_alarms: float = FALSE_ALARMS, processes: int | None = None
) -> Iterator[PairScore]:
    """Yield the score of each pair, in order."""
    texts = map(_read_pair, pairs)
    first = list(islice(texts, _PARALLEL))
    wanted = processes or (available_processors() if len(first) == _PARALLEL else 1)
    if wanted == 1:
        for pair in first:
            yield _score(pair, false_alarms)
        for pair in texts:
            yield _score(pair, false_alarms)
        return
    context = worker_context(__name__)
    with ProcessPoolExecutor(wanted, context, initializer=serve_parent) as pool:
        chunks = _chunks(_chain(first, texts))
        waiting = [pool.submit(_score_chunk, chunk, false_alarms) for chunk in islice(chunks, 4 * wanted)]
        while waiting:
            yield from waiting.pop(0).result()
            for chunk in islice(chunks, 1):
                waiting.append(pool.submit(_score_chunk, chunk, false_alarms))


def _chain(first: Iterable[_Texts], then: Iterable[_Texts]) -> Iterator[_Texts]:
    yield from first
    yield from then


_Texts = tuple[tuple[str, ...], str]


def _chunks(pairs: Iterator[_Texts]) -> Iterator[list[_Texts]]:
    while chunk := list(islice(pairs, _CHUNK)):
        yield chunk


def _read_pair(pair: SourceAndSummary) -> _Texts:
    if isinstance(pair, Mapping):
        missing = [name for name in ("source", "summary") if name not in pair]
        if missing:
            raise InputError(f"a pair has no {missing[0]!r}; give it both `source` and `summary`")
        source, summary = pair["source"], pair["summary"]
    else:
        source, summary = pair
    sources = (source,) if isinstance(source, str) else tuple(source)
    if not isinstance(summary, str) or not all(isinstance(text, str) for text in sources):
        raise InputError("a pair holds texts: a source, or several in a list, and a summary")
    return sources, summary


def _score_chunk(pairs: list[_Texts], false_alarms: float) -> list[PairScore]:
    return [_score(pair, false_alarms) for pair in pairs]


def _score(pair: _Texts, false_alarms: float) -> PairScore:
    sources, summary = pair
    index = index_sources([Document.from_text(text) for text in sources])
    supports = list(trace_document(Document.from_text(summary), index, false_alarms))
    verdicts = Counter(support.verdict for support in supports)
    supported = sum(support.is_supported for support in supports)
    stated, in_source = _stated(supports, index)
    return PairScore(
        numbers=len(supports) - verdicts["exempt"],
        supported=supported,
        contradicted=verdicts["contradicted"],
        absent=verdicts["absent"],
        exempt=verdicts["exempt"],
        stated=stated,
        in_source=in_source,
        unsupported=tuple(_record(s) for s in supports if s.verdict in ("contradicted", "absent")),
    )


def _stated(supports: Iterable[SourceSupport], index: SourceIndex) -> tuple[int, int]:
    """Count the distinct quantities of the source that a summary states, and all of them."""
    key_of = {(q.document, q.number.start): (q.measure, q.base) for q in index.quantities if not q.is_implied}
    numbers = {id(source.document): i for i, source in enumerate(index.sources)}
    stated = {
        key_of.get((numbers[id(place.document)], place.start))
        for support in supports
        if support.is_supported
        for place in (support.evidence if support.verdict == "derived" else support.evidence[:1])
    }
    return len(stated - {None}), len(set(key_of.values()))


def _record(support: SourceSupport) -> dict[str, Any]:
    return {
        "text": support.number.text,
        "start": support.number.start,
        "end": support.number.end,
        "verdict": support.verdict,
        "confidence": round(support.confidence, 4),
        "source": [place.text for place in support.evidence[:1]],
    }
