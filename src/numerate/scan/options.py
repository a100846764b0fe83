"""What a scan is asked for."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from numerate.report.options import FALSE_ALARMS, CheckOptions


@dataclass(frozen=True)
class ScanOptions:
    """Everything that the result of a scan depends on, but for its sources and the model.

    false_alarms, consistency, unlikely: as of a check.
    every: note every number, not only findings.
    text, id, source: the columns of records that hold the text, a name for it, and where it is from; else
        those that are usual.
    largest: bytes of a record at most.
    seconds: for a document, and as long again for each further megabyte of it.
    partition: bytes to a partition.
    """

    false_alarms: float = FALSE_ALARMS["balanced"]
    consistency: bool = True
    unlikely: bool = True
    every: bool = False
    text: str | None = None
    id: str | None = None
    source: str | None = None
    largest: int = 16 << 20
    seconds: float = 120.0
    partition: int = 1 << 20

    @property
    def check(self) -> CheckOptions:
        """What is asked of the check of one document."""
        return CheckOptions(self.false_alarms, self.consistency, self.unlikely, keep=self.every)

    def to_dict(self) -> dict[str, Any]:
        """A JSON-able dict."""
        return asdict(self)
