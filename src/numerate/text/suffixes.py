"""Tell a magnitude from a unit by context: 30m long and $30m, at 310K and 310K followers, a 512b block."""

from __future__ import annotations

import re

from numerate.text.lexicon import LETTER_MAGNITUDES
from numerate.text.units import SYMBOLS, Measure

_THOUSANDS = re.compile(r"(?<![\d,.])\d[\d,]*\d{3}\Z")
_IN_FEET = re.compile(r" ?\([\d,.]+[ \xa0-]?(?:ft|feet|foot|yd|yards?|mi|miles?)\b")
_REACH = 60
"""Characters on each side of a suffix in which its context is looked for: about a clause."""

_METRES_AFTER = re.compile(
    r"[ \xa0-](?:long|high|tall|deep|wide|away|above|below|apart|tower|race|sprint|hurdles|dash|freestyle|"
    r"relay|"
    r"butterfly|backstroke|breaststroke|medley|north|south|east|west|underwater|final|x\b|by \d|pool|of "
    r"(?:rope|cable|"
    r"fabric|hose|pipe|fencing|wire|water|snow|chain|line)|in (?:length|height|depth|width|diameter)|tank|"
    r"yacht|"
    r"swim|crane|mast|ship|vessel|telescope|waves?|drop|cliff|dinghy|boat|wall|fence|pole|ladder|ditch|"
    r"fall|lead|"
    r"putt|kick|penalty|radius|gap|trench|trees?|statue|and)"
)
_METRES_BEFORE = re.compile(
    r"(?:\b(?:depth|height|length|width|distance|radius|altitude|elevation|diameter|span|swam|ran|swim|"
    r"run|climbed|"
    r"dived?|dug|within|metres?|deep|tall|high|wide|long|measur(?:es|ing|ed)|rope|cliff|trench|tunnel|"
    r"pool|hurdles|"
    r"sprint|freestyle|track|jump(?:ed)?|threw|throw|fell|drop(?:ped)?|stands|rises|sank|"
    r"stretch(?:es)?)\b|\d ?(?:km|cm|mm|ft)\b)"
)
_HOURS_BEFORE = re.compile(r"\dh(?:rs?|ours?)?[ \xa0]?$")
_KELVIN = re.compile(
    r"\b(?:temperatures?|kelvin|heated|cooled|cool(?:s|ing)?|warmed|boil(?:s|ing)?|melt(?:s|ing)?|"
    r"freez(?:es|ing)|"
    r"anneal(?:ed)?|thermal|superconduct\w*|cryogenic|cryostat|plasma|star|sample|furnace|liquid|helium|"
    r"nitrogen|"
    r"colou?r temperature|surface|bath|incubat\w*|held|kept|\d ?[\xb0\xba]c)\b"
)
_AT_BEFORE = re.compile(
    r"\b(?:at|to|of|above|below|near|from|between)[ \xa0](?:about |around |roughly |only )?$"
)
_BITS = re.compile(
    r"\b(?:bits?|bytes?|blocks?|cipher|key|keys|encryption|memory|register|packet|hash|header|buffer|"
    r"cache|disk|word|"
    r"payload|instruction|storage|ram|sector|\d ?(?:kb|mb|gb|kib|mib))\b"
)
_TESLA = re.compile(r"\b(?:mri|magnet|magnets|scanner|magnetic|field|tesla|coil)\b")
_TONNES = re.compile(
    r"\b(?:tonnes?|tons?|cargo|freight|payload|lorry|truck|crane|weigh\w*|steel|grain|coal|ore|cement|load|"
    r"harvest|scrap|maize|wheat|axle)\b"
)
_GRAMS = re.compile(r"\b(?:network|phone|mobile|signal|spectrum|masts?|licen[cs]e|coverage|broadband)\b")


OTHER_READINGS: dict[str, Measure] = {
    "m": SYMBOLS["m"],
    "K": SYMBOLS["K"],
    "b": SYMBOLS["bit"],
    "B": SYMBOLS["B"],
    "T": SYMBOLS["T"],
}
"""What a letter that was read as a magnitude could be instead."""


def is_magnitude(text: str, view: str, start: int, match: re.Match[str], money: bool) -> bool:
    """Tell whether a word that may be a magnitude is one here: `5m` people, not `5 m` of rope.

    start: where the numeral begins. match: the joint and the word, by `affixes.NEXT`.
    """
    joint, word = match.groups()
    end = match.end()
    if view[end : end + 1].isalnum() or (word.endswith("s") and not joint):
        return False
    if word not in LETTER_MAGNITUDES:
        return True
    if money:
        return True
    if word == "cr":
        return True
    if word == "mm" or joint:
        return False
    written = text[match.start(2) : end]
    return not _is_unit(view, written, start, match.start(2), end)


def _is_unit(view: str, written: str, start: int, at: int, end: int) -> bool:
    before, after = view[max(0, start - _REACH) : start], view[end : end + _REACH]
    if written == "m":
        return bool(
            _HOURS_BEFORE.search(before)
            or _THOUSANDS.search(view, max(0, at - 16), at)  # the 10,000m
            or _IN_FEET.match(view, end)
            or _METRES_AFTER.match(after)
            or _METRES_BEFORE.search(before)
        )
    if written == "K":
        return bool(_KELVIN.search(before) or _KELVIN.search(after)) and bool(
            _AT_BEFORE.search(before) or _KELVIN.search(before)
        )
    if written in ("b", "B"):
        return bool(_BITS.search(before) or _BITS.search(after))
    if written == "T":
        return bool(_TESLA.search(before) or _TESLA.search(after))
    return written == "t"
