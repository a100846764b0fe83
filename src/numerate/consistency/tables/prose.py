"""Rule `table-text`: numbers of the text that a table states, or implies, with another value.

A statement is compared only if its words match narrowly: the whole label of a row, directly followed by a
verb and a number, for a period that the sentence names. It is reported only if one typing error explains the
difference; otherwise the text may speak of something else.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from numerate.consistency.diagnosis import Correction, Inconsistency
from numerate.consistency.interval import Interval, loosely, precision, stands_for
from numerate.consistency.tables.digits import REASONS, DigitError, digit_error
from numerate.consistency.tables.figures import Figure, TableReading, figure_number
from numerate.consistency.tables.labels import is_bare_total, is_deduction
from numerate.documents.labels import Period
from numerate.text import Number, extract, render, sentences

WORD = re.compile(r"[^\W\d_][\w'’&-]*")
_MONTH = r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
_YEAR = (
    r"(?:the )?(?:(?:financial |fiscal )?year )?(?:end(?:ed|ing) |to )?"
    rf"(?:\d{{1,2}} {_MONTH} |{_MONTH} \d{{1,2}},? )?"
    r"(?:19|20)\d\d"
)
_TIME = rf"(?:,? (?:in|for|during|at|as of|as at|on) {_YEAR},?)?"
_HEDGE = (
    r"(?: (?:about|approximately|around|roughly|nearly|almost|some|just (?:over|under)|over|more than"
    r"|less than))?"
)
_STATES = re.compile(
    rf"{_TIME} (?:was|were|is|are|of|at|totall?ed|amounted to|came to|reached|stood at|equall?ed"
    rf"|(?:rose|fell|grew|climbed|dropped|increased|decreased|declined) to){_HEDGE} ?",
    re.IGNORECASE,
)
_CHANGES = re.compile(
    rf"{_TIME} (?:(?P<up>rose|increased|grew|climbed|gained|(?:was |were )?up)"
    rf"|(?P<down>fell|decreased|declined|dropped|(?:was |were )?down))(?: by)?{_HEDGE} ?",
    re.IGNORECASE,
)
_STARTS = re.compile(
    rf" (?:rose|fell|grew|climbed|dropped|increased|decreased|declined) from{_HEDGE} ", re.IGNORECASE
)
"""What precedes the first figure of a change, whose year must be named next to it."""
_ENDS = re.compile(rf",?(?: (?:in|for|during) {_YEAR},?)? to{_HEDGE} ", re.IGNORECASE)
"""What precedes the last figure of a change, after the first one or after the change in percent."""
_SHARES = re.compile(
    rf"{_TIME} (?:accounted for|represented|made up|comprised|contributed|was|were){_HEDGE} ?", re.IGNORECASE
)
_OF = re.compile(r" of (?:the |our |its |all )?", re.IGNORECASE)
_AFTER = re.compile(rf",? (?:in|for|during|at|as of|as at|on) {_YEAR}", re.IGNORECASE)
BEFORE = re.compile(
    r"(?:^|[.,;:(–—\d-]|\b(?:the|our|its|their|that|while|as|and|whereas|with|when|year"
    r"|reported|posted|recorded|generated))\s?$",
    re.IGNORECASE,
)
"""What may precede a label that is complete: not "adjusted", nor another word that narrows it."""
_NEXT = re.compile(
    rf"(?: in {_YEAR})?,? (?:and|from|versus|against|(?:as )?compared (?:with|to)|(?:up|down) from)"
    rf"{_HEDGE} ?",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d[\d,.]*\d|\d")
_NUMBER = re.compile(r"(?:19|20)\d\d")
_MOST_LABELS = 2000
_CLEARLY = 3
"""Units of the last digit by which a calculated percentage must be off."""


class TableRow(NamedTuple):
    """A row of a table as the text may name it."""

    words: tuple[str, ...]
    label: str
    table: int
    figures: tuple[Figure, ...]

    def of_year(self, year: int | None) -> list[Figure]:
        """Return the figures of a year; of the only period, if no year is named."""
        if year is None:
            return list(self.figures) if len(self.figures) == 1 else []
        return [figure for figure in self.figures if _period(figure) == Period(year)]


class Claim(NamedTuple):
    """A number of the text that names a row."""

    row: TableRow
    number: Number
    between: str
    year: int | None
    """The year that the sentence names, if it names one."""
    after: str


def find_in_prose(
    text: str, readings: Sequence[TableReading], prose: Sequence[tuple[int, int]]
) -> Iterator[Inconsistency]:
    """Yield the numbers of the text that contradict a table.

    prose: the spans of the text outside of tables.
    """
    rows = _rows(readings)
    if not rows:
        return
    for start, end in prose:
        for first, last in sentences(text[start:end]):
            claims = list(_claims(text, start + first, start + last, rows))
            # Tables of several segments have the same rows: what one of them says is right.
            agreed = {claim.number for claim in claims if len(claims) > 1 and _agrees(text, claim)}
            for claim in claims:
                if claim.number not in agreed and (contradiction := _check(text, claim, rows)):
                    yield contradiction


def _rows(readings: Sequence[TableReading]) -> dict[str, list[TableRow]]:
    """Return the rows with a label that a text can name, by its first word."""
    rows: dict[str, list[TableRow]] = {}
    count = 0
    for reading in readings:
        for i, label in enumerate(reading.grid.row_labels):
            words = words_of(label)
            figures = tuple(
                figure
                for j in range(len(reading.grid.column_labels))
                if (figure := reading.figures.get((i, j))) and figure.share is None
            )
            if (
                figures
                and words
                and len("".join(words)) > 3
                and not is_bare_total(label)
                and count < _MOST_LABELS
            ):
                count += 1
                row = TableRow(words, label, reading.table.number, figures)
                rows.setdefault(words[0], []).append(row)
    return rows


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a label, without plural endings."""
    return tuple(stem(word) for word in WORD.findall(text.lower()))


