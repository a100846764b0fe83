"""Rule `share`: percentages and fractions that do not match their counts, as in "45 of 60 tenants (70%)"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from numerate.consistency.claim import LIKELY, STRONG, SURE, Claim, claims
from numerate.consistency.cues import BASE, HEDGE, VAGUE, amounts, gap, guarded, lead, paragraph
from numerate.consistency.equation import Equation, Term, constant
from numerate.consistency.interval import coin
from numerate.consistency.passages import passages
from numerate.consistency.relation import in_style
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot, comparable, currency
from numerate.consistency.steps import steps
from numerate.consistency.verbs import FALLING, RISING
from numerate.text import Number

_OF = (
    r"(?:out )?of (?:the |all |a total of |these |those |its |their |our |his |her |some |an? "
    r")*(?:(?!(?:and|or|to|for|in|from|with)\b)[a-z'’-]+ ){0,3}?"
)
_PART_OF_WHOLE = re.compile(rf"(?P<part>[NUM])(?: [a-z-]+){{0,2}}? {_OF}(?P<whole>[NUM])|(?P<ratio>F)")
_SLASHED = re.compile(r"(\d+)[/⁄](\d+)")
_AFTER = re.compile(
    rf"[^A-Z;:]{{0,45}}?(?:\((?:i\.e\.,? )?|\[|, ?(?:or|i\.e\.,?|that is,?|which is|equal to|representing"
    rf"|equivalent to|making up)? ?|[-\x96\x97=:] ?| or | — )"
    rf"(?:(?!and |but |while |whereas |who )[a-z=]+ ){{0,3}}?{HEDGE}(?P<share>[PFSN])(?P<next>.{{0,24}})"
)
_BEFORE = re.compile(
    r"(?P<share>[PFS])(?: (?:of|were|are|was|is|had|have|said|reported)\b[^A-Z;:()]{0,40}?)?(?: "
    r"?\((?:n ?= ?)?|, (?:or |i\.e\. |that is )?| ?[-\x96\x97] ?|: ?| \x97 )$"
)
_TURNOUT = re.compile(r"(?P<share>[PFS]),? $")
_INSIDE = re.compile(
    rf"(?P<part>[NUM])(?: [a-z-]+){{0,3}}? ?[(\[](?P<share>P)[)\]] (?:[a-z-]+ "
    rf"){{0,3}}?{_OF}(?P<whole>[NUM])"
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
_OR_MORE = re.compile(r"(?: [a-z]+)? or (?:more|greater|better|fewer|less)\b")
_NOT_A_SHARE = re.compile(
    r"[^A-Z]{0,14}\b(?:ci\b|confidence|credible|sensitiv|specific|(?:more|less|higher|lower|increase"
    r"|decrease|growth|rise|drop|fall|interest|discount|above|below|up|down|quantile|percentile|power"
    r"|of those|of these|of them|per|annual|a year|owned|stake)\b)"
)
_HALF_READ = re.compile(r"(?:±|[A-Z],) ?$")
"""Before a percentage that is an uncertainty, or one with a decimal comma."""
_MIN_WHOLE = 10
"""Smallest whole that is checked; next to a smaller one, a percentage often refers to something larger."""
_PERCENTAGE = re.compile(r"\b(?:percentage|per cent|rate|share)\b[^A-Z]{0,12}$")


_LOSS = re.compile(r"\b(?:loss(?:es)?|attrition|mortality|failure|drop-?out|wastage|shortfall)\b")
"""Words for a share of what is gone, next to the figure of what is left."""
_OF_BOTH = re.compile(r" of (?:the |all |our |its )?(?:sample|data|dataset|total|whole)\b")
"""What follows the share of one of two parts: 900 for training, 100 for testing (10% of the sample)."""
_SAME_BASE = 0.08
"""How far bases of rounded shares may be apart."""


class _Share(NamedTuple):
    part: Slot
    whole: Slot
    share: Slot
    odds: float
    rest: bool = False
    """Whether the figure may also be what remains: half died, 2,800 survived."""


def read_shares(sentence: Sentence) -> Iterator[Claim]:
    """Read every share with the part and the whole it is calculated from."""
    changes = {step.slot for step in steps(sentence)}
    shares: dict[Slot, _Share] = {}
    for share in (
        *_stated(sentence),
        *_of_all(sentence),
        *_of_which(sentence),
        *_parts_of(sentence),
        *_of_previous(sentence),
        *_in_sentence(sentence, changes),
        *_in_passages(sentence),
    ):
        changed = share.share in changes or (share.part in changes and not share.rest)
        known = shares.get(share.share)
        if not changed and _is_share(share) and (known is None or known.odds < share.odds):
            shares[share.share] = share
    stated = list(shares.values())
    yield from (_claim(share) for share in stated if not _has_other_base(share, stated))
    yield from _slashed(sentence)


_OF_MARKET = re.compile(r" share of (?:[a-z]+ ){0,3}market\b")
"""The whole that a share is of, where it is none of the figures: "a 13% share of the global market"."""


def _has_other_base(share: _Share, stated: list[_Share]) -> bool:
    """Return whether several shares fit one base, but not the whole that is named.

    In "of these 17 events, 12 (2.8%) were early and 5 (1.2%) late", the base is that of a sentence before.
    """
    if "±" in (share.part.before(2) + share.whole.before(2)) or _OF_MARKET.match(share.share.after(40)):
        return True
    same = [other for other in stated if other.whole is share.whole and other.share.value > 0]
    bases = [other.part.value / other.share.value for other in same if other.share.mark == "P"]
    if len(bases) < 2 or len({other.part.value for other in same}) < 2:
        return False
    whole = share.whole.value / 100
    apart = all(abs(base / whole - 1) > _SAME_BASE for base in bases)
    return apart and max(bases) < (1 + _SAME_BASE) * min(bases)


def _at(sentence: Sentence, match: re.Match[str], name: str) -> Slot:
    return sentence.slot(match.start(name))


def _stated(sentence: Sentence) -> Iterator[_Share]:
    """Read "45 of 60 (75%)", "75% (45 of 60)", "45 (75%) of 60"."""
    line = sentence.line
    for match in _INSIDE.finditer(line):
        yield _Share(
            _at(sentence, match, "part"), _at(sentence, match, "whole"), _at(sentence, match, "share"), SURE
        )
    for match in _PART_OF_WHOLE.finditer(line):
        if match["ratio"]:
            continue
        part, whole = _at(sentence, match, "part"), _at(sentence, match, "whole")
        after = _AFTER.match(line, match.end())
        if after and (after["share"] in "PFS" or _PERCENTAGE.search(line[: after.start("share")])):
            yield _Share(part, whole, _at(sentence, after, "share"), SURE)
            continue
        start = max(0, match.start() - 70)
        before = _BEFORE.search(line[start : match.start()])
        if before and not re.search(r"[FS] of [^A-Z]*, $", before[0]):
            yield _Share(part, whole, sentence.slot(start + before.start("share")), SURE)


def _of_all(sentence: Sentence) -> Iterator[_Share]:
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
        yield _Share(part, whole, _at(sentence, match, "share"), odds)


def _of_which(sentence: Sentence) -> Iterator[_Share]:
    """Read "12 members, 3 of whom (25%) are women", "of 80 players, 25% or 20 are young"."""
    line = sentence.line
    for match in _OF_WHICH.finditer(line):
        part = _at(sentence, match, "first" if match["first"] else "second")
        yield _Share(part, _at(sentence, match, "whole"), _at(sentence, match, "share"), SURE)
    opened = _OPENS.match(line)
    whole = _at(sentence, opened, "whole") if opened is not None else None
    for match in _SHARE_FIRST.finditer(line) if whole is not None else ():
        if whole is not None and 0 < match.start() - whole.at < 60 and not _NESTED.search(line):
            yield _Share(_at(sentence, match, "part"), whole, _at(sentence, match, "share"), SURE)
    for match in _RATE_ON.finditer(line):
        yield _Share(
            _at(sentence, match, "part"),
            _at(sentence, match, "whole"),
            _at(sentence, match, "share"),
            SURE,
            rest=True,
        )


def _parts_of(sentence: Sentence) -> Iterator[_Share]:
    """Read "$13.5 million, 30% of sales of $45 million", "half of the 5,600 seeds; 2,800 survived"."""
    line = sentence.line
    for match in _AMOUNT_OF.finditer(line):
        yield _Share(
            _at(sentence, match, "part"), _at(sentence, match, "whole"), _at(sentence, match, "share"), SURE
        )
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
        yield _Share(part, _at(sentence, match, "whole"), _at(sentence, match, "share"), odds, rest)
    for match in _IN_PANEL.finditer(line):
        part = _at(sentence, match, "part")
        part = part.as_count() or part
        if part.mark == "N":
            yield _Share(part, _at(sentence, match, "whole"), _at(sentence, match, "share"), SURE)
    for match in _PIECE.finditer(line):
        yield _Share(
            _at(sentence, match, "part"), _at(sentence, match, "whole"), _at(sentence, match, "share"), STRONG
        )


def _of_previous(sentence: Sentence) -> Iterator[_Share]:
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
        yield _Share(
            _at(sentence, match, "part"),
            wholes[0],
            _at(sentence, match, "share"),
            SURE if _OF_THEM.search(match[0]) else STRONG,
        )


_LINKED = re.compile(
    r"(?: ?[(\[]|,| or\b| ?[-\x96\x97:]|;)?(?: [a-z]+){0,6}?"
    r"(?: ?[(\[]| ?[,\x96\x97:-]| or\b| i\.e\."
    r"| that is| a (?:share|rate|proportion) of)[ ,]*(?:(?!(?:and|but|while|whereas|with|at|by|to|from"
    r"|than|said|will)\b)[a-z.]+,? ?){0,6}"
)
_NEAR = 60
"""Characters between a share and its part."""
_TOTAL_OF = re.compile(
    r" of (?:them|these|those|the (?:total(?! outstanding)|whole|lot|group|sample|class)|all\b|whom|which)"
)
_WHOLE_BEFORE = re.compile(
    r"\b(?:of|from|among|out of|total of|there (?:are|were|is)|has|have|had|with|reached|surveyed|asked"
    r"|contacted"
    r"|enrolled|counted|received|employs?|owns?|planted|bought|made|sold|tested|examined|invited|interviewed)"
    r" (?:the |all |a |an |its |our |their |these |some |about )*(?:[a-z]+ )?$|^(?:the |all |our |its "
    r"|some )*$"
)


def _in_sentence(sentence: Sentence, changes: set[Slot]) -> Iterator[_Share]:
    """Read a share where a passage has nothing else but its part and its whole."""
    shares = [slot for slot in amounts(sentence) if slot.mark in "PFS" and slot not in changes]
    figures = [slot for slot in amounts(sentence) if slot.mark in "NUM"]
    if len(shares) != 1 or len(figures) + len(shares) < len(amounts(sentence)):
        return
    share = shares[0]
    if len(figures) == 1 and sentence.previous is not None:
        figures = [slot for line in paragraph(sentence) for slot in amounts(line) if slot is not share]
    if len(figures) != 2 or any(slot.mark not in "NUM" for slot in figures):
        return
    part, whole = sorted(figures, key=lambda slot: slot.quantity().value)
    if lead(whole) in BASE or abs(share.at - part.at) > _NEAR:
        return
    if part.sentence is not sentence or guarded(share, VAGUE) or guarded(part, VAGUE):
        return
    line = sentence.line
    first, last = sorted((part.at, share.at))
    between = (
        line[first + 1 : last].replace(line[whole.at], "n")
        if whole.sentence is sentence
        else line[first + 1 : last]
    )
    linked = _LINKED.fullmatch(between) is not None and first == part.at
    of_all = _TOTAL_OF.match(share.after(30)) is not None
    of_part = (
        re.match(r"(?: [a-z]+)? (?:of|among) (?:them|these|those|whom|which)\b", part.after(30)) is not None
    )
    if not linked or not (of_all or of_part or _WHOLE_BEFORE.search(whole.before(45))):
        return
    if (
        whole.sentence is sentence
        and whole.at > part.at
        and not re.search(r"\bof\b", line[part.at : whole.at])
    ):
        return
    yield _Share(part, whole, share, SURE)


_NAMED = re.compile(
    r"\b(?:margin|share|proportion|percentage|commission|interest|vat|tax|tip|deposit|fee|yields?"
    r"|turnout|rate|quota"
    r"|royalt(?:y|ies)|levy|duty|brokerage|chance|odds|probability|out of|percent of|makes? up|made up"
    r"|account\w* for)\b"
    r"|[PFS] of (?:the|them|these|those|all|its|their|his|her|our|what|whom|which|that|it|[NUM])\b"
    r"|\b(?:of|out of|among) (?:the |all |its |their |his |her |our |these |a total of )?(?:[a-z]+ )?[NUM]"
)
"""What says that a percentage or fraction is a share of something."""
_ADDED = re.compile(
    r"\b(?:vat|tax|interest|tip|duty|fee|surcharge|levy|commission|discount\w*|off|deduct\w*)\b"
)
_GROSS = 3
"""How many times too large or small a share may be in a passage where it is still meant."""


def _in_passages(sentence: Sentence) -> Iterator[_Share]:
    """Read a share, a part and a whole of a passage that has no other figures and no change."""
    for passage in passages(sentence):
        shares = [slot for slot in passage.figures if slot.mark in "PFS"]
        figures = [slot for slot in passage.figures if slot.mark in "NUM"]
        if len(shares) != 1 or len(figures) != 2 or len(passage.figures) != 3 or passage.is_uncertain:
            continue
        words = (
            re.sub(r"\badd(?:s|ed|ing)?\b", "", passage.line) if _ADDED.search(passage.line) else passage.line
        )
        nouns = {figure.noun for figure in figures}
        if None not in nouns and len(nouns) > 1 and not re.search(rf"{_OF}[NUM]", passage.line):
            continue
        if any(_OF_THEM_IN.match(figure.after(30)) for figure in figures):
            continue
        if not _NAMED.search(words) or _MOVED.search(words) or _is_another_claim(shares[0], figures):
            continue
        part, whole = sorted(figures, key=lambda slot: slot.number.value * float(coin(slot.number)))
        stated = shares[0].number.value / (100 if shares[0].mark == "P" else 1)
        size = whole.quantity(like=part).value
        if size > 0 and stated > 0 and 1 / _GROSS < part.quantity(like=whole).value / size / stated < _GROSS:
            yield _Share(part, whole, shares[0], passage.odds, _ADDED.search(passage.line) is not None)


_OF_THEM_IN = re.compile(
    r" of (?:them|whom|which|these|those) (?:in|at|from|by|on|to|for|with|as|women|men)\b"
)


def _is_another_claim(share: Slot, figures: list[Slot]) -> bool:
    """Return whether a figure has a clause of its own: "a third of the 96 flats …, and 40 have a balcony"."""
    if any(figure.sentence is not share.sentence for figure in figures):
        return False
    places = sorted(slot.at for slot in (share, *figures))
    return any(_OWN_CLAUSE.search(share.sentence.line[first:second]) for first, second in pairwise(places))


_OWN_CLAUSE = re.compile(
    r"(?:,? and|;)(?! (?:that|this|which|it|so|thus|hence|i\.e|in other words|an?|the (?:share|rate"
    r"|proportion))\b)"
)
_MOVED = re.compile(
    rf"\b(?:{RISING}|{FALLING}|more|less|fewer|than|times|compared|average|mean|each|per|previous\w*"
    rf"|last year|earlier"
    r"|nearly all|another|also|while|whereas|but|respectively|plus|need(?:s|ed)?|requir\w+)\b"
)
"""Words with which a percentage may be of something else."""


def _is_share(share: _Share) -> bool:
    part, whole = share.part, share.whole
    if part.sentence is whole.sentence and re.fullmatch(
        r" and (?:[a-z]+ )?", gap(part.sentence, whole.at, part.at)
    ):
        return False
    alike = comparable(part, whole) or part.mark == whole.mark == "N" or _is_yearly(part, whole)
    if len({part, whole, share.share}) < 3 or not alike:
        return False
    if any(
        slot.mark == "N" and not slot.number.text[0].isdigit() and slot.value == 1 for slot in (part, whole)
    ):
        return False
    if whole.mark == "N" and (
        (1900 <= whole.value <= 2100 and whole.number.noun is None)
        or re.match(r"[-\x96]| to \w", whole.after(4))
    ):
        return False
    if _OR_MORE.match(whole.after(24)):
        return False  # three games of 21 points or more
    too_large = part.quantity(like=whole).value > whole.quantity(like=part).value
    if too_large and (share.odds < SURE or share.share.mark == "P"):
        return False
    own = _NOT_A_SHARE.match(share.share.after(30)) and not _TOTAL_OF.match(share.share.after(30))
    if whole.quantity().value <= 0 or (own and not share.rest):
        return False
    if share.share.mark in "PN" and whole.value < _MIN_WHOLE and part.mark == "N" and share.share.mark != "F":
        return False
    if part.mark == "N" and 1900 <= part.value <= 2100 and whole.value < 100:
        return False
    return share.share.mark != "N" or share.share.value <= 100


def _is_yearly(part: Slot, whole: Slot) -> bool:
    """Return whether a part is what a sum of money brings in a year."""
    return part.mark == whole.mark == "M" and currency(part) == currency(whole) and part.per == "yr"


def _rate(share: Slot, loose: bool = True) -> Term:
    if share.mark in "FS":
        quantity = share.quantity(exact=True)
        low, high = quantity.values()
        written = share.number.text[0].isdigit()
        slack = Fraction(0) if written else Fraction(3, 100)
        return constant(low - low * slack, high + high * slack) if low == high and slack else quantity
    return share.quantity(loose=loose) * constant(Fraction(1, 100))


def _claim(share: _Share) -> Claim:
    part, whole, stated = share.part, share.whole, share.share
    derived = stated.start > part.start  # and may be truncated
    equation = Equation(part.quantity(like=whole) / whole.quantity(like=part), _rate(stated, derived))
    others = []
    for other in whole.sentence.having("NUM") if whole.sentence is part.sentence else ():
        if other not in (part, whole) and other.at < part.at and comparable(other, part) and other.value > 0:
            others.append(Equation(part.quantity() / other.quantity(), _rate(stated)))
    if part.number.unit and whole.number.unit and part.number.unit.symbol != whole.number.unit.symbol:
        # The same in another unit: "half of the 670 km (400 miles)".
        ratio = part.quantity(like=whole) / whole.quantity(like=part)
        others.append(Equation(ratio, constant(Fraction(9, 10), Fraction(11, 10))))
    if share.rest or _LOSS.search(stated.before(40)):
        left = 1 - stated.number.value / (100 if stated.mark == "P" else 1)
        slack = 0.03 if stated.mark != "P" else 0.01
        others.append(
            Equation(
                part.quantity(like=whole) / whole.quantity(like=part), constant(left - slack, left + slack)
            )
        )
        added = 1 / (2 - left)  # the part of a sum that already has its tax in it
        others.append(
            Equation(
                part.quantity(like=whole) / whole.quantity(like=part), constant(added - slack, added + slack)
            )
        )
    if _OF_BOTH.match(stated.after(30)) or re.search(
        r"N(?: [a-z]+){0,2} and (?:[a-z]+ )?N", part.sentence.line
    ):
        both = whole.quantity(like=part) + part.quantity(like=whole)
        others.append(Equation(part.quantity(like=whole) / both, _rate(stated)))
    if part.value == whole.value == 50 or (stated.mark == "P" and stated.value > 100):
        return Claim(equation, lambda: _problem(share), LIKELY, tuple(others), _numbers(share))
    return Claim(equation, lambda: _problem(share), share.odds, tuple(others), _numbers(share))


def _numbers(share: _Share) -> tuple[Number, ...]:
    return share.part.number, share.whole.number, share.share.number


def _problem(share: _Share) -> str:
    ratio = share.part.quantity(like=share.whole).value / share.whole.quantity(like=share.part).value
    stated = share.share
    shown = in_style(100 * ratio, stated.number) if stated.mark in "PN" else f"{100 * ratio:.3g}%"
    return f"{share.part.written} of {share.whole.written} is {shown}, not {stated.written}."


def _slashed(sentence: Sentence) -> Iterator[Claim]:
    """Read "12/40 (30%)" and "30% (12/40)"."""
    line = sentence.line
    pairs = [(slot.at, slot, slot.number.text) for slot in sentence.having("F")]
    for match in re.finditer("N ?/ ?N", line):
        first, last = sentence.slot(match.start()), sentence.slot(match.end() - 1)
        pairs.append((match.end() - 1, first, f"{first.number.decimal}/{last.number.decimal}"))
    for at, slot, fraction in pairs:
        written = _SLASHED.fullmatch(fraction)
        if written is None or written[2].strip("0") == "":
            continue
        part, whole = map(Fraction, written.groups())
        after = re.match(
            r" ?(?:[a-z-]+ ){0,4}?(?:\(|\[|; ?|, ?|= ?)(?P<share>P) ?[)\],;]", line[at + 1 : at + 60]
        )
        before = re.search(
            r"(?P<share>P) ?(?:[a-z-]+ ){0,3}[(\[](?:n ?= ?)?$", line[max(0, slot.at - 40) : slot.at]
        )
        if after:
            share = sentence.slot(at + 1 + after.start("share"))
        elif (
            before
            and re.match(r"[)\],;]", line[at + 1 :])
            and not _HALF_READ.search(line[: max(0, slot.at - 40) + before.start("share")])
        ):
            share = sentence.slot(max(0, slot.at - 40) + before.start("share"))
        else:
            continue
        dilution = part == 1 and whole >= 100 and whole % 50 == 0
        if (
            whole < _MIN_WHOLE
            or dilution
            or part == whole == 50
            or (1900 <= part <= 2100 and whole < 100)
            or _NOT_A_SHARE.match(share.after(30))
        ):
            continue
        percentage = 100 * part / whole
        problem = (
            f"{part} of {whole} is {in_style(float(percentage), share.number)}, not {share.number.text}."
        )
        equation = Equation(constant(percentage), share.quantity(loose=True))
        yield Claim(equation, problem, SURE, (), (slot.number, share.number))


RULE = ConsistencyRule(
    name="share",
    title="A share that does not fit its figures",
    description="A percentage or fraction does not follow from the part and the whole next to it.",
    level="error",
    example="We saw 45 of 60 tenants (70%).",
    find=claims("share", "", read_shares, shape="[NUMF].*[PFSN]|[PFS].*[NUMF]", local=True),
    last_is_derived=True,
)
