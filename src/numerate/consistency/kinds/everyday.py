"""Sizes that everyday things cannot have: an oar of 3.2 t, a strip 41 km wide, 250 litres of milk in a dough.

The bounds are data: `everyday.toml`. A thing is read with the amount that a verb, an adjective or a colon
ties to it. Amounts of ingredients have common bounds, in texts that are recipes.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from numerate.consistency.claim import Claim
from numerate.consistency.cues import HEDGE
from numerate.consistency.kinds.plausible import Plausible, compiled, outside, read_bounds
from numerate.consistency.slots import Sentence

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

UNITS = {
    "size": ("length", "m"),
    "mass": ("mass", "kg"),
    "intake": ("mass", "kg"),
    "volume": ("volume", "L"),
    "area": ("area", "m^2"),
    "time": ("time", "h"),
    "power": ("power", "W"),
    "speed": ("speed", "km/h"),
    "temperature": ("temperature", "°C"),
}
"""What a row may have bounds of: the dimension, and the unit of the bounds."""
_UNLESS = re.compile(
    r"\b(?:all|together|total|combined|altogether|models?|toys?|scale|miniature|giant|record|world's|fossil"
    r"|microscop\w*|nano\w*|virtual|replica|stack(?:ed)?|piled?|queue|row of|per|million|thousands|hundreds"
    r"|dream\w*|imagin\w*|if|like|as|(?<!more )(?<!less )than|apart|between|distance|sculpture|prehistoric"
    r"|molecular|simulat\w*|quantum)\b"
)
"""Words of sentences in which a thing may have any size, or an amount may be of something else."""
_SIZE = (
    r"(?:long|wide|high|tall|deep|thick|across|in (?:height|length|width|diameter|depth|thickness))"
    r"(?!-| (?:as|enough|by then)\b)"
)
_ATTRIBUTE = r"(?:weight|mass|length|width|height|depth|thickness|diameter|capacity|volume|power|area|speed)"
_PLACE = r"(?: (?:in|on|at|over|near|behind|around) (?:the |a |an |our |its |this )?[a-z'’-]+)?"
_IS = r"(?:is|was|are|were|stands|stood|measures?|measured|measuring|should be|must be)"
_LINK = re.compile(
    rf"{_PLACE}(?:"
    rf"(?P<sized>,?(?: (?:which|that))?(?: {_IS})?),? {HEDGE}"
    rf"(?:[UN] ?(?:{_SIZE}(?:,| and|, and)|×|x|by) ){{0,2}}"
    rf"(?P<a>U) {_SIZE}"
    rf"|(?P<mass>,?(?: (?:which|that))?(?: [a-z]+ly| can| may)? weigh(?:s|ed|ing)?) {HEDGE}(?P<b>U)"
    rf"|(?P<volume>,?(?: (?:which|that))? (?:holds?|holding|held|contains?)) {HEDGE}(?P<c>U)"
    rf"|(?P<time>,?(?: (?:which|that))? (?:takes?|took|lasts?|lasted|lasting|(?:runs?|ran|goes on) for)) "
    rf"{HEDGE}(?P<d>U)"
    rf"|(?P<power>,?(?: (?:which|that))? (?:uses?|draws?|needs?|consumes?|is rated at)) {HEDGE}(?P<e>U)"
    rf"|(?P<speed>,?(?: (?:which|that|can))? (?:runs?|fl(?:y|ies)|swims?|crawls?|reach(?:es)?|moves?"
    rf"|gallops?)"
    rf"(?: [a-z]+)? ?(?:at)?(?: a speed of)?) {HEDGE}(?P<f>U)"
    rf"|(?P<any> of| (?:has|have|had|with) an? {_ATTRIBUTE} of| measur(?:es|ed|ing)"
    rf"|, [UN] ?(?:×|x|by)) {HEDGE}(?P<g>U)"
    rf"|(?P<label>:)(?: [a-z'’ -]{{2,25}},)? {HEDGE}(?P<h>U)"
    r")"
)
"""What ties an amount to the thing before it."""
_AFTER = re.compile(
    r"-| (?:away|from|off|above|below|north|south|east|west|inland|upstream|downstream|further|later|ago"
    r"|earlier|each|every|a (?:day|week|month|year)|an hour|beyond|before|after|of track|to the)\b|/"
)
"""What follows an amount that is not the size of the thing."""
_ADJECTIVE = re.compile(r"U[ -](?:long|wide|high|tall|deep|thick),?(?: (?!and|the|in|on)[a-z]+)?[ ]$")
_OWNER = re.compile(
    r"(?<!each)(?<!one)(?<!most)(?<!some) of (?:the |an? |our |its |this |these )?(?:[a-z]+ )?$"
)
"""What makes a thing the owner of what is measured: the cells of a leaf, a row of tables."""
_INTAKE = re.compile(r"U of (?:[a-z]+ )?$")
_RECIPE = re.compile(
    r"\b(?:tbsp|tsp|tablespoons?|teaspoons?|preheat|bake|simmer|knead|whisk|grease|ingredients|oven|dough|sauce)\b"
)
_RECIPE_WORDS = 4
"""Different words of cooking from which on a text is a recipe."""
_NO_RECIPE = re.compile(
    r"\b(?:tonnes?|million|export\w*|market|company|tons|industry|percent|factory|river)\b"
)
_INGREDIENT = re.compile(r"[-•* ]*(?P<quantity>U)(?: of)? [a-z][a-z ,'’()-]{2,60}[.]?$")
_EACH = re.compile(
    r"\b(?:tins?|cans?|jars?|packets?|sachets?|bottles?|cartons?)\b[a-z ,]{0,30} (?P<quantity>U)\b"
)
_INGREDIENTS = (
    read_bounds({"name": "an ingredient of a dish", "unit": "kg", "bounds": (0.0000001, 60)}),
    read_bounds({"name": "an ingredient of a dish", "unit": "L", "bounds": (0.000001, 60)}),
)


class Thing(NamedTuple):
    """A row of the table: what it is called, and what it is bounded in."""

    words: str
    bounds: dict[str, Plausible]


def read_table() -> list[dict[str, Any]]:
    """Return the rows as they are written."""
    text = files(__package__).joinpath("everyday.toml").read_text(encoding="utf-8")
    return list(tomllib.loads(text)["thing"])


@cache
def _table() -> tuple[re.Pattern[str], list[Thing]]:
    """Compile the table, on first use."""
    rows = read_table()
    things = [
        Thing(
            row["words"],
            {
                key: read_bounds({**row, "unit": UNITS[key][1], "bounds": row[key]})
                for key in UNITS
                if key in row
            },
        )
        for row in rows
    ]
    # The longest alternative first is not known of patterns: the row is looked up by the whole match.
    return re.compile("|".join(rf"\b(?:{row['words']})(?![\w-])" for row in rows)), things


def read_everyday(sentence: Sentence) -> Iterator[Claim]:
    """Read every amount that is tied to a thing of the table, or that is an ingredient."""
    line = sentence.line
    yield from _ingredients(sentence)
    if _UNLESS.search(line):
        return
    words, things = _table()
    for phrase in words.finditer(line):
        for key, at in _amounts(line, phrase.start(), phrase.end()):
            for thing in things:
                if compiled(thing.words).fullmatch(phrase[0]):
                    yield from _compared(sentence, at, key, thing)


def _amounts(line: str, start: int, end: int) -> Iterator[tuple[str, int]]:
    """Yield the amounts tied to the words of a thing, with what they measure."""
    before = line[max(0, start - 40) : start]
    if match := _ADJECTIVE.search(before):
        yield "size", start - len(before) + match.start()
    if match := _INTAKE.search(before):
        yield "intake", start - len(before) + match.start()
    match = None if _OWNER.search(before) else _LINK.match(line, end)
    if match is not None:
        kind = next(name for name in _KINDS if match[name] is not None)
        at = next(match.start(group) for group in "abcdefgh" if match[group])
        key = "size" if kind == "sized" else "" if kind in ("any", "label") else kind
        if key == "size" or not _AFTER.match(line, at + 1):
            yield key, at


_KINDS = ("sized", "mass", "volume", "time", "power", "speed", "any", "label")


def _compared(sentence: Sentence, at: int, key: str, thing: Thing) -> Iterator[Claim]:
    """Compare an amount with the bounds of a thing; without a key, with those of its dimension."""
    slot = sentence.slot(at)
    unit = slot.number.unit
    if unit is None:
        return
    for name, bounds in thing.bounds.items():
        is_meant = name == key if key else name != "intake" and UNITS[name][0] == unit.dimension
        if is_meant and bounds.suits(sentence.line):
            yield from outside(slot, bounds)


def _ingredients(sentence: Sentence) -> Iterator[Claim]:
    """Read the amount of an ingredient, in a recipe."""
    line = sentence.line
    match = _INGREDIENT.match(line) or (_EACH.search(line) if len(line) < 60 else None)
    if match and _is_recipe(sentence.text):
        for bounds in _INGREDIENTS:
            yield from outside(sentence.slot(match.start("quantity")), bounds)


@lru_cache(maxsize=4)
def _is_recipe(text: str) -> bool:
    """Return whether a text is a recipe, and about nothing else."""
    text = text.lower()
    return len(set(_RECIPE.findall(text))) >= _RECIPE_WORDS and not _NO_RECIPE.search(text)
