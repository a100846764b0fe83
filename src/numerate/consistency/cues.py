"""Words that say how quantities relate: rises and falls, comparisons, and what introduces a figure.

All patterns run on the line of a `Sentence`, in which quantities are capital letters; gaps are bounded.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from numerate.consistency.slots import Sentence, Slot


def words(row: str) -> str:
    """Return alternatives for a pattern; `_` within a phrase is a space."""
    return "|".join(re.escape(word).replace("_", " ") for word in row.split())


RISING = words(
    "rose rise rises risen rising increase increases increased increasing climb climbed climbs "
    "climbing gain "
    "gained gains gaining grew grow grows grown growing jump jumped jumps jumping surge surged surges "
    "surging "
    "soared soar soaring advanced advancing advance up higher swelled expanded rocketed leapt leaped "
    "widened "
    "doubled raised lifted appreciated improved put_on added picked_up went_up gone_up go_up shot_up "
    "spiked "
    "boosted ballooned mushroomed crept_up edged_up ticked_up"
)
FALLING = words(
    "fell fall falls fallen falling decline declined declines declining drop dropped drops dropping "
    "decrease "
    "decreased decreases decreasing slid slide sliding slumped slump slumping plunged plunge plunging "
    "plummeted "
    "plummeting tumbled tumbling sank sink sunk down lower shrank shrunk shrink shrinking dipped dip "
    "slipped "
    "slipping eased easing contracted reduced reduction cut cuts trimmed slashed dwindled diminished "
    "lost shed "
    "save saves saved saving narrowed crashed halved receded retreated went_down gone_down go_down "
    "came_down "
    "come_down lopped weakened"
)
MORE = words(
    "rise increase climb gain jump surge growth higher more up upturn uplift increment raise expansion "
    "improvement upswing leap hike boost dearer"
)
LESS = words(
    "fall decline drop decrease slide slump plunge dip reduction lower less fewer down cut off "
    "discount saving "
    "cheaper contraction slowdown shrinkage downturn markdown"
)
MORE_NOUN = words(
    "rise increase climb gain jump surge growth upturn uplift raise expansion improvement leap hike "
    "boost increment"
)
LESS_NOUN = words(
    "fall decline drop decrease slide slump plunge dip reduction cut discount saving contraction shrinkage "
    "decline downturn markdown"
)
HEDGE = (
    r"(?:(?:about|around|approximately|roughly|some|nearly|almost|just|over|under|more than|less than"
    r"|at least"
    r"|up to|only|exactly|fully|a further|a full|a total of|an additional|another|an estimated|a|an"
    r"|the|its|their|his|her"
    r"|no fewer than|as much as|as many as|well over|well under|close to|by|a mere|even|still|now|a "
    r"record|~) ?)*"
)
VAGUE = re.compile(
    r"\b(?:expect\w*|forecasts?|forecasting|predict\w*|project(?:ed|ion|ions)|target\w*|goal|would"
    r"|could|might"
    r"|should|if|hop(?:e|ed|es|ing)|plan(?:s|ned|ning)?|estimat\w*|analysts?|consensus|up to)\b"
)
OTHER_CLAUSE = re.compile(
    r"\b(?:while|whereas|but|although|though|excluding|including|despite|alone|before|then|as|because"
    r"|when|where|who|if|analysts?"
    r"|forecasts?|expect\w*|estimat\w*|consensus|poll|target\w*|record|all-time|high|low|peak|average"
    r"|said|and (?:a|an|the|its|their))\b|;"
)

BASE = frozenset(
    (
        "from", "up from", "down from", "against", "versus", "vs", "vs.", "compared with", "compared to",
        "in comparison with", "in comparison to", "rather than", "instead of", "than",
        "having been", "had been",
        "after", "as against", "previously", "formerly", "originally",
    )
)  # fmt: skip
EARLIER = re.compile(
    r"[^A-Z;]{0,30}\b(?:a year (?:ago|earlier|before)|last (?:year|month|week|season|quarter)|(?:the "
    r")?(?:previous|prior|preceding)"
    r"|(?:the )?(?:year|month|season|quarter|week) before|earlier|ago|previously)\b"
)


def lead(slot: Slot) -> str:
    """Return the word that introduces a quantity: "from" in "from a low of 5"; "" if there is none near."""
    before = slot.before(48)
    matches = list(_LEAD_WORDS.finditer(before))
    if not matches:
        return ""
    match = matches[-1]
    gap = before[match.end() :]
    if match[1] == "after" and re.search(r"\w+ing\b|\bas\b", gap):
        return ""
    if re.search(r"[A-Z.;:()]", gap) or len(gap) > 32:
        return ""
    return match[1]


_LEAD_WORDS = re.compile(
    r"(?<![\w-])(up from|down from|from|up to|to|at|against|versus|vs\.?|compared (?:with|to)|in "
    r"comparison (?:with|to)"
    r"|rather than|instead of|than|having been|had been|after|as against|of|by|was|were|now|is|are"
    r"|reached|totalled"
    r"|had|has|have|with|between|and|for|in|on|per|previously|formerly|originally)(?![\w-])"
)


class Step(NamedTuple):
    """A quantity that a rise or fall is given by: "fell 12%", "an increase of 40 tonnes"."""

    slot: Slot
    direction: int
    """1 for a rise, -1 for a fall."""
    start: int
    """Where its words begin in the line."""
    end: int


_S = "[PFQNUMX]"
_DONE = words("added gained created put_on")
_UNDONE = words("lost cut shed removed taken_off wiped_off lopped_off")
_STEPS = (
    re.compile(
        rf"\b(?:(?P<more>{RISING})|(?P<less>{FALLING}))(?: [a-z]+ly)?,?(?: by)? {HEDGE}(?P<slot>{_S})"
    ),
    re.compile(
        rf"(?P<slot>{_S})[ -](?:(?!of |in |to |and |or |for |from |than |were |was |is |are |has |had "
        rf"|have |been )[a-z]+ ){{0,2}}?(?:(?P<more>{MORE})|(?P<less>{LESS}))\b"
    ),
    re.compile(
        rf"\b(?:(?P<more>{MORE_NOUN})|(?P<less>{LESS_NOUN}))(?: [a-z]+){{0,4}}? (?:of|by) "
        rf"{HEDGE}(?P<slot>{_S})"
    ),
    re.compile(
        rf"[,(] ?(?:a|the) (?:[a-z]+ )?(?:(?P<more>addition)|(?P<less>loss)) of {HEDGE}(?P<slot>N) [a-z]"
    ),
    re.compile(
        rf"(?P<slot>[NUM])(?: [a-z]+){{0,3}}? (?:has|have|had|was|were)(?: been)? "
        rf"(?:(?P<more>{_DONE})|(?P<less>{_UNDONE}))\b"
    ),
)
_SIGNED = re.compile(r"(?:\(|\bchange:? ?(?:of |was )?)(?P<slot>[PNUMQ])\b")


_POINTS = re.compile(
    rf"(?P<slot>[PQ]) (?:(?P<more>above|over)|(?P<less>below|under)) {HEDGE}(?:[a-z'’-]+ ){{0,4}}P"
)


_FROM_TO = re.compile(
    r"\bfrom [NUM][^A-Z;.]{0,30} to [NUM][^A-Z;.]{0,30}(?:, (?:that is|i\.e\.|or|which is)[ ,]*)$"
)


def _is_change(sentence: Sentence, match: re.Match[str]) -> bool:
    """Return whether an amount is the size of a change: not so in "two more posts", "added 10 rebounds"."""
    at = match.start("slot")
    slot = sentence.slot(at)
    word = match["more"] or match["less"]
    after = sentence.line[match.end() : match.end() + 40]
    if at < match.start("more" if match["more"] else "less") and word in ("more", "less", "fewer", "extra"):
        apposed = _FROM_TO.search(sentence.line[max(0, at - 90) : at]) is not None
        return apposed or re.match(r"[^A-Z.;:]{0,20}\bthan\b", after) is not None
    if sentence.line[at + 1 : at + 2] in "-\x96" or sentence.line[at - 1 : at] in "-\x96":
        return False
    if re.search(r"D(?: through | to |-|\x96| and )$|\^$", sentence.line[max(0, at - 10) : at]):
        return False
    return slot.value != 1 or slot.number.text[0].isdigit()


_NO_STEP = re.compile(
    r"\bma(?:de|ke|kes|king) up|\b(?:saved?|lost) [A-Z](?: [a-z]+)? (?:out )?of\b|\bup to\b"
)
"""Words that look like a change: "which make up 31%", "saved 63 of 75"."""


def steps(sentence: Sentence) -> list[Step]:
    """Return the rises and falls of a sentence, each quantity once."""
    by_place: dict[int, Step] = {}
    for pattern in (*_STEPS, _POINTS):
        for match in pattern.finditer(sentence.line):
            at = match.start("slot")
            if at not in by_place and not _NO_STEP.search(
                sentence.line[max(0, match.start() - 10) : match.start() + 10]
            ):
                if sentence.line[at] in "NUM" and not _is_change(sentence, match):
                    continue
                direction = 1 if match["more"] else -1
                by_place[at] = Step(sentence.slot(at), direction, match.start(), match.end())
    for match in _SIGNED.finditer(sentence.line):
        at = match.start("slot")
        slot = sentence.slot(at)
        if at not in by_place and slot.number.sign:
            by_place[at] = Step(slot, slot.number.sign, match.start(), match.end())
    return [by_place[at] for at in sorted(by_place)]


def gap(sentence: Sentence, first: int, second: int) -> str:
    """Return the part of the line between two places."""
    low, high = sorted((first, second))
    return sentence.line[low + 1 : high]
