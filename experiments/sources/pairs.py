"""Pairs of a source and a faithful draft made from corpora, and drafts with planted errors.

A draft is what an author wrote from the same facts: the title and lead of an article, its highlights, or
sentences of the document itself, shortened. Nothing here is committed but code.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import pyarrow.parquet as pq

from numerate.text import Number, extract, render, sentences

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
if not DATA.exists():
    DATA = Path("/work/shared/data")

KINDS = ("digit", "magnitude", "swap", "direction", "invented")
"""Kinds of planted errors."""
SETS = ("titles", "leads", "highlights", "press", "health", "extract")
"""Titles of financial news and their articles; leads and the rest; highlights of news; first paragraphs of
prosecutors' releases and of outbreak reports; shortened sentences of ten corpora. Papers are not among them:
their text begins with the introduction, which states much that the rest does not."""
LONGEST_SOURCE = 30_000


@dataclass(frozen=True)
class Pair:
    """A source and a draft, and the span of the number that was altered, if any."""

    set: str
    id: str
    source: str
    draft: str
    altered: tuple[int, int] | None = None
    kind: str = "faithful"


EXTRACTED = [
    f"world/{name}" for name in ("news press health law diplomacy encyclopedia economy textbooks").split()
]
EXTRACTED += ["sci", "finnews"]
SUMMARY = 0.75
"""Least share of the numbers of a draft whose values the source has: below, the draft is no summary of it."""


def rows(name: str, split: str) -> Iterator[dict[str, str]]:
    """Yield the documents of a corpus."""
    folder = DATA / name
    for batch in pq.ParquetFile(folder / f"{split}.parquet").iter_batches(256):
        yield from batch.to_pylist()


_DATELINE = re.compile(
    r"^[A-Z][A-Z ,./]+(?:[A-Z][a-z]+ ?\d* ?)?\(Reuters\) - ?|^[A-Z ,.]{3,40}\b.{0,12}?[–-] "
)
_TICKER = re.compile(r" ?\([A-Z0-9]+\.[A-Z]{1,3}\)| [A-Z]+[a-z]?\.[A-Z]{1,2}\b")


def _clean(text: str) -> str:
    return _TICKER.sub("", _DATELINE.sub("", text)).strip()


def _split_lead(text: str) -> tuple[str, str]:
    paragraphs = [part.strip() for part in re.split(r"\n+", text) if part.strip()]
    return (paragraphs[0], "\n\n".join(paragraphs[1:])) if len(paragraphs) > 1 else ("", "")


def faithful(name: str, split: str, count: int, seed: int = 0) -> Iterator[Pair]:
    """Yield pairs of a set whose drafts have a number."""
    rng = random.Random(f"{name} {split} {seed}")
    made = 0
    for row in _documents(name, split):
        if made >= count:
            return
        if name == "extract":
            pair = _extracted(row, rng)
        elif name == "highlights":
            pair = _highlights(row)
        else:
            lead, rest = _split_lead(row["text"])
            title = (row.get("title") or "").strip()
            source, draft = (f"{_clean(lead)}\n\n{rest}", title) if name == "titles" else (rest, _clean(lead))
            pair = Pair(name, row["id"], _clean(source), draft)
        if pair is None or not 20 <= len(pair.draft) <= 2500 or not 300 <= len(pair.source) <= LONGEST_SOURCE:
            continue
        if not extract(pair.draft):
            continue
        made += 1
        yield pair


def _documents(name: str, split: str) -> Iterator[dict[str, str]]:
    if name in ("titles", "leads"):
        # Leads are those of other articles than titles.
        return (row for i, row in enumerate(rows("finnews", split)) if (i % 2 == 0) == (name == "titles"))
    if name == "extract":
        return _interleaved(EXTRACTED, split)
    return rows("world/news" if name == "highlights" else f"world/{name}", split)


def _interleaved(names: list[str], split: str) -> Iterator[dict[str, str]]:
    streams = [rows(name, split) for name in names]
    while streams:
        for stream in list(streams):
            row = next(stream, None)
            if row is None:
                streams.remove(stream)
            else:
                yield row


def _highlights(row: dict[str, str]) -> Pair | None:
    text = row["text"]
    if not text.startswith("Story highlights "):
        return None
    paragraphs = [part.strip() for part in text[len("Story highlights ") :].split("\n\n") if part.strip()]
    bullets: list[str] = []
    while paragraphs and len(paragraphs[0]) < 130 and not paragraphs[0].endswith(('."', ".")):
        bullets.append(paragraphs.pop(0))
    if len(bullets) < 2:
        return None
    return Pair("highlights", row["id"], "\n\n".join(paragraphs), ". ".join(bullets) + ".")


_ASIDE = re.compile(r"\s*\([^()]{0,120}\)|, (?:which|who|where|according to|said)\b[^,.]{0,120}(?=[,.])")
_OPENING = re.compile(r"^(?:However|Moreover|In addition|Meanwhile|Also|But|And|So|Then|Today|Yesterday),? ")


def _extracted(row: dict[str, str], rng: random.Random) -> Pair | None:
    """Take some sentences of a document, shortened, and some of their numbers written otherwise."""
    text = row["text"][:LONGEST_SOURCE]
    spans = [text[a:b] for a, b in sentences(text) if 40 < b - a < 320]
    spans = [sentence for sentence in spans if "\n" not in sentence and extract(sentence)]
    if len(spans) < 3:
        return None
    chosen = sorted(rng.sample(range(len(spans)), min(3, len(spans))))
    shortened = [_OPENING.sub("", _ASIDE.sub("", spans[i])) for i in chosen]
    return Pair("extract", row["id"], text, _restyled(" ".join(shortened), rng))


_WORDS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]


def _restyled(text: str, rng: random.Random) -> str:
    """Write some small counts in words, and some words in digits."""
    pieces, done = [], 0
    for number in extract(text):
        if number.kind != "cardinal" or rng.random() < 0.6 or number.value % 1 or number.sign:
            continue
        if number.text.isdigit() and 2 <= number.value <= 12 and text[number.end : number.end + 1] == " ":
            other = _WORDS[int(number.value)]
        elif number.text.lower() in _WORDS[2:]:
            other = f"{number.value:.0f}"
        else:
            continue
        pieces += [text[done : number.start], other]
        done = number.end
    return "".join([*pieces, text[done:]])


# -- planted errors ------------------------------------------------------------------------------------------

_OPPOSITES = {}
for _pair in (
    "rose fell|rise fall|rises falls|increased decreased|increase decrease|higher lower|gained lost|up down"
    "|grew shrank|profit loss|more fewer|above below|over under|won lost|jumped dropped|before after"
    "|bought sold|gain loss|climbed declined|growth decline|raised cut|raise cut"
    "|surged plunged|added cut|buy sell"
).split("|"):
    _a, _b = _pair.split()
    _OPPOSITES.setdefault(_a, _b)
    _OPPOSITES.setdefault(_b, _a)
_FACTORS = (0.25, 0.5, 0.5, 0.6, 0.75, 0.8, 1.2, 1.25, 1.4, 1.5, 2.0, 2.0, 3.0, 4.0)


def plant(pair: Pair, rng: random.Random, kind: str) -> Pair | None:
    """Alter one number of a draft, chosen at random among those that a reader would check."""
    numbers = [number for number in extract(pair.draft) if is_checkable(number, pair.draft)]
    rng.shuffle(numbers)
    for number in numbers:
        if kind == "direction":
            altered = _turn(pair.draft, number)
            if altered is not None:
                draft, shift = altered
                return Pair(
                    pair.set, pair.id, pair.source, draft, (number.start + shift, number.end + shift), kind
                )
            continue
        written = _other(number, pair, rng, kind)
        if written is None or written == number.text:
            continue
        draft = pair.draft[: number.start] + written + pair.draft[number.end :]
        read = [n for n in extract(draft) if n.start == number.start]
        if read and read[0].value != number.value and read[0].end == number.start + len(written):
            return Pair(pair.set, pair.id, pair.source, draft, (read[0].start, read[0].end), kind)
    return None


def is_checkable(number: Number, text: str) -> bool:
    """Return whether a number is one that a planted error would be noticed in."""
    if number.kind == "time" or number.parts or number.readings:
        return False
    if number.text.lower() in ("one", "first", "second", "a", "half", "third"):
        return False
    return number.decimal.is_finite() and number.value > 0


def _turn(text: str, number: Number) -> tuple[str, int] | None:
    """Replace a word before or after a number by its opposite."""
    matches = [
        match
        for match in re.finditer(r"[A-Za-z]+", text[max(0, number.start - 40) : number.end + 25])
        if match[0].lower() in _OPPOSITES
    ]
    if not matches:
        return None
    offset = max(0, number.start - 40)
    match = min(matches, key=lambda m: abs(offset + m.start() - number.start))
    start, end = offset + match.start(), offset + match.end()
    if (start < number.end and end > number.start) or ". " in text[
        min(start, number.start) : max(end, number.end)
    ]:
        return None
    other = _OPPOSITES[match[0].lower()]
    other = other.capitalize() if match[0][0].isupper() else other
    return text[:start] + other + text[end:], (len(other) - len(match[0]) if start < number.start else 0)


def _other(number: Number, pair: Pair, rng: random.Random, kind: str) -> str | None:
    """Return how a wrong value of a kind is written, or None where the kind does not apply."""
    if kind == "swap":
        return _swapped(number, pair, rng)
    if number.kind in ("year", "decade"):
        years = (-10, -3, -2, -1, 1, 2, 3, 10)
        return None if kind == "magnitude" else render(number.value + rng.choice(years), like=number)
    if number.kind == "date":
        return render(rng.choice([day for day in range(1, 29) if day != number.value]), like=number)
    if kind == "magnitude":
        return _scaled(number, rng)
    return _digit(number, rng) if kind == "digit" else _invented(number, rng)


def _swapped(number: Number, pair: Pair, rng: random.Random) -> str | None:
    """Return another number of the source, of the same kind and unit and not much larger or smaller."""
    others = {
        n.value
        for n in extract(pair.source)
        if n.kind == number.kind
        and (n.unit and n.unit.symbol) == (number.unit and number.unit.symbol)
        and n.value > 0
        and 0.02 < n.value / number.value < 50
    } - {number.value}
    return render(rng.choice(sorted(others)), like=number) if others else None


def _scaled(number: Number, rng: random.Random) -> str | None:
    if number.kind == "ordinal" or (number.value < 3 and not number.value % 1):
        return None
    for word, other in (("million", "billion"), ("billion", "million"), ("bn", "m")):
        if re.search(rf"\b{word}\b", number.text) and rng.random() < 0.6:
            return re.sub(rf"\b{word}\b", other, number.text)
    factor = Decimal(10) if rng.random() < 0.5 else Decimal("0.1")
    return render(Decimal(repr(number.value)) * factor, like=number)


def _invented(number: Number, rng: random.Random) -> str | None:
    """Return a plausible other value, as round as the number is."""
    value = number.value
    changed = value * rng.choice(_FACTORS)
    if value < 20 and not value % 1:
        changed = max(2, value + rng.choice((-3, -2, -1, 1, 2, 3, 4)))
    exponent = int(number.decimal.as_tuple().exponent) if number.decimal % 1 else 0
    step = Decimal(1).scaleb(exponent)
    rounded = max(step, (Decimal(repr(changed)) / step).to_integral_value() * step)
    digits = len(str(int(rounded)))
    if digits > 2 and not number.decimal % 1 and not int(value) % 10:
        rounded = Decimal(int(round(float(rounded), 2 - digits)))
    return render(rounded, like=number)


def _digit(number: Number, rng: random.Random) -> str | None:
    places = [i for i, character in enumerate(number.text) if character.isdigit()]
    if not places:
        return render(max(2, number.value + rng.choice((-2, -1, 1, 2))), like=number)
    i = rng.choice(places)
    first = i == places[0] and len(places) > 1
    digits = [d for d in "0123456789" if d != number.text[i] and not (first and d == "0")]
    return number.text[:i] + rng.choice(digits) + number.text[i + 1 :]


def altered(pairs: list[Pair], seed: int = 0) -> list[Pair]:
    """Plant one error in each draft, the kinds in turn."""
    rng = random.Random(seed)
    result = []
    for i, pair in enumerate(pairs):
        for j in range(len(KINDS)):
            planted = plant(pair, rng, KINDS[(i + j) % len(KINDS)])
            if planted is not None:
                result.append(planted)
                break
    return result
