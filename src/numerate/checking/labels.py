"""Numbers that name something and count nothing: "title 54", "flight 447", "the 5th Circuit".

What the reader takes for an identifier is no number at all. Here are those that it reads, as they may be
compared and edited, but that no context makes likely or unlikely.
"""

from __future__ import annotations

import re

from numerate.text import Number

NAMES_SOMETHING = "it names something and counts nothing"

_LABELS = re.compile(
    r"(?:\b(?:title|section|article|act|chapter|clause|paragraph|subparagraph|item|rule|regulation|resolution"
    r"|amendment|proposition|bill|order|docket|case|exhibit|annex|appendix|attachment|schedule|form|permit"
    r"|patent|charter|telegram|despatch|dispatch|airgram|memorandum|circular|document|note|volume|book|issue"
    r"|part|lesson|exercise|question|problem|example|theorem|lemma|algorithm|listing|step|route|highway"
    r"|interstate|motorway|junction|flight|platform|gate|pier|bus|train|model|series|windows|apollo|psalm|opus"
    r"|symphony|concerto|sonata|hymn|verse|precinct|battalion|regiment|squadron|brigade|box|suite|apartment"
    r"|block|channel|figure|fig\.?|table|equation|eq\.?|panel|plate|bug|rfc|version|release|number|nr|no\.?)|[§#])"
    r"[ \xa0](?:of )?\(?$",
    re.IGNORECASE,
)
"""Nouns in the singular that a number follows as a name."""
_COUNTED = re.compile(
    r"[ \xa0-]?(?:%|percent|per cent|million|billion|thousand|people|years?|days?|hours?|minutes?|weeks?"
    r"|months?|times|points?|miles?|kilomet|met(?:er|re)s?|degrees?|dollars?|pounds?|euros?)"
)
"""What follows an amount, even after such a noun: "in case 30 people come"."""
_NAME_AFTER = re.compile(r" (?!(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z.]*\b)[A-Z][a-z]+")
_CALIBRE = re.compile(
    r"[ -]?(?:mm |cal(?:iber|ibre|\.)? )?(?:and (?:\.\d+|\d+ ?mm) )?"
    r"(?:shells?|rounds?|pistols?|handguns?|rifles?|ammunition|bullets?|casings?|cartridges?|revolvers?|Magnum|Winchester|semi-?automatic)\b"
)
"""What follows the calibre of a weapon: "9 mm rounds"."""
_REACH = 20


def names_something(text: str, number: Number) -> bool:
    """Return whether a number of a text is a name, by the words next to it."""
    if number.kind == "ordinal":  # the 5th Circuit, 86th St.
        return number.text[0].isdigit() and _NAME_AFTER.match(text, number.end) is not None
    if ("." in number.text or number.unit is not None) and _CALIBRE.match(text, number.end):
        return True
    if number.kind != "cardinal" or number.unit is not None or not number.text.isdigit():
        return False
    if _COUNTED.match(text, number.end):
        return False
    return _LABELS.search(text[max(0, number.start - _REACH) : number.start]) is not None
