"""Whether the words around a number announce how it was computed: "rose", "in all", "times", "remaining"."""

from __future__ import annotations

import re

from numerate.consistency.sources.formulas import Formula, Operation
from numerate.consistency.sources.quantity import Quantity
from numerate.text import Number

_BEFORE, _AFTER = 70, 60
"""Characters around a number in which a formula is announced."""
_UP = re.compile(
    r"\b(?:ris\w+|rose|increas\w+|gr[eo]w\w*|growth|gain\w*|jump\w*|climb\w*|surg\w+|up|higher|more"
    r"|expand\w*|widen\w*|improv\w+|soar\w*|rais\w+|adding|added|longer|larger|bigger|beat\w*|better|faster|above)\b"
)
_BOUND = re.compile(
    r"\b(?:(?:more|less|fewer|higher|lower) than|above|below|up to|off to|set up)\s+(?:an? |the )?(?=#)"
)
"""Words that hedge the number, # here, and say nothing about a change."""
_DOWN = re.compile(
    r"\b(?:fall\w*|fell|drop\w*|declin\w+|decreas\w+|cuts?|cutting|down|lower\w*|reduc\w+|shrank|shrunk|shed|less"
    r"|fewer|slump\w*|plung\w+|tumbl\w+|slid\w*|slipp\w+|narrow\w*|shorter|smaller|worse|sank|eas\w+|cheaper"
    r"|discount\w*|off|dip\w*|sav(?:es?|ed|ings?))\b"
)
_ANNOUNCED: dict[Operation, re.Pattern[str]] = {
    "points": re.compile(r"#\s+(?:percentage )?points?\b"),
    "shift": re.compile(r"\b(?:to|from|at|was|be|been|of)\b"),
    "difference": re.compile(
        r"\b(?:by|more|less|fewer|higher|lower|lead|leads|led|margin|gap|difference|behind|ahead|clear|remaining"
        r"|remain|left|rest|other|others|[a-z]{3,}er than|longer|shorter|older|younger|discount|sav\w+"
        r"|increase|decrease|rise|drop|fall|gain|loss|another|further|additional|extra|later|earlier|stay|still|short"
        r"|below|above|cheaper|dearer|not|never|net|yet|ago|(?:up|down) from)\b|#\s+(?:of|down|up)\b"
    ),
    "share": re.compile(
        r"\b(?:of|share|rate|proportion|portion|account\w*|ma[dk]e up|majority|from|shot|shooting"
        r"|efficiency)\b"
    ),
    "complement": re.compile(r"\b(?:rest|remain\w*|other|others|not|without|never|no|left|balance)\b"),
    "portion": re.compile(
        r"#\s+of\b|\b(?:of which|discount\w*|off|limit\w*|share|part|fee|tax|deposit|commission)\b"
    ),
    "product": re.compile(
        r"\b(?:total\w*|altogether|in all|overall|all|sum|whole|worth|together"
        r"|over (?:the )?\w+ (?:\w+ )?(?:years|months))\b"
    ),
    "price": re.compile("#"),
    "quotient": re.compile(r"\b(?:each|per|apiece|an?|every|one|head|daily|weekly|monthly|yearly|average)\b"),
    "ratio": re.compile(r"#\s+times\b|\b(?:times|twice|doubl\w+|tripl\w+|\w*fold|half|quadrupl\w+)\b"),
    "duration": re.compile(r"\b(?:for|after|later|old|aged?|over|last\w*|long|within|since|in|of)\b"),
    "sum": re.compile(
        r"\b(?:total\w*|combined|combining|together|altogether|in all|overall|all|both|sum|aggregate"
        r"|between them|half|jointly|trial of|sample of|group of|cohort of|people|whole"
        r"|over (?:the )?\w+ (?:years|months|games))\b"
    ),
    "average": re.compile(r"\b(?:averag\w+|mean|on average)\b"),
}  # fmt: skip
"""What announces an operation; # is the number."""
_LISTED = re.compile(r"#[^\d]*?\b(?:or|together|combined|and (?!\d))(?![^,.]*\d)")
"""Announces a sum of shares: "72% were polyethylene or polyester"."""
_RAISED = re.compile(r"\b(?:to|plus|including|with)\b")
_ADDED = re.compile(r"\b(?:plus|including|with|after)\b")
_TAKEN_OFF = re.compile(
    r"\b(?:to|after|net|rest|remain\w*|with|off|left|leav\w+|gap|discount\w*|of which|not)\b"
)
"""Announce what a percentage adds to an amount, with a word of rising and without, and what it leaves."""
_ONLY_ANNOUNCED = frozenset(("points", "ratio", "product", "quotient", "average"))
"""Operations that nobody does without saying so."""

_JOINED = re.compile(
    r"#\s*[-–]\s*\d"
    r"|#(?:\s+(?:votes?|points?|goals?))?\s+to (?:\d|one|two|three|four|five|six|seven|eight|nine)\b"
)
"""A score, a result of a vote or a range: nobody computes one side of it."""
_STEP = re.compile(rf"(?:{_UP.pattern}|{_DOWN.pattern})\s+(?:by\s+)?#")
"""How much something rose or fell, where what it rose to may follow: "slipped 1.4 points to 8.3 percent"."""
_START = re.compile(r"\bfrom\s+(?:(?:about|around|some|nearly)\s+)?# .*\bto\b")
_WHOLE = re.compile(r"#[^,.;]{0,40}, (?:of which|of whom|including)\b")
"""A whole, of which the draft has a part: it is no difference."""
_RATE = re.compile(r"#\s+(?:\w+ )?(?:an?|per|each|every|apiece)\b")


