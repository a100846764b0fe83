"""An index of the quantities of sources, by value and by the words around them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from heapq import nlargest
from math import inf, isfinite, log

from numerate.consistency.sources.calendar import Calendar
from numerate.consistency.sources.elapsed import Elapsed, elapsed_times
from numerate.consistency.sources.enumerations import Enumerations, enumerations_of
from numerate.consistency.sources.labels import Labels
from numerate.consistency.sources.quantity import Quantity
from numerate.consistency.sources.reading import SourceText
from numerate.consistency.sources.records import Records
from numerate.consistency.sources.speakers import speakers_of
from numerate.consistency.sources.values import Allowed, is_decimal_fraction, is_rival, states_value

_ALL = 80
"""Quantities of sources up to which every one is compared with every number of a draft."""
_RIVALS = 16
"""Quantities with other values that are compared with a number of a draft, of longer sources."""
_MATCHES = 16
"""Quantities with its value that are compared with it."""
_KEYS = 12
"""Words near a number by which its rivals are looked up."""
_LOOKED_UP = 300
"""Occurrences of these words that are looked up for a number, those of the rarest first."""


_AROUND = 2
"""Passages before and after one that are about the same."""


class SourceIndex:
    """The quantities of one or more sources."""

    def __init__(self, sources: Sequence[SourceText]) -> None:
        self.sources = sources
        self.quantities = [quantity for source in sources for quantity in source.quantities]
        self.names = frozenset(name for source in sources for name in source.names)
        frequency: Counter[str] = Counter()
        for source in sources:
            for passage in source.passages:
                frequency.update(passage.stems)
        passages = 1 + sum(len(source.passages) for source in sources)
        self._idf = {key: log(1 + passages / (0.5 + count)) for key, count in frequency.items()}
        self._unknown = log(1 + 2 * passages)
        self._masses: dict[int, tuple[dict[str, float], float]] = {}
        bases: defaultdict[str, list[tuple[float, int]]] = defaultdict(list)
        for i, quantity in enumerate(self.quantities):
            if isfinite(quantity.base):
                bases[quantity.measure].append((abs(quantity.base), i))
        self._bases = {measure: sorted(pairs) for measure, pairs in bases.items()}
        values = ((abs(quantity.value), i) for i, quantity in enumerate(self.quantities))
        self._values = sorted(pair for pair in values if isfinite(pair[0]))
        self._postings: defaultdict[str, list[int]] = defaultdict(list)
        if len(self.quantities) > _ALL:
            for i, quantity in enumerate(self.quantities):
                for key in quantity.near.keys() | quantity.owner:
                    self._postings[key].append(i)
        self._of_tables: dict[tuple[int, int], tuple[frozenset[str], frozenset[str]]] = {}
        self.records = Records(self.quantities)
        self._values_of: defaultdict[tuple[int, int], set[float]] = defaultdict(set)
        for quantity in self.quantities:
            self._values_of[quantity.document, quantity.passage].add(quantity.number.value)
        self._near_values: dict[tuple[int, int], frozenset[float]] = {}
        self._wide: dict[tuple[int, int], frozenset[str]] = {}
        self._last: tuple[Quantity, dict[int, float]] | None = None

    @cached_property
    def enumerations(self) -> Enumerations:
        """The lists of the sources."""
        return Enumerations(each for source in self.sources for each in enumerations_of(source))

    @cached_property
    def labels(self) -> Labels:
        """The numbers that name things in the sources."""
        texts = (source.document.text for source in self.sources)
        return Labels(texts, (quantity.number.value for quantity in self.quantities))

    @cached_property
    def calendar(self) -> Calendar:
        """The months and weekdays that the sources name."""
        return Calendar(source.document.text for source in self.sources)

    @cached_property
    def conversations(self) -> list[list[str]]:
        """The speakers of each source, none of one that is no conversation."""
        return [speakers_of(source.document.text) for source in self.sources]

    @cached_property
    def elapsed(self) -> list[Elapsed]:
        """The times between dates and times of day that stand near each other, shortest first."""
        return elapsed_times(self.sources)

    def idf(self, key: str) -> float:
        """Return the weight of a stem: the rarer in the sources, the higher."""
        return self._idf.get(key, self._unknown)

    def masses(self, quantity: Quantity) -> tuple[dict[str, float], float]:
        """Return the stems near a quantity, each with its nearness times its weight, and their total."""
        key = id(quantity)
        if key not in self._masses:
            masses = {word: near * self.idf(word) for word, near in quantity.near.items()}
            self._masses[key] = masses, sum(masses.values())
        return self._masses[key]

    def knows(self, key: str) -> bool:
        """Return whether a stem occurs in the sources."""
        return key in self._idf

    def wide(self, quantity: Quantity) -> frozenset[str]:
        """Return the stems of the passage of a quantity and of those before and after it."""
        key = quantity.document, quantity.passage
        if key not in self._wide:
            passages = self.sources[quantity.document].passages
            at = quantity.passage
            near = () if quantity.cell else (at - 2, at - 1, at + 1)
            stems = quantity.stems
            for i in near:
                if 0 <= i < len(passages):
                    stems = stems | passages[i].stems
            self._wide[key] = stems
        return self._wide[key]

    def values_near(self, quantity: Quantity) -> frozenset[float]:
        """Return the values of the passage of a quantity and of those around it."""
        key = quantity.document, quantity.passage
        if key not in self._near_values:
            at = quantity.passage
            self._near_values[key] = frozenset(
                value
                for i in range(at - _AROUND, at + _AROUND + 1)
                for value in self._values_of.get((quantity.document, i), ())
            )
        return self._near_values[key]

    def row_labels(self, quantity: Quantity) -> frozenset[str]:
        """Return the words of all rows of its table."""
        return self._table(quantity)[0]

    def column_labels(self, quantity: Quantity) -> frozenset[str]:
        """Return the words of all columns of its table."""
        return self._table(quantity)[1]

    def _table(self, quantity: Quantity) -> tuple[frozenset[str], frozenset[str]]:
        if not self._of_tables:
            rows: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
            columns: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
            for cell in (each for each in self.quantities if each.cell):
                key = cell.document, cell.cell[0] if cell.cell else 0
                rows[key] |= cell.names | cell.row
                columns[key] |= cell.column
            self._of_tables = {key: (frozenset(rows[key]), frozenset(columns[key])) for key in rows}
        table = quantity.cell[0] if quantity.cell else 0
        return self._of_tables.get((quantity.document, table), (frozenset(), frozenset()))

    def matches(self, draft: Quantity, bounds: Allowed) -> list[int]:
        """Return the quantities whose value the draft's number may state."""
        sizes = _sizes(bounds.low, bounds.high)
        slices = [
            _between(self._bases.get(draft.measure, []), sizes),
            _between(self._values, _sizes(bounds.low_value, bounds.high_value)),
        ]
        if draft.measure == "percent":  # "85%" for 0.85
            slices.append(_between(self._bases.get("count", []), sizes))
        elif draft.measure == "count" and is_decimal_fraction(draft):
            slices.append(_between(self._bases.get("percent", []), sizes))
        if sum(last - first for _, first, last in slices) <= 4 * _MATCHES:
            candidates = {i for pairs, first, last in slices for _, i in pairs[first:last]}
        else:
            candidates = self._most_shared(draft, bounds)
            if len(candidates) < _MATCHES:
                for pairs, first, last in slices:
                    candidates.update(i for _, i in pairs[first : min(last, first + _MATCHES)])
        related = [i for i in sorted(candidates) if states_value(draft, bounds, self.quantities[i])]
        if len(related) > _MATCHES:
            return nlargest(_MATCHES, related, key=lambda i: self._affinity(draft, self.quantities[i]))
        return related

    def _most_shared(self, draft: Quantity, bounds: Allowed) -> set[int]:
        """Return, of a value that stands everywhere, the places that share most words with the draft."""
        shared, quantities = self._shared_words(draft), self.quantities
        least, most = _sizes(bounds.low, bounds.high)
        least_value, most_value = _sizes(bounds.low_value, bounds.high_value)
        within = [
            (score, -i)
            for i, score in shared.items()
            if least <= abs(quantities[i].base) <= most
            or least_value <= abs(quantities[i].value) <= most_value
        ]
        return {-i for _, i in nlargest(2 * _MATCHES, within)}

    def rivals(self, draft: Quantity, bounds: Allowed) -> list[int]:
        """Return quantities with other values that the draft's number may be about."""
        return [
            i
            for i in self._neighbours(draft)
            if not self.quantities[i].is_implied
            and is_rival(draft, self.quantities[i])
            and not states_value(draft, bounds, self.quantities[i])
        ]

    def nearby(self, draft: Quantity) -> list[Quantity]:
        """Return quantities that share words with a number of a draft."""
        return [self.quantities[i] for i in self._neighbours(draft)]

    def _neighbours(self, draft: Quantity) -> Sequence[int]:
        if len(self.quantities) <= _ALL:
            return range(len(self.quantities))
        shared = self._shared_words(draft)
        return [-i for _, i in nlargest(_RIVALS, ((score, -i) for i, score in shared.items()))]

    def _shared_words(self, draft: Quantity) -> dict[int, float]:
        """Return the weight of the words, but frequent ones, that quantities share with a draft's number."""
        if self._last is not None and self._last[0] is draft:
            return self._last[1]
        scores: defaultdict[int, float] = defaultdict(float)
        keys = nlargest(_KEYS, draft.near, key=lambda key: draft.near[key] * self.idf(key))
        postings = [(key, self._postings[key]) for key in {*keys, *draft.owner} if key in self._postings]
        left = _LOOKED_UP
        for key, posting in sorted(postings, key=lambda pair: (len(pair[1]), pair[0])):
            left -= len(posting)
            if left < 0:
                break
            weight = draft.near.get(key, 0.5) * self.idf(key)
            for i in posting:
                scores[i] += weight
        self._last = draft, scores
        return scores

    def _affinity(self, draft: Quantity, source: Quantity) -> float:
        shared = draft.near.keys() & source.stems
        return sum(draft.near[key] * self.idf(key) for key in shared) + len(draft.owner & source.names)

    def of_measure(self, measure: str) -> Iterator[Quantity]:
        """Yield the quantities of a measure."""
        return (self.quantities[i] for _, i in self._bases.get(measure, []))

    def count(self, measure: str) -> int:
        """Return how many quantities have a measure."""
        return len(self._bases.get(measure, []))


_Slice = tuple[list[tuple[float, int]], int, int]
"""Sizes of quantities with their indices, in order, and where some of them begin and end."""


def _sizes(low: float, high: float) -> tuple[float, float]:
    """Return the least and the largest size of values between two, with slack for rounding errors."""
    low, high = sorted((abs(low), abs(high)))
    return low - 1e-9 * high, high + 1e-9 * high


def _between(pairs: list[tuple[float, int]], sizes: tuple[float, float]) -> _Slice:
    """Return the slice of the pairs whose sizes lie between two."""
    return pairs, bisect_left(pairs, (sizes[0], -1)), bisect_right(pairs, (sizes[1], inf))
