"""Statistics of prepared splits, in bounded memory: the paper's table, values, and leading digits."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from numerate.training.prepare.reading import Instances
from numerate.training.prepare.shards import SPLITS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LN_EDGES = np.arange(-14.0, 37.25, 0.25)
"""Edges of the bins over ln y, from below 1e-6 to above 1e16, the default range of values."""
BENFORD = np.array([math.log10(1 + 1 / digit) for digit in range(1, 10)])
"""Frequencies of the leading digits 1 to 9 according to Benford's law."""


@dataclass(frozen=True)
class Statistics:
    """Statistics of a split: the rows of the paper's table, and the counts behind the plots."""

    documents: int
    instances: int
    average_length: float
    """In tokens."""
    average_characters: float
    percent_numbers: float
    """Share of the tokens that are numbers."""
    minimum: float
    median: float
    percentile_75: float
    percentile_90: float
    maximum: float
    zeros: int
    ln_histogram: tuple[int, ...]
    """Counts of positive numbers in the bins of LN_EDGES."""
    leading_digits: tuple[int, ...]
    """Counts of positive numbers that begin with 1, 2, … 9."""
    kinds: dict[str, int]


def write_statistics(folder: Path) -> dict[str, Statistics]:
    """Measure a prepared folder, and write the table, the figures and the plot into it."""
    statistics = measure(folder)
    (folder / "statistics.md").write_text(table(statistics) + "\n", encoding="utf-8")
    figures = json.dumps(as_json(statistics), indent=1)
    (folder / "statistics.json").write_text(figures + "\n", encoding="utf-8")
    plot(statistics, folder / "statistics.png")
    return statistics


def measure(folder: Path) -> dict[str, Statistics]:
    """Compute the statistics of each split of a prepared folder that has instances."""
    splits = {split: Instances(folder, split) for split in SPLITS}
    return {split: measure_split(instances) for split, instances in splits.items() if len(instances)}


def measure_split(instances: Instances) -> Statistics:
    """Compute the statistics of a split in a few passes, a shard at a time."""
    tokens = characters = 0
    histogram = np.zeros(len(LN_EDGES) - 1, dtype=np.int64)
    digits = np.zeros(10, dtype=np.int64)
    kinds = np.zeros(len(instances.kinds), dtype=np.int64)
    minimum, maximum, numbers, positive_numbers = np.inf, 0.0, 0, 0
    for part in instances.parts():
        tokens += len(part.ids)
        characters += int(part.characters.sum())
        positive = part.values[part.values > 0]
        histogram += np.histogram(np.log(positive), LN_EDGES)[0]
        digits += np.bincount(leading_digits(positive), minlength=10)
        kinds += np.bincount(part.kinds, minlength=len(kinds))
        minimum, maximum = min(minimum, part.values.min()), max(maximum, part.values.max())
        numbers, positive_numbers = numbers + len(part.values), positive_numbers + len(positive)

    def values() -> Iterator[npt.NDArray[np.float64]]:
        return (part.values for part in instances.parts())

    return Statistics(
        documents=instances.manifest["counts"]["documents"][instances.split],
        instances=len(instances),
        average_length=tokens / len(instances),
        average_characters=characters / len(instances),
        percent_numbers=100 * numbers / tokens,
        minimum=float(minimum),
        median=quantile(values, numbers, 0.5),
        percentile_75=quantile(values, numbers, 0.75),
        percentile_90=quantile(values, numbers, 0.9),
        maximum=float(maximum),
        zeros=numbers - positive_numbers,
        ln_histogram=tuple(histogram.tolist()),
        leading_digits=tuple(digits[1:].tolist()),
        kinds={name: count for name, count in zip(instances.kinds, kinds.tolist(), strict=True) if count},
    )


def quantile(values: Callable[[], Iterator[npt.NDArray[np.float64]]], count: int, q: float) -> float:
    """Return the exact q-quantile (inverted cdf) of `count` non-negative values in constant memory.

    The bits of non-negative floats sort like the floats: a radix select over sixteen bits at a time finds the
    value in four passes, without a copy or a sort.
    """
    rank = max(0, int(np.ceil(q * count)) - 1)
    prefix = 0
    for shift in (48, 32, 16, 0):
        counts = np.zeros(1 << 16, dtype=np.int64)
        for part in values():
            bits = part.view(np.uint64)
            if shift < 48:
                bits = bits[bits >> np.uint64(shift + 16) == prefix]
            digits = (bits >> np.uint64(shift) & np.uint64(0xFFFF)).astype(np.int64)
            counts += np.bincount(digits, minlength=1 << 16)
        below = np.concatenate([[0], np.cumsum(counts)])
        digit = int(np.searchsorted(below, rank, side="right")) - 1
        rank -= int(below[digit])
        prefix = prefix << 16 | digit
    return float(np.uint64(prefix).view(np.float64))


