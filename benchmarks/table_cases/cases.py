"""Documents with tables, written as Markdown with calculated cells, and the errors planted in them.

`[[sum(B2:B4)]]` is calculated from the cells as they are shown, with thousands separators; `[[B2/B3:1]]` has
one decimal, and `[[B2-B3:1p]]` parentheses if it is negative. Rows count from the header, and `2!B3` is a
cell of the second table. A line below a document, `!! C3 digit`, plants an error in a cell, and `!! text1
swap` in the first calculated number of the text.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

Rows = list[list[str]]
Block = str | Rows
FOLDER = Path(__file__).parent
_REFERENCE = re.compile(r"(?:(\d)!)?([A-Z])(\d+)(?::([A-Z])(\d+))?")
_CALCULATED = re.compile(r"\[\[(.+?)(?::(\d)(p?))?\]\]")
_FIGURE = re.compile(r"\d[\d,]*\.?\d*")


@dataclass(frozen=True)
class Planted:
    """A document with one error: the cell that has it (table, row, column), or None if it is in the text."""

    blocks: list[Block]
    cell: tuple[int, int, int] | None
    written: str


@dataclass(frozen=True)
class Case:
    """A consistent document. Those without errors to plant are traps."""

    group: str
    name: str
    kept: bool
    """Whether it is kept for measuring once, when the development is over."""
    blocks: list[Block]
    planted: Planted | None


def load() -> Iterator[Case]:
    """Yield the cases of all files; every third of a group is kept."""
    for path in sorted(FOLDER.glob("*.md")):
        for section in re.split(r"^# ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            group, *documents = re.split(r"^## ", section, flags=re.MULTILINE)
            for index, document in enumerate(documents):
                name, _, body = document.partition("\n")
                yield _case(group.strip(), name.strip(), index % 3 == 2, body)


def _case(group: str, name: str, kept: bool, body: str) -> Case:
    content, _, error = body.partition("\n!! ")
    written = [_block(block) for block in content.strip().split("\n\n")]
    tables = [block for block in written if not isinstance(block, str)]
    for number, table in enumerate(tables):
        for row in table:
            for column in range(len(row)):
                _calculate(tables, number, row, column)
    blocks = [_fill(tables, 0, block) if isinstance(block, str) else block for block in written]
    planted = _plant(name, written, blocks, error.strip()) if error else None
    return Case(group, name, kept, blocks, planted)


def _block(text: str) -> Block:
    if not text.startswith("|"):
        return text
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()]
    return [row for index, row in enumerate(rows) if index != 1]


def _calculate(tables: list[Rows], number: int, row: list[str], column: int) -> str:
    """Replace a calculated cell by what it shows."""
    row[column] = _fill(tables, number, row[column])
    return row[column]


def _fill(tables: list[Rows], number: int, text: str) -> str:
    def shown(match: re.Match[str]) -> str:
        value = _evaluate(tables, number, match[1])
        decimals = int(match[2] or 0)
        if match[3] and round(value, decimals) < 0:
            return f"({-value:,.{decimals}f})"
        return f"{value:,.{decimals}f}"

    return _CALCULATED.sub(shown, text)


def _evaluate(tables: list[Rows], number: int, expression: str) -> float:
    def values(match: re.Match[str]) -> str:
        table = int(match[1]) - 1 if match[1] else number
        first, last = (match[2], int(match[3])), (match[4] or match[2], int(match[5] or match[3]))
        cells = [
            _number(_calculate(tables, table, tables[table][row - 1], ord(letter) - ord("A")))
            for row in range(first[1], last[1] + 1)
            for letter in map(chr, range(ord(first[0]), ord(last[0]) + 1))
        ]
        return repr(cells) if match[4] else f"({cells[0]!r})"

    # The expressions are those of the files next to this one.
    return float(eval(_REFERENCE.sub(values, expression), {"__builtins__": {}, "sum": sum}))


def _number(text: str) -> float:
    match = _FIGURE.search(text)
    if not match:
        return 0.0
    value = float(match[0].replace(",", ""))
    return -value if text[: match.start()].strip("£$€ ") in ("(", "-", "–", "−") else value


def _plant(name: str, written: list[Block], blocks: list[Block], error: str) -> Planted:
    place, how = error.split(" ", 1)
    chance = random.Random(name)
    if place.startswith("text"):
        return _plant_in_text(written, blocks, int(place[4:]), how, chance)
    match = _REFERENCE.fullmatch(place)
    assert match, f"{name}: no cell {place}"
    number, row, column = int(match[1] or 1), int(match[3]) - 1, ord(match[2]) - ord("A")
    wrong: list[Block] = [
        block if isinstance(block, str) else [list(cells) for cells in block] for block in blocks
    ]
    table = [block for block in wrong if not isinstance(block, str)][number - 1]
    table[row][column] = _altered(table[row][column], how, chance)
    return Planted(wrong, (number, row + 1, column + 1), table[row][column])


def _plant_in_text(
    written: list[Block], blocks: list[Block], which: int, how: str, chance: random.Random
) -> Planted:
    index = next(i for i, block in enumerate(written) if isinstance(block, str) and "[[" in block)
    template, shown = written[index], blocks[index]
    assert isinstance(template, str)
    assert isinstance(shown, str)
    # The calculated numbers stand between the same words in both.
    literals = re.split(r"\[\[.+?\]\]", template)
    start = len(literals[0])
    for literal in literals[1:which]:
        start = shown.index(literal, start) + len(literal)
    end = shown.index(literals[which], start)
    wrong = _altered(shown[start:end], how, chance)
    return Planted([*blocks[:index], shown[:start] + wrong + shown[end:], *blocks[index + 1 :]], None, wrong)


def _altered(text: str, how: str, chance: random.Random) -> str:
    """Replace a digit, swap two, or write something else; the last of several digits stays as it is."""
    if how.startswith("="):
        return how[1:]
    first = text.index("(") if how == "percent" else 0
    match = _FIGURE.search(text, first)
    assert match, f"no figure in {text!r}"
    places = [place for place in range(*match.span()) if text[place].isdigit()]
    if how == "swap":
        pairs = [pair for pair in pairwise(places) if text[pair[0]] != text[pair[1]]]
        left, right = chance.choice([pair for pair in pairs if text[pair[1]] != "0" or pair[0] != places[0]])
        return text[:left] + text[right] + text[left + 1 : right] + text[left] + text[right + 1 :]
    place = chance.choice(places[:-1] or places)
    digits = [d for d in "0123456789" if d != text[place] and (d != "0" or place != places[0])]
    return text[:place] + chance.choice(digits) + text[place + 1 :]
