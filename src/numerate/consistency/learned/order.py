"""Rule `order`: figures that are larger or later than the words around them allow.

Only the network reads it: that "a kettle reduced to clear at $99 was once $89" is wrong is in no cue.
"""

from __future__ import annotations

from numerate.consistency.rule import ConsistencyRule

RULE = ConsistencyRule(
    name="order",
    title="Figures in the wrong order",
    description="By the words around them one figure is the larger, or the later, and by their values the other.",
    level="error",
    example="In the January sale the kettle came down from $89 to $99.",
    find=lambda skeleton: (),
)
