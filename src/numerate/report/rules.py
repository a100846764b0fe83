"""Every rule that a finding may have: the model's, and those of consistency."""

from __future__ import annotations

from numerate.consistency import RULES as CONSISTENCY_RULES
from numerate.consistency import Rule
from numerate.report.options import UNLIKELY

_UNLIKELY = Rule(
    name=UNLIKELY,
    title="A number that is unlikely in its place",
    description="The model expects other numbers here. Few correct numbers score as unlikely as this one.",
    level="warning",
)
RULES: dict[str, Rule] = {UNLIKELY: _UNLIKELY, **CONSISTENCY_RULES}