def stem(word: str) -> str:
    """Return a word without its plural ending."""
    return word.rstrip("s") if len(word) > 3 else word


def _claims(text: str, start: int, end: int, rows: dict[str, list[TableRow]]) -> Iterator[Claim]:
    """Yield the numbers of a sentence that directly follow the label of a row."""
    sentence = text[start:end]
    tokens = list(WORD.finditer(sentence))
    stems = [stem(token[0].lower()) for token in tokens]
    if not any(word in rows for word in stems):
        return
    numbers = [number.shifted(start) for number in extract(sentence)]
    amounts = [number for number in numbers if number.kind in ("money", "percent", "cardinal")]
    starts = [number.start for number in amounts]
    for i, word in enumerate(stems):
        for row in rows.get(word, ()):
            if tuple(stems[i : i + len(row.words)]) != row.words:
                continue
            label_end = start + tokens[i + len(row.words) - 1].end()
            if not BEFORE.search(
                text[max(start, start + tokens[i].start() - 12) : start + tokens[i].start()]
            ):
                continue
            at = bisect_left(starts, label_end)
            yield from _claims_after(text, end, row, label_end, amounts[at : at + 2], sentence)


def _claims_after(
    text: str, end: int, row: TableRow, label_end: int, amounts: Sequence[Number], sentence: str
) -> Iterator[Claim]:
    """Yield the number after a label, and the one that it is compared with: "$5 in 2024 and $4 in 2023"."""
    before: Number | None = None
    for number in amounts:
        between, after = text[label_end : number.start], text[number.end : end]
        if before is None:
            yield Claim(row, number, between, _year(sentence, between, after), after)
        elif _ENDS.fullmatch(_spaced(between)):
            # After a change in percent, the sentence is about one year; after a figure, about two.
            is_change = before.kind == "percent" and number.kind != "percent"
            year = _year(sentence, "", after) if is_change else _year("", "", after)
            if year is not None:
                yield Claim(row, number, " of ", year, after)
        elif _NEXT.fullmatch(_spaced(between)) and (named := _AFTER.match(after)):
            yield Claim(row, number, " of ", int(_NUMBER.findall(named[0])[0]), after)
        label_end, before = number.end, number


def _year(sentence: str, between: str, after: str) -> int | None:
    """Return the year that a statement is about: the one next to its number, or the only one around."""
    next_to_it = _AFTER.match(after)
    named = _NUMBER.findall(between) or (_NUMBER.findall(next_to_it[0]) if next_to_it else [])
    years = set(_NUMBER.findall(sentence))
    if named:
        return int(named[0])
    return int(years.pop()) if len(years) == 1 else None


def _spaced(between: str) -> str:
    """Return what stands between a label and a number, with single spaces."""
    return f" {' '.join(between.split())} ".replace(" ,", ",")


