"""Rule `total`: parts that do not add up to their total, as in "64 singers: 21 sopranos and 18 altos"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from numerate.consistency.claim import LIKELY, STRONG, SURE, WEAK, Claim, claims
from numerate.consistency.equation import Equation, Term, total
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot, comparable

_AFTER_TOTAL = re.compile(
    r"[^A-Z.;:()]{0,70}?(?P<joint>:(?!\d)| \((?!=)|,? (?:of (?:whom|which|them|these)|among (?:whom"
    r"|which|them))\b|,? (?:comprising|consisting of|composed of"
    r"|made up of|comprised of|namely|breaks down (?:into|as)|broke down (?:into|as)|broken down "
    r"(?:into|as)|(?:was |is |were |are )?(?:split|divided|shared) (?:into|between|among|as)"
    r"|with|made of|as follows|which (?:includes|comprises|consists of))\b)"
)
_TOTAL_BEFORE = re.compile(
    r"\b(?:total(?:s|led|ling|ing|ed)?|sum|grand total|makes?|making|made|adds? up to|added up to"
    r"|adding up to|brings? the (?:total|number|bill) to|bringing the (?:total|number|bill|tally) to"
    r"|combined|overall|altogether|come to|comes to|came to|amount(?:s|ed|ing)? "
    r"to)\b[^A-Z.;()]{0,28}$|[NUM] ?= ?$"
)
_TOTAL_WORD = re.compile(
    r"\b(?:total|totals|totalled|totalling|sum|altogether|overall|adds? up to|adding up to|bring"
    r"|bringing|in all)\b|[NUM] ?= ?$"
)
_TOTAL_AFTER = re.compile(
    r"[^A-Z.;:()]{0,25}?,? ?\b(?:in all|in total|altogether|all told|combined|all in all|between them"
    r"|overall)\b"
)
_ALL = re.compile(r"\b(?:all|the full|the whole)(?: of the| the)? $")
_LEAVING = re.compile(
    r"\b(?:the|a|its|their|his|her) (?:remaining|other) $|\b(?:leaving|leaves|leave)(?: (?:a|an|the"
    r"|only|just|just over|about|some|him|her|them|us|[a-z]+ of|[a-z]+ [a-z]+ of|a [a-z]+ of)){0,3} $"
    r"|\b(?:the rest|remainder|the others),? (?:of )?(?:some )?$"
)
_REST_AFTER = re.compile(r"(?: [a-z]+)? (?:remain(?:s|ed)?|(?:were|was|are|is) left|left)(?=[.,;]|$)")
_OVERLAP = re.compile(
    r"\b(?:respectively|each|including|every|between|mean|aged|at least|some of|about|approximately"
    r"|or more|both|also|several|multiple|"
    r"while|whereas|respective|average|up to|other than|compared|rounded|randomi[sz]ed|assigned"
    r"|allocated|among others|such as|median|range|least)\b"
)
_SUM = re.compile(
    r"(?<![+*/x×=-] )(?<![\w=])(?P<list>[NUM](?: ?\+ ?[NUM]){1,8}) ?= ?(?P<total>[NUM])(?! ?[+*/×-])"
)
_HALVES = tuple(
    re.compile(rf"\b(?:{first})\b.*\b(?:{second})\b|\b(?:{second})\b.*\b(?:{first})\b")
    for first, second in (
        (r"women|girls|females?", r"men|boys|males?"),
        (r"adults|grown-ups", r"children|minors|kids"),
        (r"for|in favou?r|yes", r"against|no"),
        (r"passed|pass", r"failed|fail"),
        (r"inner|indoor|inside", r"outer|outdoor|outside"),
        (r"domestic|local", r"foreign|international"),
        (r"full-time", r"part-time"),
        (r"occupied|rented|let|sold", r"vacant|empty|unsold"),
    )
)
"""Words for the two halves of a whole, of which nothing is left: women and men."""
_ABSTAINED = re.compile(r"\b(?:abst\w+|undecided|invalid|spoil\w+|not|unknown|neither)\b")
_MADE_OF = re.compile(r"comprising|consisting of|composed of|made up of|comprised of|consists of|namely")
_OPENS = re.compile(r"(?:^|[,;:] )(?:of|out of|among) (?:the |all |these |our |its |their |a total of )?$")
_MOST = 9
"""Parts of a total that are read."""
_NEARLY = 0.25
"""Share of a total that may be missing where parts still are meant to add up to it."""


def read_totals(sentence: Sentence) -> Iterator[Claim]:
    """Read every total that is stated together with its parts."""
    seen: set[int] = set()
    for claim in (
        *_sums(sentence),
        *_rests(sentence),
        *_announced(sentence),
        *_halved(sentence),
        *_summed(sentence),
        *_lists(sentence),
    ):
        derived = claim.equation.right.number.start if hasattr(claim.equation.right, "number") else -1
        if derived not in seen:
            seen.add(derived)
            yield claim


def _sums(sentence: Sentence) -> Iterator[Claim]:
    """Read calculations: 12 + 30 = 52."""
    for match in _SUM.finditer(sentence.line):
        places = [at for at in range(*match.span("list")) if sentence.line[at] in "NUM"]
        whole = sentence.slot(match.start("total"))
        parts = [sentence.slot(at) for at in places]
        if any(re.match(r"0\d", slot.number.text) for slot in (whole, *parts)):
            continue  # binary numbers and codes
        if all(comparable(whole, part) for part in parts) and not re.search(
            r"[a-z)]$|= ?$", sentence.line[: match.start()]
        ):
            yield _claim(whole, parts, SURE)


def _rests(sentence: Sentence) -> Iterator[Claim]:
    """Read totals of which all parts but one are named, and the last is the rest."""
    slots = [slot for slot in sentence.slots if slot.mark in "NUMF"]
    for i, rest in enumerate(slots):
        if rest.mark == "F" or not (_LEAVING.search(rest.before(40)) or _REST_AFTER.match(rest.after(30))):
            continue
        if re.search(r"\bleft (?:the|a|an)\b", rest.before(30)) or (
            rest.mark == "N" and rest.value <= 2 and not rest.number.text[0].isdigit()
        ):
            continue
        others = [
            slot for slot in slots[max(0, i - _MOST) : i] if slot.mark == "F" or _of_one_kind(slot, rest)
        ]
        earlier = [
            slot
            for slot in (sentence.previous.slots if sentence.previous else ())
            if _of_one_kind(slot, rest) and slot.mark in "NUM"
        ]
        whole, parts = _whole(others, earlier)
        if whole is None or not parts:
            continue
        odds = SURE if len(parts) + 1 <= 4 and not _OVERLAP.search(sentence.line) else STRONG
        yield _claim(whole, [*parts, rest], odds, rest=True)


def _whole(others: list[Slot], earlier: list[Slot]) -> tuple[Slot | None, list[Slot]]:
    """Return the total that parts belong to: the largest figure before them, here or a sentence earlier."""
    figures = [slot for slot in others if slot.mark != "F"]
    if len(others) >= 2 and figures:
        whole = max(figures, key=lambda slot: slot.value)
        if whole is figures[0] or re.search(
            r"\bof (?:the |all |a total of |its |their |our )?$", whole.before(20)
        ):
            return whole, [slot for slot in others if slot is not whole]
    if len(earlier) == 1 and others and earlier[0].value > max(slot.value for slot in others):
        return earlier[0], others
    return None, []


def _announced(sentence: Sentence) -> Iterator[Claim]:
    """Read a total followed by its parts: "64 singers: 21 sopranos, …", "of whom …"."""
    for whole in sentence.having("NUM"):
        match = _AFTER_TOTAL.match(sentence.line, whole.at + 1)
        if match is None:
            continue
        parts = _list_from(sentence, match.end(), whole)
        joint = match["joint"].strip(" ,")
        if len(parts) < 2 or (joint == "with" and len(parts) < 3):
            continue
        words = sentence.line[whole.at : parts[-1].at + 40]
        smaller = whole.value < max(part.value for part in parts if part.mark != "F")
        if smaller and not re.search(r"\btotal\b", whole.before(20)):
            continue
        counted = all(part.noun is not None or part.mark != "N" for part in parts)
        odds = _odds(whole, parts, SURE if len(parts) > 2 or counted else STRONG)
        if _MADE_OF.search(joint) and not smaller and len(parts) > 2:
            odds = SURE
        named = re.search(r"\btotal\b", whole.before(20)) is not None
        if (
            joint in (":", "(", "with")
            and all(part.noun is None for part in parts)
            and whole.mark == "N"
            and not named
        ):
            odds = min(odds, LIKELY)
        if not _is_complete(sentence, parts):
            odds = min(odds, WEAK)
        if (
            _OVERLAP.search(words)
            or re.search(r"[A-Z](?: out)? of (?:the )?$", whole.before(12))
            or joint == "with"
        ):
            odds = WEAK
        yield replace(_claim(whole, parts, odds), local=True)


def _halved(sentence: Sentence) -> Iterator[Claim]:
    """Read a whole and its two halves: "28 pupils: 15 girls and 13 boys", "of 96, 54 were women and …"."""
    for whole, first, second in zip(*(sentence.having("N")[i:] for i in range(3)), strict=False):
        line = sentence.line
        joint, between = line[whole.at + 1 : first.at], line[first.at + 1 : second.at]
        rest = re.match(r"[^A-Z.;:,()]{0,30}", line[second.at + 1 :])
        words = between + (rest[0] if rest else "")
        opened = _OPENS.search(whole.before(30)) is not None
        announced = re.search(r"[:,(] ?(?:with )?(?:of (?:whom|which|them) )?$", joint) is not None
        ended = re.match(r"[^A-Z;:,]{0,45}(?:[.;)]|$)", line[second.at + 1 :]) is not None
        if (
            not (announced and ended and (opened or whole.noun))
            or len(joint) > 45
            or re.search(r"\band\b", joint)
            or max(first.value, second.value) >= whole.value
            or not re.fullmatch(r"[^A-Z.;:()]{1,40}?,? ?\b(?:and|plus) (?:the other )?", between)
            or not any(half.search(words) for half in _HALVES)
            or _OVERLAP.search(line)
            or _ABSTAINED.search(line)
            or re.search(r"\bof (?:whom|which)\b", words)
        ):
            continue
        if sum(slot.mark in "NUMP" for slot in sentence.slots) == 3:
            yield _claim(whole, [first, second], SURE)


def _odds(whole: Slot, parts: Sequence[Slot], odds: float) -> float:
    """Return how sure it is that parts are all of a total: parts that nearly add up to it probably are."""
    known = [part.quantity(like=whole).value for part in parts if part.mark != "F"]
    share = sum(part.number.value for part in parts if part.mark == "F")
    size = whole.quantity().value
    missing = abs(sum(known) + share * size - size)
    named = re.search(r"\btotal (?:of|:)", whole.before(20)) is not None
    return odds if missing <= _NEARLY * size else STRONG if named else LIKELY


def _is_complete(sentence: Sentence, parts: Sequence[Slot]) -> bool:
    """Return whether a list ends as lists do: with "and" before its last member and nothing after it."""
    first, last = parts[-2:]
    joined = re.search(r"\band\b|&|\bplus\b", sentence.line[first.at : last.at]) is not None
    rest = sentence.line[last.at + 1 :]
    ends = re.match(r"[^A-Z;:]{0,60}(?:[.;:)!?]|$)", rest) is not None
    return ends and (joined or len(parts) > 2)


def _list_from(sentence: Sentence, start: int, whole: Slot) -> list[Slot]:
    """Return the list of comparable figures that begins at a place of the line and ends with its clause."""
    parts: list[Slot] = []
    done = start
    for slot in sentence.slots:
        if slot.at < start or slot.mark in "YOD":
            continue
        between = sentence.line[done : slot.at]
        if (
            re.search(r"[;:()]" if parts else r"[;()]", between)
            or len(between) > 80
            or slot.mark not in "NUMF"
            or len(parts) >= _MOST
        ):
            if slot.mark == "P" and re.match(r"[^;:]{0,60}\($", between):
                done = slot.at + 2
                continue
            break
        if slot.mark != "F" and not _of_one_kind(slot, whole):
            break
        if parts and not re.search(r"[,;]|\band\b|\bplus\b", between):
            break
        parts.append(slot)
        done = slot.at + 1
    return parts


def _of_one_kind(slot: Slot, whole: Slot) -> bool:
    """Return whether a figure may be a part of another: 21 sopranos of 64 singers."""
    if slot.mark != whole.mark:
        return False
    return slot.mark == "N" or comparable(slot, whole)


def _summed(sentence: Sentence) -> Iterator[Claim]:
    """Read a total that comes after its parts: "… (15 vessels in all)", "Total: €1,300"."""
    for whole in sentence.having("NUM"):
        before, after = whole.before(50), whole.after(40)
        last = _TOTAL_BEFORE.search(before)
        if not (last or _TOTAL_AFTER.match(after) or _ALL.search(before)):
            continue
        parts = _run_before(sentence, whole.at, whole)
        if not parts and sentence.previous is not None and whole.mark in "MU":
            parts = _run_before(sentence.previous, len(sentence.previous.line), whole)
        if len(parts) < 2 or len(parts) > _MOST:
            continue
        sure = _TOTAL_WORD.search(before) or _TOTAL_AFTER.match(after)
        odds = _odds(whole, parts, SURE if sure or (_ALL.search(before) and len(parts) > 2) else LIKELY)
        words = parts[0].sentence.line[parts[0].at : parts[-1].at]
        if _OVERLAP.search(words) or max(part.value for part in parts) > whole.value:
            odds = WEAK
        yield _claim(whole, parts, odds)


_APART = re.compile(
    r"\b(?:from|down|up|vs|versus|compared|against(?! and|,)|than|to|rose|fell|of|last year|year ago"
    r"|earlier|previous|minus|less|but|while|outnumber\w*|between|by|if|p ?[=<>])\b|[=±<>/×]|[-\x96]$"
)


_STUFF = re.compile(r"^ of (?:the )?[a-z-]+")
"""What an amount is one of: "3 kg of apples"."""


def _run_before(sentence: Sentence, end: int, whole: Slot) -> list[Slot]:
    """Return the figures listed before a place, each joined to the next as in a list."""
    run: list[Slot] = []
    done = end
    for slot in reversed([slot for slot in sentence.slots if slot.at < end]):
        between = sentence.line[slot.at + 1 : done]
        if slot.mark in "YOD" and run == []:
            continue
        if slot.mark not in "NUM" or not _of_one_kind(slot, whole) or len(between) > 70:
            break
        words = between if run else re.sub(_TOTAL_BEFORE, "", between)
        if slot.mark == "U":
            words = _STUFF.sub("", words)
        if _APART.search(words) or (run and not re.search(r"[,;:]|\band\b|\bplus\b|\+", between)):
            break
        run.insert(0, slot)
        done = slot.at
    return run


def _lists(sentence: Sentence) -> Iterator[Claim]:
    """Read a sentence that lists the parts of the only figure of the sentence before it."""
    if sentence.previous is None:
        return
    wholes = [slot for slot in sentence.previous.having("N") if slot.number.noun]
    parts = sentence.having("N")
    if (
        len(wholes) != 1
        or not 2 <= len(parts) <= _MOST
        or any(part.value >= wholes[0].value for part in parts)
    ):
        return
    line = sentence.line
    gaps = [line[a.at : b.at] for a, b in pairwise(parts)]
    listed = all(re.search(r",|\band\b", between) and not _APART.search(between[1:]) for between in gaps)
    if (
        not listed
        or parts[0].at > 30
        or " and " not in line[parts[-2].at : parts[-1].at]
        or _OVERLAP.search(line)
    ):
        return
    yield _claim(wholes[0], parts, _odds(wholes[0], parts, SURE if len(parts) > 2 else LIKELY))


def _claim(whole: Slot, parts: Sequence[Slot], odds: float, rest: bool = False) -> Claim:
    terms: list[Term] = []
    for part in parts:
        terms.append(part.quantity(like=whole) if part.mark != "F" else part.quantity() * whole.quantity())
    equation = Equation(total(*terms), whole.quantity())
    derived = parts[-1] if rest else whole
    numbers = [part.number for part in parts if part is not derived]
    if whole is not derived:
        numbers.append(whole.number)
    return Claim(equation, lambda: _problem(whole, parts), odds, (), (*numbers, derived.number))


def _problem(whole: Slot, parts: Sequence[Slot]) -> str:
    base = whole.quantity()
    values = [
        part.number.value * base.value if part.mark == "F" else part.quantity(like=whole).value
        for part in parts
    ]
    written = " + ".join(
        part.number.text if part.mark != "F" else whole.write(value)
        for part, value in zip(parts, values, strict=True)
    )
    return f"{written} = {whole.write(sum(values))}, not {whole.written}."


RULE = ConsistencyRule(
    name="total",
    title="A total that is not the sum of its parts",
    description="The parts add up to another total.",
    level="error",
    example="The choir has 64 singers: 21 sopranos, 18 altos, 11 tenors and 16 basses.",
    find=claims("total", "", read_totals),
    last_is_derived=True,
)
