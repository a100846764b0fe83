"""Rule `implausible`: quantities that what they measure cannot have, as in "a floor area of 62 km²".

The bounds and dimensions are data: `implausible.toml`. Three things are read: what a quantity is of
("humidity was 180%", a label and its value), what a word can be measured in ("cooled to 42 km"), and how
long, heavy or large a thing is ("the lifeboat is 30 miles long").
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from numerate.consistency.claim import SURE, Claim, claims, decided
from numerate.consistency.cues import HEDGE
from numerate.consistency.kinds.everyday import read_everyday
from numerate.consistency.kinds.plausible import Plausible, compiled, is_record, outside, read_bounds
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_GAP = r"(?: (?!and\b|but\b|or\b|than\b|while\b|which\b|that\b|by\b)[a-z'’-]+){0,5}?"
"""Words between what is measured and its verb: "the lowest pressure at sea level was"."""
_IS = (
    r"(?: (?:of|is|was|are|were|be|at|to|reach(?:es|ed)?|(?:rises|goes|is) above|averages?|averaged|measures?"
    r"|measured)|:| =)"
)
_LINKED = re.compile(rf"(?:{_GAP}{_IS})? {HEDGE}(?P<quantity>[UPN])")
_OTHER_END = re.compile(r" ?(?:to|and|or|,|[-\x96/]) ?(?P<quantity>[UPN])")
"""The other end of a range, "from 30% to 180%", or the next of two values."""
_LONGEST_LABEL = 60
_SIZES = "long|wide|high|tall|deep|thick|thin|across|in (?:height|length|width|diameter)|above sea level"
_WEIGHS = r"(?:weigh(?:s|ed|ing)?|(?:should|must|may|can)(?: not)? (?:weigh|exceed)(?: more than)?)"
_OF_THING = r"(?: (?:in|on|at|of|from|near|above) (?:the |a |an |our |its |this )?[a-z'’-]+){0,2}"


class Knowledge(NamedTuple):
    """The table, ready to be matched; patterns that are seldom needed are left to `compiled`."""

    phrases: re.Pattern[str]
    quantities: list[tuple[str, Plausible]]
    dimensions: list[tuple[re.Pattern[str], str, frozenset[str]]]
    things: list[tuple[str, Plausible]]
    words: re.Pattern[str]


def read_table() -> dict[str, Any]:
    """Return the table as it is written."""
    return tomllib.loads(files(__package__).joinpath("implausible.toml").read_text(encoding="utf-8"))


@cache
def _knowledge() -> Knowledge:
    """Compile the patterns of the table, on first use."""
    table = read_table()
    quantities = [(rf"\b(?:{row['phrases']})\b", read_bounds(row)) for row in table["quantity"]]
    dimensions = []
    for row in table["dimension"]:
        if "before" in row:
            pattern = rf"\b(?:{row['before']}) {HEDGE}(?P<quantity>U)"
        else:
            pattern = rf"(?P<quantity>U) (?:{row['after']})\b"
        dimensions.append((re.compile(pattern), row["name"], frozenset(row["allowed"])))
    things = [each for row in table["thing"] for each in _sizes(row)]
    return Knowledge(
        re.compile("|".join(rf"\b(?:{row['phrases']})\b" for row in table["quantity"])),
        quantities,
        dimensions,
        things,
        re.compile("|".join(rf"\b(?:{row['words']})\b" for row in table["thing"])),
    )


def _sizes(row: dict[str, Any]) -> Iterator[tuple[str, Plausible]]:
    """Yield a pattern for each way in which the size of a thing is written, with the bounds."""
    thing, sizes = row["words"], row.get("only", _SIZES)
    patterns = {
        "length": rf"\b(?:{thing}){_OF_THING}(?:,? (?:which|that))?"
        r"(?: (?:is|are|was|were) [a-z ]{1,25} and)?"
        rf"(?:(?: (?:is|was|are|were|stands|stood|measures?|measured|at),?)|,) {HEDGE}(?P<quantity>U)"
        rf"(?: (?:{sizes})\b| is the (?:tallest|longest|highest|largest))",
        "mass": rf"\b(?:{thing}){_OF_THING}(?: (?:is|was|are|were) [^A-Z;.]{{0,20}}U[^A-Z;.]{{0,20}} and)?"
        rf" {_WEIGHS} {HEDGE}(?P<quantity>U)",
        "volume": rf"\b(?:{thing}) (?:{row.get('links', 'of')}) {HEDGE}(?P<quantity>U)",
        "area": rf"\b(?:{thing})\b[^A-Z;.]{{0,60}}[ ,(](?:of|with|has|altogether|measuring|measures|is) "
        rf"{HEDGE}(?P<quantity>U)",
        "speed": rf"\b(?:{thing}){_OF_THING},? (?:(?:which|that) )?[a-z]+(?: [a-z]+)?(?: at)? "
        rf"{HEDGE}(?P<quantity>U)",
        "power": rf"\b(?:{thing})\b(?:(?! and | plus )[^;.A-Z]){{0,60}}[ (](?P<quantity>U)",
    }
    for kind, pattern in patterns.items():
        if kind in row:
            low, high, unit = row[kind]
            yield pattern, read_bounds({**row, "unit": unit, "bounds": (low, high)})


def read_implausible(sentence: Sentence) -> Iterator[Claim]:
    """Read every quantity that the table has bounds for."""
    line = sentence.line
    for phrase in _knowledge().phrases.finditer(line):
        linked = _LINKED.match(line, phrase.end())
        is_start = line[: phrase.start()].endswith("from ")  # "from indoor temperature to 400 °C"
        if linked is not None and not is_start:
            for slot in _ends(sentence, linked.start("quantity")):
                yield from _named(slot, phrase[0], line)
    yield from _labelled(sentence)
    if "U" in line:
        yield from _misfits(sentence)
        yield from _things(sentence)
        yield from read_everyday(sentence)


def _misfits(sentence: Sentence) -> Iterator[Claim]:
    """Read every quantity that has a dimension by the words next to it."""
    for pattern, name, allowed in _knowledge().dimensions:
        for match in pattern.finditer(sentence.line):
            slot = sentence.slot(match.start("quantity"))
            unit = slot.number.unit
            if _CONDITION.search(sentence.line[: match.start()][-8:]):
                continue  # "the boiling point at atmospheric pressure is"
            if unit is None or not 0 <= unit.start - slot.number.end < 3:  # the unit of a range
                continue
            if is_record(slot) or _BY.match(slot.after(5)) or _RAISED.match(slot.after(4)):
                continue
            if unit.dimension in _COMMON - allowed:
                problem = f"{slot.written} is {_article(unit.dimension)} {unit.dimension}, not {name}."
                yield decided(False, problem, SURE, slot.number)


def _things(sentence: Sentence) -> Iterator[Claim]:
    """Read every size of a thing that the table has bounds for."""
    known = _knowledge()
    if known.words.search(sentence.line):
        for pattern, quantity in known.things:
            if quantity.suits(sentence.line):
                for match in compiled(pattern).finditer(sentence.line):
                    yield from outside(sentence.slot(match.start("quantity")), quantity)


def _ends(sentence: Sentence, at: int) -> Iterator[Slot]:
    """Yield a quantity, and the other end if it begins a range."""
    yield sentence.slot(at)
    if match := _OTHER_END.match(sentence.line, at + 1):
        yield sentence.slot(match.start("quantity"))


def _labelled(sentence: Sentence) -> Iterator[Claim]:
    """Read a line of values below or after its label, as in the rows of a table."""
    line = sentence.line
    if not sentence.slots or not re.match(r"[-\x96~± ]*[UPN]", line):
        return
    label = _label(sentence)
    if label and (match := _knowledge().phrases.search(label)):
        for slot in sentence.slots:
            yield from _named(slot, match[0], f"{label}: {line}")


def _label(sentence: Sentence) -> str:
    """Return the line before a sentence, in lower case, if it is a short line without quantities."""
    before = sentence.text[max(0, sentence.start - _LONGEST_LABEL - 4) : sentence.start].rstrip()
    label = before[before.rfind("\n") + 1 :].lower()
    return label if len(label) <= _LONGEST_LABEL and not re.search(r"[\d.!?]", label) else ""


def _named(slot: Slot, phrase: str, line: str) -> Iterator[Claim]:
    for pattern, quantity in _knowledge().quantities:
        if compiled(pattern).fullmatch(phrase) and quantity.suits(line):
            yield from outside(slot, quantity)


_CONDITION = re.compile(r"\b(?:at|under) $")
_BY = re.compile(r" ?(?:by|x|×|\*) ?[UN]")
"""Behind the first of two lengths, which are an area: 7 km by 8 km."""
_RAISED = re.compile(r" N(?![\w(])")
"""Behind a unit whose raised digit was lost in print: 3000 km 2."""
_COMMON = frozenset("length mass time temperature area volume speed power energy pressure voltage".split())
"""Dimensions that everybody knows: others appear in formulas."""


def _article(word: str) -> str:
    return "an" if word[:1] in "aeiou" else "a"


RULE = ConsistencyRule(
    name="implausible",
    title="A quantity that such a thing cannot have",
    description="The value is far from anything ever measured, or the unit measures something else.",
    level="error",
    example="The flat has a floor area of 62 square kilometres.",
    find=claims("implausible", "", read_implausible, local=True),
)
