"""Rule `currency`: amounts that do not agree at the rate, as in "£200, or $205 at $1.25 to the pound"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from numerate.consistency.claim import LIKELY, SURE, Claim, claims
from numerate.consistency.equation import Equation, Quantity
from numerate.consistency.interval import amount, known
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot, currency

_CURRENCIES = {
    "GBP": "pound pounds sterling",
    "EUR": "euro euros",
    "USD": "dollar dollars",
    "JPY": "yen",
    "CHF": "franc francs",
    "INR": "rupee rupees",
    "SEK": "krona kronor",
    "NOK": "krone kroner",
    "CNY": "yuan renminbi",
    "KRW": "won",
    "ZAR": "rand",
    "pesos": "peso pesos",
    "BRL": "real",
    "PLN": "zloty",
    "TRY": "lira",
    "RUB": "rouble ruble",
    "HUF": "forint",
    "ILS": "shekel",
    "THB": "baht",
    "SAR": "riyal",
    "AED": "dirham",
}
_NAMES = {name: code for code, names in _CURRENCIES.items() for name in names.split()}
_PER = re.compile(
    rf" (?:to|per|for|a|an|against|for each|for every|to each)(?: the| one| an?| each| every| us| "
    rf"american| canadian| australian)? (?P<name>{'|'.join(_NAMES)})\b"
)
_EQUALS = re.compile(
    r"(?P<one>M) ?(?:=|is|equals|buys|is worth|was worth|costs|fetches|gets you|converts to|is equal to"
    r"|bought"
    r"|trades at) ?(?:about |exactly )?(?P<rate>M)"
)
_WORTH = re.compile(
    rf"\b(?:the|a|one) (?P<name>{'|'.join(_NAMES)}) (?:at|stands at|stood at|was at|is at|trading at"
    rf"|buys|worth|is worth"
    rf"|was worth) (?P<rate>M)(?! to )"
)
_RATE = re.compile(r"\b(?:exchange rate|rate|converted at)(?: of| at| was|:)? ?$")
_NAMED = re.compile(
    rf"\b(?P<name>{'|'.join(_NAMES)}) (?:at|stood at|was at|trading at|buys|worth) (?P<rate>[NM]) to "
    rf"(?:the|a|one) (?P<other>{'|'.join(_NAMES)})\b"
)
_PLAIN = re.compile(r"\b(?:exchange rate|rate|converted at)(?: of| at| was| is|:)? (?P<rate>N)(?=[,.;)]| )")
_NOT_THEN = re.compile(
    r"M (?:in|at|for) [a-z]+,? and M|\b(?:after (?:fees|tax|costs|commission)|breakfast|fees|commission"
    r"|today|at the time|back then|now|currently|would|was then)\b"
)


def read_currencies(sentence: Sentence) -> Iterator[Claim]:
    """Read two amounts with the exchange rate between them."""
    rates = list(_rates(sentence))
    if not rates and sentence.previous is not None:
        rates = [pair for pair in _rates(sentence.previous) if isinstance(pair[1], Slot)]
    yield from _plain(sentence)
    for rate, base in rates:
        amounts = [slot for slot in sentence.having("M") if slot is not rate and slot is not base]
        own = _code(rate) if rate.mark == "M" else None
        target = own
        source = base if isinstance(base, str) else _code(base) if base is not None else None
        if rate.mark == "N":
            continue
        first = [slot for slot in amounts if _code(slot) == target]
        first = first or [slot for slot in amounts if _same(_code(slot), target or "")]
        second = [
            slot for slot in amounts if slot not in first and (source is None or _same(_code(slot), source))
        ]
        if len(first) == len(second):
            for source_amount, target_amount in zip(second, first, strict=True):
                yield _claim(sentence, source_amount, target_amount, rate)
    for match in _NAMED.finditer(sentence.line):
        rate = sentence.slot(match.start("rate"))
        amounts = [slot for slot in sentence.having("M") if slot is not rate]
        first = [slot for slot in amounts if _same(_code(slot), _NAMES[match["name"]])]
        second = [slot for slot in amounts if _same(_code(slot), _NAMES[match["other"]])]
        if len(first) == 1 and len(second) == 1:
            yield _claim(sentence, second[0], first[0], rate)


def _plain(sentence: Sentence) -> Iterator[Claim]:
    """Read a rate without currencies, "an exchange rate of 1.20", which may be of either to the other."""
    for match in _PLAIN.finditer(sentence.line):
        rate, amounts = sentence.slot(match.start("rate")), sentence.having("M")
        if len(amounts) == 2 and _code(amounts[0]) != _code(amounts[1]) and rate.number.noun is None:
            claim = _claim(sentence, amounts[0], amounts[1], rate)
            back = _claim(sentence, amounts[1], amounts[0], rate)
            yield replace(claim, others=(back.equation,))


def _rates(sentence: Sentence) -> Iterator[tuple[Slot, Slot | str | None]]:
    for match in _EQUALS.finditer(sentence.line):
        base, rate = sentence.slot(match.start("one")), sentence.slot(match.start("rate"))
        if base.value == 1:
            yield rate, base
            return
    for match in _WORTH.finditer(sentence.line):
        yield sentence.slot(match.start("rate")), _NAMES[match["name"]]
        return
    for slot in sentence.having("M"):
        per = _PER.match(slot.after(40))
        if per:
            yield slot, _NAMES[per["name"]]
            return
    for slot in sentence.having("M"):
        if _RATE.search(slot.before(30)) and slot.value < 1000:
            yield slot, None
            return


def _code(slot: Slot) -> str:
    code = currency(slot)
    return _NAMES.get(code, code)


def _same(code: str, other: str) -> bool:
    """Return whether a currency is the one named: any dollar is "the dollar"."""
    return (
        code == other
        or (other == "USD" and code.endswith("D"))
        or _NAMES.get(code) == other
        or (other == "pesos" and code in ("MXN", "PHP", "ARS", "CLP", "COP"))
    )


def _claim(sentence: Sentence, source: Slot, target: Slot, rate: Slot) -> Claim:
    per = Quantity(rate.number, known(rate.number))
    equation = Equation(source.quantity(loose=True) * per, target.quantity(loose=True))
    odds = LIKELY if _NOT_THEN.search(sentence.line) or len(sentence.having("M")) > 4 else SURE
    value = source.quantity().value * float(amount(rate.number))
    back = target.quantity().value / float(amount(rate.number)) if rate.value else 0.0
    derived = target if target.at > source.at else source
    if derived is target:
        problem = f"{source.written} × {rate.number.text} = {target.write(value)}, not {target.written}."
    else:
        problem = f"{target.written} ÷ {rate.number.text} = {source.write(back)}, not {source.written}."
    first = source if derived is target else target
    return Claim(equation, problem, odds, (), (first.number, rate.number, derived.number))


RULE = ConsistencyRule(
    name="currency",
    title="Two currencies that do not agree at the stated rate",
    description="The exchange rate in the text gives a different amount.",
    level="error",
    example="The painting fetched £200,000, or $205,000 at a rate of $1.25 to the pound.",
    find=claims(
        "currency",
        "rate exchange converted pound pounds sterling euro euros dollar dollars yen franc francs rupee "
        "rupees krona kronor krone kroner yuan renminbi won rand peso pesos real zloty lira rouble ruble "
        "forint shekel baht riyal dirham equals is buys",
        read_currencies,
        shape="M.*M",
    ),
    last_is_derived=True,
)
