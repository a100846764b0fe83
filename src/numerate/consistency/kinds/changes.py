"""Rule `change`: changes that do not fit their figures, as in "rose 12% to $34 from $21"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from numerate.consistency.claim import STRONG, SURE, WEAK, Claim, claims
from numerate.consistency.cues import HEDGE, OTHER_CLAUSE, VAGUE, gap, guarded, is_touched, lead
from numerate.consistency.equation import Equation, Order, Quantity, Sum, Term, constant
from numerate.consistency.interval import known
from numerate.consistency.pairs.moves import Move, moves
from numerate.consistency.pairs.search import Pair, find_pair, pair_in_passage
from numerate.consistency.relation import in_style, three_digits, unsigned
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot, comparable
from numerate.consistency.steps import Step, steps
from numerate.consistency.verbs import FALLING, RISING
from numerate.text.units import TEMPERATURE

_NAMES = {1: "rise", -1: "fall"}
_MAX_PERCENT = 1000
"""Largest actual change that is worth stating as a percentage."""
_ROUGH = Fraction(4, 100)
"""Relative error that a fraction in words, "by a third", allows; set by hand."""
_GROSS = 2.5
"""Ratio of the actual to the stated growth factor beyond which the figures were not meant; set by hand."""
_INVERSE = re.compile(
    r"\b(?:dollar|yen|yuan|euro|pound|sterling|franc|peso|rupee|won|real|rand|krona|baht|ringgit"
    r"|currency|rate|rank\w*"
    r"|spread|yields?|places?|spots?|notch\w*|position|number (?:one|N|O)|list|seeds?|seeded|division|odds"
    r"|handicap|time|pace|seconds|minutes)\b"
)
"""Quantities that rise when their figure falls: 120 yen to the dollar, a rank in a list."""
_POINT = re.compile(r"(?: of)? an? (?:percentage |full )?point\b")
_RATE_PER_YEAR = re.compile(
    r"(?: [a-z]+)? (?:in|for|over|during) (?:each|both|every)\b| ?(?:a|per|each|every) (?:year|month"
    r"|annum|quarter|week|day)|[ -](?:annual|annually|yearly"
    r"|monthly|compound)\b"
)


def read_changes(sentence: Sentence) -> Iterator[Claim]:
    """Read every rise or fall with the figures before and after it."""
    stated = steps(sentence)
    taken = [step.slot for step in stated]
    for step in stated:
        slot = step.slot
        if _is_no_change(sentence, step):
            continue
        if step.loose:
            pair = pair_in_passage(slot, step.start, step.end)
        else:
            pair = find_pair(slot, step.start, step.end, taken)
        relative = [other for other in stated if other.slot.mark in "PF"]
        if pair is not None and slot.mark in "PF" and len(relative) > 1 and not pair.move.explicit:
            pair = pair._replace(odds=min(pair.odds, WEAK))
        if pair is None or _is_of_others(step, pair.move):
            continue
        raised = slot.mark == "M" and _RAISED.search(slot.before(24)) is not None
        if (raised or _ADDED.search(sentence.line, step.start, step.end)) and not pair.move.explicit:
            pair = pair._replace(odds=min(pair.odds, WEAK))
        if not _is_nearer(stated, step, pair.move):
            claim = _claim(step, pair)
            if claim is not None:
                yield claim
    yield from _directions(sentence)


def _is_no_change(sentence: Sentence, step: Step) -> bool:
    """Return whether the words of a change mean something else: a rate, a range, a forecast, a comparison."""
    slot = step.slot
    # "four-tenths of 1 percent", a bond up 14/32
    is_part = slot.after(4) == " of " or slot.after(6) == "-point" or "/" in slot.number.text
    if slot.mark == "F" and is_part and not _is_point(slot):
        return True
    unit = slot.number.unit
    return (
        _is_range(step)
        or slot.mark == "X"
        or (unit is not None and "/" in unit.symbol and len(sentence.having("Y")) > 1)
        or _RATE_PER_YEAR.match(slot.after(20)) is not None
        or _COMPARED.match(slot.after(16)) is not None
        or _YEARLY_BEFORE.search(slot.before(40)) is not None
        or _is_expected(sentence, step)
    )


_YEARLY_BEFORE = re.compile(r"\b(?:annual|yearly|compound|cagr)\b[^A-Z;.]{0,20}$")
_COMPARED = re.compile(r" (?!(?:high|low)er)(?:further|[a-z]+er) than\b")
"""After a difference between two things: "goes down 130 m further than the other"."""
_RAISED = re.compile(r"\brais(?:e|es|ed|ing) (?:about |around |some |nearly |over |more than )?$")
"""Collected rather than made higher: "$6.6 million on hand after raising $6.2 million"."""
_REPEATED = re.compile(
    r"(?: [a-z]+){0,2} (?:every|each|a|per) (?:year|month|week|day|season|decade)\b| annually\b"
)
"""One of several changes, which rule `growth` reads: "risen by 15 animals every year"."""
_ADDED = re.compile(r"\badd(?:s|ed|ing)?\b")
"""Often not to a figure of the sentence: "led the way with 29, while Curry added 21"."""

_GROUP = re.compile(r"\bin the (?:[a-zA-Z-]+ )?(?:group|arm|cohort)\b")
"""Groups that are compared: "44 in the first group and 42 in the placebo group, so that 10 were lost"."""


def _is_of_others(step: Step, move: Move) -> bool:
    """Return whether a change is of other things than its figures: "24 points, and added 6 rebounds"."""
    if is_touched(move.before) or is_touched(move.after):
        return True
    if not move.explicit and len(_GROUP.findall(step.slot.sentence.line)) > 1:
        return True
    noun = step.slot.noun if step.slot.mark == "N" else None
    figures = {slot.noun for slot in (move.before, move.after)} - {None}
    return noun is not None and not move.explicit and bool(figures) and noun not in figures


def _is_nearer(stated: list[Step], step: Step, move: Move) -> bool:
    """Return whether another change of the same kind stands nearer to the figures."""
    if not move.explicit:
        return False
    relative = step.slot.mark in "PF"
    return any(
        _distance(other, move) < _distance(step, move)
        for other in stated
        if other is not step
        and (other.slot.mark in "PF") == relative
        and other.slot.at not in (move.start, move.end)
    )


def _distance(step: Step, move: Move) -> int:
    return min(abs(step.slot.at - move.start), abs(step.slot.at - move.end))


def _is_range(step: Step) -> bool:
    """Return whether "to fall $10 to $15" is a range rather than a change and its result."""
    slot = step.slot
    after = re.match(r" (?:to|or) (?P<next>[NUM])", slot.after(6))
    if slot.mark not in "NUM" or after is None or " by " in slot.sentence.line[step.start : step.end]:
        return False
    result = slot.sentence.slot(slot.at + 1 + after.start("next"))
    return result.value * float(result.quantity(like=slot).scale) < 3 * slot.value * float(
        slot.quantity(like=result).scale
    )


def _is_expected(sentence: Sentence, step: Step) -> bool:
    return VAGUE.search(sentence.line, max(0, step.start - 30), step.start + 1) is not None


def _claim(step: Step, pair: Pair) -> Claim | None:
    slot, direction, odds = step.slot, step.direction or _way(pair.move), pair.odds
    if _REPEATED.match(slot.after(40)) or "again" in slot.sentence.words:
        return None
    before, after = _ordered(pair.move, direction)
    relative = slot.mark in "PF" and not _is_point(slot)
    below_zero = min(before.value, after.value) < 0 and (relative or before.dimensions != TEMPERATURE)
    if "/" in before.number.text + after.number.text or below_zero:
        return None
    if not pair.move.explicit and before.number.value == after.number.value:
        return None
    if relative and before.quantity(like=after).values().low <= 0:
        return None
    equate = _relative if relative else _absolute
    others = [
        equate(*_ordered(move, direction), slot, direction)
        for move in pair.others
        if min(move.before.value, move.after.value) > 0
    ]
    if not relative and not pair.move.explicit:
        added = Sum((before.quantity(like=after), after.quantity(like=before)), (1, 1))
        others.append(Equation(added, slot.quantity(like=before, step=True, sign=False)))
    points_stated = any(other.mark == "Q" for other in slot.sentence.slots)
    if slot.mark == before.mark == "P" and not points_stated:
        # "a rise of 10%, from 50% to 60%" may mean points.
        others.append(_absolute(before, after, slot, direction))
        odds = min(odds, STRONG)
    explicit = (
        odds >= SURE
        and pair.move.explicit
        and lead(pair.move.before).endswith("from")
        and lead(pair.move.after) in ("to", "at", "")
        and not re.search(r"\bfrom an? ", pair.move.before.before(12))
    )
    if not explicit and not _is_plausible(before, after, slot, direction):
        odds = min(odds, WEAK)
    say = _relative_problem if relative else _absolute_problem
    numbers = tuple(each.number for each in (before, after, slot))
    return Claim(
        equate(before, after, slot, direction),
        lambda: say(before, after, slot, direction),
        odds,
        tuple(others),
        numbers,
        local=explicit,
    )


def _is_point(slot: Slot) -> bool:
    """Return whether a fraction is one of a percentage point: "half a point"."""
    return slot.mark == "F" and _POINT.match(slot.after(24)) is not None


def _way(move: Move) -> int:
    """Return whether the second figure is larger, for words that leave it open: "10% slower"."""
    first, second = move.before.quantity(like=move.after).value, move.after.quantity(like=move.before).value
    return 1 if second >= first else -1


def _is_plausible(before: Slot, after: Slot, step: Slot, direction: int) -> bool:
    """Return whether the figures are of the size that the change needs: a share price is no revenue."""
    start, end = before.quantity(like=after).value, after.quantity(like=before).value
    if start <= 0 or end <= 0:
        return before.dimensions == TEMPERATURE
    if step.mark == "P":
        stated = 1 + direction * step.number.value / 100
    elif step.mark == "F":
        stated = 1 + direction * step.number.value
    else:
        stated = 1 + direction * step.quantity(like=before, step=True, sign=False).value / start
    return stated <= 0 or max(stated / (end / start), (end / start) / stated) < _GROSS


def _ordered(move: Move, direction: int) -> tuple[Slot, Slot]:
    """Put two figures in order: unless words say so, a rise begins at the smaller, a fall at the larger."""
    if move.explicit:
        return move.before, move.after
    first, second = sorted(
        (move.before, move.after), key=lambda slot: slot.quantity(like=move.before).value * direction
    )
    return first, second


def _relative(before: Slot, after: Slot, rate: Slot, direction: int) -> Equation:
    share = rate.quantity(loose=rate.mark == "P", sign=False)
    scaled: Term = share * constant(Fraction(1, 100)) if rate.mark == "P" else share
    if rate.mark == "F":
        scaled = share * constant(1 - _ROUGH, 1 + _ROUGH)
    change = Sum((constant(1), scaled), (1, direction))
    return Equation(after.quantity(like=before) / before.quantity(like=after), change)


def _absolute(before: Slot, after: Slot, step: Slot, direction: int) -> Equation:
    size = step.quantity(like=before, step=True, sign=False)
    if step.noun == "point" or (step.mark == "U" and before.mark == after.mark == "N"):
        size = Quantity(step.number, step.hedged(known(step.number)))
    moved = Sum((before.quantity(like=after), size), (1, direction))
    return Equation(moved, after.quantity(like=before))


def _relative_problem(before: Slot, after: Slot, rate: Slot, direction: int) -> str:
    start, end = before.quantity(like=after).value, after.quantity(like=before).value
    share = rate.number.value / (100 if rate.mark == "P" else 1)
    factor = 1 + direction * share
    reached = _like(after, start * factor, before, finer=10)
    problem = f"{before.written} × {factor:.6g} = {reached}, not {after.written}"
    actual = 100 * (end / start - 1)
    if actual < _MAX_PERCENT:
        shown = (
            in_style(abs(actual), unsigned(rate.number))
            if rate.mark == "P"
            else f"{three_digits(abs(actual))}%"
        )
        problem += (
            f"; from {before.written} to {after.written} is a {_NAMES[1 if actual > 0 else -1]} of {shown}"
        )
    return problem + "."


def _absolute_problem(before: Slot, after: Slot, step: Slot, direction: int) -> str:
    start, end = before.quantity(like=after).value, after.quantity(like=before).value
    change = abs(step.quantity(like=before, step=True, sign=False).value)
    reached = _like(after, start + direction * change, before)
    sign = "+" if direction > 0 else "−"
    size = unsigned(step.number).text + step.written.removeprefix(step.number.text)
    return (
        f"{before.written} {sign} {size} = {reached}, not {after.written}; from {before.written} to "
        f"{after.written} is a {_NAMES[1 if end > start else -1]} of "
        f"{_like(step, abs(end - start), before, step=True)}."
    )


def _like(slot: Slot, value: float, other: Slot, finer: float = 1.0, step: bool = False) -> str:
    """Write a value, in base units, as a quantity is written; `other` has its unit where it has none."""
    quantity = slot.quantity(like=other, step=step)
    written = in_style((value - float(quantity.offset)) / float(quantity.scale), unsigned(slot.number), finer)
    return written + slot.written.removeprefix(slot.number.text)


_NO_DIRECTION = frozenset(
    "improved up higher advanced advance down lower reduction save saves saved saving lost shed added "
    "lifted widened narrowed contracts".split()
)
_RANGING = re.compile(r"\brang(?:es?|ed|ing)\b")
"""Of changes, not of a figure: "declines ranging from 5% to 40%"."""
_DIRECTION = re.compile(
    rf"(?<![a-z]-)\b(?:(?P<more>{RISING})|(?P<less>{FALLING}))"
    rf"(?: [a-z]+ly)?(?: [a-z]+){{0,3}}?,? (?:from|to) {HEDGE}(?:[a-z]+ ){{0,2}}?(?P<slot>[NUMP])"
)


def _directions(sentence: Sentence) -> Iterator[Claim]:
    """Read every rise or fall that says from where and to where."""
    marked = [
        move for move in moves(sentence) if lead(move.before).endswith("from") and lead(move.after) == "to"
    ]
    for match in _DIRECTION.finditer(sentence.line) if marked else ():
        slot = sentence.slot(match.start("slot"))
        move = next((move for move in marked if slot in move[:2]), None)
        if move is None or VAGUE.search(sentence.line, max(0, match.start() - 30), match.start()):
            continue
        if guarded(move.before, _INVERSE) or guarded(move.after, _INVERSE):
            continue
        words = match[0].split()[1:]
        if any(re.fullmatch(f"{RISING}|{FALLING}", word) for word in words):
            continue
        if (match["more"] or match["less"]) in _NO_DIRECTION or _RANGING.search(match[0]):
            continue
        between = gap(sentence, move.start, move.end)
        if re.match(r" [ap]\. ?m\b", move.before.after(6)):
            continue  # "from 6 a. m. to 10 a. m."
        if move.before.mark == "P" and move.before.number.text[-1].isdigit():
            continue  # "from 25 to 40 per cent" is a range
        below_zero = min(move.before.number.sign, move.after.number.sign) < 0
        if below_zero or re.search(rf"\b(?:{RISING}|{FALLING})\b", between):
            continue
        if len(between) <= 40 and not OTHER_CLAUSE.search(between):
            yield _direction(
                move, 1 if match["more"] else -1, SURE if comparable(move.before, move.after) else WEAK
            )


def _direction(move: Move, direction: int, odds: float) -> Claim:
    before, after = move.before, move.after
    low, high = (before, after) if direction > 0 else (after, before)
    equation = Order(low.quantity(like=high), high.quantity(like=low))
    problem = (
        f"From {before.written} to {after.written} is a {_NAMES[-direction]}, not a {_NAMES[direction]}."
    )
    return Claim(equation, problem, odds, (), (before.number, after.number))


RULE = ConsistencyRule(
    name="change",
    title="A change that does not fit its figures",
    description="A stated rise or fall does not follow from the figures before and after it.",
    level="error",
    example="Net profit rose 12% to $3.4 billion from $2.1 billion a year ago.",
    find=claims("change", "", read_changes),
    last_is_derived=True,
)
