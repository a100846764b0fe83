"""Figures that a table derives from another of the same name: net from gross, adjusted from reported.

"Gross receivables", "Loss allowance", "Net receivables" is a difference by its labels, and so is the way from
"GAAP net income" to "Non-GAAP net income", as that from the opening of a stock to its closing is a sum.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from numerate.consistency.tables.labels import is_closing, is_opening
from numerate.consistency.tables.stocks import stock_pairs

_WORD = re.compile(r"non-?(?:gaap|ifrs)|[^\W\d_]+|\d+", re.IGNORECASE)
_BEFORE = re.compile(r"gross|total|reported|gaap|ifrs|statutory|unadjusted", re.IGNORECASE)
"""Words of the figure with which it begins."""
_AFTER = re.compile(
    r"net|adjusted|non-?(?:gaap|ifrs)|underlying|core|normali[sz]ed|recurring|comparable", re.IGNORECASE
)
"""Words of the figure to which it leads."""
_FILLER = re.compile(r"a|an|and|as|at|from|in|of|on|the|to", re.IGNORECASE)


def starting_lines(labels: Sequence[str]) -> dict[int, int]:
    """Return the line that each one leads on from, by their labels: openings, gross and reported figures."""
    return {**measure_pairs(labels), **stock_pairs(labels)}


def measure_pairs(labels: Sequence[str]) -> dict[int, int]:
    """Return the gross or reported figure of each net or adjusted one: the last, with lines between."""
    pairs: dict[int, int] = {}
    begun: dict[frozenset[str], int] = {}
    for line, label in enumerate(labels):
        before, after, words, rest = _read(label)
        if not rest:
            continue
        start = begun.get(rest) if after else None
        if start is not None and line - start > 1:
            pairs[line] = start
        begun[words] = line
        if before:
            begun[rest] = line
    return pairs


def begins_and_ends(first: str, last: str) -> bool:
    """Return whether words of their own say where the way begins and ends, as "gross" and "net" do."""
    return (is_opening(first) and is_closing(last)) or (_read(first)[0] and _read(last)[1])


def gross_lines(labels: Sequence[str]) -> set[int]:
    """Return the lines with a gross figure whose net one follows: totals, most of them."""
    return {start for start in measure_pairs(labels).values() if "gross" in labels[start].lower()}


@lru_cache(maxsize=4096)
def _read(label: str) -> tuple[bool, bool, frozenset[str], frozenset[str]]:
    """Return whether a label is of the first figure, of the second, its words, and those that name both."""
    words = [word.lower() for word in _WORD.findall(label) if not _FILLER.fullmatch(word)]
    # In "Adjusted net income", the first word says which it is: the others belong to the name.
    marks = [word for word in words if _BEFORE.fullmatch(word) or _AFTER.fullmatch(word)]
    mark = marks[0] if marks else ""
    named = frozenset(words)
    return bool(_BEFORE.fullmatch(mark)), bool(_AFTER.fullmatch(mark)), named, named - {mark}
