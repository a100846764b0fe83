"""Trace every number of a draft to its sources."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from math import exp, isfinite

from numerate.consistency.sources.alignment import FEATURES
from numerate.consistency.sources.candidates import Aligned, Candidate, align_draft
from numerate.consistency.sources.dates import is_in_another_month
from numerate.consistency.sources.decision import alarm_score, sigmoid, wants_odds, weigh_odds
from numerate.consistency.sources.derivations import derive
from numerate.consistency.sources.direction import is_backward, is_turned
from numerate.consistency.sources.elapsed import measure_elapsed
from numerate.consistency.sources.exempt import IDIOM, ORDINAL, PRONOUN, exemption
from numerate.consistency.sources.index import SourceIndex
from numerate.consistency.sources.quantity import Quantity
from numerate.consistency.sources.reading import SourceText, read_quantities
from numerate.consistency.sources.records import Fact, resolve, states
from numerate.consistency.sources.speakers import count_speakers
from numerate.consistency.sources.support import Evidence, SourceSupport
from numerate.consistency.sources.values import allowed, relate
from numerate.consistency.sources.weights import threshold
from numerate.consistency.sources.words import stem
from numerate.documents import Document

FALSE_ALARMS = 0.03
"""Share of the stated numbers of a faithful draft that may be reported, by default."""
_PLACES = 3
"""Places of the sources that are named for one number."""
_SAME_THING = 3.0
"""Least score of a rival that contradicts a number; below it, the number is absent.

Of altered numbers of genres.md whose value the source does not have, the best rival has the value that was
altered in 245 of 324 cases above 3, in 22 of 65 below.
"""
_NEAR = 1.5
"""Least score of a rival that is quoted for an absent number."""
_STATED_OTHERWISE = 9.0
"""Least score of a rival next to which nothing is counted: the source states the number itself.

