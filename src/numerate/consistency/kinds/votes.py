"""Rule `vote`: votes that do not fit their outcome, as in "carried by 11 votes to 14"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numerate.consistency.claim import STRONG, SURE, Claim, claims, decided
from numerate.consistency.equation import Equation, total
from numerate.consistency.kinds.meetings import find_meetings
from numerate.consistency.relation import Relation
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.skeleton import Skeleton
from numerate.consistency.slots import Sentence, Slot

_PASSED = (
    r"(?:carried|passed|passes|approved|adopted|agreed|ratified|accepted|endorsed|backed|won|succeeded"
    r"|upheld|confirmed)"
)
_FAILED = r"(?:rejected|defeated|failed|lost|voted down|turned down|fell|thrown out|vetoed)"
_CARRIED = re.compile(
    rf"\b{_PASSED}\b(?P<gap>[^A-Z;.]{{0,30}}?)(?:by |with |on |in )?(?:a vote of |an? )?(?P<a>N)(?: "
    rf"votes?| members?)?(?: to | against |-|\x96| \x96 )(?P<b>N)\b"
)
_FRONTED = re.compile(
    rf"^by (?P<a>N)(?: votes?)?(?: to | against |-|\x96)(?P<b>N)(?: votes?)?,? [^A-Z;.]{{0,60}}\b{_PASSED}\b"
)
_TURNED_DOWN = re.compile(
    r"\b(?:rejected|defeated|voted down|turned down|thrown out|threw out)\b[^A-Z;.]{0,30}?\bby "
    r"(?P<a>N)(?: votes?| members?)?(?: to |-|\x96)(?P<b>N)\b"
)
_VOTED = re.compile(
    r"\b(?:voted|vote of|split) (?P<a>N)(?: to |-|\x96)(?P<b>N) (?:in favou?r|to (?!N)[a-z]+)\b"
)
_ELECTED = re.compile(
    r"\b(?:won|elected|re-elected|victorious|victory)\b[^A-Z;.]{0,40}?\b(?:with|by|polling|on) "
    r"(?P<a>N) votes?\b[^A-Z.]{0,40}?\b(?:received|got|polled|took|had|won|gained|secured|with|against|to) "
    r"(?P<b>N)(?= votes?\b|[.,;)]|$)"
)
_OF_ALL = re.compile(
    r"\bof (?:the |its |our |all )?(?P<m>N) (?:members|delegates|councillors|voters|electors|present"
    r"|shareholders|trustees|directors|deputies|senators|tenants|residents|employees|owners|votes)\b"
)
_FOR = re.compile(
    r"(?P<n>[NP])(?: [a-z]+){0,2}? (?:in favou?r|for|yes|ayes?|voted for|supported)\b|\b(?:for|in "
    r"favou?r|yes|ayes?):? (?P<m>N)(?=[;,.)]| )"
)
_AGAINST = re.compile(
    r"(?P<n>[NP])(?: [a-z]+){0,2}? (?:against(?! [NP])|opposed|noes|nays?|no\b|voted against)"
    r"|\b(?:against|noes|nays?|no):? (?P<m>N)(?=[;,.)]| )"
)
_ABSTAINED = re.compile(r"(?P<n>N)(?: [a-z]+){0,2}? (?:abst\w+)|\b(?:abst\w+):? (?P<m>N)(?=[;,.)]| )")
_CAST = re.compile(
    r"\b(?:members voting|votes cast|total votes|total|present|turnout|cast|voting):? (?P<m>N)(?=[;,.)]|$)"
)
_TIED = re.compile(
    r"\b(?:tied|deadlocked|evenly split|split evenly)(?: at| on| with|,)? (?P<a>N)(?: votes?)?(?: to |-"
    r"|\x96)(?P<b>N)\b"
)
_THRESHOLD = re.compile(
    rf"\b(?P<share>F)(?: majority)?(?: of (?:the |all )?(?P<whole>N)[^A-Z;.]{{0,30}})?[^A-Z;.]{{0,40}}"
    rf"?\b(?P<how>{_PASSED}|{_FAILED})\b[^A-Z;.]{{0,20}}?(?:with |by |on )(?:only |just "
    rf")?(?P<votes>N)(?: votes?)?\b"
)
_QUALIFIED = re.compile(
    r"\b(?:two-thirds|threshold|quorum|needed|required|supermajority|qualified|unanim\w*|short of)\b|F"
)
_VOTE = re.compile(
    r"\b(?:vote[sd]?|voting|motion|amendment|resolution|bill|proposal|measure|resolved|ballot"
    r"|referendum|council\w*|committee|board|act|law|item|budget|chamber|senate|house|parliament"
    r"|members?|proposition|strike|minutes|show of hands|delegates|seat|election|merger)\b"
)


def read_votes(sentence: Sentence) -> Iterator[Claim]:
    """Read every vote with its outcome."""
    line = sentence.line
    if not _VOTE.search(line):
        return
    yield from _thresholds(sentence)
    if _QUALIFIED.search(line):
        return
    for match in _CARRIED.finditer(line):
        if re.search(r"\b(?:lost|over|by a)\b", match["gap"]):
            continue
        if re.match(r"won N votes? to", match[0]):
            continue  # got them, and may have lost
        a, b = sentence.slot(match.start("a")), sentence.slot(match.start("b"))
        problem = (
            f"{a.number.text} to {b.number.text} is no majority: {a.number.text} is less than "
            f"{b.number.text}."
        )
        yield decided(a.value > b.value, problem, SURE, a.number, b.number)
    yield from _majorities(sentence)
    yield from _sides(sentence)


def _thresholds(sentence: Sentence) -> Iterator[Claim]:
    """Read votes that need a share of all, and ties."""
    line = sentence.line
    for match in _THRESHOLD.finditer(line):
        if match["whole"]:
            share, whole, votes = (sentence.slot(match.start(name)) for name in ("share", "whole", "votes"))
            needed = whole.value * share.value
            passed = re.fullmatch(_PASSED, match["how"]) is not None
            problem = (
                f"{share.number.text} of {whole.number.text} is {needed:.4g}; {votes.number.text} votes "
                f"are {'fewer' if passed else 'enough'}."
            )
            yield decided(
                (votes.value >= needed - 1e-9) == passed,
                problem,
                SURE,
                whole.number,
                share.number,
                votes.number,
            )
    for match in _TIED.finditer(line):
        a, b = sentence.slot(match.start("a")), sentence.slot(match.start("b"))
        problem = f"{a.number.text} to {b.number.text} is no tie."
        yield decided(a.value == b.value, problem, SURE, a.number, b.number)


def _sides(sentence: Sentence) -> Iterator[Claim]:
    """Read the votes for and against with the outcome and with all votes."""
    line = sentence.line
    ayes, noes = _figure(sentence, _FOR), _figure(sentence, _AGAINST)
    if ayes is None or noes is None or ayes is noes:
        return
    passed = re.search(rf"\b{_PASSED}\b", line) is not None
    failed = re.search(rf"\b{_FAILED}\b", line) is not None
    if passed != failed:
        holds = ayes.value > noes.value if passed else ayes.value <= noes.value
        problem = (
            f"{ayes.number.text} for and {noes.number.text} against is "
            f"{'no majority' if passed else 'a majority'}."
        )
        yield decided(holds, problem, SURE, ayes.number, noes.number)
    yield from _everyone(sentence, ayes, noes)
    cast = _figure(sentence, _CAST)
    if cast is not None and cast not in (ayes, noes):
        abstained = _figure(sentence, _ABSTAINED)
        parts = [slot for slot in (ayes, noes, abstained) if slot is not None and slot is not cast]
        added = int(sum(part.value for part in parts))
        problem = f"{' + '.join(part.number.text for part in parts)} = {added}, not {cast.number.text}."
        equation = Equation(total(*(part.quantity() for part in parts)), cast.quantity())
        yield Claim(
            equation,
            problem,
            SURE if abstained else STRONG,
            (),
            (*(part.number for part in parts), cast.number),
        )


def _majorities(sentence: Sentence) -> Iterator[Claim]:
    """Read the votes of two sides, the larger first: "rejected by 96 votes to 84"."""
    for pattern in (_TURNED_DOWN, _VOTED, _ELECTED, _FRONTED):
        for match in pattern.finditer(sentence.line):
            a, b = sentence.slot(match.start("a")), sentence.slot(match.start("b"))
            problem = (
                f"{a.number.text} to {b.number.text} is no majority: {a.number.text} is less than "
                f"{b.number.text}."
            )
            yield decided(a.value > b.value, problem, SURE, a.number, b.number)


def _everyone(sentence: Sentence, ayes: Slot, noes: Slot) -> Iterator[Claim]:
    """Read the votes of a whole assembly, which cannot be more than its members."""
    everyone = _figure(sentence, _OF_ALL)
    if everyone is not None and everyone not in (ayes, noes):
        parts = [slot for slot in (ayes, noes, _figure(sentence, _ABSTAINED)) if slot is not None]
        added = int(sum(part.value for part in parts))
        problem = (
            f"{' + '.join(part.number.text for part in parts)} = {added}, more than {everyone.number.text}."
        )
        numbers = [*(part.number for part in parts), everyone.number]
        yield decided(added <= everyone.value, problem, SURE, *numbers)


def _figure(sentence: Sentence, pattern: re.Pattern[str]) -> Slot | None:
    """Return the only figure that a pattern finds."""
    places = {
        match.start("n" if match.groupdict().get("n") else "m") for match in pattern.finditer(sentence.line)
    }
    return sentence.slot(places.pop()) if len(places) == 1 else None


_find_votes = claims(
    "vote",
    "carried passed passes approved adopted agreed ratified accepted endorsed backed won upheld "
    "confirmed rejected defeated failed lost down fell thrown vetoed against resolved voted"
    " tied deadlocked evenly vote split elected threw turned voted victory",
    read_votes,
    shape="N.*N|F.*N|P.*P",
)


def find_votes(skeleton: Skeleton) -> Iterator[Relation]:
    """Read every vote by its sentence, and the votes of a meeting together."""
    yield from _find_votes(skeleton)
    yield from find_meetings(skeleton)


RULE = ConsistencyRule(
    name="vote",
    title="A vote that does not fit its outcome",
    description="The votes for and against give a different outcome or total.",
    level="error",
    example="The motion was carried by 11 votes to 14.",
    find=find_votes,
)
