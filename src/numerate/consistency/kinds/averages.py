"""Rule `average`: averages that do not fit their total, as in "12 trucks carried 18 t each, 261 t in all"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numerate.consistency.claim import STRONG, SURE, WEAK, Claim, claims
from numerate.consistency.cues import HEDGE
from numerate.consistency.equation import Equation, Quantity, constant, total
from numerate.consistency.interval import exactly, known, loosely
from numerate.consistency.products import find_product
from numerate.consistency.relation import in_style
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot, comparable, singular

_BEFORE = re.compile(
    rf"\b(?:(?:on )?average[ds]?|averaging|mean|each|apiece)\b(?: (?:score|mark|weight|value|price"
    rf"|daily|of|is|was|at|being|[a-z]+)){{0,7}}?:? ?{HEDGE}$"
    rf"|\beach of (?:the |our |its |these |his |her |their )?N(?: [a-z-]+){{1,4}} {HEDGE}$"
)
_AFTER = re.compile(
    r"(?: [a-z]+){0,6}?,? (?:on average|each|apiece|a piece|in each|to each|per person)\b|(?: "
    r"[a-z]+){0,2} (?:average|mean)\b"
)
_TOTAL = re.compile(
    r"\b(?:total|altogether|in all|in total|between them|all told|wage bill|bill|makes?|making"
    r"|together|combined|sum|for a|collected|comes to|came to|amount(?:s|ed|ing)? to|adds? up to)\b"
)
_PERIODS = (
    (re.compile(r"\bdaily\b|\ba day\b|\bper day\b"), re.compile(r"\bweek(?:'s|ly)?\b"), 7),
    (re.compile(r"\bmonthly\b|\ba month\b|\bper month\b"), re.compile(r"\b(?:year|annual)(?:'s|ly)?\b"), 12),
    (re.compile(r"\bquarterly\b|\ba quarter\b"), re.compile(r"\b(?:year|annual)(?:'s|ly)?\b"), 4),
    (re.compile(r"\bweekly\b|\ba week\b|\bper week\b"), re.compile(r"\b(?:year|annual)(?:'s|ly)?\b"), 52),
)
_OTHER = re.compile(
    r"\b(?:away games|at home|home games|excluding|respectively|range|sd|standard deviation|compared"
    r"|median|aged|age|about|roughly)\b"
)
_MOST = 12


def read_averages(sentence: Sentence) -> Iterator[Claim]:
    """Read every average with its count and its total, or with the values it is one of."""
    listed = list(_of_values(sentence))
    yield from listed
    for average in sentence.having("NUMP") if not listed else ():
        if (
            "-" in average.written
            or _OUT_OF.match(average.after(20))
            or re.search(r"[NUM](?: to | or |-|\x96)$", average.before(5))
        ):
            continue
        if re.search(r"\ba dozen or\b|\bbetween [NUM] and [NUM]", sentence.line) or (
            average.mark == "P" and " each of " in sentence.line
        ):
            continue
        if _BEFORE.search(average.before(70)) or _AFTER.match(average.after(50)):
            named = (
                average.mark in "UM" or _AVERAGE.search(average.before(70) + average.after(50)) is not None
            )
            product = find_product(average) if average.mark != "P" and named else None
            if product is not None:
                yield product.claim()
                continue
            yield from [*_of_total(sentence, average), *_of_period(sentence, average)][:1]


_LIST = re.compile(r"[NUMP](?:, ?[NUMP])*,? (?:and|&) [NUMP](?!-)")
_AVERAGE_OF = re.compile(r"\b(?:average|mean) (?:[a-z]+ )?of (?:the )?(?:[a-z]+ )?$")
_IS = re.compile(r"(?: [a-z]+)? (?:is|was|are|were|comes to|came to|equals|works out at|=) (?:[a-z]+ )?")
_AVERAGE = re.compile(r"\b(?:average|averages|averaged|averaging|mean)\b")


def _of_values(sentence: Sentence) -> Iterator[Claim]:
    """Read "2, 3, 4, 5 and 6 kg, an average of 4"."""
    line = sentence.line
    if not _AVERAGE.search(line):
        return
    for match in _LIST.finditer(line):
        if re.search(r"\bbetween $", line[: match.start()]):
            continue
        run = [slot for slot in sentence.slots if match.start() <= slot.at < match.end()]
        rest = [slot for slot in sentence.having("NUMP") if slot not in run]
        counts = [slot for slot in rest if slot.mark == "N" and slot.value == len(run) and slot.number.noun]
        averages = [
            slot for slot in rest if slot not in counts and any(_comparable(slot, value) for value in run)
        ]
        if len(averages) > 1:
            averages = [
                slot for slot in averages if _BEFORE.search(slot.before(70)) or _AFTER.match(slot.after(50))
            ]
        if len(averages) != 1 or not 2 <= len(run) <= _MOST or _OTHER.search(re.sub(r"\bage\b", "", line)):
            continue
        average = averages[0]
        between = (
            line[match.end() : average.at] if average.at > match.end() else line[average.at : match.start()]
        )
        near = (
            _AVERAGE.search(between)
            or (counts and _AVERAGE.search(line[: match.start()]) and len(between) < 12)
            or (_AVERAGE_OF.search(line[: match.start()]) and _IS.fullmatch(between))
        )
        if not near or len(between) > 60:
            continue
        whole = total(*(_plain(slot) for slot in run))
        mean = sum(slot.value for slot in run) / len(run)
        written = ", ".join(slot.number.text for slot in run)
        shown = in_style(mean, average.number, 10) + average.written.removeprefix(average.number.text)
        problem = f"The average of {written} is {shown}, not {average.written}."
        yield Claim(
            Equation(whole / constant(len(run)), _plain(average, derived=True)),
            problem,
            SURE if counts or len(run) > 2 else STRONG,
            (Equation(constant(round(mean)), _plain(average)),),
            (*(slot.number for slot in run), average.number),
        )


def _plain(slot: Slot, *, derived: bool = False) -> Quantity:
    """Return a quantity in the unit in which it is written, as all values of a list are."""
    exact = slot.is_count and not derived
    values = exactly(slot.number) if exact else loosely(slot.number) if derived else known(slot.number)
    return Quantity(slot.number, slot.hedged(values))


def _comparable(slot: Slot, other: Slot) -> bool:
    return comparable(slot, other) or (slot.mark == "N" and other.mark in "NU")


_OUT_OF = re.compile(r" ?/ ?N| (?:points? )?out of\b")
"""What follows the average of marks: 58 out of 100, by ten critics."""


def _of_total(sentence: Sentence, average: Slot) -> Iterator[Claim]:
    """Read "48 employees earn $62,500 on average, for a wage bill of $3.0 million"."""
    counts, totals = _counts_and_totals(sentence, average)
    if not totals and sentence.following is not None:
        return
    if len(counts) != 1 or len(totals) != 1 or totals[0].before(1) in ("-", "\x96"):
        return
    count, whole = counts[0], totals[0]
    product = average.quantity(loose=True) * count.quantity()
    equation = Equation(product, whole.quantity(loose=True))
    per = re.match(
        r"(?: [a-z]+){0,2} (?:per|an?) (?!year|month|week|day)(?P<what>[a-z]+)?", average.after(30)
    )
    counted = per is not None and singular(per["what"] or "") == count.noun
    if per is not None and not counted:
        return
    clean = not _OTHER.search(sentence.line) and (whole.quantity().value > average.quantity().value)
    clean = clean and ";" not in sentence.line
    named = (
        _TOTAL.search(whole.before(40) + " " + whole.after(25)) is not None
        or " between them" in sentence.line
        or (counted and whole.at < average.at)
    )
    odds = SURE if clean and named else STRONG if clean else WEAK
    if whole.at < average.at:
        derived, numbers = average, (count.number, whole.number, average.number)
    else:
        derived, numbers = whole, (average.number, count.number, whole.number)
    yield Claim(equation, lambda: _problem(average, count, whole, derived), odds, (), numbers)


def _counts_and_totals(sentence: Sentence, average: Slot) -> tuple[list[Slot], list[Slot]]:
    """Return the counts that an average may be taken over, and the quantities that may be its total."""
    slots = [slot for slot in sentence.slots if slot is not average]
    counts = [
        slot
        for slot in slots
        if slot.mark == "N"
        and not re.search(r"\b(?:last|past|first|next|previous) $", slot.before(10))
        and (slot.number.noun or slot.before(6).endswith("the "))
        and slot.value > 1
        and slot.value % 1 == 0
    ]
    if average.mark != "N":
        return counts, [slot for slot in slots if comparable(slot, average)]
    same = [slot for slot in counts if average.noun is not None and slot.noun == average.noun]
    totals = same or [
        slot
        for slot in slots
        if slot.mark == "N"
        and slot.value > average.value
        and _TOTAL.search(slot.before(40) + " " + slot.after(20))
    ]
    if not totals and len(counts) == 2:
        totals = [max(counts, key=lambda slot: slot.value)]
    return [slot for slot in counts if slot not in totals], totals


def _problem(average: Slot, count: Slot, whole: Slot, derived: Slot) -> str:
    mean, number, size = average.quantity().value, count.quantity().value, whole.quantity().value
    if derived is average:
        return f"{whole.written} ÷ {count.written} = {average.write(size / number)}, not {average.written}."
    return f"{count.written} × {average.written} = {whole.write(mean * number)}, not {whole.written}."


def _of_period(sentence: Sentence, average: Slot) -> Iterator[Claim]:
    """Read "mean daily rainfall was 6 mm; the week's total was 42 mm"."""
    slots = [slot for slot in sentence.slots if slot is not average and comparable(slot, average)]
    if len(slots) != 1 or len(sentence.having("NUMP")) != 2:
        return
    whole = slots[0]
    for short, long, count in _PERIODS:
        if (
            short.search(average.before(60) + average.after(20))
            and long.search(whole.before(40))
            and _TOTAL.search(whole.before(40) + whole.after(20))
        ):
            equation = Equation(average.quantity() * constant(count), whole.quantity(loose=True))
            problem = (
                f"{count} × {average.written} = {whole.write(average.quantity().value * count)}, not "
                f"{whole.written}."
            )
            yield Claim(equation, problem, SURE, (), (average.number, whole.number))


RULE = ConsistencyRule(
    name="average",
    title="An average that does not fit its total",
    description="The average times the count is not the total, or the values have a different average.",
    level="error",
    example="Twelve trucks carried an average of 18 tonnes each, 261 tonnes altogether.",
    find=claims("average", "average averages averaged averaging mean each apiece", read_averages),
    last_is_derived=True,
)
