"""Find what a plain count counts: the head of the noun phrase after it."""

from __future__ import annotations

import re

from numerate.text.measures import read_rate
from numerate.text.units import Measure, Unit

_PHRASE = re.compile(r"(?:[ -]odd)?[ \xa0-]([a-z']+(?:[ \xa0-][a-z']+){0,4})")
_OF = re.compile(
    r"[ \xa0](?:out )?of (?:(?:the|these|those|its|their|his|her|our|my|your|all) )+(?:other )?"
    r"(?:\d[\d,]*[ \xa0])?"
)
_BEFORE_NOUNS = frozenset(" \xa0-")
_COUNT = Measure("", ())
"""The measure of a plain count, to divide by others."""
_SPLIT = re.compile(r"[ \xa0-]")
_STOP = frozenset(
    "a about above abroad across after against ago ahead all almost along also although always among an "
    "and any are "
    "around as aside at away back be became because become been before began behind being below beneath "
    "beside "
    "between beyond both but by came can could did do does done down during each earlier either else "
    "even every "
    "fell few for found from further gave get go goes going gone got had has have he her here him his "
    "how i if in "
    "inside instead into is it its itself just last later least led left less like likely live lived "
    "lives made "
    "make many may me might more most much must my near nearly never next nor not now of off often on "
    "once only "
    "onto or other our out outside over own per percent plus put quite ran rather rose said same saw say "
    "says see "
    "seem seemed set she should showed since so some sold soon spent stand still stood stopped such take "
    "taken than "
    "that the their them themselves then there these they this those though through throughout thus to "
    "together "
    "told too took toward towards turned under unless unlike until up upon us used very via was we went "
    "were what "
    "when where whether which while who whom whose will with within without won would yet you your "
    "according apiece altogether compared including excluding minus versus respectively annually daily "
    "died remain "
    "remained remains attended signed voted arrived lost missing want wanted need needed worked work "
    "works".split()
)
_IRREGULAR = frozenset(
    "people men women children staff police feet mice sheep fish teeth geese cattle personnel crew "
    "aircraft species "
    "deer salmon offspring oxen series spacecraft alumni criteria phenomena bacteria larvae folk youth "
    "firemen policemen fishermen postmen salesmen sportsmen women's".split()
)
_NOT_PLURAL = re.compile(
    r"(?:ss|us|is|ous|'s)$|^(?:his|its|this|yes|plus|always|sometimes|perhaps|besides|overseas|various)$"
)


def read_count(text: str, view: str, end: int) -> tuple[str | None, Unit | None, int]:
    """Read what the count that ends at `end` counts, and what it is divided by: 52 beats per minute.

    Return the noun, the unit of the rate, and where to read on: the 100,000 of "6 deaths per 100,000 people"
    is no number of its own.
    """
    if view[end : end + 1] not in _BEFORE_NOUNS or (counted := counted_noun(view, end)) is None:
        return None, None, end
    noun, stop = counted
    after, rate = read_rate(text, view, stop, _COUNT)
    if rate is _COUNT:
        return noun, None, end
    return noun, Unit(text[stop:after].strip(), stop, after, rate), after


def counted_noun(view: str, end: int) -> tuple[str, int] | None:
    """Return the noun counted by the number that ends at `end`, and where the noun ends; None if unclear."""
    if of := _OF.match(view, end):
        end = of.end() - 1
    elif view.endswith(("couple", "pair"), 0, end) and view.startswith(" of ", end):
        end += 3
    match = _PHRASE.match(view, end)
    if match is None:
        return None
    at = match.start(1)
    head: tuple[str, int] | None = None
    last: tuple[str, int] | None = None
    count = 0
    for word in _SPLIT.split(match[1]):
        if word in _STOP or (count and word.endswith(("ly", "ed"))):
            break
        stop = at + len(word)
        if _is_plural(word):
            head = word, stop
        elif head is not None:
            break
        last = word, stop
        if view[at - 1] == "-" and not count:  # a 150-seat hall
            return last
        count += 1
        at = stop + 1
    if head is not None:
        return head
    return last if last is not None and count <= 2 and len(last[0]) > 2 else None


def _is_plural(word: str) -> bool:
    return word in _IRREGULAR or (len(word) > 3 and word[-1] == "s" and _NOT_PLURAL.search(word) is None)
