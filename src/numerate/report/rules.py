"""Every rule that a finding may have: the model's, those of consistency, of tables and of sources."""

from __future__ import annotations

from collections.abc import Iterable

from numerate.consistency import RULES as CONSISTENCY_RULES
from numerate.consistency import Rule
from numerate.consistency.sources.rules import RULES as SOURCE_RULES
from numerate.consistency.tables import RULES as TABLE_RULES
from numerate.documents import Document, DocumentError
from numerate.report.options import UNLIKELY

_UNLIKELY = Rule(
    name=UNLIKELY,
    title="A number that is unlikely in its place",
    description="The model expects a different number here; few correct numbers score as unlikely.",
    level="warning",
    example="The baby weighed 34 kilograms at birth.",
)
RULES: dict[str, Rule] = {UNLIKELY: _UNLIKELY, **CONSISTENCY_RULES, **TABLE_RULES, **SOURCE_RULES}


def unknown(names: Iterable[str]) -> str | None:
    """Return which name is no rule, and which rules there are; None if all of them are rules."""
    for name in names:
        if name not in RULES:
            return f"{name!r}: no such rule; there are {', '.join(RULES)}"
    return None


def check_comments(document: Document) -> None:
    """Raise if an ignore comment of a document names a rule that does not exist."""
    for name, ignored in document.ignored_rules.items():
        if problem := unknown([name]):
            raise DocumentError(document.name, f"{ignored.where}: numerate: ignore {problem}")
