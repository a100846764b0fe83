"""Read from the label of a row or column what it says about its figures."""

from __future__ import annotations

import re
from collections.abc import Sequence

_TOTAL = re.compile(
    r"\b(?:sub-?totals?|totals?|grand total|sum|aggregate|overall|altogether|combined|consolidated)\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"\W*(?:(?:the )?(?:full |whole |entire )?(?:year|month|week|season|day|match)|final(?: score)?"
    r"|all(?: \w+)?|both(?: \w+)?|everyone|together|in all|team|(?:whole|complete|entire) \w+"
    r"|year to date|ytd|fy ?(?:20)?\d\d)\W*",
    re.IGNORECASE,
)
_LEADING_TOTAL = re.compile(r"\W*(?:grand )?total\b", re.IGNORECASE)
_BARE_TOTAL = re.compile(r"\W*(?:sub-?|grand )?(?:total|sum|overall)s?\W*", re.IGNORECASE)
_RESULT = re.compile(
    r"^\W*(?:net\b|gross (?:profit|margin|income|loss)"
    r"|operating (?:income|profit|loss|earnings|result|surplus)"
    r"|(?:\(?loss\)?|income|profit|earnings|surplus|result)\b.*\b(?:before|from|after"
    r"|for the (?:year|period))"
    r"|ebitd?a?\b|(?:adjusted|comprehensive|segment|free|distributable|retained(?! earnings\W*$)) "
    r"|balances?\b|(?:net )?cash (?:provided|used|generated|flows?)\b|closing\b|ending\b"
    r"|surplus\b|deficit\b|profit\b|working capital\b|carrying\b|result\b)"
    r"|\bat (?:the )?end\b|\bend of (?:the )?(?:year|period|quarter|month)|, (?:net|gross)\W*$"
    r"|\bnet of (?:income )?tax(?:es)?\W*$|\bcarried forward\b",
    re.IGNORECASE,
)
_SURE_RESULT = re.compile(
    r"^\W*(?:net cash (?:provided|used|generated|from|\(used)|net (?:increase|decrease|change) in cash"
    r"|gross profit|(?:surplus|deficit)\W*$|net (?:income|loss|earnings|assets|profit)\W*$"
    r"|net current (?:assets|liabilities)"
    r"|(?:income|loss|profit|earnings)\b.* before )"
    r"|\bend of (?:the )?(?:year|period|quarter|month)",
    re.IGNORECASE,
)
_LESS = re.compile(r"^\W*(?:less|minus|deduct\w*)\b|^\s*\(?[-−–]\)?\s", re.IGNORECASE)
_ADDITION = re.compile(r"^\W*(?:add|adds|added|plus)\b|^\s*\(?\+\)?\s", re.IGNORECASE)
_QUALIFIER = re.compile(
    r"\((?:expenses?|loss(?:es)?|costs?|charges?|outflows?)\)|\b(?:net of|excluding|including|before)\b.*",
    re.IGNORECASE,
)
"""What says nothing about the sign: "Other income (expense)", "Receivables, net of allowances"."""
_DEDUCTION = re.compile(
    r"\b(?:costs?|expenses?|expenditures?|spending|outgoings|outlays?|provision|tax(?:es)?|depreciation"
    r"|amorti[sz]ation|impairments?|charges?|allowances?|deductions?|discounts?|withdrawals?"
    r"|payments?|disposals?"
    r"|write-?offs?|noncontrolling|non-controlling|minority|dividends?|rebates?|returns"
    r"|eliminations?|accumulated|cost)\b",
    re.IGNORECASE,
)
_NOT_ADDITIVE = re.compile(
    r"\b(?:per|ratio|average|avg|mean|median|percent(?:age)?|weighted|basic|diluted|eps|yoy|p-?value|hourly)\b"
    r"|\(years?\)|\bin years\b|\(\w{1,3}/\w{1,3}\)",
    re.IGNORECASE,
)
_RATE = re.compile(
    r"(?:(?<!exchange )rates?|(?<!gross )margin|yield|index|multiple|price|growth|score|rank|std|sd"
    r"|(?<!wet )(?<!dry )(?<!rain )(?<!rainy )(?<!sunny )(?<!frost )days)\W*$"
    r"|^\W*(?:rates?|margin|yield|index|multiple|price|growth|score|rank|return on|days)\b",
    re.IGNORECASE,
)
_COUNTED_DAYS = re.compile(r"\bdays (?:with|above|below|over|under|of|lost|open)\b", re.IGNORECASE)
_PHRASE = re.compile(r"[,(:]|\b(?:of|for|in|on|from|to|with|by|at|due|changes)\b")
"""Where the noun that a label is about ends: "Professional fees | related to index services"."""
_PART_OF = re.compile(r"^\W*(?:of which|of whom|thereof|including|includes|memo)\b", re.IGNORECASE)
_DATE_WORD = re.compile(
    r"fiscal|years?|fy|cy|ended|ending|as|of|at|the|q[1-4]|[1-4]q|h[12]|jan\w*|feb\w*|mar\w*|apr\w*"
    r"|may|june?|july?|aug\w*|sept?\w*|oct\w*|nov\w*|dec\w*|months?|quarter"
    r"|first|second|third|fourth|three|six|nine|twelve|\d{1,2}|(?:fy)?(?:19|20)\d\d[ae]?",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w+")
_CHANGE = re.compile(
    r"\b(?:change|changes|increase|decrease|variance|variation|difference|diff|var|growth|movement|delta"
    r"|yoy|vs|gains? or loss(?:es)?|rise or fall|more or (?:fewer|less)|up or down|over or under)\b"
    r"|\b(?:up ?/ ?down|over \(under\)|gain ?/ ?loss|\(over\)|gain \(loss\))|[±Δ]",
    re.IGNORECASE,
)
_SHARE = re.compile(r"\b(?:share|percent(?:age)?|per cent|proportion|portion|fraction)\b|%", re.IGNORECASE)
_KNOWN_RATIOS = tuple(
    tuple(re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for words in ratio)
    for ratio in (
        ("margin", "profit|income|surplus|earnings|ebitda?", "revenues?|sales|turnover|income"),
        ("attendance", "present|attended|attending", "pupils|students|enrolled|on roll|invited|members"),
        (
            "(?:pass|success) rate|passed",
            "pass(?:ed|es)?|success(?:es|ful)?",
            "sat|entered|candidates|taken|attempts",
        ),
        ("turnout", "votes(?: cast)?|voted|ballots", "electorate|electors|registered|eligible"),
        ("occupancy|utili[sz]ation", "occupied|sold|used|let", "available|capacity|beds|seats|total"),
        ("win(?:ning)? rate|win %|pct", "w|won|wins", "p|gp|played|games|matches"),
        ("(?:response|return) rate", "responses|returned|replies|completed", "sent|invited|issued|contacted"),
        (
            "effective(?: (?:income )?tax)? rate|tax rate",
            "tax(?:es|ation)?",
            "(?:profit|income|earnings|loss)\\b.*\\bbefore",
        ),
        ("spent|used|of budget", "spent|spending|actual|used", "budget|allocated|plan(?:ned)?"),
    )
)
"""What a percentage is called, and what the figures are whose quotient it is."""
_COUNTED = re.compile(
    r"\b(?:won|wins|drawn|lost|played|goals|gold|silver|bronze|medals|votes|seats|people|persons|men|women|male"
    r"|female|boys|girls|adults|children|pupils|students|teachers|patients|participants|visitors|members|staff"
    r"|players?|teams?|clubs?|games|matches|days with"
    r"|wet days|cases|deaths|births|tickets|respondents|volunteers|employees)\b",
    re.IGNORECASE,
)
_SCALED = re.compile(r"\b(?:thousands?|millions?|billions?)\b|['’]000|\(000s?\)|[$£€]", re.IGNORECASE)
_OPENING = re.compile(
    r"\b(?:opening|beginning|start(?:ing)?|initial|brought forward|b/f|prior[- ]year|previous)\b",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"\b(?:closing|ending|end|final|carried forward|c/f|current[- ]year)\b|^\W*balances?\b", re.IGNORECASE
)
_OUTFLOW = re.compile(
    r"\b(?:consumption|consumed|exports?|domestic use|usage|used|sales|sold|shipments|shipped|deaths|died"
    r"|leavers|left|lost|drawn|fed|eaten|spent|scrapped|expended|decided|given away|departures"
    r"|closed|closures|vested|forfeited|cancell?ed|expired|exercised|redeemed|redemptions|repaid|repayments?|released"
    r"|settled|disposed|retired|withdrawn|issued from|out|distributed|delivered|converted|surrendered|lapsed"
    r"|terminated|reversed|reversals|write-?offs?|written off|utili[sz]ed|utili[sz]ation|paid)\b",
    re.IGNORECASE,
)
"""What is taken off a stock between its opening and its closing."""
_INFLOW = re.compile(
    r"\b(?:charged to|charges? for the (?:year|period)|additions?|accruals?|provided|acquired|acquisitions?"
    r"|granted|received|created)\b",
    re.IGNORECASE,
)
"""What is put to a stock, though it may be called an expense: "Charged to costs and expenses"."""
_STATUTORY = re.compile(r"\bstatutory\b|\b(?:federal|standard) (?:income )?tax rate\b", re.IGNORECASE)
_ACTUAL_TAX = re.compile(
    r"\beffective\b.*\brate\b|^\W*provision\b.* for (?:income )?tax|^\W*(?:income )?tax(?:es|ation)?\W*$"
    r"|^\W*(?:actual |reported |total )?(?:income )?tax(?:es|ation)? \W?(?:expense|provision|charge|benefit)"
    r"\b",
    re.IGNORECASE,
)
_BALANCE = re.compile(r"\b(?:balance|cumulative|running|cum\.?)(?!\w)", re.IGNORECASE)
_AVERAGE = re.compile(r"\b(?:average|avg|mean)\b", re.IGNORECASE)


def is_total(label: str) -> bool:
    """Return whether a label names a total."""
    return _TOTAL.search(label) is not None


def is_whole(label: str) -> bool:
    """Return whether a label names what parts may make up, if it stands after them: "Final", "Full year"."""
    return _WHOLE.fullmatch(label) is not None


def is_bare_total(label: str) -> bool:
    """Return whether a label is "Total" and nothing else."""
    return _BARE_TOTAL.fullmatch(label) is not None


def begins_with_total(label: str) -> bool:
    """Return whether "Total" is the first word of a label."""
    return _LEADING_TOTAL.match(label) is not None


def is_result(label: str) -> bool:
    """Return whether a label names what remains, as "Net income" and "Balance at end of year" do."""
    return _RESULT.search(label) is not None


def is_sure_result(label: str) -> bool:
    """Return whether a label names a result that statements always calculate."""
    return _SURE_RESULT.search(label) is not None


def is_deduction(label: str) -> bool:
    """Return whether figures with this label are likely to be subtracted."""
    return is_less(label) or _DEDUCTION.search(_QUALIFIER.sub("", label)) is not None


def is_less(label: str) -> bool:
    """Return whether a label says that figures are subtracted: "Less: allowances"."""
    return _LESS.search(label) is not None


def is_addition(label: str) -> bool:
    """Return whether a label says that figures are added: "Plus: depreciation"."""
    return _ADDITION.search(label) is not None


def is_additive(label: str, small: bool = True) -> bool:
    """Return whether figures with this label may be added up; shares, rates and averages may not.

    A rate is small, up to 100; where figures are not, the label names what they are amounts of.
    """
    return _NOT_ADDITIVE.search(label) is None and not (small and _is_rate(label))


def _is_rate(label: str) -> bool:
    noun = _PHRASE.split(label, maxsplit=1)[0] or label
    if "%" in label:
        return True
    return _RATE.search(noun.strip()) is not None and _COUNTED_DAYS.search(label) is None


def is_part_of(label: str) -> bool:
    """Return whether a label names part of another line: "of which leased"."""
    return _PART_OF.search(label) is not None


def is_date(label: str) -> bool:
    """Return whether a label is a date or period and nothing else."""
    words = _WORD.findall(label)
    return any(map(str.isdigit, label)) and all(_DATE_WORD.fullmatch(word) for word in words)


def is_change(label: str) -> bool:
    """Return whether a label names a change from one figure to another."""
    return _CHANGE.search(label) is not None


def is_count(labels: str) -> bool:
    """Return whether the labels of a table say that it counts people, votes, goals; and not in thousands."""
    return _COUNTED.search(labels) is not None and _SCALED.search(labels) is None


def is_share(label: str) -> bool:
    """Return whether a label names a share of a whole."""
    return _SHARE.search(label) is not None


def is_known_ratio(label: str, above: str, below: str) -> bool:
    """Return whether labels say that one figure is the quotient of two others: margin, profit and sales."""
    labels = label, above, below
    return any(
        all(pattern.search(text) for pattern, text in zip(ratio, labels, strict=True))
        for ratio in _KNOWN_RATIOS
    )


def is_balance(label: str) -> bool:
    """Return whether a label names a running balance."""
    return _BALANCE.search(label) is not None


def is_opening(label: str) -> bool:
    """Return whether a label names a stock at the start of a period: "Balance at beginning of year"."""
    return _OPENING.search(label) is not None


def is_closing(label: str) -> bool:
    """Return whether a label names a stock at a date or at the end of a period."""
    return _CLOSING.search(label) is not None and not is_opening(label)


def is_outflow(label: str) -> bool:
    """Return whether a label, between an opening and a closing, names what is taken off."""
    return _OUTFLOW.search(label) is not None


def is_inflow(label: str) -> bool:
    """Return whether a label, between an opening and a closing, names what is put to it."""
    return _INFLOW.search(label) is not None


def actual_taxes(labels: Sequence[str]) -> set[int]:
    """Return the lines with the tax that is due, or its rate, below the tax at the statutory rate.

    The lines between say how one leads to the other.
    """
    statutory = next((line for line, label in enumerate(labels) if _STATUTORY.search(label)), len(labels))
    below = enumerate(labels[statutory + 1 :], statutory + 1)
    return {line for line, label in below if _ACTUAL_TAX.search(label) and not _STATUTORY.search(label)}


def is_weighted(label: str) -> bool:
    """Return whether a label says that an average is weighted."""
    return "weighted" in label.lower()


def is_average(label: str) -> bool:
    """Return whether a label names an average."""
    return _AVERAGE.search(label) is not None
