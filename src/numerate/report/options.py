"""What a check is asked for."""

from __future__ import annotations

from dataclasses import dataclass

from numerate.report.report import UNLIKELY

FALSE_ALARMS = {"strict": 0.001, "balanced": 0.01, "sensitive": 0.05}
"""The share of correct numbers that may be flagged, by name."""


@dataclass(frozen=True)
class CheckOptions:
    """What to look for, and how readily to speak up.

    false_alarms: the share of correct numbers that may be flagged; about so many will be.
    consistency: look for numbers that contradict each other.
    unlikely: judge each number with the model.
    keep: keep what the model says of every number, for whoever draws it.
    """

    false_alarms: float = FALSE_ALARMS["balanced"]
    consistency: bool = True
    unlikely: bool = True
    keep: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.false_alarms <= 1:
            raise ValueError(f"false_alarms={self.false_alarms!r}: must be a share between 0 and 1")

    def looks_for(self, rule: str) -> bool:
        """Whether findings of this rule are looked for."""
        return self.unlikely if rule == UNLIKELY else self.consistency


def false_alarms(asked: str | float) -> float:
    """Read a share: a number of [0, 1], or strict, balanced or sensitive."""
    if isinstance(asked, str) and asked in FALSE_ALARMS:
        return FALSE_ALARMS[asked]
    try:
        share = float(asked)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise ValueError(
            f"{asked}: a rate of false alarms is a share such as 0.01, or one of {', '.join(FALSE_ALARMS)}"
        )
    return share
