"""Words that say how quantities relate: rises and falls, comparisons, and what introduces a figure.

All patterns run on the line of a `Sentence`, in which quantities are capital letters; gaps are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
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
    "extended lengthened"
    " prolonged upped hiked stepped_up brought_up topped_up deepened thickened strengthened "
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
    "come_down lopped"
    " weakened lowered shortened brought_down curtailed thinned depleted eroded knocked_off whittled"
)
MORE = words(
    "rise increase climb gain jump surge growth higher more up upturn uplift increment raise expansion "
    "improvement upswing leap hike boost dearer extension"
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
    r"|should|if|hop(?:e|ed|es|ing)|plan(?:s|ned|ning)?|estimat\w*|analysts?|consensus"
    r"|(?<!went )(?<!gone )(?<!go )(?<!goes )up to)\b"
)
OTHER_CLAUSE = re.compile(
    r"\b(?:while|whereas|but|although|though|excluding|including|despite|alone|before|then|as|because"
    r"|when|where|who|if|analysts?"
    r"|forecasts?|expect\w*|estimat\w*|consensus|poll|target\w*|record|all-time|high|low|peak|average"
    r"|said|and (?:a|an|the|its|their))\b|;"
)

REFERS_BACK = (
    r"(?:needed|required|planned|budgeted|requested|asked|hoped|allowed|intended|ordered|promised|agreed"
    r"|before"
    r"|the (?:other|first|second|rest|original|former|previous)|his|her|its|their)\b"
)
"""What follows "than" where the other figure stands before it: "17 fewer than needed"."""
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
    """1 for a rise, -1 for a fall, 0 where the figures decide: "10% slower", "that is by 10%"."""
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
        rf"[,(] ?(?:a|the) (?:[a-z]+ )?(?:(?P<more>addition)"
        rf"|(?P<less>loss)) of {HEDGE}(?P<slot>[NUMQ])(?! of )"
    ),
    re.compile(
        rf"(?P<slot>[NUM])(?: [a-z]+){{0,3}}? (?:has|have|had|was|were)(?: been)? "
        rf"(?:(?P<more>{_DONE})|(?P<less>{_UNDONE}))\b"
    ),
    re.compile(rf"\b(?P<more>an? (?:extra|additional|added)) {HEDGE}(?P<slot>[NUMPQ])(?! of )"),
    re.compile(
        r"(?P<slot>N)(?: [a-z]+){1,3}? (?:(?P<more>joined|arrived)|(?P<less>left|resigned|quit|withdrew))\b"
    ),
)
_EITHER = re.compile(
    rf"(?P<slot>[PF])(?: [a-z]+)? (?:slower|faster|quicker|shorter|longer|lighter|heavier|smaller|larger"
    rf"|bigger"
    rf"|thinner|thicker|better|worse|colder|warmer)\b"
    rf"|(?:[,(\x96\x97] ?|\b(?:that is|or|i\.e\.|which is),? )by {HEDGE}(?P<by>[PFNUMQ])(?=[.,;)]|$"
    rf"| [a-z]+[.,;)])"
)
_SIGNED = re.compile(r"(?:\(|\bchange:? ?(?:of |was )?)(?P<slot>[PNUMQ])\b")


_POINTS = re.compile(
    rf"(?P<slot>[PQ]) (?:(?P<more>above|over)|(?P<less>below|under)) {HEDGE}(?:[a-z'’-]+ ){{0,4}}P"
)


_FROM_TO = re.compile(
    r"\bfrom [NUM][^A-Z;.]{0,30} to [NUM][^A-Z;.]{0,30}(?:,|:| \x96|\x97) ?(?:that is|i\.e\.|or|which is"
    r"|some|about)?[ ,]*$"
)


def _is_change(sentence: Sentence, match: re.Match[str]) -> bool:
    """Return whether an amount is the size of a change: not so in "two more posts", "added 10 rebounds"."""
    at = match.start("slot")
    slot = sentence.slot(at)
    word = match["more"] or match["less"]
    if sentence.line[at - 1 : at] in ("^", "_"):
        return False
    after = sentence.line[match.end() : match.end() + 40]
    if (
        word in ("up", "down")
        and at < match.start("more" if match["more"] else "less")
        and after[:4] == " to "
    ):
        return False  # "from 83 kg down to 76 kg"
    if at < match.start("more" if match["more"] else "less") and word in ("more", "less", "fewer", "extra"):
        apposed = _FROM_TO.search(sentence.line[max(0, at - 90) : at]) is not None
        return apposed or re.match(r"[^A-Z.;:]{0,20}\bthan\b", after) is not None
    if sentence.line[at + 1 : at + 2] in "-\x96" or sentence.line[at - 1 : at] in "-\x96":
        return False
    if re.search(r"D(?: through | to |-|\x96| and )$|\^$", sentence.line[max(0, at - 10) : at]):
        return False
    return slot.value != 1 or slot.number.text[0].isdigit()


_NO_STEP = re.compile(
    r"\b(?:ma(?:de|ke|kes|king)|turn(?:ed|s)?|set|show(?:ed|s)?|sign(?:ed|s)?|end(?:ed|s)?|split"
    r"|line[ds]?) up"
    r"|\braised [MN]|\b(?:saved?|lost) [A-Z](?: [a-z]+)? (?:out )?of\b|\bup to\b"
)
"""Words that look like a change: "which make up 31%", "saved 63 of 75"."""


def steps(sentence: Sentence) -> list[Step]:
    """Return the rises and falls of a sentence, each quantity once."""
    by_place: dict[int, Step] = {}
    for step in _directed(sentence):
        by_place.setdefault(step.slot.at, step)
    for match in _EITHER.finditer(sentence.line):
        at = match.start("slot" if match["slot"] else "by")
        if at not in by_place:
            by_place[at] = Step(sentence.slot(at), 0, match.start(), match.end())
    for match in _SIGNED.finditer(sentence.line):
        at = match.start("slot")
        slot = sentence.slot(at)
        if slot.mark == "U" and match[0][0] == "(":
            continue  # "the coldest day (-8 °C)"
        if at not in by_place and slot.number.sign:
            by_place[at] = Step(slot, slot.number.sign, match.start(), match.end())
    return [by_place[at] for at in sorted(by_place)]


def _directed(sentence: Sentence) -> Iterator[Step]:
    """Yield what words say to be a rise or a fall."""
    for pattern in (*_STEPS, _POINTS):
        if pattern is _STEPS[-1] and not re.search(r"\bfrom N[^A-Z;.]{0,30} to N", sentence.line):
            continue
        for match in pattern.finditer(sentence.line):
            at = match.start("slot")
            around = sentence.line[max(0, match.start() - 10) : match.start() + 10]
            if _NO_STEP.search(around) or (sentence.line[at] in "NUM" and not _is_change(sentence, match)):
                continue
            yield Step(sentence.slot(at), 1 if match["more"] else -1, match.start(), match.end())


def gap(sentence: Sentence, first: int, second: int) -> str:
    """Return the part of the line between two places."""
    low, high = sorted((first, second))
    return sentence.line[low + 1 : high]


_BOUNDARY = re.compile(
    r"[;:()\x97]| \x96 |, (?:and|but|while|whereas|which|who|although|though|because|as|so|when|where|with)\b"
    r"|\b(?:while|whereas|but|although|though|because|and (?:it|he|she|they|we|the [a-z]+))\b"
)


def clause(slot: Slot) -> str:
    """Return the clause of a quantity: what stands around it up to the next boundary."""
    line, start, end = slot.sentence.line, 0, len(slot.sentence.line)
    for match in _BOUNDARY.finditer(line):
        if match.end() <= slot.at:
            start = match.start()
        elif match.start() > slot.at:
            end = match.start()
            break
    return line[start:end]


def guarded(slot: Slot, words: re.Pattern[str]) -> bool:
    """Return whether a word stands in the clause of a quantity that forbids to calculate with it."""
    return words.search(clause(slot)) is not None


_SPAN = re.compile(
    r"\b(?:in|over|within|for|during|after|every|of|last|past|next|first)(?: the| a)?(?: last| past| next"
    r"| first| period of)? $"
)
_LABEL = re.compile(
    r"\b(?:week|day|page|chapter|phase|stage|grade|level|number|no\.|type|step|season|round|game|line|year"
    r"|class|platform|section|act|part|group|route|bus|flight) $"
)


_LATEST = re.compile(r"\b(?:last|past|next|first|previous|final|top|another) $")
_LONGEST = 12
"""Sentences of a paragraph that are looked at."""


def paragraph(sentence: Sentence) -> list[Sentence]:
    """Return the sentences around one that belong to its paragraph."""
    lines = [sentence]
    while (previous := lines[0].previous) is not None and len(lines) < _LONGEST:
        lines.insert(0, previous)
    while (following := lines[-1].following) is not None and len(lines) < 2 * _LONGEST:
        lines.append(following)
    return lines


def amounts(sentence: Sentence) -> list[Slot]:
    """Return the quantities of a sentence that a claim may be about: no years, spans of time or labels."""
    return [slot for slot in sentence.having("NUMPQFXS") if not is_aside(slot)]


def _is_one(slot: Slot) -> bool:
    return slot.mark == "N" and slot.value == 1 and not slot.number.text[0].isdigit()


def is_aside(slot: Slot) -> bool:
    """Return whether a quantity only says when or which: "within six hours", "year six", "one of them"."""
    if slot.mark == "U":
        return slot.dimensions == (("time", 1),) and _SPAN.search(slot.before(24)) is not None
    if slot.mark != "N":
        return False
    if _LABEL.search(slot.before(12)) or _LATEST.search(slot.before(16)):
        return True
    words = not slot.number.text[0].isdigit()
    return words and (slot.value == 1 or (slot.value < 10 and slot.before(4) == "the "))


_MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
_WHEN = re.compile(
    rf"\b(?P<unit>{_MONTHS}|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer"
    rf"|autumn|winter"
    r"|christmas|easter|morning|afternoon|evening|noon|night)\b"
    r"|(?P<then>\b(?:last|previous\w*|prior|preceding|earlier|ago|before|originally|once|used to"
    r"|had (?:been|stood"
    r"|cost)|old|initial\w*|first|former\w*|start|beginning|until then|yesterday|to begin with"
    r"|having (?:been|cost|stood))\b)"
    r"|(?P<now>\b(?:now|today|this|current\w*|new|by then|second|end|since|at present|presently|nowadays"
    r"|so far"
    r"|latest|has (?:reached|grown|risen|fallen|dropped)|next|later|finally|after)\b)"
)


def when(slot: Slot) -> set[str]:
    """Return the words that say at what time a figure was so: those behind it, or else those before it."""
    line = slot.sentence.line
    others = [
        other.at for other in slot.sentence.having("NUMPQFXS") if other is not slot and not _is_one(other)
    ]
    begin = max((at + 1 for at in others if at < slot.at), default=0)
    end = min((at for at in others if at > slot.at), default=len(line))
    after = re.split(r"[;,)]", line[slot.at + 1 : min(end, slot.at + 46)])[0]
    before = re.split(";", line[max(begin, slot.at - 45) : slot.at])[-1]
    return _when(slot.sentence, slot.at + 1, after) or _when(slot.sentence, slot.at - len(before), before)


_NTH = re.compile(
    r"\b(?:in|of) (?:the|its|his|her|their) (?P<nth>O)(?= (?:year|month|week|season|quarter)\b|$)"
)


def _when(sentence: Sentence, start: int, words: str) -> set[str]:
    named = {match["unit"] or ("then" if match["then"] else "now") for match in _WHEN.finditer(words)}
    return (
        named
        | {sentence.slot(start + match.start()).written for match in re.finditer("[YD]", words)}
        | {sentence.slot(start + match.start("nth")).written for match in _NTH.finditer(words)}
    )


def contrast(first: Slot, second: Slot, *, named: bool = False) -> bool:
    """Return whether two figures are said to be so at two times: in May and in June, last year and now.

    named: both times have names; "now" and "then" do not count.
    """
    before, after = when(first), when(second)
    if named:
        before, after = before - {"now", "then"}, after - {"now", "then"}
    return bool(before - after) and bool(after - before)


def is_year(slot: Slot) -> bool:
    """Return whether a number is a year; those before 1500 are only where words say so: "in 1412"."""
    if slot.mark == "Y":
        return True
    plain = slot.is_count and slot.number.text.isdigit() and 1000 <= slot.value < 2100 and slot.noun is None
    return plain and re.search(r"\b(?:in|until|till|from|since|by|to|and) $", slot.before(8)) is not None
