"""Rules `grim`, `grimmer` and `debit`: means and standard deviations that whole numbers cannot have.

A mean of n whole numbers is a multiple of 1/n (GRIM: Brown and Heathers 2017). The sum of their squares,
which follows from mean and standard deviation, is a whole number too, and even exactly if their sum is
(GRIMMER: Anaya 2016). Of zeros and ones, the mean determines the standard deviation (DEBIT: Heathers and
Brown 2019).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import ceil, floor, sqrt
from typing import NamedTuple

from numerate.consistency.interval import Interval
from numerate.consistency.relation import Relation
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.skeleton import Skeleton
from numerate.consistency.statistics.compact import CompactText, step
from numerate.consistency.statistics.samples import HINT, samples
from numerate.text import Number

_DECIMAL = r"(?P<{}>(?<![\d.,])\d{{0,4}}\.\d{{2,4}}(?![\d%]|\.\d))"
_MEAN = re.compile(
    r"(?:(?<![A-Za-z])M ?= ?"
    r"|(?<![A-Za-z])(?:[Mm]ean|[Aa]verage[ds]?|[Pp]roportion)(?![A-Za-z])[^.;=\d]{0,70}?(?:[ =:(])"
    r"|made (?=[\d.]+ \w+ on average))" + _DECIMAL.format("mean")
)
_SD = re.compile(
    r"(?:(?<![A-Za-z])(?:SD|S\.D\.|[Ss]tandard deviation)(?![A-Za-z])(?: of)? ?[=:,]? ?)"
    + _DECIMAL.format("sd")
)
_SD_AFTER_MEAN = re.compile(r" ?(?:± ?|\( ?(?:SD ?)?)" + _DECIMAL.format("sd"))
_SD_NAMED = re.compile(
    r"[Mm]ean \((?:SD|standard deviation)\)|[Mm]ean ?(?:±|\+/-) ?(?:SD|standard deviation)|M ?\(SD\)"
)
_WHOLE = re.compile(
    r"\b(?:whole numbers?|integers?|ratings?|rated|Likert|\d-point|one-item|single[- ]item|ticked|chose|"
    r"(?:number|count|frequency) of|errors|siblings|falls|shifts|goals|visits|words|children|episodes)\b",
    re.IGNORECASE,
)
_NOT_WHOLE = re.compile(
    r"\b(?:items|scales|composite|index|indices|subscales?|averaged (?:over|across)|mean (?:over|across) the|"
    r"ages?|years?|kg|g|mg|cm|mm|ms|km|seconds?|minutes?|hours?|days?|weight|height|times?|speed|BMI|rates?|"
    r"per cent|percent|ratio|log|Hz|mV|V|adjusted|weighted|model|estimated|SE|SEM)\b|%|α ?=",
)
_BINARY = re.compile(
    r"\b(?:binary|dichotom\w+|dummy|0 or 1|0/1|1 or 0|coded (?:as )?[01]|yes ?= ?1|1 ?= ?yes)\b",
    re.IGNORECASE,
)
_LARGEST_SAMPLE = 100_000


class _Sample(NamedTuple):
    """Mean, standard deviation and size of one sample, as a sentence reports them."""

    n: Number
    mean: Number
    sd: Number | None
    sentence: str

    @property
    def size(self) -> int:
        return int(self.n.value)


def _read(skeleton: Skeleton) -> Iterator[_Sample]:
    """Yield the sentences that report one mean of one sample."""
    compact = skeleton.compact
    for start, end in compact.sentences:
        sizes = samples(compact, start, end)
        if len({number.value for number in sizes}) != 1 or not 2 <= sizes[0].value <= _LARGEST_SAMPLE:
            continue
        means = list(_MEAN.finditer(compact.text, start, end))
        if len({match["mean"] for match in means}) != 1:
            continue
        mean = compact.number(*means[0].span("mean"))
        sd = _sd(compact, start, end, means[0])
        if mean is not None:
            yield _Sample(sizes[0], mean, sd, compact.text[start:end])


def _sd(compact: CompactText, start: int, end: int, mean: re.Match[str]) -> Number | None:
    matches = list(_SD.finditer(compact.text, start, end))
    if not matches and _SD_NAMED.search(compact.text, start, end):
        after = _SD_AFTER_MEAN.match(compact.text, mean.end())
        matches = [after] if after else []
    return compact.number(*matches[0].span("sd")) if len(matches) == 1 else None


def _is_whole(sample: _Sample) -> bool:
    return _WHOLE.search(sample.sentence) is not None and not _NOT_WHOLE.search(sample.sentence)


def _sums(sample: _Sample) -> range:
    """Return the sums of whole numbers that give the mean as written."""
    half = step(sample.mean) / 2 + 1e-9
    n, mean = sample.size, sample.mean.value
    return range(ceil((mean - half) * n), floor((mean + half) * n) + 1)


def find_means(skeleton: Skeleton) -> Iterator[Relation]:
    """Read every mean of whole numbers with the size of its sample."""
    for sample in _read(skeleton):
        if not _is_whole(sample) or sample.size >= 1 / step(sample.mean):
            continue
        numbers = (sample.n, sample.mean)
        if _sums(sample):
            yield Relation("grim", numbers)
            continue
        n, places = sample.size, -int(sample.mean.decimal.as_tuple().exponent)
        below = floor(sample.mean.value * n)
        near = " or ".join(f"{total / n:.{places}f}" for total in (below, below + 1))
        problem = f"The mean of {n} whole numbers may be {near}, not {sample.mean.text}."
        yield Relation("grim", numbers, problem, (None, Interval(below / n, (below + 1) / n)))


def find_deviations(skeleton: Skeleton) -> Iterator[Relation]:
    """Read every mean of whole numbers with a standard deviation and the size of its sample."""
    for sample in _read(skeleton):
        if sample.sd is None or not _is_whole(sample) or _BINARY.search(sample.sentence):
            continue
        sums = _sums(sample)
        if not sums or sample.size >= 1 / step(sample.mean):
            continue
        numbers = (sample.n, sample.mean, sample.sd)
        if any(_has_squares(total, sample.size, sample.sd) for total in sums):
            yield Relation("grimmer", numbers)
            continue
        problem = (
            f"No {sample.size} whole numbers have a mean of {sample.mean.text} and a standard deviation of "
            f"{sample.sd.text}."
        )
        yield Relation("grimmer", numbers, problem, (None, None, None))


def _has_squares(total: int, n: int, sd: Number) -> bool:
    """Return whether whole numbers with this sum can have this standard deviation of a sample."""
    half = step(sd) / 2 + 1e-9
    low = (n - 1) * max(sd.value - half, 0.0) ** 2 + total * total / n
    high = (n - 1) * (sd.value + half) ** 2 + total * total / n
    least, most = ceil(low - 1e-9), floor(high + 1e-9)
    return most > least or (most == least and (most - total) % 2 == 0)


def find_binary(skeleton: Skeleton) -> Iterator[Relation]:
    """Read every mean of zeros and ones with a standard deviation and the size of its sample."""
    for sample in _read(skeleton):
        if sample.sd is None or not _BINARY.search(sample.sentence) or not 0 < sample.mean.value < 1:
            continue
        numbers = (sample.n, sample.mean, sample.sd)
        half, mean, n = step(sample.mean) / 2, sample.mean.value, sample.size
        ends = [sqrt(max(m * (1 - m), 0)) for m in (mean - half, mean + half)]
        high = (0.5 if mean - half <= 0.5 <= mean + half else max(ends)) * sqrt(n / (n - 1))
        possible = Interval(min(ends), high)
        margin = step(sample.sd)
        if possible.meets(Interval(sample.sd.value - margin, sample.sd.value + margin)):
            yield Relation("debit", numbers)
            continue
        expected = sqrt(n / (n - 1) * mean * (1 - mean))
        problem = (
            f"Zeros and ones with a mean of {sample.mean.text} have a standard deviation of {expected:.2f}, "
            f"not {sample.sd.text}."
        )
        yield Relation("debit", numbers, problem, (None, None, possible))


GRIM = ConsistencyRule(
    name="grim",
    title="A mean that whole numbers cannot have",
    description="A mean of n whole numbers is a multiple of 1/n.",
    level="error",
    example="The mean number of siblings was 1.53 (n = 31).",
    find=find_means,
    hint=HINT,
    last_is_derived=True,
)
GRIMMER = ConsistencyRule(
    name="grimmer",
    title="A standard deviation that whole numbers cannot have",
    description="No whole numbers have both this mean and this standard deviation.",
    level="error",
    example="Mean number of visits: 3.57 (SD = 1.61; N = 14).",
    find=find_deviations,
    hint=HINT,
    last_is_derived=True,
)
DEBIT = ConsistencyRule(
    name="debit",
    title="A standard deviation that zeros and ones cannot have",
    description="The mean of zeros and ones determines their standard deviation.",
    level="error",
    example="Choices were scored 0/1 (M = 0.70, SD = 0.74, n = 30).",
    find=find_binary,
    hint=HINT,
    last_is_derived=True,
)
