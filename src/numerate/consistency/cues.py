"""Words that say how quantities relate: rises and falls, comparisons, and what introduces a figure.

All patterns run on the line of a `Sentence`, in which quantities are capital letters; gaps are bounded.
"""

from __future__ import annotations

import re

from numerate.consistency.slots import AMOUNT, Sentence, Slot
from numerate.text.units import TIME

HEDGE = (
    r"(?:(?:about|around|approximately|roughly|some|nearly|almost|just|over|under|more than|less than"
    r"|at least"
    r"|up to|only|exactly|fully|a further|a full|a total of|an additional|another|an estimated|a|an"
    r"|the|its|their|his|her"
    r"|no fewer than|as much as|as many as|well over|well under|close to|by|a mere|even|still|now|a "
    r"record|(?:a little|a bit|a shade|a touch|slightly|somewhat) (?:over|under|above|below|more than"
    r"|less than|short of)|not quite|just short of|~) ?)*"
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
"""Words after "than" where the other figure comes earlier in the text: "17 fewer than needed"."""
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
    if (
        re.search(r"[A-Z.;:()]|\b(?:it|he|she|they|we|which|that|will|is|was|were|are|has|had)\b", gap)
        or len(gap) > 32
    ):
        return ""
    return match[1]


_LEAD_WORDS = re.compile(
    r"(?<![\w-])(up from|down from|from|up to|to|at|against|versus|vs\.?|compared (?:with|to)|in "
    r"comparison (?:with|to)"
    r"|rather than|instead of|than|having been|had been|after|as against|of|by|was|were|now|is|are"
    r"|reached|totalled"
    r"|had|has|have|with|between|and|for|in|on|per|previously|formerly|originally)(?![\w-])"
)


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
    """Return whether the clause of a quantity has one of the words that forbid calculating with it."""
    return words.search(clause(slot)) is not None


_SPAN = re.compile(
    r"\b(?:in|over|within|for|during|after|every|of|last|past|next|first)(?: the| a)?(?: last| past| next"
    r"| first| period of)? $"
)
_LABEL = re.compile(
    r"\b(?:week|day|page|chapter|phase|stage|grade|level|number|no\.|type|step|season|round|game|line|year"
    r"|class|platform|section|act|part|group|route|bus|flight) $"
)


_TOUCHED = re.compile(
    r"\b(?:session|day['’]s|daily|intraday|earlier|touch\w+|hit|hits|hitting|tripp\w+|struck|set)\b"
    r"[^A-Z;.]{0,25}\b(?:high|low|peak|trough)(?: of| at)? $"
    r"|\b(?:high|low|peak|rise|fall|climb|drop) (?:above|below) $"
)


def is_touched(slot: Slot) -> bool:
    """Return whether a value was only touched, or is a threshold, and so is no base of a change.

    "Up 1.2% at $31, after a session low of $28"; "its first rise above 50".
    """
    return _TOUCHED.search(slot.before(50)) is not None


_LATEST = re.compile(r"\b(?:last|past|next|first|previous|final|top|another) $")
_LONGEST = 12
"""Sentences before and after one that are read as its paragraph; bounds the work."""


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
    return [slot for slot in sentence.having(AMOUNT) if not is_aside(slot)]


def _is_one(slot: Slot) -> bool:
    return slot.mark == "N" and slot.value == 1 and not slot.number.text[0].isdigit()


_THE = re.compile(r"\b(?:the|both|all|these|those) (?:(?!remaining|other|rest|last|total)[a-z]+ )?$")


def is_aside(slot: Slot) -> bool:
    """Return whether a quantity only says when or which: "within six hours", "year six", "one of them"."""
    if slot.mark == "U":
        return slot.dimensions == TIME and _SPAN.search(slot.before(24)) is not None
    if slot.mark != "N":
        return False
    if _LABEL.search(slot.before(12)) or _LATEST.search(slot.before(16)):
        return True
    words = not slot.number.text[0].isdigit()
    return words and (slot.value == 1 or (slot.value < 10 and _THE.search(slot.before(16)) is not None))


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
    """Return the words that date a figure: those after it, or else those before it."""
    line = slot.sentence.line
    others = [other.at for other in slot.sentence.having(AMOUNT) if other is not slot and not _is_one(other)]
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
    """Return whether words date two figures differently: in May and in June, last year and now.

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
