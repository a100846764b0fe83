"""Rule `range`: ranges written backwards, as in "between 15,000 and 2,000 people"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numerate.consistency.interval import Interval, coin, known
from numerate.consistency.relation import Relation, comparable, number_at
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.shares import WORDS as SHARE_WORDS
from numerate.consistency.skeleton import Patterns, Skeleton
from numerate.text import Number, style

WORDS = {
    "things": f"{SHARE_WORDS['things']} jobs shares units homes cars years_old years_of_age members troops "
    "visitors passengers tickets users customers residents deaths vehicles species",
    "ranging": "ranging ranged ranges range varying varied vary between",
}
DASH = "-|\x96|\x97"
COUNTS = Patterns(
    WORDS,
    "<ranging> {low:#} and {high:#} <things>",
    "<ranging> from? {low:#} to {high:#} <things>",
    f"<ranging> from? {{low:#}} {DASH} {{high:#}} <things>",
    "between {low:$} and {high:$}",
)
YEARS = Patterns(
    WORDS,
    f"{{low:year}} {DASH} {{high:year}}",
)
PAGES = Patterns(WORDS, "pp.|pages|pp {pages:name}")
_NOT_A_RANGE = re.compile(
    r"\b(?:difference|gap|distance|spread|ratio|split|choice|swung|bounced|fluctuated|traded|moved|fell|widened"
    r"|narrowed|divided|comparison|relation\w*|correlation|loss(?:es)?)\b"
)
_CODE = re.compile(r"(?:/t|\b(?:standard|iso|gb|din|astm|en|no\.?|numbers?|protocol|grant)):?\s*$")
_PAGES = re.compile(r"(\d+)\s?[-–—]\s?(\d+)")
CONTINUES = re.compile(r"\s?\x04|/")
"""A number that was extracted as two (676 694 with an unusual space), or a unit (cells/ml)."""
_YEARS = Interval(1700, 2100)


def find_ranges(skeleton: Skeleton) -> Iterator[Relation]:
    """Read every range whose lower end must come first."""
    for match in COUNTS.find(skeleton):
        low, high = match.roles["low"], match.roles["high"]
        vague = _NOT_A_RANGE.search(match.before) or CONTINUES.match(match.after)
        # "between $30 and $15" is careless; "between $3.6 billion and $3.8 million" is wrong.
        careless = low.kind == "money" and not (style(low).magnitude and style(high).magnitude)
        if comparable(low, high) and not vague and not careless:
            yield _relation(low, high, low.value * coin(low) > high.value * coin(high))
    for match in YEARS.find(skeleton):
        low, high = match.roles["low"], match.roles["high"]
        if all(_YEARS.meets(known(year)) for year in (low, high)) and not _CODE.search(match.before):
            yield _relation(low, high, low.value > high.value)
    for match in PAGES.find(skeleton):
        pages = match.roles["pages"]
        written = _PAGES.fullmatch(pages.text)
        if written is not None and len(written[1]) == len(written[2]):
            spans = [tuple(pages.start + at for at in written.span(group)) for group in (1, 2)]
            first, last = (number_at(skeleton.text, *span) for span in spans)
            yield _relation(first, last, first.value > last.value)


RULE = ConsistencyRule(
    name="range",
    title="A range written backwards",
    description="The lower end of a range is larger than the upper end.",
    level="error",
    example="It drew between 15,000 and 2,000 people.",
    find=find_ranges,
)


def _relation(low: Number, high: Number, backwards: bool) -> Relation:
    if not backwards:
        return Relation("range", (low, high))
    problem = f"The range runs backwards: {low.text} is more than {high.text}."
    return Relation("range", (low, high), problem, (None, None))
