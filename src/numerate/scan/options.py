"""Options of a scan."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from numerate.report.options import CheckOptions, declared

_MANIFEST_KEYS = {
    "all_numbers": "every",
    "text_column": "text",
    "id_column": "id",
    "source_column": "source",
    "max_record_bytes": "largest",
    "document_seconds": "seconds",
    "partition_bytes": "partition",
}
"""Names of options in manifests, which programs may read."""


@dataclass(frozen=True, kw_only=True)
class ScanOptions(CheckOptions):
    """Everything that the result of a scan depends on, except its sources and the model.

    all_numbers: write all numbers, not only findings.
    text_column, id_column, source_column: columns of records that hold the text, a name for it, and its
        origin; by default the usual names are tried.
    max_record_bytes: larger records are not checked.
    document_seconds: time limit for a document; above a megabyte, for each megabyte of it.
    partition_bytes: size of a partition.
    """

    all_numbers: bool = False
    text_column: str | None = None
    id_column: str | None = None
    source_column: str | None = None
    max_record_bytes: int = 16 << 20
    document_seconds: float = 120.0
    partition_bytes: int = 1 << 20

    @property
    def check(self) -> CheckOptions:
        """The options of the check of one document."""
        values = {name: getattr(self, name) for name, _ in declared(CheckOptions)}
        return CheckOptions(**values | {"keep": self.all_numbers})

    def to_dict(self) -> dict[str, Any]:
        """Return the options as a dict for the manifest."""
        return {
            _MANIFEST_KEYS.get(name, name): list(value) if isinstance(value, tuple) else value
            for name, value in asdict(self).items()
            if name != "keep"
        }
