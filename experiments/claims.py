"""What the paper concludes, put to our figures: a claim is a list of comparisons, each of which may fail."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from .results import Difference, Results
from .spec import Column, Experiment

Outcome = Literal["as claimed", "equivalent", "not shown", "the other way round"]


@dataclass(frozen=True)
class Comparison:
    """One experiment said to be better than another in one figure, or as good."""

    better: Experiment
    worse: Experiment
    column: Column
    against: Column | None = None
    """The figure of the second, where each is compared at its better point."""

    def gain(self, results: Results) -> Difference | None:
        """By how much the first is better, in the units of the column; None where one of them was not run."""
        against = self.against.figure if self.against else None
        found = results.difference(self.better, self.worse, self.column.figure, against)
        if found is None:
            return None
        sign = self.column.scale * (1 if self.column.higher_is_better else -1)
        return replace(found, value=sign * found.value, error=self.column.scale * found.error)

    def outcome(self, gain: Difference) -> Outcome:
        """What came of it: a difference beyond the interval, equivalence within the margin, or neither."""
        if gain.differs:
            return "as claimed" if gain.value > 0 else "the other way round"
        return "equivalent" if gain.is_within(self.column.margin) else "not shown"


Found = tuple[Comparison, Difference]


@dataclass(frozen=True)
class Claim:
    """A sentence of the paper, or one of ours."""

    text: str
    comparisons: tuple[Comparison, ...]
    equal: bool = False
    """Whether it says that the two are equivalent."""

    def found(self, results: Results) -> list[Found]:
        """The comparisons of which both sides were run."""
        gains = [(comparison, comparison.gain(results)) for comparison in self.comparisons]
        return [(comparison, gain) for comparison, gain in gains if gain is not None]

    def answer(self, results: Results) -> str:
        """Say in a line whether it holds, and on what figures."""
        found = self.found(results)
        if not found:
            return "not run"
        outcomes = [comparison.outcome(gain) for comparison, gain in found]
        kept = sum(self._keeps(comparison, gain) for comparison, gain in found)
        verdict = "holds" if kept == len(found) else "does not hold" if kept == 0 else "holds in part"
        others: tuple[Outcome, ...] = ("the other way round", "not shown")
        counts = [f"{kept} of {len(found)} comparisons"]
        counts += [f"{n} {other}" for other in others if (n := outcomes.count(other))]
        return f"*{verdict}* ({', '.join(counts)}; {_seeds(found)}): {self._gains(found)}"

    def table(self, results: Results) -> str:
        """Every comparison with its difference, interval, seeds and outcome, as Markdown."""
        lines = [
            "| first | second | figure | first better by | seeds | outcome |",
            "|---|---|---|--:|--:|---|",
        ]
        for comparison, gain in self.found(results):
            column, (low, high) = comparison.column, gain.interval
            figure = column.heading.rstrip(" ↑↓")
            if comparison.against:
                figure += f"; second: {comparison.against.heading.rstrip(' ↑↓')}"
            difference = f"{_signed(gain.value, column)} ({_signed(low, column)} to {_signed(high, column)})"
            seeds = "{} and {}".format(*gain.seeds)
            outcome = comparison.outcome(gain)
            if self.equal:
                within = gain.is_within(column.margin)
                outcome += f"; {'within' if within else 'not within'} {column.margin:g}"
            names = f"{comparison.better.name} | {comparison.worse.name}"
            lines.append(f"| {names} | {figure} | {difference} | {seeds} | {outcome} |")
        return "\n".join(lines)

    def _keeps(self, comparison: Comparison, gain: Difference) -> bool:
        """Whether a comparison came out as said; a difference within the margin is one of no interest."""
        if self.equal:
            return gain.is_within(comparison.column.margin)
        return comparison.outcome(gain) == "as claimed"

    def _gains(self, found: list[Found]) -> str:
        """By how much, with its interval; where there are several, from the least to the most."""
        parts = []
        for column in dict.fromkeys(comparison.column for comparison, _ in found):
            gains = [gain for comparison, gain in found if comparison.column == column]
            name = column.heading.rstrip(" ↑↓")
            margin = f", margin {column.margin:g}" if self.equal else ""
            if len(gains) == 1:
                low, high = gains[0].interval
                parts.append(
                    f"{name} better by {_signed(gains[0].value, column)} "
                    f"({_signed(low, column)} to {_signed(high, column)}{margin})"
                )
            else:
                low, high = min(g.value for g in gains), max(g.value for g in gains)
                parts.append(f"{name} better by {_signed(low, column)} to {_signed(high, column)}{margin}")
        return "; ".join(parts)


def _signed(value: float, column: Column) -> str:
    return f"{round(value, column.digits) + 0.0:+.{column.digits}f}"


def _seeds(found: list[Found]) -> str:
    fewest, most = (f(min(gain.seeds) for _, gain in found) for f in (min, max))
    counts = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    return f"{counts} seed{'s' if most > 1 else ''} each"


def compare(
    better: Experiment, worse: Experiment | tuple[Experiment, ...], *columns: Column
) -> tuple[Comparison, ...]:
    """One experiment against others, in several figures."""
    others = worse if isinstance(worse, tuple) else (worse,)
    return tuple(Comparison(better, other, column) for other in others for column in columns)
