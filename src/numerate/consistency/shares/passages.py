"""Shares in a sentence or passage that has no other figures than the share, its part and its whole."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import pairwise

from numerate.consistency.claim import SURE
from numerate.consistency.cues import BASE, VAGUE, amounts, guarded, lead, paragraph
from numerate.consistency.interval import coin
from numerate.consistency.passages import passages
from numerate.consistency.shares.share import TOTAL_OF, StatedShare
from numerate.consistency.shares.wordings import OF
from numerate.consistency.slots import Sentence, Slot
from numerate.consistency.verbs import FALLING, RISING

_NEAR = 60
"""Most characters between a share and its part."""
_GROSS = 3
"""Ratio of the actual to the stated share beyond which the figures were not meant; set by hand."""
_LINKED = re.compile(
    r"(?: ?[(\[]|,| or\b| ?[-\x96\x97:]|;)?(?: [a-z]+){0,6}?"
    r"(?: ?[(\[]| ?[,\x96\x97:-]| or\b| i\.e\."
    r"| that is| a (?:share|rate|proportion) of)[ ,]*(?:(?!(?:and|but|while|whereas|with|at|by|to|from"
    r"|than|said|will)\b)[a-z.]+,? ?){0,6}"
)
_WHOLE_BEFORE = re.compile(
    r"\b(?:of|from|among|out of|total of|there (?:are|were|is)|has|have|had|with|reached|surveyed|asked"
    r"|contacted"
    r"|enrolled|counted|received|employs?|owns?|planted|bought|made|sold|tested|examined|invited|interviewed)"
    r" (?:the |all |a |an |its |our |their |these |some |about )*(?:[a-z]+ )?$|^(?:the |all |our |its "
    r"|some )*$"
)
_NAMED = re.compile(
    r"\b(?:margin|share|proportion|percentage|commission|interest|vat|tax|tip|deposit|fee|yields?"
    r"|turnout|rate|quota"
    r"|royalt(?:y|ies)|levy|duty|brokerage|chance|odds|probability|out of|percent of|makes? up|made up"
    r"|account\w* for)\b"
    r"|[PFS] of (?:the|them|these|those|all|its|their|his|her|our|what|whom|which|that|it|[NUM])\b"
    r"|\b(?:of|out of|among) (?:the |all |its |their |his |her |our |these |a total of )?(?:[a-z]+ )?[NUM]"
)
"""Words that make a percentage or fraction a share of something."""
_ADDED = re.compile(
    r"\b(?:vat|tax|interest|tip|duty|fee|surcharge|levy|commission|discount\w*|off|deduct\w*)\b"
)
_OF_THEM_IN = re.compile(
    r" of (?:them|whom|which|these|those) (?:in|at|from|by|on|to|for|with|as|women|men)\b"
)
_OWN_CLAUSE = re.compile(
    r"(?:,? and|;)(?! (?:that|this|which|it|so|thus|hence|i\.e|in other words|an?|the (?:share|rate"
    r"|proportion))\b)"
)
_MOVED = re.compile(
    rf"\b(?:{RISING}|{FALLING}|more|less|fewer|than|times|compared|average|mean|each|per|previous\w*"
    rf"|last year|earlier"
    r"|nearly all|another|also|while|whereas|but|respectively|plus|need(?:s|ed)?|requir\w+)\b"
)
"""Words that make a percentage a change, or one of something else."""


def read_sparse_sentence(sentence: Sentence, changes: Collection[Slot]) -> Iterator[StatedShare]:
    """Read the only share of a sentence that has no figures but its part and its whole.

    changes: percentages that say how much something rose or fell, which are no shares.
    """
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
    of_all = TOTAL_OF.match(share.after(30)) is not None
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
    yield StatedShare(part, whole, share, SURE)


def read_passages(sentence: Sentence) -> Iterator[StatedShare]:
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
        if None not in nouns and len(nouns) > 1 and not re.search(rf"{OF}[NUM]", passage.line):
            continue
        if any(_OF_THEM_IN.match(figure.after(30)) for figure in figures):
            continue
        if not _NAMED.search(words) or _MOVED.search(words) or _is_another_claim(shares[0], figures):
            continue
        part, whole = sorted(figures, key=lambda slot: slot.number.value * float(coin(slot.number)))
        stated = shares[0].number.value / (100 if shares[0].mark == "P" else 1)
        size = whole.quantity(like=part).value
        if size > 0 and stated > 0 and 1 / _GROSS < part.quantity(like=whole).value / size / stated < _GROSS:
            yield StatedShare(part, whole, shares[0], passage.odds, _ADDED.search(passage.line) is not None)


def _is_another_claim(share: Slot, figures: list[Slot]) -> bool:
    """Return whether a figure has a clause of its own: "a third of the 96 flats …, and 40 have a balcony"."""
    if any(figure.sentence is not share.sentence for figure in figures):
        return False
    places = sorted(slot.at for slot in (share, *figures))
    return any(_OWN_CLAUSE.search(share.sentence.line[first:second]) for first, second in pairwise(places))
