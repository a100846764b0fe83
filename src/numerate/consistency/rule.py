"""Rules: the kinds of findings that a check reports, and those that exact arithmetic can decide."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from numerate.consistency.relation import Relation
    from numerate.consistency.skeleton import Skeleton


@dataclass(frozen=True, kw_only=True)
class Rule:
    """A kind of finding, as reports describe it."""

    name: str
    title: str
    description: str
    level: Literal["warning", "error"]
    """An error is certain: the document contradicts itself. A warning is only likely."""
    example: str
    """A sentence that breaks this rule and no other; of `repeated`, a heading and the text below it."""


@dataclass(frozen=True, kw_only=True)
class ConsistencyRule(Rule):
    """A rule for numbers of one text that must agree with each other."""

    find: Callable[[Skeleton], Iterable[Relation]]
    """Read every relation of this kind, including those that hold."""
    hint: re.Pattern[str] | None = None
    """Pattern that every text with such a relation matches; texts without it are not read by the rule."""
    last_is_derived: bool = False
    """Whether authors calculate the last number of a relation from the others, and may miscalculate it."""
