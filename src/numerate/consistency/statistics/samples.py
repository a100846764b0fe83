"""Rules `group` and `degrees`: percentages and degrees of freedom against the size of their sample."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numerate.consistency.interval import Interval
from numerate.consistency.relation import Relation
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.skeleton import Skeleton
from numerate.consistency.statistics.compact import CompactText, step
from numerate.consistency.statistics.reading import P_HINT, ReportedTest, read_tests
from numerate.text import Number

HINT = re.compile(r"(?<![^\W_])[nN][1-9]?[\s$*_{}]{0,4}[1-9]?\s?[=\u00bc]")
"""What every text with the size of a sample has."""
_SIZE = re.compile(
    r"(?<![A-Za-z0-9])(?P<name>[nN])[1-9ABab]? ?= ?(?P<n>\d{1,3}(?:,\d{3})+|\d{1,7})(?!\d|[.,]\d|%)"
)
_COUNT = re.compile(
    r"(?<![\d.,/-])(?<!= )(?<!=)(?<!of )(?P<count>\d{1,3}(?:,\d{3})+|\d{1,6})(?: [a-z-]{2,20}){0,3} ?"
    r"\( ?(?P<share>\d{1,2}(?:\.\d{1,2})?) ?% ?\)"
)
_OTHER_WHOLE = re.compile(
    r"\b(?:of (?:those|these|them|whom|which|\d)|of the \d|among (?:those|these|them)|respectively|each"
    r"|remaining|per group|both|subgroup|events?|lesions|eyes|samples|teeth|responses|trials|available"
    r"|total of)\b"
)
_PART = re.compile(r"% ?\([nN] ?= ?\d")
"""A part of a sample with its size: "66.7% (n = 64) of the patients"."""
_SUM = re.compile(r"\b(?:together|in all|in total|overall|made up|comprised|consisted|combined)\b")


def samples(compact: CompactText, start: int, end: int) -> list[Number]:
    """Return the sizes of samples in a sentence: 48 of "(n = 48)"."""
    sizes = (compact.number(*match.span("n")) for match in _SIZE.finditer(compact.text, start, end))
    return [size for size in sizes if size is not None and size.value]


def find_groups(skeleton: Skeleton) -> Iterator[Relation]:
    """Read every count with its percentage in a sentence with the size of one group; and sums of groups."""
    compact = skeleton.compact
    for start, end in compact.sentences:
        sizes = samples(compact, start, end)
        if not sizes:
            continue
        yield from _total(compact, start, end)
        if _PART.search(compact.text, start, end):
            continue
        counts = list(_COUNT.finditer(compact.text, start, end))
        if len(sizes) != 1 or len(counts) != 1 or _OTHER_WHOLE.search(compact.text, start, end):
            continue
        count, share = (compact.number(*counts[0].span(name)) for name in ("count", "share"))
        if count is not None and share is not None and count.value <= sizes[0].value:
            yield _share(sizes[0], count, share)


def _share(size: Number, count: Number, share: Number) -> Relation:
    numbers = (size, count, share)
    percent, margin = 100 * count.value / size.value, step(share)
    if abs(percent - share.value) <= margin + 1e-9:
        return Relation("group", numbers)
    low, high = (share.value - margin / 2) / 100, (share.value + margin / 2) / 100
    needed = (
        Interval(count.value / high, count.value / low) if low > 0 else None,
        Interval(low * size.value, high * size.value),
        Interval(percent, percent),
    )
    places = max(0, -int(share.decimal.as_tuple().exponent))
    problem = f"{count.text} of {size.text} is {percent:.{places}f}%, not {share.text}%."
    return Relation("group", numbers, problem, needed)


def _total(compact: CompactText, start: int, end: int) -> Iterator[Relation]:
    """Compare the sizes of groups with that of the sample that they make up."""
    if not _SUM.search(compact.text, start, end):
        return
    matches = list(_SIZE.finditer(compact.text, start, end))
    groups = [compact.number(*match.span("n")) for match in matches if match["name"] == "n"]
    wholes = [compact.number(*match.span("n")) for match in matches if match["name"] == "N"]
    if len(groups) < 2 or len(wholes) != 1 or wholes[0] is None:
        return
    parts = [number for number in groups if number is not None]
    total, whole = sum(int(number.value) for number in parts), wholes[0]
    numbers = (*parts, whole)
    if total == whole.value:
        yield Relation("group", numbers)
        return
    sum_of_parts = " + ".join(number.text for number in parts)
    needed = (
        *(Interval(whole.value - total + p.value, whole.value - total + p.value) for p in parts),
        Interval(total, total),
    )
    yield Relation("group", numbers, f"{sum_of_parts} = {total:,}, not {whole.text}.", needed)


GROUP = ConsistencyRule(
    name="group",
    title="A count or percentage that does not fit the size of its group",
    description="Count and size of the group give a different percentage, or the groups a different total.",
    level="error",
    example="In the placebo group (n = 48), 18 (73.5%) withdrew.",
    find=find_groups,
    hint=HINT,
    last_is_derived=True,
)

_PAIRED = re.compile(r"\b(?:one-sample|paired|within-subjects?|pairs)\b", re.IGNORECASE)
_INDEPENDENT = re.compile(
    r"\b(?:independent|unpaired|two-sample|two groups|between-subjects?)\b", re.IGNORECASE
)
_ONE_WAY = re.compile(r"\bone-way\b", re.IGNORECASE)
_MANY_PER_UNIT = re.compile(
    r"\b(?:mixed|multilevel|hierarchical|trials?|sessions?|repeated|regression|each|per|blocks?|cells?|neurons?|"
    r"images?|couples?|dyads?|items?)\b",
    re.IGNORECASE,
)
_PEOPLE = re.compile(
    r"(?<![\d.,(=-])(?P<n>\d{1,4}) (?:[a-z-]+ ){0,2}?(?P<noun>pairs|participants|patients|subjects|infants"
    r"|children|adults|students|women|men|volunteers|people|animals|mice|rats|seedlings|plants|pupils|respondents|observers)\b"
)
_GROUPS_OF = re.compile(r"\b(?P<k>two|three|four|five|six|\d) groups of (?P<n>\d{1,4})\b")
_WORDS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


def find_degrees(skeleton: Skeleton) -> Iterator[Relation]:
    """Read every test with more or fewer degrees of freedom than the sample of its sentence allows."""
    compact = skeleton.compact
    tests = list(read_tests(compact))
    if not tests:
        return
    spans = [(*compact.span(start, end), start, end) for start, end in compact.sentences if start < end]
    for test in tests:
        for first, last, start, end in spans:
            if first <= test.start < last:
                yield from _compare(compact, test, start, end)


def _compare(compact: CompactText, test: ReportedTest, start: int, end: int) -> Iterator[Relation]:
    sentence = compact.text[start:end]
    if test.n is not None or not test.degrees or _MANY_PER_UNIT.search(sentence):
        return
    sizes, total = _sample(compact, start, end)
    if not sizes:
        return
    most = _most_degrees(test, sentence, [int(size.value) for size in sizes], total)
    if most is None:
        return
    written = sum(number.value for number in test.degrees) if test.name == "F" else test.degrees[-1].value
    numbers = (*sizes, test.degrees[-1])
    if written <= most:
        yield Relation("degrees", numbers)
        return
    degrees = ", ".join(number.text for number in test.degrees)
    size = " + ".join(number.text for number in sizes)
    problem = (
        f"{test.name}({degrees}) needs a larger sample than {size}: at most {_least(test, most)} degrees."
    )
    yield Relation("degrees", numbers, problem, (None,) * len(numbers))


def _least(test: ReportedTest, most: int) -> int:
    return most - int(test.degrees[0].value) if test.name == "F" else most


def _sample(compact: CompactText, start: int, end: int) -> tuple[list[Number], int]:
    """Return the sizes that a sentence gives, and their total."""
    sizes = samples(compact, start, end)
    if not sizes:
        if groups := _GROUPS_OF.search(compact.text, start, end):
            number = compact.number(*groups.span("n"))
            count = _WORDS.get(groups["k"]) or int(groups["k"])
            return ([number], count * int(number.value)) if number else ([], 0)
        people = list(_PEOPLE.finditer(compact.text, start, end))
        if len(people) != 1:
            return [], 0
        number = compact.number(*people[0].span("n"))
        sizes = [number] if number else []
    return sizes, sum(int(size.value) for size in sizes)


def _most_degrees(test: ReportedTest, sentence: str, sizes: list[int], total: int) -> int | None:
    """Return the most degrees of freedom that the sample allows; of F, of both together."""
    if test.name == "r" and len(sizes) == 1:
        return total  # some write the number of pairs for the degrees of freedom
    if test.name == "t" and _PAIRED.search(sentence) and len(sizes) == 1:
        return total - 1
    if test.name == "t" and len(sizes) == 2 and (_INDEPENDENT.search(sentence) or "two groups" in sentence):
        return total - 2
    if test.name == "F" and _ONE_WAY.search(sentence) and len(sizes) == 1:
        # Each may have been measured under every condition, and all measurements taken together.
        groups = int(test.degrees[0].value) + 1
        return max(total - 1, groups * total - 1 if test.degrees[-1].value == groups * (total - 1) else 0)
    return None


DEGREES = ConsistencyRule(
    name="degrees",
    title="More degrees of freedom than the sample allows",
    description="A test of a sample of n has fewer than n degrees of freedom.",
    level="error",
    example="In a paired comparison (n = 16), t(51) = 3.11, p = .003.",
    find=find_degrees,
    hint=P_HINT,
    last_is_derived=True,
)
