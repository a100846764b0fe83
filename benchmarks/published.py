"""Published tables in `../shared/data`, taken apart again: of annual reports, and of other documents.

The documents are flattened there: labels and figures follow each other without rows and columns, years run
together ("20222021"), and the last figure runs into the text after it. What is read as a table here is three
or more rows of a label and as many figures. Both kinds are divided into tables that the inference of formulas
is developed with, and held-out ones, which nobody looks at. Each held-out part is measured once and replaced:
those of annual reports are half of a quarter that was measured as a whole before, since there are no others.
Fresh ones are from corpora that neither part draws on; fresh reports are in `filings.py`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path

from numerate.consistency.tables.grid import UNKNOWN, Entry, Grid

SPLITS = ("train", "valid", "test")
DEVELOPMENT = {
    "sci": ("valid", "test"),
    "ood": ("newswire1987",),
    "world/encyclopedia": ("valid", "test"),
    "world/filings": SPLITS,
    "world/health": SPLITS,
    "world/institutions": SPLITS,
    "world/textbooks": SPLITS,
}
HELD_OUT = {
    "sci": ("train",),
    "finnews": ("valid", "test"),
    "ood": ("centralbank", "econabstracts"),
    "world/diplomacy": SPLITS,
    "world/encyclopedia": ("train",),
    "world/geography": SPLITS,
    "world/law": SPLITS,
    "world/manuals": SPLITS,
    "world/news": SPLITS,
    "world/press": SPLITS,
}
"""Documents of which one in eight belongs to the development; the others are held out."""
FRESH = {
    "finnews": ("train",),
    "ood": ("earningscalls",),
    "world/economy": SPLITS,
    "world/recipes": SPLITS,
    "world/sport": SPLITS,
}
"""Documents of which one in eight is fresh, and the others are not used."""
_NUMERAL = r"(?:\d{1,3}(?:,\d{3})+|\d{1,4})(?:\.\d{1,3})?"
_DASH = r"(?:(?<![A-Za-z] )[—–]|[—–](?! ?[A-Za-z]))"
"""A dash between two words is none for zero."""
_CELL = re.compile(rf"(?:\$ ?)?(?:\(\$? ?{_NUMERAL} ?\)|-?{_NUMERAL}(?![\d,.]\d)|{_DASH})(?: ?%)?")
_NOTE = re.compile(r"\([0-9a-z]{1,2}\)")
_REFERENCE = re.compile(r"\b(?:Notes?|Items?|Part|Exhibit|Page)\W*$")
"""What stands before a number that is no figure."""
_DATE = re.compile(
    r"\b((?:January|February|March|April|May|June|July|August|September|October|November|December)"
    r" \d{1,2}), ?((?:19|20)\d\d)"
)
"""A date, whose comma would join day and year to one figure."""
_JOINED_WORDS = re.compile(r"(?<=[a-z)%*])(?=[A-Z])")
_JOINED_YEARS = re.compile(r"(?<!\d)((?:19|20)\d\d)(?=(?:(?:19|20)\d\d)+(?!\d))")
_LONGEST_LABEL = 110


def published_tables(part: str, folder: Path, splits: Sequence[str] = SPLITS) -> Iterator[list[Grid]]:
    """Yield the tables of each annual report of a part: one company in eight is held out."""
    for row in _documents(folder / "world" / "filings", splits):
        digest = _digest(row["id"].split("#")[0])
        held_out = all(byte % 2 == parity for byte, parity in zip(digest, (1, 1, 0), strict=True))
        if row["source"] == "fin_10k_mda" and held_out == (part == "held-out"):
            yield _document_tables(row["text"])


def other_tables(part: str, folder: Path) -> Iterator[list[Grid]]:
    """Yield the tables of papers, encyclopedia articles, news, and reports of other kinds."""
    for corpora, rest in ((DEVELOPMENT, "development"), (HELD_OUT, "held-out"), (FRESH, None)):
        eighth = "fresh" if corpora is FRESH else "development"
        if part not in (eighth, rest):
            continue
        for name, splits in corpora.items():
            for row in _documents(folder / name, splits):
                if row.get("source") != "fin_10k_mda" and part == (
                    eighth if _digest(row["id"])[0] % 8 == 0 else rest
                ):
                    yield _document_tables(row["text"])


def _documents(folder: Path, splits: Sequence[str]) -> Iterator[dict[str, str]]:
    import pyarrow.parquet as pq

    for split in splits:
        yield from pq.read_table(folder / f"{split}.parquet").to_pylist()


def _document_tables(text: str) -> list[Grid]:
    return [grid for paragraph in text.split("\n") for grid in tables_of(paragraph)]


def _digest(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()[:3]


def tables_of(paragraph: str) -> Iterator[Grid]:
    """Take the flattened tables of a paragraph apart: three or more rows of a label and as many figures."""
    paragraph = _DATE.sub(r"\1 . \2 ", _JOINED_YEARS.sub(r"\1 ", paragraph))
    run: list[tuple[str, list[str]]] = []
    for label, cells in [*_rows(paragraph), ("", [])]:
        named = sum(map(str.isalpha, label)) >= 3 and len(cells) > 1 and not _REFERENCE.search(label)
        follows = len(label) <= _LONGEST_LABEL and ". " not in label
        if named and follows and run and len(cells) == len(run[-1][1]):
            run.append((label, cells))
            continue
        if len(run) > 2:
            yield _grid(run)
        # The header of the table runs into the first label: "(in millions)Land", "Number of UnitsGondolas".
        run = [(_JOINED_WORDS.split(label[-60:])[-1], cells)] if named else []


def _rows(paragraph: str) -> Iterator[tuple[str, list[str]]]:
    groups: list[list[re.Match[str]]] = []
    for match in _CELL.finditer(paragraph):
        if groups and not paragraph[groups[-1][-1].end() : match.start()].strip():
            groups[-1].append(match)
        else:
            groups.append([match])
    end = 0
    for group in groups:
        first, last = group[0].start(), group[-1].end()
        cells = _separated([match[0] for match in group], paragraph[first:last])
        if len(cells) > 1 and _NOTE.fullmatch(cells[0]):
            before, after = paragraph[first - 1 : first], paragraph[group[0].end()]
            if before.isalpha() or (before.isspace() and not after.isspace()):
                cells = cells[1:]
        yield paragraph[end:first].strip(), cells
        end = last


def _separated(cells: list[str], joined: str) -> list[str]:
    """Return figures that run together, with as many decimals as the last of them: "11.210.19.7"."""
    decimals = len(cells[-1].strip("%) ").partition(".")[2])
    if not decimals or " " in joined or joined.count(".") != len(cells):
        return cells
    return [match[0] for match in re.finditer(rf"\(?\$?[\d,]+\.\d{{{decimals}}}\)?%?", joined)]


def _grid(run: list[tuple[str, list[str]]]) -> Grid:
    labels: list[str] = []
    rows: list[tuple[Entry | None, ...]] = []
    for label, cells in run:
        heading, colon, name = label.rpartition(":")
        if colon:
            labels.append(heading)
            rows.append((None,) * len(cells))
        labels.append(name.strip())
        rows.append(tuple(map(_entry, cells)))
    if _is_torn(rows):
        rows[-1] = (*rows[-1][:-1], UNKNOWN)
    return Grid(tuple(labels), ("",) * len(rows[0]), tuple(rows))


def _is_torn(rows: Sequence[Sequence[Entry | None]]) -> bool:
    """Return whether the last figure runs into the text after the table, which often begins with a number.

    It is then far larger than the others of its row, or, cut off, far smaller than those above it.
    """
    sizes = [[abs(entry.value) if entry else Decimal(0) for entry in row] for row in rows]
    *others, last = sizes[-1]
    if last > 5 * max(others):
        return True
    if rows[-1][-1] is None or rows[-1][-1].percent:
        return False
    above = [max(column[:-1]) for column in zip(*sizes, strict=True)]
    return 5 * last < above[-1] and all(size >= most for size, most in zip(others, above, strict=False))


def _entry(cell: str) -> Entry:
    text = cell.replace("$", "").replace(" ", "").replace(",", "")
    percent, text = text.endswith("%"), text.rstrip("%")
    if text in ("—", "–"):
        return Entry(Decimal(0), Decimal(0), percent)
    value = Decimal(text.strip("()-"))
    step = Decimal(1).scaleb(int(value.as_tuple().exponent))
    return Entry(-value if text[0] in "(-" else value, step, percent)