def _period(figure: Figure) -> Period | None:
    return figure.quantity.period


def _agrees(text: str, claim: Claim) -> bool:
    """Return whether a row has the number, or the change that it states."""
    stated = stands_for(claim.number, text, loose=True)
    if any(meets(figure, stated) for figure in claim.row.figures):
        return True
    now, before = _two_years(claim)
    if now is None or before is None or not before.entry.value or claim.number.kind != "percent":
        return False
    ratio = _values(now).over(_values(before))
    low, high = (ratio.low - 1) * 100, (ratio.high - 1) * 100
    changes = Interval(low, high), Interval(-high, -low)
    return any(stated.meets(change) or loosely(claim.number).meets(change) for change in changes)


def _check(text: str, claim: Claim, rows: dict[str, list[TableRow]]) -> Inconsistency | None:
    between = _spaced(claim.between)
    is_percent = claim.number.kind == "percent"
    if (match := _CHANGES.fullmatch(between)) and is_percent:
        return _check_change(text, claim, -1 if match["down"] else 1)
    if is_percent and _SHARES.fullmatch(between) and (of := _OF.match(claim.after)):
        return _check_share(text, claim, claim.after[of.end() :], rows)
    if match and claim.number.kind == "money":
        return _check_difference(text, claim, -1 if match["down"] else 1)
    if _STATES.fullmatch(between) or (_STARTS.fullmatch(between) and _AFTER.match(claim.after)):
        return _check_value(text, claim)
    return None


def _values(figure: Figure) -> Interval:
    """Return what a figure of a table stands for, with the scale of its labels."""
    value, half = abs(Fraction(figure.entry.value)), Fraction(figure.entry.step) / 2
    scale = figure.quantity.scale
    return Interval((value - half) * scale, (value + half) * scale)


def _check_value(text: str, claim: Claim) -> Inconsistency | None:
    """Compare a number with the figure of its row and year."""
    number, row = claim.number, claim.row
    candidates = [
        figure for figure in row.of_year(claim.year) if figure.entry.percent == (number.kind == "percent")
    ]
    stated = stands_for(number, text, loose=True)
    everywhere = [figure for figure in row.figures if meets(figure, stated)]
    if len(candidates) != 1 or everywhere:
        return None
    [figure] = candidates
    values = _values(figure)
    for scale in {1, figure.quantity.scale}:
        meant = (values.low + values.high) / 2 / scale
        if contradiction := misprint(text, claim, meant, (figure,), f"{figure.text} in table {row.table}"):
            return contradiction
    return None


def meets(figure: Figure, stated: Interval) -> bool:
    """Return whether a figure may be the number that is stated, up to its scale and rounding."""
    values = _values(figure)
    return stated.meets(values) or stated.meets(values.times(Fraction(1, figure.quantity.scale)))


def _check_change(text: str, claim: Claim, sign: int) -> Inconsistency | None:
    """Compare a percentage with the change that the figures of two years give."""
    now, before = _two_years(claim)
    if now is None or before is None or not _may_change(claim.row.label, now, before):
        return None
    ratio = _values(now).over(_values(before))
    change = Interval((ratio.low - 1) * 100 * sign, (ratio.high - 1) * 100 * sign)
    change = Interval(min(change), max(change))
    problem = f"{now.text} / {before.text} − 1 in table {claim.row.table}"
    return _check_percentage(text, claim, change, (now, before), problem)


def _may_change(label: str, now: Figure, before: Figure) -> bool:
    """Return whether figures may be compared: both positive, or costs that are shown as negative."""
    values = now.entry.value, before.entry.value
    return min(values) > 0 or (max(values) < 0 and is_deduction(label))


def _check_difference(text: str, claim: Claim, sign: int) -> Inconsistency | None:
    """Compare an amount with the difference of the figures of two years."""
    now, before = _two_years(claim)
    stated = stands_for(claim.number, text, loose=True)
    if now is None or before is None or any(meets(figure, stated) for figure in claim.row.figures):
        return None
    if not _may_change(claim.row.label, now, before):
        return None
    later, earlier = _values(now), _values(before)
    change = Interval((later.low - earlier.high) * sign, (later.high - earlier.low) * sign)
    change = Interval(min(change), max(change))
    for scale in {1, now.quantity.scale}:
        if change.low <= 0 or stated.meets(change.times(Fraction(1, scale))):
            return None
    problem = f"{now.text} − {before.text} in table {claim.row.table}"
    meant = (change.low + change.high) / 2
    for scale in {1, now.quantity.scale}:
        if contradiction := misprint(text, claim, meant / scale, (now, before), problem):
            return contradiction
    return None