def words_around(text: str, number: Number) -> str:
    """Return the words around a number, # here, in its sentence and in lower case."""
    before = text[max(0, number.start - _BEFORE) : number.start]
    after = text[number.end : number.end + _AFTER]
    cut = max(before.rfind(mark) for mark in (". ", "; ", "\n"))
    stop = min((at for mark in (". ", "; ", "\n") if (at := after.find(mark)) >= 0), default=len(after))
    return f"{before[cut + 1 :]} # {after[:stop]}".lower()


def is_announced(formula: Formula, draft: Quantity, around: str) -> bool | None:
    """Return whether the words around a number announce a formula; None where they exclude it."""
    if formula.operation == "change":
        return True if goes_up(around) is formula.rises else None
    if _is_excluded(formula, draft, around):
        return None
    if formula.operation == "portion" and formula.rises is not None:
        upward = goes_up(around)
        if upward is not None and upward is not formula.rises:
            return None
        return ((_RAISED if upward else _ADDED) if formula.rises else _TAKEN_OFF).search(around) is not None
    announced = (
        _ANNOUNCED[formula.operation].search(around) is not None
        or _in_points(formula, draft)
        or (formula.operation == "difference" and _STEP.search(around) is not None)
        or _is_midpoint(formula, around)
    )
    if formula.operation == "ratio" and draft.measure == "multiple":
        return True
    if not announced and formula.operation in _ONLY_ANNOUNCED:
        return None
    if formula.operation == "sum" and draft.measure == "percent":
        return _LISTED.search(around) is not None
    return announced or (formula.operation == "share" and draft.number.kind in ("fraction", "share"))


def _in_points(formula: Formula, draft: Quantity) -> bool:
    """Return whether a number is written in points of percentage, which are differences of percentages."""
    unit = draft.number.unit
    return formula.operation == "points" and unit is not None and unit.symbol in ("bp", "pp")


_HEDGED = re.compile(r"\b(?:about|around|roughly|approximately|some|midpoint of)\s+#")


def _is_midpoint(formula: Formula, around: str) -> bool:
    """Return whether a hedged number is the middle of a range: "about 960 million" for 940 to 980 million."""
    if formula.operation != "average" or not _HEDGED.search(around):
        return False
    first, second = formula.operands
    is_range = second.before in ("to", "and") and first.number.value in second.adjacent
    return is_range and first.passage == second.passage


def _is_excluded(formula: Formula, draft: Quantity, around: str) -> bool:
    """Return whether the words around a number say that it is no result of an operation."""
    if _JOINED.search(around) and not _STEP.search(around):
        return True
    # The start of a change may be computed from its end: "by ten cents, to $5.45".
    if _START.search(around) and not any(each.number.value in draft.others for each in formula.operands):
        return True
    if formula.operation == "difference":
        return _WHOLE.search(around) is not None or _is_turned(formula, around)
    return formula.operation == "product" and _RATE.search(around) is not None


_COMPARED = re.compile(
    r"#(?:\s+[^\W\d]+){0,2}\s+(?:(?P<more>more|higher|dearer|longer|above|deeper|older|larger)"
    r"|(?P<less>less|fewer|lower|cheaper|shorter|below|younger|smaller|closer|under))\b"
)


def _is_turned(formula: Formula, around: str) -> bool:
    """Return whether a draft has the larger of two numbers as the smaller: "costs 59, which is 5 more"."""
    compared = _COMPARED.search(around)
    if compared is None:
        return False
    large, small = (operand.number.text.lower() in around[: compared.start()] for operand in formula.operands)
    return small and not large if compared["more"] else large and not small


_OTHER = re.compile(r"\b(?:the (?:other|remaining)|the (?:rest|remainder)(?: \w+){0,3},?)\s+#")


def is_spelled_out(formula: Formula, around: str) -> bool:
    """Return whether the words leave no doubt of a formula.

    "30 days, 16 more than at present"; "the other 64 percent"; "reduced by 38%" for a rate ratio of 0.62.
    """
    if formula.operation == "change" and len(formula.operands) == 1:
        return True  # of a ratio, which is announced if the change goes its way
    if formula.operation == "complement":
        return _OTHER.search(re.sub(r" +", " ", around)) is not None
    compared = _COMPARED.search(around)
    if formula.operation != "difference" or compared is None:
        return False
    operand = formula.operands[0 if compared["more"] else 1]
    before = re.split(r"[\s()€$£]+", around[: compared.start()])
    return operand.number.text.lower() in (word.strip(",;:.") for word in before)


def goes_up(around: str) -> bool | None:
    """Return whether the word of change nearest to a number, #, is one of rising; None without any."""
    plain = _BOUND.sub("", around)
    at = plain.index("#")
    nearest = [
        (min(abs(match.start() - at), abs(match.end() - at)), rises)
        for pattern, rises in ((_UP, True), (_DOWN, False))
        for match in pattern.finditer(plain)
    ]
    return min(nearest)[1] if nearest else None
