"""Find where the sentences of a text begin and end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any

_BLANK_LINE = re.compile(r"\n\s*\n")
_SURROGATE = re.compile("[\ud800-\udfff]")
_WIDE_SPACE = re.compile(r"[^\S\x00-\x7f]")
# The library is quadratic on some inputs (a run of opening quotes), and on long texts loses a few characters
# between the pieces it cuts them into. Neither shows in windows of this many characters.
_WINDOW = 2048

# These announce a number or go on in lower case; the library takes some of them for the end of a sentence.
# Those that are words as well ("max.", "long.") are left to it.
_ABBREVIATIONS = frozenset(
    """
    approx avg c ca circa cf e.g i.e al resp viz vs
    ch chap chaps eq eqn eqns eqs ext fig figs fn no nos nr p pp pt
    ref refs sec sect tab tabs tel ver vol vols
    apr aug dec feb jan jul jun mar nov oct sep sept rs
    """.split()
)
_LONGEST = max(map(len, _ABBREVIATIONS))
_GOES_ON = re.compile(r"[\[(~≈<>±+\-−–$€£¥]{0,4}\d|[a-zß-öø-ÿ]")

_HALVES_OF_A_DAY = ("a.m.", "p.m.")
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?"
_WHEN = re.compile(
    rf"""
    (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b  # but "5 p.m. Monday is a holiday."
        (?!['’]s|,?\s(?:is|was|will|has|had|would|may|can|could|marks|marked|saw|I|it|he|she|they|we)\b)
    | (?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)\.
    | {_MONTH}\s\d | \d{{1,2}}\s{_MONTH}
    | (?:GMT|UTC|BST|IST|JST|CES?T|AES?T|[ECMP][SD]?T)\b
    | (?:Eastern|Central|Mountain|Pacific)\b(?!\s[A-Z])
    | (?!(?:Each|Every|This|That|The|One|Next|Last|Some|Any|No|First)\s)(?:[A-Z][A-Za-z]+\s){{1,3}}[Tt]ime\b
    """,
    re.VERBOSE,
)
"""What says on which day or by which clock it is 5 p.m., where a new sentence would hardly begin with it."""


def sentences(text: str) -> list[tuple[int, int]]:
    """Find the sentences of an English text, as spans of characters.

    Spans are sorted, do not overlap and hold every character but the whitespace between them. A blank line
    always ends a sentence.

    >>> [(start, end)] = sentences(" See Fig. 3, approx. 20 km from the U.S. border. ")
    >>> start, end
    (1, 48)
    """
    # Rust strings, in which the library works, cannot hold half a surrogate pair; and it takes every space
    # for a single byte, and panics where one is not ("vitamin B\xa0.").
    readable = _WIDE_SPACE.sub(" ", _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text))
    spans = []
    for start, end in _paragraphs(readable):
        cuts = [start, *_cuts(readable, start, end), end]
        for first, last in pairwise(cuts):
            piece = readable[first:last]
            if kept := piece.strip():
                lead = len(piece) - len(piece.lstrip())
                spans.append((first + lead, first + lead + len(kept)))
    return spans


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for blank in _BLANK_LINE.finditer(text):
        yield start, blank.start()
        start = blank.end()
    yield start, len(text)


@cache
def _splitter() -> Callable[[str, str], list[dict[str, Any]]]:
    """Load the splitter on first use: encoding and training work where it is not installed."""
    from sentencex import get_sentence_boundaries

    splitter: Callable[[str, str], list[dict[str, Any]]] = get_sentence_boundaries
    return splitter


def _cuts(text: str, start: int, end: int) -> Iterator[int]:
    """Find the offsets within a paragraph at which another sentence begins."""
    while start < end:
        stop = _window_end(text, start, end)
        boundaries = _splitter()("en", text[start:stop])
        begins = [start + sentence["start_index"] for sentence in boundaries[1:]]
        yield from (begin for begin in begins if not _goes_on(text, begin))
        if stop == end:
            return
        # The last sentence may go on beyond the window: read it again from its beginning. A window without
        # any cut is the middle of one long sentence.
        start = begins[-1] if begins else stop


def _window_end(text: str, start: int, end: int) -> int:
    stop = start + _WINDOW
    if stop >= end:
        return end
    space = next((i for i in range(stop, start, -1) if text[i].isspace()), stop - 1)
    return space + 1


def _goes_on(text: str, begin: int) -> bool:
    """Return whether the sentence before this offset only seemed to end, at an abbreviation."""
    words = text[max(0, begin - 2 * _LONGEST) : begin].rsplit(None, 1)
    if not words or not words[-1].endswith("."):
        return False
    word = words[-1].lstrip("([").lower()
    if word.endswith(_HALVES_OF_A_DAY):  # 5 p.m., 5p.m.
        return _WHEN.match(text, begin) is not None
    return _GOES_ON.match(text, begin) is not None and word[:-1] in _ABBREVIATIONS
