"""Totals that stand after their parts: "12 + 30 = 42", "… (15 vessels in all)", "Total: €1,300"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from numerate.consistency.claim import LIKELY, SURE, WEAK, WRITTEN, Claim
from numerate.consistency.cues import amounts, contrast, is_aside
from numerate.consistency.equation import Equation, Sum, total
from numerate.consistency.slots import Sentence, Slot, comparable
from numerate.consistency.totals.parts import (
    MOST_PARTS,
    NOT_LISTED,
    OVERLAP,
    completeness_odds,
    may_be_part,
    sum_claim,
)
from numerate.text import style

_SUM = re.compile(
    r"(?<![+*/x×=-] )(?<![\w=])(?P<list>[NUM](?: ?\+ ?[NUM]){1,8}) ?= ?(?P<total>[NUM])(?! ?[+*/×-])"
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
_COLON = re.compile(r"(?::|[\x96\x97]|=) ?$")
_OPENED = re.compile(
    r"(?:in all|in total|altogether|together|all told|overall|total),? [^A-Z]{0,20}[NUM][^A-Z]*$"
)
_FORMERLY = re.compile(r"\((?:before|formerly|previously|earlier|last year|prior year):? $")
_OTHER_SUBJECT = re.compile(
    r";(?! ?(?:that|this|it|they|in all|in total|altogether|all told|together|total|mak\w+|the total"
    r"|a total|so|we|he|she)\b)"
)
_STUFF = re.compile(r"^ of (?:the )?[a-z-]+")
"""What an amount is of, whose "of" joins no figures: "3 kg of apples"."""
_MOST_SIGNED = 4
"""Most parts for which subtraction is tried; with more, one of the 2^n combinations would hold by chance."""


def read_calculations(sentence: Sentence) -> Iterator[Claim]:
    """Read calculations: 12 + 30 = 52."""
    for match in _SUM.finditer(sentence.line):
        places = [at for at in range(*match.span("list")) if sentence.line[at] in "NUM"]
        whole = sentence.slot(match.start("total"))
        parts = [sentence.slot(at) for at in places]
        if any(re.match(r"0\d", slot.number.text) for slot in (whole, *parts)):
            continue  # binary numbers and codes
        if style(whole.number).magnitude and not any(style(part.number).magnitude for part in parts):
            continue  # of "12 + 16 = 28 millions", all are millions
        if all(comparable(whole, part) for part in parts) and not re.search(
            r"[a-z)]$|= ?$", sentence.line[: match.start()]
        ):
            yield sum_claim(whole, parts, WRITTEN)


def read_summed(sentence: Sentence) -> Iterator[Claim]:
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
        if len(parts) < 2 or len(parts) > MOST_PARTS or contrast(parts[-1], whole, named=True):
            continue
        nouns = [part.noun == whole.noun for part in parts if part.noun]
        if whole.noun and any(nouns) and not all(nouns) and parts[0].sentence is not sentence:
            continue  # two divisions, a regiment and two regiments: three divisions
        sure = _TOTAL_WORD.search(before) or _TOTAL_AFTER.match(after) or _OPENED.match(sentence.line)
        odds = completeness_odds(whole, parts, SURE if sure or len(parts) > 2 else LIKELY)
        if colon and not sure and (len(parts) < 3 or len(parts) + 1 < len(amounts(sentence))):
            odds = WEAK
        words = parts[0].sentence.line[parts[0].at : parts[-1].at]
        if parts[-1].sentence is sentence and _OTHER_SUBJECT.search(sentence.line[parts[-1].at : whole.at]):
            odds = WEAK
        if OVERLAP.search(words) or max(part.value for part in parts) > whole.value:
            odds = WEAK
        claim = sum_claim(whole, parts, odds)
        yield replace(claim, others=(*claim.others, *_other_sums(whole, parts)))


def _other_sums(whole: Slot, parts: Sequence[Slot]) -> Iterator[Equation]:
    """Yield other sums that may be meant: of the last parts only, or with some parts subtracted.

    What stands before the last parts may belong to something else; and parts may be losses, as in "began with
    146, lost 12 and gained 20".
    """
    terms = [part.quantity(like=whole) for part in parts]
    for i in range(1, len(parts) - 1):
        yield Equation(total(*terms[i:]), whole.quantity())
    for signs in product((1, -1), repeat=len(parts) - 1) if len(parts) <= _MOST_SIGNED else ():
        if -1 in signs:
            yield Equation(Sum(tuple(terms), (1, *signs)), whole.quantity())


def _run_above(sentence: Sentence, whole: Slot) -> list[Slot]:
    """Return the figures listed in the sentence before, or in a list of short lines with one figure each."""
    above = sentence.previous
    if above is None:
        return []
    run = _run_before(above, len(above.line), whole)
    if len(run) > 1:
        return run
    lines: list[Slot] = []
    while above is not None and len(lines) < MOST_PARTS:
        figures = [slot for slot in amounts(above) if slot.mark in "NUM"]
        if len(figures) != 1 or not may_be_part(figures[0], whole) or len(above.line) > 80:
            break
        lines.insert(0, figures[0])
        above = above.previous
    return lines


def _run_before(sentence: Sentence, end: int, whole: Slot) -> list[Slot]:
    """Return the figures of the list that ends at a place of the line."""
    run: list[Slot] = []
    done = end
    for slot in reversed([slot for slot in sentence.slots if slot.at < end and not _is_label(slot)]):
        between = sentence.line[slot.at + 1 : done]
        if (slot.mark in "YOD" and run == []) or slot.mark == "O":
            continue  # 14 first, 11 second and 8 third places
        most = 70 if slot.mark != "N" or slot.noun else 45
        if slot.mark not in "NUM" or not may_be_part(slot, whole) or len(between) > most:
            break
        if slot.mark != whole.mark and is_aside(slot):
            break
        words = between if run else re.sub(_TOTAL_BEFORE, "", between)
        if slot.mark == "U":
            words = _STUFF.sub("", words)
        if NOT_LISTED.search(words) or (run and not re.search(r"[,;:]|\band\b|\bplus\b|\+", between)):
            break
        run.insert(0, slot)
        done = slot.at
    return run


def _is_label(slot: Slot) -> bool:
    """Return whether a number is only a label: "day two"."""
    return slot.mark == "N" and is_aside(slot) and slot.noun is None
