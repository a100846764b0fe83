"""The rises and falls of a sentence: quantities that are the size of a change, by the words around them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from numerate.consistency.cues import HEDGE
from numerate.consistency.passages import short_paragraph
from numerate.consistency.slots import Sentence, Slot
from numerate.consistency.verbs import (
    FALLING,
    LEAVING,
    LESS,
    LESS_NOUN,
    MORE,
    MORE_NOUN,
    RISING,
    TAKING,
    words,
)


class Step(NamedTuple):
    """The size of a rise or fall: "fell 12%", "an increase of 40 tonnes"."""

    slot: Slot
    direction: int
    """1 for a rise, -1 for a fall, 0 where the figures decide: "10% slower", "that is by 10%"."""
    start: int
    """Where its words begin in the line."""
    end: int
    loose: bool = False
    """Whether its words mean a change only in a passage that has no other figures."""


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
    rf"|thinner|thicker|(?<!or )better|(?<!or )worse|colder|warmer)\b"
    rf"|(?:[,(\x96\x97] ?|\b(?:that is|or|i\.e\.|which is),? )by {HEDGE}(?P<by>[PFNUMQ])(?=[.,;)]|$"
    rf"| [a-z]+[.,;)])"
)
_SHARES = {
    "half": Fraction(1, 2), "third": Fraction(1, 3), "quarter": Fraction(1, 4), "fifth": Fraction(1, 5),
    "tenth": Fraction(1, 10),
}  # fmt: skip
_BY_A = re.compile(
    rf"\b(?:(?P<more>{RISING})|(?P<less>{FALLING}))\b[^A-Z;.]{{0,40}}? by (?:about |some |nearly |over "
    rf"|more than )?"
    rf"(?:an?|one) (?P<share>{'|'.join(_SHARES)})(?=[.,;:!?]|$| [a-z])"
)
"""A fraction that `text` does not read as a number: "shrank by a quarter: …"."""
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
    r"\b(?:ma(?:de|ke|kes|king)|turn(?:ed|s)?|set|giv(?:e|es|en|ing)|gave|pick(?:ed|s|ing)?|show(?:ed"
    r"|s)?|sign(?:ed|s)?|end(?:ed|s)?|split"
    r"|line[ds]?) up"
    r"|\braised [MN]|\b(?:saved?|lost) [A-Z](?: [a-z]+)? (?:out )?of\b|\bup to\b"
)
"""Words that only look like a change: "which make up 31%", "saved 63 of 75"."""


_IN_PASSAGE = (
    re.compile(
        rf"\b(?:(?P<more>{TAKING})|(?P<less>{LEAVING})) {HEDGE}(?P<slot>[NUM])(?! ?[-\x96/]| (?:to|of"
        rf"|in) [NUM])"
    ),
    re.compile(
        rf"\b(?P<more>(?:an?other|a further|an extra|an additional|the extra) {HEDGE}(?P<slot>[NUM])"
        rf"|with {HEDGE}(?P<with>[NUM]) (?:new|more|extra|additional)\b)"
    ),
    re.compile(
        r"(?P<slot>N)(?: [a-z]+){0,3}? (?:(?P<more>joined|arrived|moved in|signed up|were (?:added"
        r"|hired|built|opened))"
        r"|(?P<less>left|resigned|quit|withdrew|retired|died|dropped out|were (?:closed|cut|lost"
        r"|removed|sold)))\b"
    ),
    re.compile(
        rf"\b(?:(?P<more>{RISING})|(?P<less>{FALLING}))\b[^A-Z;.]{{0,40}}?(?<!driven)(?<!led)(?<!followed)"
        rf"(?<!offset)(?<!caused)(?<!helped)(?<!used) by {HEDGE}(?P<slot>[NUMPQF])"
    ),
    re.compile(rf"\b(?:(?P<more>gains?|additions?)|(?P<less>loss(?:es)?|cuts?)) of {HEDGE}(?P<slot>[NUM])"),
)
"""Words that mean a change of a number of things only where nothing else is counted."""


def steps(sentence: Sentence) -> list[Step]:
    """Return the rises and falls of a sentence, each quantity once."""
    by_place: dict[int, Step] = {}
    for step in _directed(sentence):
        by_place.setdefault(step.slot.at, step)
    for match in _BY_A.finditer(sentence.line):
        slot = sentence.word(*match.span("share"), _SHARES[match["share"]], "F")
        by_place[slot.at] = Step(slot, 1 if match["more"] else -1, match.start(), match.end())
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
    if not by_place and short_paragraph(sentence) is not None:
        for match in (match for pattern in _IN_PASSAGE for match in pattern.finditer(sentence.line)):
            slot = sentence.slot(match.start("with" if match.groupdict().get("with") else "slot"))
            direction = 1 if match["more"] else -1
            by_place.setdefault(slot.at, Step(slot, direction, match.start(), match.end(), loose=True))
    return [by_place[at] for at in sorted(by_place)]


def _directed(sentence: Sentence) -> Iterator[Step]:
    """Yield the changes whose words give a direction."""
    for pattern in (*_STEPS, _POINTS):
        if pattern is _STEPS[-1] and not re.search(r"\bfrom N[^A-Z;.]{0,30} to N", sentence.line):
            continue
        for match in pattern.finditer(sentence.line):
            at = match.start("slot")
            around = sentence.line[max(0, match.start() - 10) : match.start() + 10]
            if _NO_STEP.search(around) or (sentence.line[at] in "NUM" and not _is_change(sentence, match)):
                continue
            yield Step(sentence.slot(at), 1 if match["more"] else -1, match.start(), match.end())