Of 13 numbers of our sets that are counted rightly the best rival has at most 8.0.
"""
_COUNTED = 0.2
"""Score of a number of speakers or items, or of a duration between two moments: little else speaks for it."""


def index_sources(documents: Sequence[Document]) -> SourceIndex:
    """Read the quantities of sources, once for any number of drafts."""
    return SourceIndex([read_quantities(document, i, implied=True) for i, document in enumerate(documents)])


Odds = Callable[[Sequence[Aligned], SourceText, SourceIndex], Sequence[float | None]]
"""Asks a model for the odds of each number's value against its rivals'; None where it has no answer."""


def trace_document(
    draft: Document, index: SourceIndex, false_alarms: float = FALSE_ALARMS, odds: Odds | None = None
) -> Iterator[SourceSupport]:
    """Yield the support of each number of a draft, in order; the two counts of a share apart.

    Numbers that are part of a name ("episode 121") come last, and only those that no source has.

    odds: asks a model about the numbers of which the words leave doubt.
    """
    text = read_quantities(draft, names=index.names)
    aligned = align_draft(text, index)
    limit = threshold(false_alarms, "words" if odds is None else "odds")
    for entry, score in zip(aligned, score_alarms(aligned, text, index, odds), strict=True):
        support = _trace(entry, text, index, score, limit)
        # Next to an infinite value every other is within rounding.
        if support.verdict != "exempt" and not isfinite(support.number.value):
            support = SourceSupport(support.number, "absent", reason="it is too large to be compared")
        yield support
    for label in index.labels.missing(draft.text, [quantity.number for quantity in text.quantities]):
        yield SourceSupport(label, "absent", reason=NO_LABEL, alarm=_TURNED)
    for name in index.calendar.missing(draft.text):
        yield SourceSupport(name, "absent", reason=NOT_NAMED, alarm=_TURNED)


NO_LABEL = "no source names anything by it"
NOT_NAMED = "the sources name other months or days"


def score_alarms(
    aligned: Sequence[Aligned], draft: SourceText, index: SourceIndex, odds: Odds | None = None
) -> list[float]:
    """Return the alarm score of each number."""
    scores = [alarm_score(entry, index) for entry in aligned]
    if odds is not None:
        doubtful = [i for i, entry in enumerate(aligned) if wants_odds(entry, scores[i])]
        answers = odds([aligned[i] for i in doubtful], draft, index)
        for i, answer in zip(doubtful, answers, strict=True):
            if answer is not None:
                scores[i] = weigh_odds(scores[i], answer)
    return scores


def _trace(
    aligned: Aligned, draft: SourceText, index: SourceIndex, score: float, limit: float
) -> SourceSupport:
    """Return the support of one number of a draft; above the limit its value in the sources is none."""
    quantity = aligned.quantity
    number, text = quantity.number, draft.document.text
    if (
        index.records
        and not exemption(quantity, draft.document)
        and (facts := resolve(quantity, draft, index.records))
        and not (score < _STATED and not any(fact.operands[0].cell for fact in facts))
    ):
        return _of_records(quantity, facts, index)
    if is_backward(quantity, draft):
        places = _evidence(aligned.matches[:1], index)
        return SourceSupport(number, "contradicted", places, reason=_BACKWARD, alarm=_TURNED)
    if is_in_another_month(quantity, aligned.matches, index):
        places = _evidence(aligned.matches[:1], index)
        return SourceSupport(number, "contradicted", places, reason=_MONTH, alarm=_TURNED)
    if aligned.matches and score <= limit:
        best = aligned.matches[0]
        if is_turned(quantity, draft, best.quantity, index.sources[best.quantity.document]):
            places = _evidence([best], index)
            return SourceSupport(number, "contradicted", places, reason=_OPPOSITE, alarm=_TURNED)
        verdict = relate(quantity, allowed(quantity, text), best.quantity) or "same"
        return SourceSupport(number, verdict, _evidence(aligned.matches, index), alarm=score)
    reason = exemption(quantity, draft.document) or _no_quantity(aligned, text, index)
    if reason and not (reason in (PRONOUN, ORDINAL, IDIOM) and _is_disputed(aligned)):
        return SourceSupport(number, "exempt", reason=reason)
    counted = (
        count_speakers(quantity, index.conversations)
        or index.enumerations.count_items(quantity)
        or measure_elapsed(quantity, text, index.elapsed)
    )
    if counted and not (aligned.rivals and aligned.rivals[0].score >= _STATED_OTHERWISE):
        return SourceSupport(number, "derived", formula=counted, alarm=_COUNTED)
    derivation = derive(aligned, text, index)
    if derivation is not None and derivation.logit > 0:
        formula = derivation.formula
        places = tuple(Evidence(q.number, index.sources[q.document].document) for q in formula.operands)
        return SourceSupport(number, "derived", places, formula.text, alarm=sigmoid(-derivation.logit))
    return _unsupported(aligned, index, score)


_STATED = 0.3
"""Score below which a number is stated, whatever sentences seem to list: "176 people" of another rescue."""
_PART, _VERSION = "it names a row or column of the source", "a source names the same by it"


def _no_quantity(aligned: Aligned, text: str, index: SourceIndex) -> str | None:
    """Return why a number that is no quantity of the sources needs none, if it does.

    An ordinal may name a part that the records have figures for: "in the fourth quarter". "One" that no
    source has is no more than "a": "one serving" (3 of 3 such numbers in all sets are right).
    """
    quantity = aligned.quantity
    if not aligned.matches and quantity.number.text.lower() == "one":
        return PRONOUN
    if quantity.measure == "ordinal" and stem(quantity.number.text.lower()) in index.records.labels:
        return _PART
    return _VERSION if index.labels.names(text, quantity.number) else None


_DISPUTED = 4.0
"""Least score of a rival about the same noun that disputes a number which would need no source.

