"""Facts: numbers with what they are about, to find one fact with two values anywhere in a text.

Two numbers may state the same fact if they have the same unit or count the same noun, in the same period and
scope, and the words around one stand around the other, too. Comparisons, expectations, revisions, changes,
ranges and lists are no facts here.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from typing import NamedTuple

from numerate.text import Number, sentences

_KINDS = frozenset(("money", "percent", "cardinal", "year"))
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_BOUNDARY = re.compile(r"[,;:()\[\]—](?!\d)|\b(?:and|but|while|whereas)\b")
_STOP = frozenset(
    "a an the this that these those it its they them their he him his she her we us our you your i my who "
    "whom whose which what there here of in on at by for to with from into as and or but nor so if then when "
    "while where how be is are was were been being am do does did have has had having will would can could "
    "may might must not no also just only even still already yet very too about around approximately nearly "
    "roughly some over under up down out off such own same said says say according however all any both "
    "total totaled totalled totals number amount figure given today more most million billion trillion "
    "thousand percent".split()
)
"""Words that say nothing about what a number is about."""
_SCOPE = frozenset(
    "first second third fourth fifth last next previous prior earlier later former latter another other "
    "others each every per average mean median minimum maximum half adjusted unadjusted excluding including "
    "except before after among remaining additional new old only within outside north south east west "
    "northern southern eastern western men women male female boys girls adult children early late net gross "
    "daily weekly monthly quarterly annual yearly".split()
)
"""Words that narrow a fact: they must stand around both numbers or around none."""
_OTHER_FACT = re.compile(
    r"\b(?:compared|compares|versus|vs|than|expect\w*|forecast\w*|estimat\w*|project(?:ed|ions?)|target\w*"
    r"|plans?|planned|guidance|revis\w+|initial\w*|original\w*|previous\w*|prelim\w+|restat\w+|correct\w*"
    r"|instead|rather|if|would|could|might|may|approximately|between (?=\W?\d)|up to|at least|as many as"
    r"|respectively|vary|varied|ranged?|ranging"
    r"|increase[ds]?|decrease[ds]?|rose|fell|grew|gain(?:ed)?|drop(?:ped)?|change[ds]?|higher|lower|more|less"
    r"|fewer|additional|another|every|year-earlier|a year (?:ago|earlier))\b",
    re.IGNORECASE,
)
"""Comparisons, expectations, revisions and changes: the number is not the fact itself."""
_BEFORE = re.compile(
    r"(?:\b(?:from|by|up|down|than|to|between|and|or|version|no|age[ds]?)|[-–/×±<>≤≥=])\s?[$€£]?$",
    re.IGNORECASE,
)
_STATED = re.compile(r"\b(?:of|was|were|is|at|totall?ed|reached|numbered) $")
_LABELS = re.compile(
    r"\b(?:day|week|figure|fig\.|table|sections?|chapter|pages?|art\.|article|matchday|round|part|caption"
    r"|group|index|type|level|phase|under|aged|step|item|note|line|route|highway|channel|number) $",
    re.IGNORECASE,
)
_YEAR_VERB = re.compile(
    r"\b(opened|founded|built|finished|completed|established|born|died|launched|created|incorporated|began"
    r"|started|inaugurated|published|discovered|elected|appointed|married|closed|demolished)"
    r"(?: [a-z]+){0,2} in $"
)
_DEFINITE = re.compile(r"\b(?:the|these|those|all|all of the|its|their|our) $", re.IGNORECASE)
_PERIOD = re.compile(
    r"\b(?:(?:19|20)\d\d|january|february|march|april|may|june|july|august|september|october|november"
    r"|december"
    r"|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|winter|q[1-4]"
    r"|(?:first|second|third|fourth)[ -](?:quarter|half)|yesterday|tonight)\b",
    re.IGNORECASE,
)
_IRREGULAR = {
    "lent": "lend",
    "held": "hold",
    "sold": "sell",
    "bought": "buy",
    "paid": "pay",
    "spent": "spend",
    "built": "build",
    "won": "win",
    "lost": "lose",
    "sent": "send",
    "drew": "draw",
    "taken": "take",
    "took": "take",
    "made": "make",
    "drawn": "draw",
    "men": "man",
    "women": "woman",
}
_AFTER_DOING = re.compile(r"^(?:after|before) (?=\w+ing\b)", re.IGNORECASE)
_CONTEXT = 40
_HEAD_REACH = 4
"""Words before a number in which the one that names it stands."""
_LONGEST_CLAUSE = 300


class Fact(NamedTuple):
    """A number and what it is about."""

    number: Number
    key: tuple[str, str]
    """The unit, the currency, or what is counted."""
    words: frozenset[str]
    """Stems of the content words of its clause."""
    sentence: frozenset[str]
    """Those of its sentence."""
    names: frozenset[str]
    """Stems of the names in its clause."""
    sentence_names: frozenset[str]
    """Words with a capital in its sentence, but for the first."""
    scope: frozenset[str]
    periods: frozenset[str]
    head: str
    """Stem of the nearest content word before it: "budget" of "a budget of £12.6 million"."""
    definite: bool
    """Whether it refers to something already mentioned: "the 312 patients"."""
    is_aside: bool
    """Whether its clause stands in brackets, and what it is about before them."""
    passage: int
    """Which sentence of the text."""
    clause: str


def read_facts(text: str, numbers: Iterable[Number]) -> list[Fact]:
    """Read the facts that numbers of a text state, in text order."""
    stated = [number for number in numbers if number.kind in _KINDS and number.role is None]
    starts = [number.start for number in stated]
    facts: list[Fact] = []
    for passage, (start, end) in enumerate(sentences(text)):
        group = stated[bisect_left(starts, start) : bisect_left(starts, end)]
        if not 0 < len(group) <= _MOST_IN_SENTENCE:
            continue
        cuts = [start, *(match.start() for match in _BOUNDARY.finditer(text, start, end)), end]
        counts = {number.text for number in group if number.kind != "year"}
        for number in group:
            if (key := _key(text, number)) is None:
                continue
            at = bisect_left(cuts, number.start + 1)
            clause_start, clause_end = cuts[at - 1], cuts[min(at, len(cuts) - 1)]
            clause = text[clause_start:clause_end].lstrip(" ,;:()[]—")
            if len(clause) > _LONGEST_CLAUSE or _OTHER_FACT.search(clause):
                continue
            opens = clause_start <= start + 1
            label = _label(text, clause_start)
            is_aside = "(" in (text[clause_start], text[number.start - 1 : number.start])
            fact = _fact(text, number, key, clause, label, text[start:end], passage, opens, is_aside)
            # "1920 characters" is no year.
            facts.append(fact._replace(periods=fact.periods - counts))
    return facts


_MOST_IN_SENTENCE = 6
"""Numbers of a sentence with facts; one with more is a list."""


def _fact(
    text: str,
    number: Number,
    key: tuple[str, str],
    clause: str,
    label: str,
    sentence_text: str,
    passage: int,
    opens: bool,
    is_aside: bool,
) -> Fact:
    own = {number.text.lower()} | (set() if key[0] == "year" else {key[1]})
    if number.unit is not None:
        own |= _stems(number.unit.text)
    stems = _stems(clause) - own
    periods = frozenset(period.lower() for period in _PERIOD.findall(clause)) - own
    capitals = [word for word in _WORD.findall(clause) if word[0].isupper()]
    names = frozenset(_stem(word.lower()) for word in (capitals[1:] if opens and capitals else capitals))
    before = text[max(0, number.start - _CONTEXT) : number.start]
    return Fact(
        number,
        key,
        stems - periods,
        _stems(sentence_text),
        (names & stems) - periods,
        capitals_of(sentence_text) - periods,
        frozenset(word.lower() for word in _WORD.findall(_AFTER_DOING.sub("", clause))) & _SCOPE
        | _stems(label),
        periods,
        _head(before),
        _DEFINITE.search(before) is not None,
        is_aside,
        passage,
        " ".join(clause.split()),
    )


def _label(text: str, clause_start: int) -> str:
    """Return the label of a clause, on its line before a colon: "beer: 1.26 litres"."""
    if text[clause_start] != ":":
        return ""
    return text[text.rfind("\n", 0, clause_start) + 1 : clause_start][-_LONGEST_LABEL:]


_LONGEST_LABEL = 60


def _key(text: str, number: Number) -> tuple[str, str] | None:
    """Return what must be the same of two numbers of one fact; None for numbers that state none."""
    before = text[max(0, number.start - _CONTEXT) : number.start]
    if number.kind == "year":
        verb = _YEAR_VERB.search(before)
        return ("year", _stem(verb[1].lower())) if verb else None
    if (
        number.sign < 0
        or len(significant_digits(number)) < 2
        or _BEFORE.search(before)
        or _LABELS.search(before)
    ):
        return None
    if number.kind == "money":
        return "money", number.currency or ""
    if number.kind == "percent":  # of a share of something, the head is not the name
        return None if text[number.end : number.end + 4] == " of " else ("unit %", "%")
    if number.unit is not None:
        return "unit", number.unit.symbol
    if number.noun:
        return "noun", _stem(number.noun.split()[-1].lower())
    return ("plain", "") if _STATED.search(before) else None


def _head(before: str) -> str:
    words = [word.lower() for word in _WORD.findall(before)[-_HEAD_REACH:]]
    content = [word for word in words if len(word) > 2 and word not in _STOP]
    return _stem(content[-1]) if content else ""


def _stems(text: str) -> frozenset[str]:
    words = (word.lower() for word in _WORD.findall(text))
    return frozenset(_stem(word) for word in words if len(word) > 2 and word not in _STOP)


def _stem(word: str) -> str:
    """Return a word without the endings of plurals and verbs."""
    word = _IRREGULAR.get(word, word.removesuffix("'s").removesuffix("’s"))
    for suffix, kept in (("ies", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", "")):
        if word.endswith(suffix) and len(word) - len(suffix) >= 3 and not word.endswith("ss"):
            word = word[: -len(suffix)] + kept
            break
    return word.rstrip("e") if len(word) > 3 else word


def digits_of(number: Number) -> str:
    """Return the significant digits as written."""
    return "".join(char for char in number.text if char.isdigit()).lstrip("0")


def significant_digits(number: Number) -> str:
    """Return the digits without zeros at the end."""
    return digits_of(number).rstrip("0")


def capitals_of(sentence: str) -> frozenset[str]:
    """Return the stems of the words with a capital, but for the first."""
    words = [word for word in _WORD.findall(sentence)[1:] if word[0].isupper()]
    return frozenset(_stem(word.lower()) for word in words)