def _two_years(claim: Claim) -> tuple[Figure | None, Figure | None]:
    """Return the amounts of a year and of the one before; without a year, those of the only two."""
    dated: dict[Period, Figure] = {}
    for figure in claim.row.figures:
        period = _period(figure)
        if period is None or period.part or figure.entry.percent:
            continue
        if period in dated:
            return None, None
        dated[period] = figure
    year = claim.year
    if year is None and len(dated) == 2:
        year = max(period.year for period in dated)
    if year is None:
        return None, None
    return dated.get(Period(year)), dated.get(Period(year - 1))


def _check_share(
    text: str, claim: Claim, whole: str, rows: dict[str, list[TableRow]]
) -> Inconsistency | None:
    """Compare a percentage with the share of one row in another of the same table."""
    stems = words_of(whole[:200])
    wholes = [row for row in rows.get(stems[0] if stems else "", ()) if row.table == claim.row.table]
    for row in wholes:
        if stems[: len(row.words)] != row.words:
            continue
        parts, totals = claim.row.of_year(claim.year), row.of_year(claim.year)
        parts, totals = ([figure for figure in row if not figure.entry.percent] for row in (parts, totals))
        if len(parts) != 1 or len(totals) != 1 or totals[0].entry.value <= 0:
            continue
        if parts[0].entry.value >= 0 or is_deduction(claim.row.label):
            share = _values(parts[0]).over(_values(totals[0])).times(100)
            problem = f"{parts[0].text} / {totals[0].text} in table {row.table}"
            return _check_percentage(text, claim, share, (parts[0], totals[0]), problem)
    return None


def _check_percentage(
    text: str, claim: Claim, implied: Interval, figures: tuple[Figure, ...], problem: str
) -> Inconsistency | None:
    number = claim.number
    margin = _CLEARLY * precision(number)
    stated = stands_for(number, text, loose=True)
    if Interval(stated.low - margin, stated.high + margin).meets(implied) or loosely(number).meets(implied):
        return None
    meant = (implied.low + implied.high) / 2
    return misprint(text, claim, Fraction(meant), figures, problem)


def printed_as(number: Number, meant: Fraction | float) -> tuple[DigitError, Fraction, Fraction] | None:
    """Return the typing error that turns a value into a number, the value, and the step it is rounded to."""
    for step in {_written_step(number), precision(number)} - {Fraction(0)}:
        written, nearest = round(Fraction(number.decimal) / step), round(Fraction(meant) / step)
        if error := digit_error(written, nearest):
            return error, nearest * step, step
    return None


def misprint(
    text: str, claim: Claim, meant: Fraction | float, figures: tuple[Figure, ...], problem: str
) -> Inconsistency | None:
    """Return the contradiction, if one typing error turns what was meant into what is written."""
    number = claim.number
    printed = printed_as(number, meant)
    if printed is None:
        return None
    error, value, _ = printed
    correct = _rewritten(number, value)
    message = f"{claim.row.label}: {problem} = {correct}, not {number.text}."
    if len(figures) == 1:
        message = f"{claim.row.label}: {problem}, not {number.text}."
    correction = Correction(number, float(value), correct, reason=f"{REASONS[error]} from the table")
    cells = tuple(figure_number(text, figure) for figure in figures)
    return Inconsistency("table-text", (*cells, number), message, (correction,), number)


def _rewritten(number: Number, value: Fraction) -> str:
    """Return a number of the text with other digits, in its own scale."""
    digits = _DIGITS.search(number.text)
    if digits is None:
        return render(float(value), like=number)
    decimals = len(digits[0].partition(".")[2])
    in_scale = float(value / _written_step(number)) / 10**decimals
    return number.text.replace(digits[0], f"{in_scale:,.{decimals}f}", 1)


def _written_step(number: Number) -> Fraction:
    """Return the value of the last written digit, zeros included."""
    digits = re.sub(r"\D", "", number.text)
    return Fraction(number.decimal) / int(digits) if digits.strip("0") else Fraction(0)