Of 15 such numbers in faithful drafts of the training and validation split, one is disputed.
"""
_SAME_NOUN, _OTHER_NOUN = FEATURES.index("same noun"), FEATURES.index("other noun")


def _is_disputed(aligned: Aligned) -> bool:
    """Return whether the sources have another number for its noun: "first flight" where it was the second."""
    if aligned.matches or not aligned.rivals:
        return False
    rival = aligned.rivals[0]
    return rival.score >= _DISPUTED and rival.features[_SAME_NOUN] == 1


_SURE = 0.02
"""Score of a number that the records state, and distance from 1 of one that they contradict."""


def _of_records(quantity: Quantity, facts: Sequence[Fact], index: SourceIndex) -> SourceSupport:
    """Return the support of a number about an entity and an attribute of the sources' records."""

    def places(fact: Fact) -> tuple[Evidence, ...]:
        return tuple(
            Evidence(q.number, index.sources[q.document].document, 1 - _SURE) for q in fact.operands[:_PLACES]
        )

    stated = next((fact for fact in facts if states(fact, quantity)), None)
    if stated is not None and stated.formula:
        return SourceSupport(quantity.number, "derived", places(stated), stated.formula, alarm=_SURE)
    if stated is not None:
        verdict = relate(quantity, allowed(quantity, quantity.number.text), stated.operands[0]) or "same"
        return SourceSupport(quantity.number, verdict, places(stated), alarm=_SURE)
    correction = None
    if len(facts) == 1 and not facts[0].formula:
        correction = _correction(quantity, facts[0].operands[0])
    return SourceSupport(
        quantity.number,
        "contradicted",
        places(facts[0]),
        alarm=1 - _SURE,
        correction=correction,
        reason=None if correction is not None else _OTHERWISE,
    )


_OTHERWISE = "the source has other figures"
_ELSEWHERE = "the source has this value about something else"
_OPPOSITE = "the source has this value with the opposite direction"
_MONTH = "the source has it in another month"
_BACKWARD = "the draft's own numbers go in the opposite direction"
_TURNED = 0.95
"""Score of a number that is stated with the wrong direction, and of a label that no source has."""


def _unsupported(aligned: Aligned, index: SourceIndex, score: float) -> SourceSupport:
    quantity = aligned.quantity
    # Nothing that is counted as something else contradicts a number: 14 homes are no votes.
    rivals = [rival for rival in aligned.rivals if rival.features[_OTHER_NOUN] < 1]
    if aligned.matches and _opposite(quantity, aligned.matches[0].quantity):
        match = aligned.matches[0]
        if not rivals or match.score >= rivals[0].score:
            places = _evidence([match], index)
            return SourceSupport(quantity.number, "contradicted", places, reason=_OPPOSITE, alarm=score)
    reason = _ELSEWHERE if aligned.matches else None
    if rivals and rivals[0].score >= _SAME_THING:
        places, correction = _evidence(rivals[:1], index), _correction(quantity, rivals[0].quantity)
        return SourceSupport(
            quantity.number, "contradicted", places, reason=reason, alarm=score, correction=correction
        )
    # What the value stands for in the source says more than something remote.
    near = aligned.matches[:1] or [rival for rival in rivals[:1] if rival.score >= _NEAR]
    return SourceSupport(quantity.number, "absent", _evidence(near, index), reason=reason, alarm=score)


def _opposite(draft: Quantity, source: Quantity) -> bool:
    return any(source.polarity.get(axis) == -sign for axis, sign in draft.polarity.items())


def _correction(draft: Quantity, source: Quantity) -> Decimal | None:
    """Return the source's value in the unit that the draft writes."""
    if not isfinite(source.base) or not source.base:
        return None
    if draft.measure != source.measure or not draft.base:
        return Decimal(repr(abs(source.value)))
    unit = draft.number.unit
    if unit is not None and unit.measure.offset:
        return Decimal(f"{(source.base - unit.measure.offset) / unit.measure.factor:.6g}")
    if draft.number.unit and source.number.unit and draft.number.unit.symbol == source.number.unit.symbol:
        return Decimal(repr(abs(source.value)))
    return Decimal(f"{abs(source.base * draft.value / draft.base):.12g}")


def _evidence(candidates: Sequence[Candidate], index: SourceIndex) -> tuple[Evidence, ...]:
    return tuple(
        Evidence(
            candidate.quantity.number,
            index.sources[candidate.quantity.document].document,
            1 / (1 + exp(_SAME_THING - candidate.score)),
        )
        for candidate in candidates[:_PLACES]
    )
