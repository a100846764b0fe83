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
_NOUN = re.compile(
    rf"{_SCORE} (?:(?:home|league|cup|final|bonus-point) )?(?:win|victory|triumph|winners)\b(?! bonus)"
)
_DRAWN = re.compile(
    rf"\b(?:drew|drawing|tied|shared the points) (?:[a-z]+ ){{0,3}}?{_SCORE}(?! down| up| behind)"
)
_DRAW = re.compile("(?P<a>N)(?:-|\x96)(?P<b>N) (?:home |league |away )?(?:draw|tie)\\b")
_MARGIN = re.compile(
    r"\b(?:won|win|wins|winning|victory|beat|beating|lost|losing|defeat\w*) (?:[a-z]+ ){0,3}?by "
    r"(?P<margin>N)(?: clear)?(?: goals?| points?| runs?| frames?| games?| tries)?(?=[ ,.;(:])"
)
_LEVEL = re.compile(rf"\b(?:level|tied|deadlocked|all square|neck and neck) at {_SCORE}")
_LEAD = re.compile(
    rf"{_SCORE},? (?:for |with |giving (?:them|him|her) )?(?:an?|the) (?:lead|advantage|margin|cushion) of "
    r"(?P<margin>N)(?=[ ,.;:)])"
)
_AWAY = re.compile(r"\b(?:away|visitors|visiting|aggregate|penalt\w+|handicap|shoot-?out|wickets?|behind)\b")
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
_HALVES = re.compile(
    r"(?P<a>N)(?: [a-z]+)? in the O (?:half|game|leg|set|innings|round|period) and (?P<b>N)(?: [a-z]+)? "
    r"in the O(?: half| game| leg| innings| round| period)?,? (?:for |making |giving |or )?(?:a total of "
    r"(?P<c>N)|(?P<d>N)(?: [a-z]+)? (?:in all|in total|altogether|overall))\b"
)
_HALF_TIME = re.compile(
    "\\b(?:leading|led|ahead|up|trailing|behind|down) (?P<a>N)[-\x96](?P<b>N) (?:at|after|by) (?:the "
    "|half)[^A-Z;]{0,60}?\\b(?:scored|added|netted|hit) (?P<more>once|twice|one|N)(?: goals?)? "
    "more\\b[^A-Z;]{0,30}?\\b(?:won|win|winning|finish\\w*"
    "|ended)\\b[^A-Z;]{0,12}?(?P<c>N)[-\x96](?P<d>N)"
)
_ONES = {"once": 1, "twice": 2, "one": 1}


_NOT_ONE_SCORE = re.compile(
    "\\baggregate\\b.*\\bleg\\b|\\bleg\\b.*\\baggregate\\b|N[-\x96]N(?: to N[-\x96]N| apiece)"
)
"""Two legs, and goals and points of Gaelic games: "2-16 to 0-13"."""


def read_scores(sentence: Sentence) -> Iterator[Claim]:
    """Read every score with its winner, and the sum of its periods."""
    yield from _leads(sentence)
    if not _NOT_ONE_SCORE.search(sentence.line):
        yield from _scores(sentence)


def _leads(sentence: Sentence) -> Iterator[Claim]:
    """Read "69–62, a lead of seven" and "level at 42–42"."""
    for match in _LEAD.finditer(sentence.line):
        yield _margin(*(sentence.slot(match.start(name)) for name in ("a", "b", "margin")))
    for match in _LEVEL.finditer(sentence.line):
        yield _draw(sentence.slot(match.start("a")), sentence.slot(match.start("b")))


def _scores(sentence: Sentence) -> Iterator[Claim]:
    line = sentence.line
    yield from _half_times(sentence)
    sets = [match for match in _SCORES.finditer(line) if line[match.start() - 1 : match.start()] != "("]
    if (
        len(sets) >= 2
        and re.search(r"\b(?:sets?|frames)\b", line)
        and "lost" not in line
        and re.search(rf"\b{_WINS}\b", line[: sets[0].start()])
    ):
        yield from _sets(sentence, sets)
        return
    yield from _taken(sentence)
    yield from _wins(sentence)
    yield from _series(sentence)
    yield from _added(sentence)
    yield from _outcomes(sentence)
    yield from _periods(sentence)


def _half_times(sentence: Sentence) -> Iterator[Claim]:
    """Read a score at half-time, the points after it, and the final score."""
    for match in _HALF_TIME.finditer(sentence.line):
        a, c = sentence.slot(match.start("a")), sentence.slot(match.start("c"))
        more = _ONES.get(match["more"]) or sentence.slot(match.start("more")).value
        problem = f"{a.number.text} and {int(more)} more make {int(a.value + more)}, not {c.number.text}."
        yield decided(c.value == a.value + more, problem, SURE, a.number, c.number)


_BEAT = ("beat", "defeat", "thrash", "edged", "down", "crush", "rout", "overc")
"""Beginnings of verbs that name the loser: "beat Dale 3–1"."""


