"""Reading significance tests as papers write them: degrees of freedom, value and p-value."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import zip_longest
from typing import Literal

from numerate.consistency.statistics.compact import CompactText
from numerate.text import Number

TestName = Literal["t", "F", "r", "z", "χ²"]
Sign = Literal["=", "<", ">"]

S = " {0,3}"
"""Spaces that may stand between two signs."""
NUMBER = r"(?:\d{1,3}(?:,\d{3}){1,3}(?!\d)|\d{1,9})(?:\.\d{1,12})?|\.\d{1,12}"
RELATION = r"(?:[=<>≤≥]|<=|>=)"
_SIGNED = rf"{S}[-+]?{S}"
_NAME = re.compile(
    r"(?<![A-Za-z0-9.])(?:"
    r"(?P<t>t)(?:[- ](?:test|value|statistic|ratio))?"
    r"|(?P<F>F)(?:[- ](?:test|value|statistic|ratio))?"
    r"|(?P<r>r)"
    r"|(?P<z>[zZ])(?:[- ](?:test|value|statistic|score))?"
    r"|(?P<Q>Q(?: ?-? ?(?:between|within|model|error|total|residual|[BbWwTtEeMm]))?)"
    rf"|(?P<chi>χ{S}\(?2\)?|Wald|[xXGvwcC~]{S}2"
    rf"|[Cc]hi{S}(?:-{S})?(?:squared?|2)(?: (?:test|value|statistic))?)"
    r")(?![A-Za-z])"
)
_DEGREES = rf"{S}(?P<open>[(\[]){S}(?P<df>[^()\[\]]{{1,60}}){S}[)\]]"
_VALUE = rf"{S}(?P<sign>{RELATION}){_SIGNED}(?P<value>{NUMBER})(?![\d%]|[.,]\d)"
_IN_BRACKETS = re.compile(_DEGREES + _VALUE)
_AS_INDEX = re.compile(
    rf"{S}(?P<df>\d{{1,5}}(?:\.\d{{1,3}})?(?:{S},{S}\d{{1,6}}(?:\.\d{{1,3}})?)?)(?<!\.){_VALUE}"
)
_VALUE_ONLY = re.compile(_VALUE.replace(f"(?P<sign>{RELATION})", f"(?P<sign>{RELATION}|of|was|is)"))
_SOME_DF = r"[Dd]\.?[Ff]\.?(?:s|12)?"
_AND = rf"{S}(?:[,;/&]|and){S}"
_DF_AFTER = re.compile(
    rf"[,;:(\[ ]{{0,4}}(?:with |on )?"
    rf"(?:{_SOME_DF}{S}[=:]?{S}(?P<df>[\d.]{{1,9}}(?:{_AND}[\d.,]{{1,9}})?)(?<![.,])"
    rf"|(?P<df_first>\d{{1,6}}(?:{_AND}\d{{1,6}})?){S}(?:{_SOME_DF}(?![a-z])|degrees? of freedom))"
)
_DF_BEFORE = re.compile(
    rf"[(,;] ?{_SOME_DF}{S}[=:]?{S}(?P<df>[\d.]{{1,9}}(?:{S},{S}[\d.]{{1,9}})?)[)\],;][^.;=<>]{{0,40}}$"
)
_SAMPLE_AFTER = re.compile(rf"[,;( ]{{1,3}}[nN]{S}={S}(?P<n>\d{{1,3}}(?:,\d{{3}})+|\d{{1,7}})")
P_VALUE = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    r"[pP](?:['’]?s)?(?:[- ]?values?)?"
    rf"(?:{S}[(\[,]?(?:one|two|1|2)[- ](?:tailed|sided)[)\],]?)?"
    rf"(?:{S}(?P<p_sign>{RELATION})|{S}(?P<misread>,(?= ?\.\d)|o(?= ?0?\.\d))"
    rf"|(?: (?:of|was|is|equals)(?: equal to)?(?= ))){S}"
    rf"(?P<p>{NUMBER})(?P<power>{S}(?:[x×]{S}10{S}-{S}\d{{1,3}}|[eE]{S}-{S}\d{{1,3}}))?"
    rf"(?![\d^%]|[.,]\d|{S}[x×eE]{S}[\d-]|{S}-{S}[\d.])"
    rf"|(?P<ns>(?:[pP]{S}[=,]?{S})?"
    rf"(?:n\.{S}s\.?|ns|NS|N\.{S}S\.?|not significant|non-?significant))(?![A-Za-z])"
    r")"
)
_SIGNS: dict[str, Sign] = {"<": "<", "≤": "<", "<=": "<", ">": ">", "≥": ">", ">=": ">"}
P_HINT = re.compile(
    r"(?<![^\W_])(?:[pP\U0001d45d\U0001d443](?:s|o0?\.\d+)?|n\.? ?s|NS|not significant|non-?significant)"
    r"(?![^\W_])"
)
"""What every text with a p-value has; most texts have none, and are not read further."""
_REACH = 120
"""Characters after a test in which its p-value is looked for."""
_EXTRA = re.compile(
    rf"[A-Za-zηωφβΔ][\w'’ .-]{{0,24}}{S}{RELATION}{_SIGNED}(?:{NUMBER})%?"
    rf"|\d\d(?:\.\d)?%{S}(?:CI|confidence intervals?)\W{{0,3}}[\[(]?{_SIGNED}(?:{NUMBER})"
    rf"[^A-Za-z]{{1,6}}{_SIGNED}(?:{NUMBER})[\])]?"
    rf"|[\[(]{_SIGNED}(?:{NUMBER}){S}[,;]{_SIGNED}(?:{NUMBER}){S}[\])]"
)
"""What may stand between a test and its p-value: an effect size, an error, an interval."""
_BETWEEN_WORDS = frozenset(
    "and with a an the two one tailed sided exact corrected uncorrected adjusted associated significant at "
    "significance is was has having so indicating corresponding yielding giving on unequal variances df of "
    "degrees freedom all both reached statistically highly very marginally which".split()
)
_WORD = re.compile(r"[A-Za-z]{2,}")
_SENTENCE_END = re.compile(r"[.?!]\s+[A-Z](?![.\s<=>])")
_SAMPLE = re.compile(rf"(?:[nN]|[Nn]umber){S}={S}(?P<n>\d{{1,3}}(?:,\d{{3}})+|\d{{1,7}})")
_TWO_DEGREES = re.compile(
    rf" *(?P<first>\d{{1,6}}(?:\.\d{{1,6}})?|[lI]) *(?:[,;/&]|and) *(?P<second>{NUMBER}) *$"
)
_ONE_DEGREES = re.compile(rf" *(?P<first>{NUMBER}) *$")
_LABELS = re.compile(rf"[Dd]\.?[Ff]\.?(?:[12]|num|den)?{S}[=:]?")


@dataclass(frozen=True, slots=True)
class ReportedTest:
    """A significance test as the text reports it."""

    name: TestName
    start: int
    end: int
    """Its span in the text, with the value but without the p-value."""
    degrees: tuple[Number, ...]
    value: Number
    sign: Sign
    """Whether the value is given, or a bound of it."""
    p: Number | None
    """The p-value; None where the text only says "ns"."""
    p_sign: Sign
    p_span: tuple[int, int]
    n: Number | None = None
    """The sample, where it is reported with the test."""
    pairs: Number | None = None
    """The number of pairs of a correlation without degrees of freedom."""


def read_tests(compact: CompactText) -> Iterator[ReportedTest]:
    """Yield every test with its p-value, in text order."""
    text = compact.text
    p_values = list(P_VALUE.finditer(text))
    if not p_values:
        return
    starts = [match.start() for match in p_values]
    names = [name for name in _NAME.finditer(text) if _near(starts, name.start())]
    for name, following in zip_longest(names, names[1:]):
        match = _match_value(text, name)
        if match is None:
            continue
        p_value = _p_after(text, match.end(), following.start() if following else len(text), p_values, starts)
        if p_value is None:
            p_value = _p_before(text, name.start(), p_values, starts)
        test = _test(compact, name, match, p_value) if p_value else None
        if test is not None:
            yield test


def _near(starts: list[int], at: int) -> bool:
    index = bisect_left(starts, at - _REACH)
    return index < len(starts) and starts[index] <= at + 2 * _REACH


def _match_value(text: str, name: re.Match[str]) -> re.Match[str] | None:
    """Match the value after the name of a test: degrees of freedom in brackets, as an index, or elsewhere."""
    at = name.end()
    match = _IN_BRACKETS.match(text, at)
    if match is None and name.lastgroup in ("t", "F", "chi"):  # not Q10, r² or z0
        match = _AS_INDEX.match(text, at)
    return match or _VALUE_ONLY.match(text, at)


def _p_after(
    text: str, end: int, limit: int, p_values: list[re.Match[str]], starts: list[int]
) -> re.Match[str] | None:
    """Return the p-value that follows a test, with nothing but effect sizes and the like between them."""
    index = bisect_left(starts, end)
    if index == len(starts) or starts[index] > min(end + _REACH, limit):
        return None
    between = text[end : starts[index]]
    if _SENTENCE_END.search(between):
        return None
    words = _WORD.findall(_EXTRA.sub(" ", between))
    return p_values[index] if all(word.lower() in _BETWEEN_WORDS for word in words) else None


def _p_before(
    text: str, start: int, p_values: list[re.Match[str]], starts: list[int]
) -> re.Match[str] | None:
    """Return the p-value that stands right before a test, as in "(p = .04, t(38) = 2.10)"."""
    index = bisect_left(starts, start) - 1
    if index < 0:
        return None
    before = p_values[index]
    opens = text[max(0, before.start() - 2) : before.start()].rstrip().endswith(("(", "["))
    return before if opens and re.fullmatch(r" ?[,;:] ?", text[before.end() : start]) else None


def _test(
    compact: CompactText, name: re.Match[str], match: re.Match[str], p_value: re.Match[str]
) -> ReportedTest | None:
    kind: TestName = {"Q": "χ²", "chi": "χ²"}.get(name.lastgroup or "", name.lastgroup)  # type: ignore[assignment]
    value = compact.number(*match.span("value"))
    read = p_value_of(compact, p_value)
    if value is None or (p_value["p"] and read is None):
        return None
    p, p_sign = read or (None, ">")
    degrees, n, pairs = _degrees(compact, kind, name, match, p_value.end())
    if degrees is None:
        return None
    return ReportedTest(
        kind,
        compact.span(name.start(), name.end())[0],
        compact.span(match.start("value"), match.end("value"))[1],
        degrees,
        value,
        _SIGNS.get(match["sign"], "="),
        p,
        p_sign,
        compact.span(p_value.start(), p_value.end()),
        n,
        pairs,
    )


def p_value_of(compact: CompactText, match: re.Match[str]) -> tuple[Number, Sign] | None:
    """Return a p-value, and whether it is given or a bound; None for "ns" and for what is no share."""
    p = compact.number(*match.span("p")) if match["p"] else None
    if p is not None and match["power"]:
        p = _with_power(compact, p, match)
    if p is None or p.value > 1:
        return None
    return p, _SIGNS.get(match["p_sign"] or ("<" if match["misread"] else "="), "=")


def _with_power(compact: CompactText, p: Number, match: re.Match[str]) -> Number:
    """Return a p-value multiplied by the power of ten after it."""
    value = p.decimal.scaleb(-int(re.findall(r"\d+", match["power"])[-1]))
    end = compact.span(match.start("power"), match.end("power"))[1]
    return p._replace(end=end, text=compact.source[p.start : end], value=float(value), decimal=value)


Degrees = tuple[tuple[Number, ...] | None, Number | None, Number | None]
"""The degrees of freedom, None if they are unknown; the sample; and the pairs of a correlation."""


def _degrees(
    compact: CompactText, kind: TestName, name: re.Match[str], match: re.Match[str], p_end: int
) -> Degrees:
    """Read the degrees of freedom: with the test, after its value or its p-value, or before it."""
    text = compact.text
    if kind == "z":
        return (), None, None
    if match.groupdict().get("df"):
        return _parse(compact, kind, *match.span("df"))
    after = _DF_AFTER.match(text, match.end()) or _DF_AFTER.match(text, p_end)
    if after is not None:
        return _parse(compact, kind, *(after.span("df") if after["df"] else after.span("df_first")))
    if before := _DF_BEFORE.search(text, max(0, name.start() - 80), name.start()):
        return _parse(compact, kind, *before.span("df"))
    if kind == "r" and (sample := _SAMPLE_AFTER.match(text, match.end())):
        return (), None, compact.number(*sample.span("n"))
    return None, None, None


def _parse(compact: CompactText, kind: TestName, start: int, end: int) -> Degrees:
    """Parse what stands for the degrees of freedom: "38", "2, N = 90", "df = 1, 24", "2, 1,204"."""
    content = compact.text[start:end]
    n = None
    if sample := _SAMPLE.search(content):
        n = compact.number(start + sample.start("n"), start + sample.end("n"))
        content = content[: sample.start()] + " " * len(sample[0]) + content[sample.end() :]
    # Blanks keep the offsets.
    content = _LABELS.sub(lambda label: " " * len(label[0]), content)
    trimmed = content.rstrip(" ,;")
    lead = len(trimmed) - len(trimmed.lstrip(" ,;"))
    numbers = (_TWO_DEGREES if kind == "F" else _ONE_DEGREES).match(trimmed, lead)
    if numbers is None:
        return None, n, None
    degrees = []
    for group in ("first", "second") if kind == "F" else ("first",):
        if numbers[group] in ("l", "I"):  # a one that a scanner misread
            degrees.append(_one(compact, start + numbers.start(group)))
            continue
        number = compact.number(start + numbers.start(group), start + numbers.end(group))
        if number is None:
            return None, n, None
        degrees.append(number)
    return tuple(degrees), n, None


def _one(compact: CompactText, at: int) -> Number:
    first, last = compact.span(at, at + 1)
    return Number(first, last, compact.source[first:last], 1.0, Decimal(1), "cardinal", (first, last))
