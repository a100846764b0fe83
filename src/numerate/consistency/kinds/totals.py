"""Rule `total`: parts that do not add up to their total, as in "64 singers: 21 sopranos and 18 altos"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, product

from numerate.consistency.breakdowns import read_breakdowns
from numerate.consistency.claim import LIKELY, STRONG, SURE, WEAK, WRITTEN, Claim, claims
from numerate.consistency.composition import composition
from numerate.consistency.cues import amounts, contrast, is_aside
from numerate.consistency.equation import Equation, Quantity, Sum, Term, total
from numerate.consistency.passages import passages
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot, comparable
from numerate.consistency.steps import steps

_AFTER_TOTAL = re.compile(
    r"[^A-Z.;:()]{0,70}?(?P<joint>:(?![\dA-Z])| ?[\x96\x97](?= )| \((?!=)|,? of (?:whom|which|them"
    r"|these)\b|,? (?:comprising|consisting of|composed of"
    r"|made up of|comprised of|namely|breaks down (?:into|as)|broke down (?:into|as)|broken down "
    r"(?:into|as)|(?:was |is |were |are )?(?:split|divided|shared) (?:into|between|among|as)"
    r"|including|with|made of|as follows|(?:which )?(?:includes?|comprises?|consists? of|are made up of"
    r"|is made up of))\b)"
)
_TOTAL_BEFORE = re.compile(
    r"\b(?:total(?:s|led|ling|ing|ed)?|sum|number(?:s|ed)|grand total|makes?|making|made|adds? up to"
    r"|added up to"
    r"|adding up to|brings? the (?:total|number|bill) to|bringing the (?:total|number|bill|tally) to"
    r"|combined|overall|altogether|come to|comes to|came to|amount(?:s|ed|ing)? "
    r"to)\b[^A-Z.;()]{0,28}$|[NUM] ?= ?$|\b(?:so|i\.e\.|that is|thus|hence),? (?:[a-z]+ ){0,2}$"
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
    r"\b(?:the|a|its|their|his|her) (?:remaining|other) $|\b(?:leaving|leaves|leave|left)(?: (?:a|an|the"
    r"|only|just|just over|about|some|him|her|them|us|me|you|with|[a-z]+ of|[a-z]+ [a-z]+ of"
    r"|a [a-z]+ of)){0,3} $"
    r"|\b(?:the rest|remainder|the others|all others),? (?:[a-z]+ ){0,2}$"
    r"|\b(?:so|which means|meaning)(?: that)?(?: there (?:are|were|is))? (?:only |just |still )?$"
    r"|\bstill (?:owes?|owed|needs?|needed|lacks?|lacked|has|have|had|to pay|to find)(?: [a-z]+)? $"
)
_REST_AFTER = re.compile(
    r"(?: [a-z]+){0,2}? (?:remain(?:s|ed|ing)?|(?:were|was|are|is|being)(?: still)? left|left(?! by\b)"
    r"|stayed|(?:have|has|had) (?:yet to|still to|not (?:yet )?)[a-z ]+|(?:are|were|is|was) still [a-z]+"
    r"|still to [a-z]+|to go)(?=[.,;)]|$| (?:in|on|at|to|over|for|behind)\b)"
)
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
_NOTHING_ELSE = re.compile(r"\b(?:nothing else|no others?|none else|and that is all)\b")
_TOGETHER = re.compile(r"\b(?:together|altogether|in all|all told|in total|between them)\b")
_MOST = 9
"""Parts of a total that are read."""
_NEARLY = 0.35
"""Share of a total that may be missing where parts still are meant to add up to it."""


def read_totals(sentence: Sentence) -> Iterator[Claim]:
    """Read every total that is stated together with its parts."""
    readers = (_sums, _rests, _announced, _halved, _summed, _excess, _lists, _in_passages, read_breakdowns)
    surest: dict[int, Claim] = {}
    for claim in (claim for read in readers for claim in read(sentence)):
        derived = claim.equation.right.number.start if isinstance(claim.equation.right, Quantity) else -1
        if derived not in surest or surest[derived].odds < claim.odds:
            surest[derived] = claim
    yield from surest.values()


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
            yield _claim(whole, parts, WRITTEN)


def _rests(sentence: Sentence) -> Iterator[Claim]:
    """Read totals of which all parts but one are named, and the last is the rest."""
    slots = [slot for slot in sentence.slots if slot.mark in "NUMF" and not is_aside(slot)]
    if re.search(r"N:N", sentence.line):
        return
    if any(_TIED.search(slot.before(4)) for slot in slots):
        return
    asides = sum(slot.mark == "N" and is_aside(slot) for slot in sentence.slots)
    for i, rest in enumerate(slots):
        said = _REST_AFTER.match(rest.after(40)) is not None
        if rest.mark == "F" or not (said or _LEAVING.search(rest.before(40))):
            continue
        if re.search(r"\bleft (?:the|a|an)\b", rest.before(30)) or (
            rest.mark == "N" and rest.value <= 2 and not rest.number.text[0].isdigit()
        ):
            continue
        bare = (
            rest.mark == "N" and rest.noun is None
        )  # "the cask held 225 litres; 140 were bottled and the other 85 …"
        others = [
            slot
            for slot in slots[max(0, i - _MOST) : i]
            if slot.mark == "F"
            or (slot.mark == rest.mark and _of_one_kind(slot, rest))
            or (bare and slot.mark in "UM" and slot is slots[0])
        ]
        earlier = [
            slot for slot in _figures_before(sentence) if slot.mark == rest.mark and _of_one_kind(slot, rest)
        ]
        whole, parts = _whole(others, earlier)
        if whole is None or not parts:
            continue
        if rest.noun and rest.noun != whole.noun and rest.noun in {part.noun for part in parts}:
            continue  # "38 points and 7 games left; 31 points and 9 games left"
        odds = SURE if len(parts) + 1 <= 4 and not _OVERLAP.search(sentence.line) else STRONG
        if not said and re.search(r"\b(?:so|which means|meaning)\b[^A-Z]*$", rest.before(40)):
            odds = min(odds, SURE if len(amounts(sentence)) <= 3 else WEAK)
        if asides:
            odds = min(odds, LIKELY)
        smaller = tuple(
            Equation(total(part.quantity(like=other), rest.quantity(like=other)), other.quantity())
            for other in parts
            for part in parts
            if "F" not in (other.mark, part.mark) and part.at > other.at
        )  # a part that has a rest of its own
        claim = _claim(whole, [*parts, rest], _odds(whole, [*parts, rest], odds), rest=True)
        yield replace(claim, others=(*claim.others, *smaller))


_TIED = re.compile(r"[A-Z] ?(?:[-\x96x×/]) ?$")
"""What joins the numbers of a score or of a size: 31-21, 13 x 9."""


def _figures_before(sentence: Sentence) -> list[Slot]:
    """Return the figures of the sentence before."""
    if sentence.previous is None:
        return []
    changes = {step.slot for step in steps(sentence.previous)}
    return [slot for slot in amounts(sentence.previous) if slot.mark in "NUM" and slot not in changes]


_WHOLE = re.compile(
    r"\b(?:of|from|out of|there (?:are|were)) (?:the |all |a total of |its |their |our |his |her |my "
    r"|an? )?(?:original |initial )?$"
)


def _whole(others: list[Slot], earlier: list[Slot]) -> tuple[Slot | None, list[Slot]]:
    """Return the total that parts belong to: the largest figure before them, here or a sentence earlier."""
    figures = [slot for slot in others if slot.mark != "F"]
    if len(others) >= 2 and figures:
        whole = max(figures, key=lambda slot: slot.quantity().value)
        if whole is figures[0] or _WHOLE.search(whole.before(30)):
            return whole, [slot for slot in others if slot is not whole]
    if not earlier:
        return None, []
    whole = max(earlier, key=lambda slot: slot.quantity().value)
    parts = [*(slot for slot in earlier if slot is not whole), *others]
    if len(earlier) > 2 or whole is not earlier[0] or not parts:
        return None, []
    if all(slot.mark == "F" or slot.quantity().value < whole.quantity().value for slot in parts):
        return whole, parts
    return None, []


def _announced(sentence: Sentence) -> Iterator[Claim]:
    """Read a total followed by its parts: "64 singers: 21 sopranos, …", "of whom …"."""
    for whole in sentence.having("NUM"):
        match = _AFTER_TOTAL.match(sentence.line, whole.at + 1)
        if match is None:
            continue
        parts = _list_from(sentence, match.end(), whole)
        joint = match["joint"].strip(" ,")
        if (
            match.end() - whole.at < 12
            and joint.startswith("of ")
            and any(s.at < whole.at for s in sentence.having("N"))
        ):
            continue  # "26 countries, 15 of them in Europe, eight in Asia"
        if len(parts) < 2 or (joint == "with" and len(parts) < 3):
            continue
        if joint == "including" and not _NOTHING_ELSE.search(sentence.line[parts[-1].at :]):
            continue
        counts = [part.value for part in parts if part.mark != "F"]
        if not counts:
            continue  # fractions need not be of the whole: "of which a half is wood"
        smaller = whole.value < max(counts)
        if smaller and not re.search(r"\btotal\b", whole.before(20)):
            continue
        odds = _announced_odds(whole, parts, joint)
        if "," in sentence.line[match.end() : parts[0].at]:
            odds = WEAK  # "41 judges: the president, 6 vice presidents and 31 justices"
        if _MADE_OF.search(joint) and not smaller and len(parts) > 2:
            odds = SURE
        yield replace(_claim(whole, parts, min(odds, _overlap_odds(whole, parts, joint))), local=True)


def _announced_odds(whole: Slot, parts: Sequence[Slot], joint: str) -> float:
    """Return how sure it is that what follows a total are its parts, judging by their nouns."""
    counted = all(part.noun is not None or part.mark != "N" for part in parts)
    together = _TOGETHER.search(whole.sentence.line[: whole.at]) is not None
    named = together or re.search(r"\btotal\b", whole.before(20)) is not None
    odds = _odds(whole, parts, SURE if len(parts) > 2 or counted or together else STRONG)
    bare = joint in (":", "(", "with") and all(part.noun is None for part in parts) and whole.mark == "N"
    unnamed = bare and not named and not (joint == ":" and whole.noun and len(parts) > 2)
    return min(odds, LIKELY) if unnamed or ("includes" in joint and whole.mark != "N") else odds


def _overlap_odds(whole: Slot, parts: Sequence[Slot], joint: str) -> float:
    """Return how sure it is that parts are all of a total and that none is counted twice."""
    sentence = whole.sentence
    words = sentence.line[whole.at : parts[-1].at + 40]
    if joint == "including":
        words = words.replace("including", "")
    part_itself = re.search(r"[A-Z](?: out)? of (?:the )?$", whole.before(12)) is not None
    overlapping = _OVERLAP.search(words) or part_itself or joint == "with"
    return WEAK if overlapping or not _is_complete(sentence, parts) else SURE


_OF_ALL = re.compile(r"^(?:of|out of) (?:the |all |a total of |its |our |their |these )*(?P<whole>[NUM])\b")
_FRONTED = re.compile(r"^(?:in all|in total|altogether|all told|overall),? (?:[a-z]+ )*?(?P<whole>[NUM])\b")


def _excess(sentence: Sentence) -> Iterator[Claim]:
    """Read "of 620 ballots, 340 … and 52 …", which cannot be more, and "in all 1,045 …, 880 … and 165 …"."""
    yield from _too_many(sentence)
    match = _OF_ALL.match(sentence.line) or _FRONTED.match(sentence.line)
    if (
        match is None
        or _OVERLAP.search(sentence.line)
        or re.search(r"\b(?:who|them|these|have|has|had|own|play|speak|like|use)\b", sentence.line)
    ):
        return
    whole = sentence.slot(match.start("whole"))
    parts = _list_from(sentence, whole.at + 1, whole)
    rest = [slot for slot in amounts(sentence) if slot is not whole and slot not in parts]
    if not 2 <= len(parts) <= _MOST or rest or not _is_complete(sentence, parts):
        return
    fronted = match.re is _FRONTED
    added = sum(part.quantity(like=whole).value for part in parts if part.mark != "F")
    if not fronted and (len(parts) < 3 or added <= whole.quantity().value):
        return
    yield _claim(whole, parts, _odds(whole, parts, SURE if len(parts) > 2 or fronted else STRONG))


_OF_THEM = re.compile(r"(?P<whole>N)[^A-Z;:.()]{0,50}?, (?P<part>N) of (?:whom|which|them)\b")


def _too_many(sentence: Sentence) -> Iterator[Claim]:
    """Read "23 countries, 14 of them in Europe, 6 in Asia and 5 in Africa", which are more than there are."""
    match = _OF_THEM.search(sentence.line)
    if (
        match is None
        or _OVERLAP.search(sentence.line)
        or sentence.line.count(" of them") + sentence.line.count(" of wh") > 1
    ):
        return
    whole = sentence.slot(match.start("whole"))
    parts = _list_from(sentence, match.start("part"), whole)
    if len(parts) < 3 or not _is_complete(sentence, parts) or len(parts) + 1 < len(amounts(sentence)):
        return
    if any(re.search(r"ing (?:[a-z]+ )?$", part.before(20)) for part in parts):
        return  # "99 of them as a starter, scoring 37 goals"
    if sum(part.value for part in parts) > whole.value:
        yield _claim(whole, parts, SURE)


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
            or first.value + second.value < (1 - _NEARLY) * whole.value
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
        return slot.mark == "N" and whole.mark in "UM" and slot.number.noun is None and slot.is_count
    return slot.mark == "N" or comparable(slot, whole)


def _summed(sentence: Sentence) -> Iterator[Claim]:
    """Read a total that comes after its parts: "… (15 vessels in all)", "Total: €1,300"."""
    for whole in sentence.having("NUM"):
        before, after = whole.before(50), whole.after(40)
        if before.endswith("N:") or _FORMERLY.search(before):
            continue  # a dilution: "stained with the one (1:500) and the other (1:500)"
        last = _TOTAL_BEFORE.search(before)
        colon = _COLON.search(before) is not None and len(amounts(sentence)) > 3
        if not (
            last or colon or _TOTAL_AFTER.match(after) or _ALL.search(before) or _OPENED.match(sentence.line)
        ):
            continue
        parts = _run_before(sentence, whole.at, whole)
        if not parts and sentence.previous is not None:
            parts = _run_above(sentence, whole)
        if len(parts) < 2 or len(parts) > _MOST or contrast(parts[-1], whole, named=True):
            continue
        nouns = [part.noun == whole.noun for part in parts if part.noun]
        if whole.noun and any(nouns) and not all(nouns) and parts[0].sentence is not sentence:
            continue  # two divisions, a regiment and two regiments: three divisions
        sure = _TOTAL_WORD.search(before) or _TOTAL_AFTER.match(after) or _OPENED.match(sentence.line)
        odds = _odds(whole, parts, SURE if sure or len(parts) > 2 else LIKELY)
        if colon and not sure and (len(parts) < 3 or len(parts) + 1 < len(amounts(sentence))):
            odds = WEAK
        words = parts[0].sentence.line[parts[0].at : parts[-1].at]
        if parts[-1].sentence is sentence and _OTHER_SUBJECT.search(sentence.line[parts[-1].at : whole.at]):
            odds = WEAK
        if _OVERLAP.search(words) or max(part.value for part in parts) > whole.value:
            odds = WEAK
        claim = _claim(whole, parts, odds)
        yield replace(claim, others=(*claim.others, *_other_sums(whole, parts)))


_FORMERLY = re.compile(r"\((?:before|formerly|previously|earlier|last year|prior year):? $")
_OTHER_SUBJECT = re.compile(
    r";(?! ?(?:that|this|it|they|in all|in total|altogether|all told|together|total|mak\w+|the total"
    r"|a total|so|we|he|she)\b)"
)
_COLON = re.compile(r"(?::|[\x96\x97]|=) ?$")
_OPENED = re.compile(
    r"(?:in all|in total|altogether|together|all told|overall|total),? [^A-Z]{0,20}[NUM][^A-Z]*$"
)


_MOST_SIGNED = 4
"""Parts up to which a sum with a minus seldom holds by accident."""


def _other_sums(whole: Slot, parts: Sequence[Slot]) -> Iterator[Equation]:
    """Yield the sums of the last parts only, as what stands before them may belong to something else.

    And those with a minus: "began with 146, lost 12 and gained 20".
    """
    terms = [part.quantity(like=whole) for part in parts]
    for i in range(1, len(parts) - 1):
        yield Equation(total(*terms[i:]), whole.quantity())
    for signs in product((1, -1), repeat=len(parts) - 1) if len(parts) <= _MOST_SIGNED else ():
        if -1 in signs:
            yield Equation(Sum(tuple(terms), (1, *signs)), whole.quantity())


def _run_above(sentence: Sentence, whole: Slot) -> list[Slot]:
    """Return the figures of the sentence before, or of a list of short lines before: one of each."""
    above = sentence.previous
    if above is None:
        return []
    run = _run_before(above, len(above.line), whole)
    if len(run) > 1:
        return run
    lines: list[Slot] = []
    while above is not None and len(lines) < _MOST:
        figures = [slot for slot in amounts(above) if slot.mark in "NUM"]
        if len(figures) != 1 or not _of_one_kind(figures[0], whole) or len(above.line) > 80:
            break
        lines.insert(0, figures[0])
        above = above.previous
    return lines


_APART = re.compile(
    r"\b(?:down|up|vs|versus|compared|against(?! and|,)|than|rose|fell|last year|year ago"
    r"|earlier|previous|minus|less|but|while|outnumber\w*|between|if|p ?[=<>])\b|[=±<>/×]|[-\x96]$"
    r"|\b(?:from|to|of|by)(?: (?:the|an?|its|their|about|some|only|just|all))* $"
)
"""Between two figures that are not listed: "rose to 40", "12 of 30"."""


_STUFF = re.compile(r"^ of (?:the )?[a-z-]+")
"""What an amount is one of: "3 kg of apples"."""


def _run_before(sentence: Sentence, end: int, whole: Slot) -> list[Slot]:
    """Return the figures listed before a place, each joined to the next as in a list."""
    run: list[Slot] = []
    done = end
    for slot in reversed([slot for slot in sentence.slots if slot.at < end and not _is_label(slot)]):
        between = sentence.line[slot.at + 1 : done]
        if slot.mark in "YOD" and run == []:
            continue
        most = 70 if slot.mark != "N" or slot.noun else 45
        if slot.mark not in "NUM" or not _of_one_kind(slot, whole) or len(between) > most:
            break
        if slot.mark != whole.mark and is_aside(slot):
            break
        words = between if run else re.sub(_TOTAL_BEFORE, "", between)
        if slot.mark == "U":
            words = _STUFF.sub("", words)
        if _APART.search(words) or (run and not re.search(r"[,;:]|\band\b|\bplus\b|\+", between)):
            break
        run.insert(0, slot)
        done = slot.at
    return run


def _is_label(slot: Slot) -> bool:
    """Return whether a number only says which: "day two"."""
    return slot.mark == "N" and is_aside(slot) and slot.noun is None


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


def _in_passages(sentence: Sentence) -> Iterator[Claim]:
    """Read a whole and its parts where a passage has nothing else."""
    for passage in passages(sentence):
        parted = composition(passage) if not passage.is_uncertain else None
        if parted is not None:
            yield replace(_claim(*parted), local=True)


def _claim(whole: Slot, parts: Sequence[Slot], odds: float, rest: bool = False) -> Claim:
    terms: list[Term] = []
    for part in parts:
        terms.append(part.quantity(like=whole) if part.mark != "F" else part.quantity() * whole.quantity())
    equation = Equation(total(*terms), whole.quantity())
    derived = parts[-1] if rest else whole
    numbers = [part.number for part in parts if part is not derived]
    if whole is not derived:
        numbers.append(whole.number)
    # What stands in brackets may only explain a part: "£9,600 (128 members at £75)".
    outside = [term for part, term in zip(parts, terms, strict=True) if not part.is_bracketed]
    others = [Equation(total(*outside), whole.quantity())] if 1 < len(outside) < len(parts) else []
    if whole.is_count and len({part.noun for part in parts}) == len(parts) == 2:
        # Two sizes in three colours are six kinds.
        others.append(Equation(parts[0].quantity() * parts[1].quantity(), whole.quantity()))
    return Claim(equation, lambda: _problem(whole, parts), odds, tuple(others), (*numbers, derived.number))


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