def _wins(sentence: Sentence) -> Iterator[Claim]:
    """Read "beat Dale 3–1" and "won 3–1", in which the first score is the higher."""
    line = sentence.line
    if "vote" in line or "majority" in line:
        return
    for match in _WON.finditer(line):
        verb = match["verb"]
        if not verb.startswith(_BEAT) and len(match["gap"]) > 12:
            continue
        before = re.split(r",|\band\b", line[max(0, match.start() - 20) : match.start()])[-1]
        shootout = re.match(r" (?:the|a) (?:penalty )?(?:shoot-?out|tie-?break)", match["gap"]) is not None
        if (_NOT_ITS_OWN.search(match["gap"]) and not shootout) or _NOT_ITS_OWN.search(before):
            continue
        if re.search(r"\b(?:from|after|despite|coming)\b", line[: match.start()][-30:]):
            continue
        a, b = sentence.slot(match.start("a")), sentence.slot(match.start("b"))
        if max(a.value, b.value) > _HIGHEST or a.value % 1 or b.value % 1:
            continue
        problem = f"{a.number.text}–{b.number.text} is no win: {a.number.text} is less than {b.number.text}."
        odds = SURE if verb.startswith((*_BEAT, "won", "win")) else LIKELY
        yield decided(a.value >= b.value, problem, odds, a.number, b.number)


def _series(sentence: Sentence) -> Iterator[Claim]:
    """Read "won the series by four games to three"."""
    for match in _SERIES.finditer(sentence.line):
        a, b = sentence.slot(match.start("a")), sentence.slot(match.start("b"))
        if max(a.value, b.value) > _HIGHEST or a.value % 1 or b.value % 1:
            continue
        problem = (
            f"{a.number.text} to {b.number.text} is no win: {a.number.text} is less than {b.number.text}."
        )
        yield decided(a.value > b.value, problem, SURE, a.number, b.number)


_HIGHEST = 300
"""Highest score that is read."""
_TOOK = re.compile(
    r"\b(?:took|won|taking|winning|takes) the (?:next|last|other|first|second|third|remaining"
    r"|final(?= (?:N [a-z]|sets?\b|games?\b|frames?\b))|O)\b[a-z ]{0,20}?"
    r"(?:N )?(?P<list>N[-\x96]N(?:(?:, | and |, and )N[-\x96]N)*)"
)
_LOST = re.compile("\\b(?:lost|lose|losing)(?: [a-z]+){0,3} (?P<a>N)[-\x96](?P<b>N)(?![-\x96])")


def _taken(sentence: Sentence) -> Iterator[Claim]:
    """Read sets that somebody took, "the next two 6–3 and 6–4", and a match lost "2–2"."""
    for match in _TOOK.finditer(sentence.line):
        for score in _SCORES.finditer(sentence.line, *match.span("list")):
            a, b = sentence.slot(score.start()), sentence.slot(score.end() - 1)
            problem = (
                f"{a.number.text}–{b.number.text} is not won: {a.number.text} is less than {b.number.text}."
            )
            yield decided(a.value > b.value, problem, SURE, a.number, b.number)
    for match in _LOST.finditer(sentence.line):
        a, b = sentence.slot(match.start("a")), sentence.slot(match.start("b"))
        if not re.search(r"\b(?:penalt\w+|aggregate|shoot-?out|away|vote[sd]?)\b", sentence.line):
            problem = f"{a.number.text}–{b.number.text} is a draw, not a defeat."
            yield decided(a.value != b.value, problem, SURE, a.number, b.number)


def _outcomes(sentence: Sentence) -> Iterator[Claim]:
    """Read "a 2–0 victory", "a 1–1 draw" and "won by three goals, 5–2"."""
    line = sentence.line
    if _AWAY.search(line) or re.search(r"\bvotes?\b|\bmajority\b|\brecord\b", line):
        return
    for match in _NOUN.finditer(line):
        a, b = sentence.slot(match.start("a")), sentence.slot(match.start("b"))
        problem = f"{a.number.text}–{b.number.text} is no win: {a.number.text} is less than {b.number.text}."
        if not re.search(r"\b(?:from|after|despite|series|best)\b[^A-Z]*$", a.before(30)):
            yield decided(a.value >= b.value, problem, SURE, a.number, b.number)
    for match in (*_DRAWN.finditer(line), *_DRAW.finditer(line)):
        yield _draw(sentence.slot(match.start("a")), sentence.slot(match.start("b")))
    scores = list(_SCORES.finditer(line))
    for match in _MARGIN.finditer(line):
        if len(scores) != 1 or re.search(r"\b(?:run|lead|led|stretch|spurt)\b", line):
            continue
        if _OF_A_PERIOD.match(line, scores[0].end()) or _is_record(sentence, scores[0]):
            continue
        margin = sentence.slot(match.start("margin"))
        a, b = sentence.slot(scores[0].start()), sentence.slot(scores[0].end() - 1)
        if margin in (a, b) or margin.after(1) in ("-", "\x96"):
            continue
        if re.search(r"\b(?:lost|beat|won|drew)\b[^A-Z]{0,15}$", a.before(24)) and "who" in line[: a.at]:
            continue
        yield _margin(a, b, margin)


