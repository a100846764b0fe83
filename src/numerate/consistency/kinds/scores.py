"""Rule `score`: scores that do not fit winner or periods, as in "won in three sets, 6–4, 3–6, 4–6"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numerate.consistency.claim import LIKELY, SURE, Claim, claims, decided
from numerate.consistency.equation import Equation, total
from numerate.consistency.relation import number_at
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot

_WINS = (
    r"(?:beat|beats|defeated|defeats|thrashed|overcame|edged|downed|won|win|wins|winning|triumphed"
    r"|victory|victorious|prevailed|saw off|took|takes|crushed|routed|ousted)"
)
_SCORE = "(?P<a>N)(?:-|\x96| - | \x96 )(?P<b>N)(?![-\x96%/])"
_WON = re.compile(rf"\b(?P<verb>{_WINS})\b(?P<gap>[^A-Z;.:()]{{0,40}}? ){_SCORE}")
_SCORES = re.compile("N(?:-|\x96)N")
_SERIES = re.compile(
    rf"\b{_WINS}\b[^A-Z;.]{{0,40}}?(?:N[^A-Z;.]{{0,12}})?(?P<a>N) (?:games?|sets?|matches|legs|frames"
    rf"|rubbers|rounds|bouts|goals|points|runs) to (?P<b>N)\b"
)
_NOT_ITS_OWN = re.compile(
    r"\b(?:lost|after|from|trailing|down|behind|despite|seed|against the odds|aggregate|penalt\w+"
    r"|came back|coming back|rank\w*|odds|series lead|record|improved?|away at|shoot-?out|fell|halves"
    r"|half|tie-?break|avoid)\b|\baway\b"
)
_PERIODS = re.compile(
    r"\b(?:scores?|quarters?|halves|periods|rounds|innings|legs|frames"
    r"|games)\b[^A-Z;.]{0,20}?(?P<list>N(?:, N)*,? and N)[^A-Z;.]{0,10}?\b(?:gave|gives|giving|for"
    r"|made|makes|making|add(?:ed|ing)? up to|totall?\w*|=)\b[^A-Z;.]{0,40}?(?P<total>[NI])"
)


_OF_TWO_LEGS = re.compile(r"\baggregate\b.*\bleg\b|\bleg\b.*\baggregate\b")


def read_scores(sentence: Sentence) -> Iterator[Claim]:
    """Read every score with its winner, and the sum of its periods."""
    return iter(()) if _OF_TWO_LEGS.search(sentence.line) else _scores(sentence)


def _scores(sentence: Sentence) -> Iterator[Claim]:
    line = sentence.line
    sets = [match for match in _SCORES.finditer(line) if line[match.start() - 1 : match.start()] != "("]
    if (
        len(sets) >= 2
        and re.search(r"\b(?:sets?|frames)\b", line)
        and "lost" not in line
        and re.search(rf"\b{_WINS}\b", line[: sets[0].start()])
    ):
        yield from _sets(sentence, sets)
        return
    for match in _WON.finditer(line):
        if (
            not match["verb"].startswith(
                ("beat", "defeat", "thrash", "edged", "down", "crush", "rout", "overc")
            )
            and len(match["gap"]) > 12
        ):
            continue
        before = re.split(r",|\band\b", line[max(0, match.start() - 20) : match.start()])[-1]
        shootout = re.match(r" (?:the|a) (?:penalty )?(?:shoot-?out|tie-?break)", match["gap"]) is not None
        if (_NOT_ITS_OWN.search(match["gap"]) and not shootout) or _NOT_ITS_OWN.search(before):
            continue
        if re.search(r"\b(?:from|after|despite|coming)\b", line[: match.start()][-30:]):
            continue
        a, b = sentence.slot(match.start("a")), sentence.slot(match.start("b"))
        if max(a.value, b.value) > 300 or a.value % 1 or b.value % 1:
            continue
        verb = match["verb"]
        problem = f"{a.number.text}–{b.number.text} is no win: {a.number.text} is less than {b.number.text}."
        odds = (
            SURE
            if verb.startswith(
                ("beat", "defeat", "thrash", "overc", "won", "win", "edged", "down", "crush", "rout")
            )
            else LIKELY
        )
        if "vote" in line or "majority" in line:
            continue
        yield decided(a.value >= b.value, problem, odds, a.number, b.number)
    for match in _SERIES.finditer(line):
        a, b = sentence.slot(match.start("a")), sentence.slot(match.start("b"))
        problem = (
            f"{a.number.text} to {b.number.text} is no win: {a.number.text} is less than {b.number.text}."
        )
        yield decided(a.value > b.value, problem, SURE, a.number, b.number)
    yield from _periods(sentence)


def _sets(sentence: Sentence, sets: list[re.Match[str]]) -> Iterator[Claim]:
    """Read a match in sets: the winner has won more of them."""
    pairs = [(sentence.slot(match.start()), sentence.slot(match.end() - 1)) for match in sets]
    won = sum(a.value > b.value for a, b in pairs)
    lost = sum(a.value < b.value for a, b in pairs)
    written = ", ".join(f"{a.number.text}–{b.number.text}" for a, b in pairs)
    straight = re.search(r"\bstraight (?:sets|games|frames)\b", sentence.line) is not None
    problem = f"The winner has won {won} and lost {lost} of {written}."
    numbers = [slot.number for pair in pairs for slot in pair]
    yield decided(won > lost and not (straight and lost), problem, SURE, *numbers)


def _periods(sentence: Sentence) -> Iterator[Claim]:
    for match in _PERIODS.finditer(sentence.line):
        parts = [sentence.slot(at) for at in range(*match.span("list")) if sentence.line[at] == "N"]
        whole = sentence.slot(match.start("total"))
        if whole.mark == "I":
            if not whole.number.text.isdecimal():
                continue
            number = number_at(sentence.text, whole.number.start, whole.number.end)
            whole = Slot("N", number, (number,), number.start, number.end, whole.at, sentence)
        added = int(sum(part.value for part in parts))
        problem = f"{' + '.join(part.number.text for part in parts)} = {added}, not {whole.number.text}."
        equation = Equation(total(*(part.quantity() for part in parts)), whole.quantity())
        yield Claim(
            equation,
            problem,
            SURE,
            (),
            (*(part.number for part in parts), whole.number),
        )


RULE = ConsistencyRule(
    name="score",
    title="A score that does not fit its winner or its periods",
    description="The winner has the lower score, or the periods add up to another score.",
    level="error",
    example="Petrova won in three sets, 6–4, 3–6, 4–6.",
    find=claims(
        "score",
        "beat beats defeated defeats thrashed overcame edged downed won win wins winning triumphed "
        "victory victorious prevailed saw took takes crushed routed ousted leading led trailing scores "
        "score quarter quarters halves periods rounds innings legs frames games half drew drawing"
        " tied draw tie triumph winners beating "
        "lost losing defeat defeated",
        read_scores,
        shape="N.*N",
        local=True,
    ),
)
