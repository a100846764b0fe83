"""Rule `total`: parts that do not add up to their total, as in "120 patients (60 men and 50 women)"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import reduce

from numerate.consistency.interval import Interval, exactly, known
from numerate.consistency.relation import Relation, comparable, in_style
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.shares import WORDS as SHARE_WORDS
from numerate.consistency.skeleton import Match, Patterns, Skeleton
from numerate.text import Number

WORDS = {
    "things": SHARE_WORDS["things"],
    "men": SHARE_WORDS["men"],
    "women": SHARE_WORDS["women"],
    "comprising": "comprising consisting_of composed_of made_up_of comprised_of comprised namely",
    "in": "in from with for",
}


def _lists(head: str, end: str, slot: str = "#", part: str = "~") -> tuple[str, ...]:
    """Return patterns for lists of two to five parts, the longest first."""
    parts = [f"{{part{n}:{slot}}} {part}" for n in range(5)]
    return tuple(
        f"{head} {' , '.join(parts[:count])} {joint} {parts[count]} {end}"
        for count in range(4, 0, -1)
        for joint in (", and", "and")
    )


TOTALS = Patterns(
    WORDS,
    *(f"{{part1:{slot}}} + {{part2:{slot}}} + {{part3:{slot}}} = {{total:{slot}}}" for slot in "#$"),
    *(f"{{part1:{slot}}} + {{part2:{slot}}} = {{total:{slot}}}" for slot in "#$"),
    "{part1} plus {part2} ~ total of {total}",
    *_lists("total of {total:#} ~ :|( ", ")|.|;"),
    *_lists("total of {total:#} ~ <comprising>", ".|;"),
    *_lists("{total:#} <things> <comprising>", ".|;"),
    *_lists("{total:$} ~ <comprising>", ".|;", slot="$"),
    *_lists("{total:#} ~ <things> (", ")|;", part="<in> ~"),
    *(
        f"{{total:#}} ~ <things> {head} {{part1:#}} were? <{first}> and? {{part2:#}} were? <{second}>"
        for first, second in (("men", "women"), ("women", "men"))
        for head in ("~ (|:", "~ <comprising>", "of whom|which")
    ),
)

_NOT_A_TOTAL = re.compile(
    r"[\x01-\x06)\]](?:(?: out)? of(?: the)?)?\s*$|[×x*·/+-]\s*$"
    r"|\b(?:than|about|approximately|nearly|over|least|type|stage|grade)\s*$"
)
"""Context in which the number before a list is not its total: "30 of 60 patients", "3 × 4 + 1"."""
_OTHER_NUMBER = re.compile(r"[\x0e\x10]")
_NOT_ALL = re.compile(r"\b(?:respectively|each|remaining|remainder|rest)\b")
_CONTINUES = re.compile(r"[\s,]*(?:and )?\x04")
_PARTIAL = re.compile(
    r"\b(?:respective|each|including|per|every|between|mean|aged|at least|about|or|divided|assigned"
    r"|allocated|into|randomi[sz]ed|whereas|while)\b"
)


def find_totals(skeleton: Skeleton) -> Iterator[Relation]:
    """Read every total that is stated together with all of its parts."""
    seen: set[int] = set()
    for match in TOTALS.find(skeleton):
        total = match.roles["total"]
        parts = [number for role, number in match.roles.items() if role != "total"]
        if total.start in seen or not _is_whole(match) or not all(comparable(total, part) for part in parts):
            continue
        smaller = total.value < max(part.value for part in parts)
        if _is_code(parts[0]) or (smaller and "total of" not in match.matched):
            continue  # "eleven schools (74 boys and 74 girls)"
        seen.add(total.start)
        yield _relation(total, sorted(parts))


RULE = ConsistencyRule(
    name="total",
    title="A total that is not the sum of its parts",
    description="The parts add up to another total.",
    level="error",
    example="We enrolled 120 patients (60 men and 50 women).",
    find=find_totals,
    last_is_derived=True,
)


def _is_whole(match: Match) -> bool:
    if _NOT_A_TOTAL.search(match.before) or _CONTINUES.match(match.after):
        return False
    if _OTHER_NUMBER.search(match.matched):
        return False
    return _PARTIAL.search(match.matched) is None and _NOT_ALL.search(match.after) is None


def _is_code(number: Number) -> bool:
    """Return whether a number has leading zeros, as binary numbers and codes do."""
    return len(number.text) > 1 and number.text.startswith("0") and number.value >= 1


def _relation(total: Number, parts: list[Number]) -> Relation:
    numbers = (*parts, total)
    # Counts are exact; amounts of money are rounded to their last digit.
    read = exactly if total.kind == "cardinal" and all(part.value % 1 == 0 for part in parts) else known
    total_of_parts = reduce(Interval.plus, map(read, parts))
    if total_of_parts.meets(read(total)):
        return Relation("total", numbers)
    actual = float(sum(part.decimal for part in parts))
    problem = f"{' + '.join(part.text for part in parts)} = {in_style(actual, total)}, not {total.text}."
    missing = read(total).minus(total_of_parts)
    needed = (Interval(part.value + missing.low, part.value + missing.high) for part in parts)
    parts_needed = (need if need.low > 0 else None for need in needed)
    return Relation("total", numbers, problem, (*parts_needed, total_of_parts))