_OF_A_PERIOD = re.compile(
    r" (?:O |(?:first|second|third|fourth|final|last|opening) )?(?:quarter|half|period)\b"
)


_TEAM = re.compile(r"[A-Z][\w'’]+ \($")


def _is_record(sentence: Sentence, score: re.Match[str]) -> bool:
    """Return whether a score is that of a season, in brackets behind a team: "the Jazz (5–7)"."""
    before = sentence.text[: sentence.slot(score.start()).start]
    return _TEAM.search(before[-_LONGEST_NAME:]) is not None and sentence.line.startswith(")", score.end())


_LONGEST_NAME = 30
"""Characters before a bracket in which a name is looked for."""


def _draw(a: Slot, b: Slot) -> Claim:
    """Return the claim that both sides of a score are the same."""
    problem = f"{a.number.text}–{b.number.text} is no draw."
    return decided(a.value == b.value, problem, SURE, a.number, b.number)


def _margin(a: Slot, b: Slot, margin: Slot) -> Claim:
    """Return the claim that a score is as far apart as its margin."""
    apart = int(abs(a.value - b.value))
    problem = f"{a.number.text}–{b.number.text} is a margin of {apart}, not {margin.number.text}."
    return decided(margin.value == apart, problem, SURE, a.number, b.number, margin.number)


_PERIOD = re.compile(r"\b(?:quarters?|halves|half|half-time|periods?|break|interval|innings|legs?|thirds?)\b")
_FINAL = re.compile(
    r"\b(?:final|full-time|overall|aggregate|total|end(?:ed|ing)?|for a|result|altogether)\b[^A-Z]*$"
)


def _added(sentence: Sentence) -> Iterator[Claim]:
    """Read the scores of all periods with the final one: "won 34–23 after leading 14–10 at the break"."""
    line = sentence.line
    scores = [
        (sentence.slot(match.start()), sentence.slot(match.end() - 1))
        for match in _SCORES.finditer(line)
        if not _is_record(sentence, match)
    ]
    if (
        len(scores) < 3
        or not _PERIOD.search(line)
        or re.search(r"\bsets?\b|\boverall record\b|\bseries\b", line)
    ):
        return
    first, last = scores[0], scores[-1]
    if re.search(rf"\b(?:{_WINS}|lost|lose)\b[^A-Z;.]{{0,30}}$", line[: first[0].at]):
        final, parts = first, scores[1:]
    elif _FINAL.search(line[scores[-2][1].at : last[0].at]):
        final, parts = last, scores[:-1]
    else:
        return
    named = len(_PERIOD.findall(line)) >= len(parts) or len(parts) in (2, 4)
    if not named or (len(parts) == 2 and not re.search(r"\b(?:O half|O leg|halves|legs|both)\b", line)):
        return
    for side in (0, 1):
        parts_of, whole = [score[side] for score in parts], final[side]
        added = int(sum(part.value for part in parts_of))
        problem = f"{' + '.join(part.number.text for part in parts_of)} = {added}, not {whole.number.text}."
        crossed = Equation(total(*(score[1 - side].quantity() for score in parts)), whole.quantity())
        equation = Equation(total(*(part.quantity() for part in parts_of)), whole.quantity())
        numbers = (*(part.number for part in parts_of), whole.number)
        yield Claim(equation, problem, SURE, (crossed,), numbers)


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
    for match in _HALVES.finditer(sentence.line):
        a, b = sentence.slot(match.start("a")), sentence.slot(match.start("b"))
        whole = sentence.slot(match.start("c" if match["c"] else "d"))
        problem = f"{a.number.text} + {b.number.text} = {int(a.value + b.value)}, not {whole.number.text}."
        numbers = (a.number, b.number, whole.number)
        yield Claim(Equation(a.quantity() + b.quantity(), whole.quantity()), problem, SURE, (), numbers)
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
    description="The winner has the lower score, or the periods add up to a different score.",
    level="error",
    example="Petrova won in three sets, 6–4, 3–6, 4–6.",
    find=claims(
        "score",
        "beat beats defeated defeats thrashed overcame edged downed won win wins winning triumphed "
        "victory victorious prevailed saw took takes crushed routed ousted leading led trailing scores "
        "score quarter quarters halves periods rounds innings legs frames games half drew drawing"
        " tied level deadlocked square neck lead advantage margin cushion draw tie triumph winners beating "
        "lost losing defeat defeated",
        read_scores,
        shape="N.*N",
        local=True,
    ),
)
