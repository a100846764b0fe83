"""Rule `hundred`: shares of one whole that do not add up to it, as in "70% copper, 25% zinc and 15% lead"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from numerate.consistency.claim import LIKELY, STRONG, SURE, Claim, claims
from numerate.consistency.cues import BASE, lead
from numerate.consistency.equation import Equation, FixedTerm, total
from numerate.consistency.interval import Interval
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot
from numerate.consistency.steps import steps

_WHOLE = re.compile(
    r"\b(?:consist(?:s|ed|ing)?|compos(?:ed|ition)|compris(?:es|ed|ing|e)|made (?:up |of)|alloy|blend"
    r"|fabric|material|mix|mixture|breakdown|"
    r"broken down|split|divided|allocat\w+|grading|graded|marks?|weight(?:s|ed|ing)|shell|lining|land"
    r"|area|budget|single answer|poll|vote[drs]*|"
    r"electorate|asked|respondents?|remain\w*|rest|by (?:age|sex|weight|volume|value|area)|tax"
    r"|spending|revenue|sales|portfolio|population|accounts? for|c[ao]mes? from|where does|nothing else)\b|:"
)
_SEVERAL = re.compile(
    r"\b(?:census|descent|ethnic\w*|identif\w+|stakes?|holding|several|multiple|more than one|both"
    r"|also|overlap\w*|any of|each|per year|a "
    r"year|respectively|versus|vs|compared|sensitivity|specificity|accuracy"
    r"|interest|rates?|yield|growth|gr[eo]w|discount|increase\w*|decrease\w*|rose|fell|named|read|own"
    r"|have used|used|watched|visited|ci|confidence|average|mean|median"
    r"|least|than|times|risk|probability|annual|respective|efficacy|margin)\b"
)
_REST = re.compile(
    r"\b(?:(?:the|a) remaining|the rest|the remainder|(?:the|all) others?(?: [a-z]+){0,2}),? $"
    r"|\bremaining $"
)
_SEXES = re.compile(
    r"P (?:were )?(?:(?:male|men|boys)s?|(?:female|women|girls)s?),? and P (?:were )?(?:male|men|boys"
    r"|female|women|girls)s?(?=[.,;)]|$)"
)
_MADE_OF = re.compile(
    r"\b(?:consist(?:s|ed|ing)? of|composed of|made (?:up )?of|splits? into|(?:split|divided|broken down) "
    r"(?:into|as)"
    r"|breaks down (?:into|as)|owned|by [a-z]+ (?:were|was|is|are))[^A-Z]{0,20}$"
)
_OTHERS = re.compile(
    r"\b(?:others?|everything else|all else|the rest|elsewhere|miscellaneous|undecided|no answer)\b"
)
"""What ends a list of all that there is."""
_PARTLY = re.compile(
    r"\b(?:mostly|mainly|chiefly|primarily|largely|partly|traces?|minimum|main|typically|about"
    r"|some|up to|various)\b"
)
_MOST = 10
_HIGHEST = 150
"""Sum beyond which percentages are not meant as shares of one whole."""


_IN_WORDS = re.compile(r"^double|halves$")
"""Fractions that are no shares of one whole: "the two halves"."""


def read_hundreds(sentence: Sentence) -> Iterator[Claim]:
    """Read every list of shares that should make up a whole."""
    changes = {step.slot for step in steps(sentence)}
    for mark in "PF":
        shares = [slot for slot in sentence.having(mark) if slot not in changes]
        if any(lead(slot) in BASE or lead(slot) == "reached" for slot in shares):
            continue  # "29% in 2023, up from 27%, and on one day 56%"
        if mark == "F" and sentence.previous is not None and sentence.previous.having("F"):
            continue
        if len(shares) < 2 or len(shares) > _MOST or len(shares) != sentence.line.count(mark):
            continue
        if mark == "F" and any(_IN_WORDS.search(slot.number.text.lower()) for slot in shares):
            continue
        if (
            mark == "P"
            and len(shares) == 2
            and (_SEXES.search(sentence.line) or _is_too_much(sentence, shares))
        ):
            yield _claim_of(shares, SURE)
            continue
        if mark == "P" and len(shares) == 2 and not _REST.search(shares[-1].before(40)):
            continue
        claim = _claim(sentence, shares)
        if claim is not None:
            yield claim


_SIDES = re.compile(
    r"\b(?:leave\b.*\b(?:stay|remain)|(?:stay|remain)\b.*\bleave|yes\b.*\bno|no\b.*\byes"
    r"|for\b.*\bagainst|agree[ds]?\b.*\bdisagree"
    r"|in favou?r\b.*\b(?:against|opposed)|support\w*\b.*\boppos\w+|approv\w+\b.*\bdisapprov\w+"
    r"|women\b.*\bmen|men\b.*\bwomen"
    r"|girls\b.*\bboys|boys\b.*\bgirls|passed\b.*\bfailed|rent\w*\b.*\bown|own\b.*\brent"
    r"|rural\b.*\burban|urban\b.*\brural)\b"
)


def _is_too_much(sentence: Sentence, shares: Sequence[Slot]) -> bool:
    """Return whether two shares of opposite sides are more than there is: 52% to leave and 58% to stay."""
    stated = sum(Fraction(slot.number.decimal) for slot in shares)
    between = sentence.line[shares[0].at : shares[1].at + 40]
    if (
        stated <= 101
        or stated > 140
        or re.search(r"\bof (?:the )?(?:wo)?men\b|\bof (?:the )?(?:girls|boys)\b", sentence.line)
    ):
        return False
    return (
        _SIDES.search(between) is not None
        and re.search(r"\band\b", between) is not None
        and not _SEVERAL.search(sentence.line)
    )


def _claim(sentence: Sentence, shares: Sequence[Slot]) -> Claim | None:
    line = sentence.line
    for first, second in pairwise(shares):
        between = line[first.at + 1 : second.at]
        if len(between) > 90 or not re.search(r"[,;]|\band\b|\bwith\b", between):
            return None
    whole = Fraction(100) if shares[0].mark == "P" else Fraction(1)
    stated = sum(Fraction(slot.number.decimal) for slot in shares)
    rest = any(_REST.search(share.before(40)) for share in (shares[0], shares[-1]))
    if re.search(r"\btotall?ing\b|\ba total of\b|\boverall\b|\bwhich\b", line):
        return None
    following = sentence.following.line if sentence.following is not None else ""
    if (
        _SEVERAL.search(re.sub(r"\bown\b", "", line) if rest else line)
        or _SEVERAL.search(following[:80])
        or stated > whole * _HIGHEST / 100
    ):
        return None
    complete = stated >= whole / 2 and _is_complete(line, shares)
    if stated < whole and not rest and not complete:
        return None
    cue = (
        _WHOLE.search(line)
        or _WHOLE.search(following[:40])
        or (sentence.previous and _WHOLE.search(sentence.previous.line))
    )
    odds = (
        SURE
        if rest or complete or (cue and len(shares) > 2 and stated <= whole * Fraction(13, 10))
        else STRONG
        if cue
        else LIKELY
    )
    if shares[0].mark == "F":
        odds = SURE if rest or complete or "nothing else" in following else LIKELY
    return _claim_of(shares, odds)


def _is_complete(line: str, shares: Sequence[Slot]) -> bool:
    """Return whether a list is all that something is made of, and ends as lists do."""
    if len(shares) < 3:
        return False
    last = line[shares[-2].at + 1 : shares[-1].at + 40]
    if re.search(r"\band\b", last) and _OTHERS.search(last) and not _PARTLY.search(line):
        return True
    if shares[0].mark != "P":
        return False
    composed = _MADE_OF.search(line, 0, shares[0].at) or (
        re.search(r"\b(?:is|are|was|were) $", line[: shares[0].at])
        and all(re.match(r" [a-z-]+(?:,|\.|$| and )", share.after(25)) for share in shares)
    )
    joined = re.search(r"\band\b", line[shares[-2].at : shares[-1].at])
    ended = re.match(r"(?: [a-z'’-]+){0,5}\)?[.;]?$", line[shares[-1].at + 1 :].rstrip())
    return bool(composed and joined and ended) and not _PARTLY.search(line)


def _claim_of(shares: Sequence[Slot], odds: float) -> Claim:
    whole = Fraction(100) if shares[0].mark == "P" else Fraction(1)
    stated = sum(Fraction(slot.number.decimal) for slot in shares)
    equation = Equation(total(*(slot.quantity() for slot in shares)), FixedTerm(Interval(whole, whole)))
    unit = "%" if shares[0].mark == "P" else ""
    sum_ = f"{float(stated):.6g}{unit}" if unit else f"{float(100 * stated):.4g}%"
    problem = f"{' + '.join(slot.number.text for slot in shares)} = {sum_}, not 100%."
    return Claim(equation, problem, odds, (), tuple(slot.number for slot in shares))


RULE = ConsistencyRule(
    name="hundred",
    title="Shares that do not add up to the whole",
    description="The shares of one whole add up to more or less than 100%.",
    level="error",
    example="The alloy consists of 70% copper, 25% zinc and 15% lead.",
    find=claims("hundred", "", read_hundreds, shape="P.*P|F.*F", local=True),
)
