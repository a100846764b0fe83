"""What the paper concludes, put to our figures: a claim is a list of comparisons, each of which may fail."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from .results import Results
from .spec import Column, Experiment

Outcome = Literal["as claimed", "level", "the other way round"]


@dataclass(frozen=True)
class Comparison:
    """One experiment said to be better than another in one figure."""

    better: Experiment
    worse: Experiment
    column: Column

    def outcome(self, results: Results) -> tuple[Outcome, float] | None:
        """What came of it, and by how much the first is better; None where one of them was not run.

        Differences within the uncertainty of both figures count as level. The two were tested on the same
        numbers, which makes this cautious.
        """
        one, other = (results.figure(e, self.column.figure) for e in (self.better, self.worse))
        if one is None or other is None:
            return None
        gain = (one.value - other.value) * (1 if self.column.higher_is_better else -1)
        noise = math.hypot(one.uncertainty, other.uncertainty)
        outcome: Outcome = (
            "as claimed" if gain > noise else "the other way round" if gain < -noise else "level"
        )
        return outcome, gain * self.column.scale


@dataclass(frozen=True)
class Claim:
    """A sentence of the paper."""

    text: str
    comparisons: tuple[Comparison, ...]
    equal: bool = False
    """Whether it says that the two are level."""

    def answer(self, results: Results) -> str:
        """Say in a line whether it holds, and on what figures."""
        found = [(c, outcome) for c in self.comparisons if (outcome := c.outcome(results)) is not None]
        if not found:
            return "not run"
        wanted = "level" if self.equal else "as claimed"
        kept = sum(outcome == wanted for _, (outcome, _) in found)
        reversed_ = sum(outcome == "the other way round" for _, (outcome, _) in found)
        verdict = "holds" if kept == len(found) else "does not hold" if kept == 0 else "holds in part"
        counts = f"{kept} of {len(found)} comparisons" + (
            f", {reversed_} the other way round" if reversed_ else ""
        )
        return f"**{verdict}** ({counts}): {self._gains(found)}"

    def _gains(self, found: list[tuple[Comparison, tuple[Outcome, float]]]) -> str:
        """By how much, from the least to the most, for each figure."""
        parts = []
        for column in dict.fromkeys(comparison.column for comparison, _ in found):
            gains = [gain for comparison, (_, gain) in found if comparison.column == column]
            low, high = (
                f"{round(g, column.digits) + 0.0:+.{column.digits}f}" for g in (min(gains), max(gains))
            )
            name = column.heading.rstrip(" ↑↓")
            parts.append(f"{name} better by {low}" if low == high else f"{name} better by {low} to {high}")
        return "; ".join(parts)


def compare(
    better: Experiment, worse: Experiment | tuple[Experiment, ...], *columns: Column
) -> tuple[Comparison, ...]:
    """One experiment against others, in several figures."""
    others = worse if isinstance(worse, tuple) else (worse,)
    return tuple(Comparison(better, other, column) for other in others for column in columns)
