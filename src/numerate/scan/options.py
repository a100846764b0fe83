"""Options of a scan."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from numerate.report.options import CheckOptions, declared


@dataclass(frozen=True, kw_only=True)
class ScanOptions(CheckOptions):
    """Everything that the result of a scan depends on, except its sources and the model.

    every: write every number, not only findings.
    text, id, source: columns of records that hold the text, a name for it, and its origin; by default the
        usual names are tried.
    largest: the most bytes a record may have.
    seconds: time limit for a document, and again for each further megabyte of it.
    partition: bytes per partition.
    """

    every: bool = False
    text: str | None = None
    id: str | None = None
    source: str | None = None
    largest: int = 16 << 20
    seconds: float = 120.0
    partition: int = 1 << 20

    @property
    def check(self) -> CheckOptions:
        """Options of the check of one document."""
        values = {name: getattr(self, name) for name, _ in declared(CheckOptions)}
        return CheckOptions(**values | {"keep": self.every})

    def to_dict(self) -> dict[str, Any]:
        """Return a dict that JSON can hold."""
        return {name: value for name, value in asdict(self).items() if name != "keep"}