def leading_digits(values: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
    """Return the first nonzero digit of each positive value."""
    mantissas = values / 10.0 ** np.floor(np.log10(values))
    # Rounding may leave the quotient just below the digit: 0.3 / 0.1 < 3.
    return np.clip(np.floor(mantissas * (1 + 1e-12)), 1, 9).astype(np.int64)


ROWS: tuple[tuple[str, str, str], ...] = (
    ("documents", "documents", ",d"),
    ("#instances", "instances", ",d"),
    ("avg-length (tokens)", "average_length", ".1f"),
    ("avg-length (characters)", "average_characters", ".1f"),
    ("%numbers", "percent_numbers", ".1f"),
    ("min", "minimum", ",.6g"),
    ("median 50", "median", ",.6g"),
    ("median 75", "percentile_75", ",.6g"),
    ("median 90", "percentile_90", ",.6g"),
    ("max", "maximum", ",.6g"),
)
"""Label, field and format of each row: those of the paper, with characters and documents added."""


def table(statistics: dict[str, Statistics]) -> str:
    """Format the paper's table as Markdown."""
    header = ["", *statistics]
    rows = [[name, *(format(getattr(s, key), form) for s in statistics.values())] for name, key, form in ROWS]
    widths = [max(len(row[i]) for row in [header, *rows]) for i in range(len(header))]

    def line(cells: list[str]) -> str:
        padded = [cells[0].ljust(widths[0])] + [
            c.rjust(w) for c, w in zip(cells[1:], widths[1:], strict=True)
        ]
        return f"| {' | '.join(padded)} |"

    rule = f"|{'-' * (widths[0] + 2)}|{'|'.join('-' * (w + 1) + ':' for w in widths[1:])}|"
    return "\n".join([line(header), rule, *map(line, rows)])


def as_json(statistics: dict[str, Statistics]) -> dict[str, Any]:
    """Return all statistics with the edges of the bins, as values that JSON can hold."""
    return {
        "splits": {split: asdict(measured) for split, measured in statistics.items()},
        "ln_edges": LN_EDGES.tolist(),
        "benford": BENFORD.tolist(),
    }


def plot(statistics: dict[str, Statistics], file: Path, title: str = "") -> None:
    """Plot the distribution of values over ln y, and that of leading digits with Benford's law."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 4), layout="constrained")
    values, digits = figure.subplots(1, 2, width_ratios=(3, 2))
    figure.suptitle(title)
    _draw_values(values, statistics)
    _draw_digits(digits, statistics)
    # Without this, the file would record the version of matplotlib and differ between machines.
    figure.savefig(file, dpi=110, metadata={"Software": None})


def _draw_values(axes: Axes, statistics: dict[str, Statistics]) -> None:
    total = np.sum([measured.ln_histogram for measured in statistics.values()], axis=0)
    for split, measured in statistics.items():
        counts = np.array(measured.ln_histogram)
        axes.stairs(counts / max(1, counts.sum()) / np.diff(LN_EDGES), LN_EDGES, label=split, alpha=0.8)
    used = np.flatnonzero(total)
    if len(used):
        axes.set_xlim(LN_EDGES[used[0]] - 1, LN_EDGES[used[-1] + 1] + 1)
    axes.set_xlabel("ln y")
    axes.set_ylabel("density over ln y")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)


def _draw_digits(axes: Axes, statistics: dict[str, Statistics]) -> None:
    digits = np.arange(1, 10)
    width = 0.8 / max(1, len(statistics))
    for i, (split, measured) in enumerate(statistics.items()):
        counts = np.array(measured.leading_digits)
        axes.bar(
            digits - 0.4 + (i + 0.5) * width, counts / max(1, counts.sum()), width, label=split, alpha=0.8
        )
    axes.plot(digits, BENFORD, "k.--", label="Benford")
    axes.set_xticks(digits)
    axes.set_xlabel("leading digit")
    axes.set_ylabel("share of the numbers")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
