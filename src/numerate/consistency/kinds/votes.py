"""Rule `vote`: votes that do not fit their outcome, as in "carried by 11 votes to 14"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numerate.consistency.claim import SURE, Claim, claims, decided
from numerate.consistency.rule import ConsistencyRule
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
_FOR = re.compile(
    r"(?P<n>[NP])(?: [a-z]+){0,2}? (?:in favou?r|for|yes|ayes?|voted for|supported)\b|\b(?:for|in "
    r"favou?r|yes|ayes?):? (?P<m>N)(?=[;,.)]| )"
)
_AGAINST = re.compile(
    r"(?P<n>[NP])(?: [a-z]+){0,2}? (?:against|opposed|noes|nays?|no\b|voted against)|\b(?:against|noes"
    r"|nays?|no):? (?P<m>N)(?=[;,.)]| )"
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
    if _QUALIFIED.search(line):
        return
    for match in _CARRIED.finditer(line):
        if re.search(r"\b(?:lost|over|by a)\b", match["gap"]):
            continue
        a, b = sentence.slot(match.start("a")), sentence.slot(match.start("b"))
        problem = (
            f"{a.number.text} to {b.number.text} is no majority: {a.number.text} is less than "
            f"{b.number.text}."
        )
        yield decided(a.value > b.value, problem, SURE, a.number, b.number)
    yield from _majorities(sentence)
    yield from _sides(sentence)


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


def _figure(sentence: Sentence, pattern: re.Pattern[str]) -> Slot | None:
    """Return the only figure that a pattern finds."""
    places = {
        match.start("n" if match.groupdict().get("n") else "m") for match in pattern.finditer(sentence.line)
    }
    return sentence.slot(places.pop()) if len(places) == 1 else None


RULE = ConsistencyRule(
    name="vote",
    title="A vote that does not fit its outcome",
    description="The votes for and against give another outcome or another total.",
    level="error",
    example="The motion was carried by 11 votes to 14.",
    find=claims(
        "vote",
        "carried passed passes approved adopted agreed ratified accepted endorsed backed won upheld "
        "confirmed rejected defeated failed lost down fell thrown vetoed against resolved voted"
        " tied deadlocked evenly vote split elected threw turned voted victory",
        read_votes,
        shape="N.*N|F.*N|P.*P",
    ),
)
