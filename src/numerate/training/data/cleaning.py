"""What newswires wrap around a story: datelines, tickers, credits. Their digits belong to no sentence."""

from __future__ import annotations

import re
from collections.abc import Callable

_CITY = r"[A-Z][A-Z .,/'’-]+(?:, [A-Z][a-z]+\.?)*"
_DAY = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? \d{1,2}"
_EXCHANGES = (
    "A|AS|AT|AX|BA|BO|BR|BU|CM|CO|DE|F|HE|HK|IR|IS|JO|KL|KQ|KS|L|LS|MC|ME|MI|MM|MX|N|NS|O|OB|OL|P|PA|PK|PR|"
    "Q|S|SA|SE|SI|SS|ST|SZ|T|TA|TO|TW|UL|VI|VX|WA"
)
_SYMBOL = r"(?:\.?[A-Za-z0-9_]{1,8}\.[A-Z]{1,2}|\.[A-Z0-9]{2,8})"
_CREDIT = r"(?:(?:additional|extra)\s+)?(?:(?:report|writ|edit)ing|compiled|written|graphics?)\s+by\b"

# Datelines open a story: "CHICAGO, Oct 23 (Reuters) - ", with whatever a desk put before them.
_DATELINE = re.compile(
    rf"\A(?:[^\n]{{0,300}}?\(Reuters[^()]{{0,30}}\)|{_CITY}(?:,? {_DAY})?(?: \([^()]{{2,30}}\))?|{_DAY})"
    r"\s+[-–—]{1,2}\s+"
)
# Trailers close it; what comes after a notice of rights is never the story.
_TRAILER = re.compile(
    rf"(?:[-–—]{{1,2}}\s*{_CREDIT}|(?:\(c\)|©|copyright)[^\n]{{0,40}}reuters|keywords: )[^\n]*\Z",
    re.IGNORECASE,
)
_TRAILER_MARKS = (
    *("reporting by", "writing by", "editing by", "compiled by", "written by", "graphic by", "graphics by"),
    *("(c)", "©", "copyright", "keywords:"),
)
_TAIL = 1500
_CREDITS = [re.compile(rf"\(\s*{_CREDIT}[^()]*\)", re.IGNORECASE), re.compile(r"\(\([^()]{1,300}\)\)")]
_BRACKETED = [re.compile(rf"\(\s*{_SYMBOL}(?:[\s,;/]+{_SYMBOL})*\s*\)"), re.compile(r"<[^<>\n]{1,30}>")]
_EXCHANGE = re.compile(rf"\.(?:{_EXCHANGES})\b(?![.\w])")
_TICKER = re.compile(rf"\b(?:[A-Z][A-Za-z0-9]{{1,7}}|\d{{4,6}}){_EXCHANGE.pattern}")
_ADDRESS = re.compile(r"\b(?:https?:/+|www\.|link\.)\S+")
_SPACES = re.compile("  +")


def clean_news(text: str) -> str:
    """Take dateline, tickers, addresses and credits out of a newswire story."""
    text = _DATELINE.sub("", text, count=1)
    for pattern in (*_CREDITS, *_BRACKETED):
        text = pattern.sub("", text)
    # Patterns that do not begin with a fixed character are slow: a look for what they must hold comes first.
    if _EXCHANGE.search(text):
        text = _TICKER.sub("", text)
    if any(mark in text for mark in ("http", "www.", "link.")):
        text = _ADDRESS.sub("", text)
    tail = text[-_TAIL:]
    lowered = tail.lower()
    if any(mark in lowered for mark in _TRAILER_MARKS):
        text = text[:-_TAIL] + _TRAILER.sub("", tail)
    return _SPACES.sub(" ", text).strip()


CLEANERS: dict[str, Callable[[str], str]] = {"none": str, "news": clean_news}
