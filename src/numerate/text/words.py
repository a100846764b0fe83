"""Numbers in words: "two hundred and fifty-six thousand", "nineteen eighty-four", "two-thirds"."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TypeAlias

from numerate.text.cues import (
    A_SCORE_OF,
    BEFORE_POINT,
    COMPARED,
    FRACTION_FOLLOWS,
    GIVEN_TO,
    HALF_DONE,
    HALF_OF,
    HYPHENATED,
    MEASURED,
    OF_A,
    OF_FOLLOWS,
    PAST_OR_TO,
    PERIOD_BEFORE,
    PERIOD_FOLLOWS,
    QUARTERS_OF_A_YEAR,
    SCORE_OF,
    SINGLE_THING,
    TIMED,
)
from numerate.text.idioms import is_idiom, is_pronoun, is_time, word_before
from numerate.text.lexicon import (
    DENOMINATORS,
    FOLDS,
    ORDINALS,
    SCALE_ORDINALS,
    SCALES,
    SMALL_ORDINALS,
    TENS,
    UNITS,
)
from numerate.text.number import Kind

_JOIN = r"(?:[ \xa0]{1,2}|[ \xa0]?[\x97-][ \xa0]?|[ \t]?\r?\n[ \t]{0,8})"
_CORE_WORDS = {*UNITS, *TENS, *SCALES, *ORDINALS, *DENOMINATORS, *FOLDS, "dozen", "dozens", "nil", "single"}
_CORE = "(?:{})".format("|".join(sorted(_CORE_WORDS, key=lambda word: (-len(word), word))))
_LINK = (
    rf"(?:and{_JOIN}(?:an?{_JOIN})?|point{_JOIN}(?:oh?{_JOIN})*|of{_JOIN}an?{_JOIN}|an?{_JOIN}|oh{_JOIN}|"
    rf"over{_JOIN})?"
)
PHRASE = (
    rf"\b(?:an?{_JOIN}(?:couple{_JOIN}(?:of{_JOIN})?)?|point )?{_CORE}"
    rf"(?:{_JOIN}{_LINK}{_CORE}|, {_CORE}|{_JOIN}score)*\b"
    rf"|\ba{_JOIN}(?:couple{_JOIN}(?:of|more)|pair{_JOIN}of|score)\b"
)
"""A run of number words and what may link them; it may hold several numbers, or none."""
_LARGEST = 10**18
"""Past this no further scale is taken, so that "million million million …" stays cheap."""
WORD = re.compile(r"[a-z]+")
_BREAK = re.compile(r"[ \xa0][\x97-]|[\x97-][ \xa0]|,")
"""Between two words, what mostly ends one number and begins the next."""
_DOZENS = {"dozen": 12, "dozens": 12, "score": 20}
SHARES = {"half": Decimal("0.5"), "quarter": Decimal("0.25")}
_SPECIAL_WORDS = frozenset(("nil", "single", "dozen", "point", "half", "quarter"))
"""Words, but for the articles, that no number in words otherwise begins with."""

_PART_FOLLOWS = OF_FOLLOWS, MEASURED, COMPARED, GIVEN_TO
"""What follows a quarter that is a fraction, and no period."""

Phrase: TypeAlias = "tuple[int, int, Decimal, Kind]"
"""A number read from words: its start, end, value and kind."""


def is_part(view: str, word: str, end: int, before: str) -> bool:
    """Return whether a word after an article is a fraction: a fifth of it, but not a fifth attempt."""
    if word == "quarter":  # "a quarter earlier" is three months
        if before == "by" and PAST_OR_TO.match(view, end) is None:
            return True
        return any(
            pattern.match(view, end) is not None for pattern in (OF_FOLLOWS, MEASURED, COMPARED, GIVEN_TO)
        )
    if word == "half":
        return HALF_DONE.match(view, end) is None
    return FRACTION_FOLLOWS.match(view, end) is not None


def is_share(view: str, word: str, end: int, before: str) -> bool:
    """Return whether "half" or "quarter", without an article, is a fraction, and no period or manner."""
    if before in PERIOD_BEFORE:
        return False
    if word == "half":
        if before == "the" and HALF_OF.match(view, end) is None:
            return False
        return PERIOD_FOLLOWS.match(view, end) is None and HALF_DONE.match(view, end) is None
    return OF_A.match(view, end) is not None or HYPHENATED.match(view, end) is not None  # quarter of an hour


def counts_one(view: str, end: int, before: str) -> bool:
    """Return whether "single" counts: a single page, but not a single mother."""
    return before in ("a", "one") and SINGLE_THING.match(view, end) is not None


class _Words:
    """The words of one phrase, with what stands around it, read from left to right."""

    def __init__(self, view: str, start: int, end: int) -> None:
        self.view = view
        self.words: list[str] = []
        self.spans: list[tuple[int, int]] = []
        for match in WORD.finditer(view, start, end):
            at = match.start()
            if self.spans and at - self.spans[-1][1] > 1:
                self._break(match[0], at)
            self.words.append(match[0])
            self.spans.append(match.span())
        self.words += [""] * 3  # looking ahead needs no bounds check

    def _break(self, word: str, at: int) -> None:
        """Put a comma or spaced dash between two words, unless it is that of "ninety - five"."""
        done = self.spans[-1][1]
        if _BREAK.search(self.view, done, at):
            comma = self.view[done] == ","
            if comma or self.words[-1] not in TENS or not 0 < UNITS.get(word, 0) < 10:
                self.words.append("," if comma else "-")
                self.spans.append((done, at))

    def joined_by_hyphen(self, i: int) -> bool:
        return i > 0 and self.view[self.spans[i][0] - 1] == "-"

    def small(self, i: int) -> tuple[int, int, bool] | None:
        """Below a hundred: (value, next word, whether it is an ordinal)."""
        words = self.words
        word = words[i]
        if word in UNITS:
            if word.endswith("score") and words[i + 1] == "and" and 0 < UNITS.get(words[i + 2], 0) < 10:
                return UNITS[word] + UNITS[words[i + 2]], i + 3, False
            return UNITS[word], i + 1, False
        if word in TENS:
            unit = words[i + 1]
            if 0 < UNITS.get(unit, 0) < 10:
                return TENS[word] + UNITS[unit], i + 2, False
            if 0 < SMALL_ORDINALS.get(unit, 0) < 10:
                return TENS[word] + SMALL_ORDINALS[unit], i + 2, True
            return TENS[word], i + 1, False
        if word in ORDINALS and word not in SCALE_ORDINALS:
            return ORDINALS[word], i + 1, True
        return None

    def year(self, i: int) -> tuple[int, int] | None:
        """Read a year said in halves: "nineteen eighty-four", "twenty-twelve", "nineteen oh five"."""
        words = self.words
        century = UNITS.get(words[i]) or (20 if words[i] == "twenty" else 0)
        if not 11 <= century <= 20:
            return None
        if words[i + 1] == "oh" and 0 < UNITS.get(words[i + 2], 0) < 10:
            return century * 100 + UNITS[words[i + 2]], i + 3
        rest = self.small(i + 1)
        if rest is None or rest[2] or rest[0] < 10:
            return None
        if self.words[rest[1]] in SCALES or self.words[rest[1]] == "point":
            return None
        return century * 100 + rest[0], rest[1]

    def cardinal(self, i: int) -> tuple[Decimal, int, bool] | None:
        """Any number of groups, each with its scales, the scales falling: (value, next word, ordinal)."""
        total, ceiling, end, ordinal = Decimal(0), None, i, False
        while True:
            group = self.group(end)
            if group is None:
                break
            value, scale, after, ordinal = group
            if ceiling is not None and value * scale >= ceiling:
                ordinal = False
                break
            total, end, ceiling = total + value * scale, after, scale
            if ordinal or scale == 1:
                break
            if self.words[end] == "," and scale >= 1000 and (following := self.group(end + 1)):
                if not 100 <= following[0] * following[1] < ceiling:  # four billion, two hundred million
                    break
                end += 1
            if self.words[end] == "and" and self.words[end + 1] not in ("a", "an", "half"):
                following = self.group(end + 1)
                if following is None or following[0] * following[1] >= ceiling or following[1] > 1:
                    break
                end += 1
        return (total, end, ordinal) if end > i else None

    def group(self, i: int) -> tuple[Decimal, int, int, bool] | None:
        """One group and its scales, "two hundred and fifty-six thousand": (256, 1000, next word, ordinal)."""
        words = self.words
        lead = self.small(i)
        if lead is None:
            article = words[i] in ("a", "an")
            if words[i + article] in SCALES or (article and words[i + article] in SCALE_ORDINALS):
                lead = (1, i + article, False)
            elif words[i] in SCALE_ORDINALS:
                lead = (1, i, False)
            else:
                return None
        number, after, ordinal = lead
        value = Decimal(number)
        if not ordinal and words[after] == "hundred":
            value, after = value * 100, after + 1
            skip = words[after] == "and"
            rest = self.small(after + skip)
            if rest is not None and rest[0] and words[rest[1]] != "hundred":
                value, after, ordinal = value + rest[0], rest[1], rest[2]
        if not ordinal and words[after] == "point":
            value, after = self.decimals(value, after)
        scale = 1
        while not ordinal and scale < _LARGEST and (words[after] in SCALES or words[after] in SCALE_ORDINALS):
            ordinal = words[after] in SCALE_ORDINALS
            scale *= SCALES[words[after].removesuffix("th")]
            after += 1
        return value, scale, after, ordinal

    def decimals(self, value: Decimal, i: int) -> tuple[Decimal, int]:
        """Read the digits after the word "point": "… point one four"."""
        digits, after = "", i + 1
        while len(digits) < 30:
            if self.words[after] in ("oh", "o"):
                digits, after = digits + "0", after + 1
            elif (small := self.small(after)) is not None and not small[2]:
                digits, after = digits + str(small[0]), small[1]
            else:
                break
        spelled = digits and self.words[after - 1] != "oh"
        return (Decimal(f"{value}.{digits}"), after) if spelled else (value, i)

    def fraction(self, i: int, *, mixed: bool = False) -> tuple[Decimal, int] | None:
        """From the numerator on: "two-thirds", "one half", "a quarter"."""
        words = self.words
        article = words[i] in ("a", "an")
        small = (1, i + 1, False) if article else self.small(i)
        if small is None or small[2]:
            return None
        numerator, after, _ = small
        if words[after] in SCALES and (count := self.cardinal(i)):  # two hundred thousandths
            numerator, after = int(count[0]), count[1]
        word = words[after]
        if word == "one" and words[after + 1] in DENOMINATORS and words[after + 1].endswith("s"):
            return Decimal(numerator) / DENOMINATORS[words[after + 1]], after + 2  # five one-hundredths
        plural = word.endswith("s")
        if word == "quarter" and numerator == 3 and self._measures(after):  # three-quarter mile
            return Decimal("0.75"), after + 1
        if word not in DENOMINATORS or plural != (numerator != 1):
            return None
        if word in SCALE_ORDINALS and self.previous(i) == "the" and not self._followed_by(OF_FOLLOWS, after):
            return None  # the one hundredth visitor
        if not mixed and article and not is_part(self.view, word, self.spans[after][1], self.previous(i)):
            return None
        if word == "quarters" and not (
            self.joined_by_hyphen(after) or self._followed_by(OF_FOLLOWS, after) or words[i - 1] == "and"
        ):
            return None  # "the last three quarters" are nine months
        if word == "quarters" and self._followed_by(QUARTERS_OF_A_YEAR, after):
            return None
        return Decimal(numerator) / DENOMINATORS[word], after + 1

    def _followed_by(self, pattern: re.Pattern[str], i: int) -> bool:
        return pattern.match(self.view, self.spans[i][1]) is not None

    def _measures(self, i: int) -> bool:
        """Return whether a scale or a unit follows word i."""
        return self.words[i + 1] in SCALES or self._followed_by(MEASURED, i)

    def half_of(self, i: int) -> tuple[Decimal, int] | None:
        """Read a share of a round number: "half a million", "a quarter of a million"."""
        words = self.words
        share = SHARES.get(words[i])
        if share is None:
            return None
        after = i + 1 + (words[i + 1] == "of")
        after += words[after] in ("a", "an")
        if after == i + 1 and words[after] not in SCALES:
            return None
        scale = 12 if words[after] == "dozen" else SCALES.get(words[after])
        return (share * scale, after + 1) if scale else None

    def scaled(self, value: Decimal, i: int) -> tuple[Decimal, int]:
        """Read the scales after a value that has none yet: "two and a half million"."""
        while value < _LARGEST and (self.words[i] in SCALES or self.words[i] in _DOZENS):
            if self.words[i] == "score" and not self._followed_by(SCORE_OF, i):
                break
            value *= SCALES.get(self.words[i]) or _DOZENS[self.words[i]]
            i += 1
        return value, i

    def decimal(self, i: int) -> tuple[Decimal, int] | None:
        """Read a decimal without its zero: "point five percent", "by point zero two"."""
        value, after = self.decimals(Decimal(0), i)
        if after == i or self.previous(i) not in BEFORE_POINT:
            return None
        zero = self.words[i + 1] in ("zero", "nought") and after > i + 2
        if not (zero or self._measures(after - 1) or len(self.view) == self.spans[after - 1][1]):
            return None
        return self.scaled(value, after)

    def previous(self, i: int) -> str:
        """Return the word before word i, inside the phrase or before it."""
        if i:
            return self.words[i - 1]
        return word_before(self.view, self.spans[0][0])

    def read(self, i: int) -> tuple[Decimal, int, Kind] | None:
        """Read the longest number from word i on: (value, next word, kind)."""
        word = self.words[i]
        if word in FOLDS:
            return Decimal(FOLDS[word]), i + 1, "multiple"
        if word in ("a", "an"):
            if self.words[i + 1] in ("couple", "pair"):
                return self.couple(i)
            if self.words[i + 1] == "score":
                twenty = self._followed_by(A_SCORE_OF, i + 1)
                return (Decimal(20), i + 2, "cardinal") if twenty else None
            if half := self.half_of(i + 1):
                return *half, "cardinal"
            return self.fraction_of(i) or (self.dozen(i) if self.words[i + 1] == "dozen" else self.spelled(i))
        if word in _SPECIAL_WORDS:
            return self.special(i)
        return self.fraction_of(i) or self.spelled(i)

    def special(self, i: int) -> tuple[Decimal, int, Kind] | None:
        """Read a word that is a number, or not, by what stands around it."""
        word = self.words[i]
        if word == "nil":
            return Decimal(0), i + 1, "cardinal"
        if word == "single":
            counts = counts_one(self.view, self.spans[i][1], self.previous(i))
            return (Decimal(1), i + 1, "cardinal") if counts else None
        if word == "dozen":
            return self.dozen(i)
        if word == "point":
            decimal = self.decimal(i)
            return (*decimal, "cardinal") if decimal else None
        if half := self.half_of(i):
            return *half, "cardinal"
        share = is_share(self.view, word, self.spans[i][1], self.previous(i))
        return (SHARES[word], i + 1, "fraction") if share else None

    def couple(self, i: int) -> tuple[Decimal, int, Kind]:
        """Read "a couple of" and "a pair of", with a scale: a couple of hundred."""
        counted = i + 2 + (self.words[i + 2] == "of")
        value, after = self.scaled(Decimal(2), counted)
        return value, after if after > counted else i + 2, "cardinal"

    def dozen(self, i: int) -> tuple[Decimal, int, Kind]:
        """Read "dozen" and "a dozen", with scales."""
        value, after = self.scaled(Decimal(1), i + (self.words[i] != "dozen"))
        if self.previous(i) in ("baker's", "bakers"):
            value += 1
        return *self._half_dozen_more(value, after), "cardinal"

    def fraction_of(self, i: int) -> tuple[Decimal, int, Kind] | None:
        """Read a fraction with its scale: "two thirds", "two thirds of a million"."""
        part = self.fraction(i)
        if part is None:
            return None
        words = self.words
        value, after = part
        if words[after] == "of" and (words[after + 2] in SCALES or words[after + 2] == "dozen"):
            after += 2
        value, after = self.scaled(value, after)
        return value, after, "fraction" if after == part[1] else "cardinal"

    def spelled(self, i: int) -> tuple[Decimal, int, Kind] | None:
        """Read a year, an ordinal or a cardinal, with the fraction behind it."""
        words = self.words
        if year := self.year(i):
            return Decimal(year[0]), year[1], "year"
        if words[i] in TENS and words[i + 1] == "second" and self._followed_by(TIMED, i + 1):
            return Decimal(TENS[words[i]]), i + 1, "cardinal"  # a sixty-second advert, with its unit
        whole = self.cardinal(i)
        if whole is None:
            return None
        value, after, ordinal = whole
        if ordinal:
            return (value, after, "ordinal") if self._is_ordinal(after - 1, i) else None
        following = words[after]
        if following == "and" and (part := self.fraction(after + 1, mixed=True)):
            scale = SCALES.get(words[after - 1], 1)  # a million and a half
            value, after = value + part[0] * (scale if scale >= 1000 else 1), part[1]
        elif following == "over" and (below := self.small(after + 1)) and value < below[0]:
            return value / below[0], below[1], "fraction"  # one over fifteen
        return *self._half_dozen_more(*self.scaled(value, after)), "cardinal"

    def _half_dozen_more(self, value: Decimal, i: int) -> tuple[Decimal, int]:
        """Read the half of "two dozen and a half", which is six."""
        if self.words[i - 1] in _DOZENS and self.words[i : i + 3] == ["and", "a", "half"]:
            return value + 6, i + 3
        return value, i

    def _is_ordinal(self, last: int, first: int) -> bool:
        """Return whether it is an ordinal; "second" is often a time where it stands alone."""
        if self.words[last] != "second" or last > first:
            return True
        return not is_time(self.view, *self.spans[last], self.previous(first))

    def is_idiom(self, i: int, after: int) -> bool:
        """Return whether the words from i on stand in an idiom."""
        return is_idiom(self.view, self.spans[i][0], self.spans[after - 1][1])

    def is_pronoun(self, i: int, after: int) -> bool:
        """Return whether "one" counts nothing: "no one", "one another", "this one"."""
        if self.words[i] != "one" or after > i + 1:
            return False
        return is_pronoun(self.view, *self.spans[i], self.previous(i))


def read_in_context(view: str, start: int, end: int) -> list[Phrase]:
    """Read the numbers of a phrase of several words, or of one that is often no number."""
    words = _Words(view, start, end)
    numbers: list[Phrase] = []
    i, count = 0, len(words.spans)
    while i < count:
        reading = words.read(i)
        if reading is None:
            i += 1
            continue
        value, after, kind = reading
        if not (words.is_pronoun(i, after) or words.is_idiom(i, after)):
            numbers.append((words.spans[i][0], words.spans[after - 1][1], value, kind))
        i = after
    return numbers
