"""Wordings that tie a share to its part and its whole: "45 of 60 (75%)", "of 60, 45 (75%) agreed"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numerate.consistency.claim import LIKELY, STRONG, SURE
from numerate.consistency.cues import HEDGE
from numerate.consistency.shares.share import StatedShare
from numerate.consistency.slots import Sentence, Slot

OF = (
    r"(?:out )?of (?:the |all |a total of |these |those |its |their |our |his |her |some |an? "
    r")*(?:(?!(?:and|or|to|for|in|from|with)\b)[a-z'’-]+ ){0,3}?"
)
_PART_OF_WHOLE = re.compile(rf"(?P<part>[NUM])(?: [a-z-]+){{0,2}}? {OF}(?P<whole>[NUM])")
_AFTER = re.compile(
    rf"[^A-Z;:]{{0,45}}?(?:\((?:i\.e\.,? )?|\[|, ?(?:or|i\.e\.,?|that is,?|which is|equal to|representing"
    rf"|equivalent to|making up)? ?|[-\x96\x97=:] ?| or | — )"
    rf"(?:(?!and |but |while |whereas |who )[a-z=]+ ){{0,3}}?{HEDGE}(?P<share>[PFSN])(?P<next>.{{0,24}})"
)
_BEFORE = re.compile(
    r"(?P<share>[PFS])(?: (?:of|were|are|was|is|had|have|said|reported)\b[^A-Z;:()]{0,40}?)?(?: "
    r"?\((?:n ?= ?)?|, (?:or |i\.e\. |that is )?| ?[-\x96\x97] ?|: ?| \x97 )$"
)
_PERCENTAGE = re.compile(r"\b(?:percentage|per cent|rate|share)\b[^A-Z]{0,12}$")
_INSIDE = re.compile(
    rf"(?P<part>[NUM])(?: [a-z-]+){{0,3}}? ?[(\[](?P<share>P)[)\]] (?:[a-z-]+ "
    rf"){{0,3}}?{OF}(?P<whole>[NUM])"
)
_OPENS = re.compile(
    r"(?:^|[,;:(\x96\x97-] ?|\band |\bthat |\bwhere )(?:of|out of|among|amongst|from|in (?:a|the|our|this) "
    r"(?:[a-z]+ )?(?:sample|group|survey|cohort|class|total) of) (?:the |all |a "
    r"total of |these |our |its |their |some )*(?P<whole>[NUM])"
)
_OF_WHICH = re.compile(
    r"(?P<whole>[NUM])[^A-Z;:.()]{0,50}?(?:, | and | )(?:(?:of|among) (?:whom|which|these|them),? "
    r"[^A-Z;:.()]{0,15}"
    r"(?P<second>[NUM])|(?P<first>[NUM]) of (?:whom|which|them|these))"
    r"(?: [a-z-]+){0,3}?(?: \(|, or )(?P<share>P)[),]"
)
_SHARE_FIRST = re.compile(
    r"(?P<share>P)(?:,? or |,? i\.e\.,? | \()(?P<part>N)(?=\)|,| (?!percent|per cent)[a-z])"
)
_RATE_ON = re.compile(
    rf"(?P<share>P)(?: [a-z]+){{0,3}} on (?:[a-z'’-]+ ){{0,6}}?(?P<whole>M)[^A-Z;:.]{{0,6}}?,? "
    rf"(?:comes to|amounts to|equals|makes|that is,?|i\.e\.,?|which is|works out at|gives) {HEDGE}(?P<part>M)"
)
_COUNTED = re.compile(
    r"(?P<part>[NUM])(?: [a-z-]+){0,3}? ?(?:[(\[](?:or )?|, or |, |, that is,? "
    r")(?P<share>[PF])(?P<close>[)\],.;]| (?:of|per))"
)
_NESTED = re.compile(r"\b(?:of|among|from) (?:whom|which|these|them|those)\b")
_AMOUNT_OF = re.compile(
    rf"(?P<part>[NUM])(?: [a-z-]+){{0,3}}?(?:,| \(| or| \x97| \x96) ?(?:or |which is |representing "
    rf"|that is |equal to |equivalent to |some |about )?{HEDGE}(?P<share>[PF]) of (?:(?!(?:compared"
    rf"|from|to|with|which|and|in|at|on|for|by|as|that|against|up|down|or)\b)[a-z'’-]+ "
    rf"){{1,6}}?(?P<whole>[NUM])(?![-\x96]| to )"
)
_SHARE_OF = re.compile(
    r"(?P<share>[PFS]) of (?:the |all |its |their |our |these |those |some |a total of |the total of "
    r")*(?:(?!(?:into|to|in|from|on|at|with|and|for)\b)[a-z'’-]+ "
    r"){0,3}?(?P<whole>[NUM])(?P<middle>[^A-Z]{0,60})(?P<part>[NUMI])"
)
_IN_PANEL = re.compile(
    r"(?P<share>[SPF])(?: of (?:the|all|our"
    r"|its))?(?: [a-z]+){1,4} of (?P<whole>N)(?: [a-z]+){0,2} ?\((?P<part>[NI])\)"
)
_PIECE = re.compile(
    r"(?P<share>P) (?P<what>[a-z]+)[^A-Z]{0,30}(?P<whole>U)[^A-Z]{0,30}\b(?:contains?|holds?|has"
    r"|includes?|provides?|gives|yields|with) " + HEDGE + r"(?P<part>U)"
)
_OF_THEM = re.compile(r"(?P<part>N) of (?:them|these|those|the [a-z]+) ?(?:\(|, or |, )(?P<share>[PF])[),]")


def read_wordings(sentence: Sentence) -> Iterator[StatedShare]:
    """Read every share whose words say what it is of."""
    for read in (_stated, _of_all, _of_which, _parts_of, _of_previous):
        yield from read(sentence)


def _stated(sentence: Sentence) -> Iterator[StatedShare]:
    """Read "45 of 60 (75%)", "75% (45 of 60)", "45 (75%) of 60"."""
    line = sentence.line
    for match in _INSIDE.finditer(line):
        yield _share(sentence, match)
    for match in _PART_OF_WHOLE.finditer(line):
        part, whole = _at(sentence, match, "part"), _at(sentence, match, "whole")
        after = _AFTER.match(line, match.end())
        if after and (after["share"] in "PFS" or _PERCENTAGE.search(line[: after.start("share")])):
            yield StatedShare(part, whole, _at(sentence, after, "share"), SURE)
            continue
        start = max(0, match.start() - 70)
        before = _BEFORE.search(line[start : match.start()])
        if before and not re.search(r"[FS] of [^A-Z]*, $", before[0]):
            yield StatedShare(part, whole, sentence.slot(start + before.start("share")), SURE)


def _of_all(sentence: Sentence) -> Iterator[StatedShare]:
    """Read "Of 60 tenants, 45 (75%) agreed and 15 (25%) did not"."""
    line = sentence.line
    wholes = [_at(sentence, match, "whole") for match in _OPENS.finditer(line)]
    for match in _COUNTED.finditer(line) if wholes else ():
        part = _at(sentence, match, "part")
        before = [whole for whole in wholes if whole.at < part.at]
        if not before or (match["share"] == "F" and match["close"] in " of"):
            continue
        whole = before[-1]
        between = line[whole.at + 1 : part.at]
        odds = SURE
        if _NESTED.search(between):
            nested = list(_NESTED.finditer(line, whole.at, part.at))[-1].start()
            inner = [slot for slot in sentence.having("NUM") if whole.at < slot.at < nested]
            whole, odds = (inner[-1], STRONG) if inner else (whole, LIKELY)
        elif len(between) > 160:
            odds = STRONG
        yield StatedShare(part, whole, _at(sentence, match, "share"), odds)


def _of_which(sentence: Sentence) -> Iterator[StatedShare]:
    """Read "12 members, 3 of whom (25%) are women", "of 80 players, 25% or 20 are young"."""
    line = sentence.line
    for match in _OF_WHICH.finditer(line):
        part = _at(sentence, match, "first" if match["first"] else "second")
        yield StatedShare(part, _at(sentence, match, "whole"), _at(sentence, match, "share"), SURE)
    opened = _OPENS.match(line)
    whole = _at(sentence, opened, "whole") if opened is not None else None
    for match in _SHARE_FIRST.finditer(line) if whole is not None else ():
        if whole is not None and 0 < match.start() - whole.at < 60 and not _NESTED.search(line):
            yield StatedShare(_at(sentence, match, "part"), whole, _at(sentence, match, "share"), SURE)
    for match in _RATE_ON.finditer(line):
        yield _share(sentence, match)._replace(rest=True)


def _parts_of(sentence: Sentence) -> Iterator[StatedShare]:
    """Read "$13.5 million, 30% of sales of $45 million", "half of the 5,600 seeds; 2,800 survived"."""
    line = sentence.line
    for match in _AMOUNT_OF.finditer(line):
        yield _share(sentence, match)
    for match in _SHARE_OF.finditer(line):
        middle = match["middle"]
        apposed = re.match(
            r"[^;:.]{0,30}(?:, (?:or |some |about |that is,? |i\.e\.,? )?| ?\((?:or |some |about |n "
            r"?= ?)?| or | ?[\x96\x97-] ?)$",
            middle,
        )
        closed = re.match(r"(?: [a-z]+){0,2}(?:[,)]| ?[\x96\x97-] )", line[match.end() :]) is not None
        if not apposed and ";" not in middle:
            continue
        part = _at(sentence, match, "part")
        part = part.as_count() or part
        if part.mark == "I" or (part.mark != "N" and match["part"] == "I"):
            continue
        odds = SURE if apposed and closed else STRONG
        rest = not (apposed and closed)
        yield StatedShare(part, _at(sentence, match, "whole"), _at(sentence, match, "share"), odds, rest)
    for match in _IN_PANEL.finditer(line):
        part = _at(sentence, match, "part")
        part = part.as_count() or part
        if part.mark == "N":
            yield StatedShare(part, _at(sentence, match, "whole"), _at(sentence, match, "share"), SURE)
    for match in _PIECE.finditer(line):
        yield _share(sentence, match)._replace(odds=STRONG)


def _of_previous(sentence: Sentence) -> Iterator[StatedShare]:
    """Read "of them" as of the only count of the sentence before."""
    if sentence.previous is None:
        return
    wholes = [slot for slot in sentence.previous.having("N") if slot.number.noun]
    if sentence.previous.having("PFS"):
        return
    matches = list(_OF_THEM.finditer(sentence.line))
    if not matches and sentence.line.count("P") == 1 and len(sentence.having("N")) == 1:
        matches = list(
            re.finditer(
                r"^(?:[a-z]+ ){0,6}(?P<part>N)(?: [a-z-]+){0,2} ?(?:\(|, or )(?P<share>P)", sentence.line
            )
        )
    for match in matches if len(wholes) == 1 else ():
        yield StatedShare(
            _at(sentence, match, "part"),
            wholes[0],
            _at(sentence, match, "share"),
            SURE if _OF_THEM.search(match[0]) else STRONG,
        )


def _share(sentence: Sentence, match: re.Match[str]) -> StatedShare:
    """Return the share of a wording that names all three of its figures."""
    part, whole, stated = (_at(sentence, match, role) for role in ("part", "whole", "share"))
    return StatedShare(part, whole, stated, SURE)


def _at(sentence: Sentence, match: re.Match[str], name: str) -> Slot:
    """Return the quantity that a group of a pattern has matched."""
    return sentence.slot(match.start(name))
