"""Read summaries of our own writing, and what editors made of them: the files of `FILES`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from experiments.sources.pairs import Pair
from numerate.text import extract

ROOT = Path(__file__).resolve().parents[2]
FILES = {
    "edited": ROOT / "benchmarks" / "sources" / "edited.md",
    "paraphrases": Path(__file__).with_name("paraphrases.md"),
    "further": Path(__file__).with_name("further.md"),
    "genres": Path(__file__).with_name("genres.md"),
    "genres_closed": Path(__file__).with_name("genres_closed.md"),
    "closed_2": Path(__file__).with_name("closed_2.md"),
    "closed_3": Path(__file__).with_name("closed_3.md"),
    "closed_4": Path(__file__).with_name("closed_4.md"),
    "closed_5": Path(__file__).with_name("closed_5.md"),
    "closed_6": Path(__file__).with_name("closed_6.md"),
    "closed_7": Path(__file__).with_name("closed_7.md"),
    "extractive": Path(__file__).with_name("extractive.md"),
    "extractive_2": Path(__file__).with_name("extractive_2.md"),
}
"""genres_closed.md, closed_2.md, closed_3.md and closed_4.md were run once before they were read.

closed_2.md was written by somebody who had seen nothing else of this. It was copied here and run once, on
2026-11-18 at 18:04 UTC, at f4fb05a (benchmarks/sources/closed_2.json). Nothing was mended on it.
closed_3.md is by a writer who had seen the format of closed_2.md and nothing else; it was run on 2026-11-19,
05:38 UTC, at 1ff33d82 (benchmarks/sources/closed_3.json), and read after that.
closed_4.md is by a writer who had seen nothing and was asked for edits such as those of public sets. It
was run on 2026-11-19, 16:33 UTC, at 45a49586 (benchmarks/sources/closed_4.json), and read after that.
closed_5.md is by another such writer; it was run on 2026-11-19, 18:57 UTC, at 28682f6d
(benchmarks/sources/closed_5.json), read after that, and fitted with from 23:00 UTC on.
closed_6.md is by another writer; a tenth of its right numbers have to be computed. It was run on 2026-11-19,
22:00 UTC, at 7691b9a9 (benchmarks/sources/closed_6.json), read after that, and fitted with from 23:00 UTC on.
closed_7.md is by a writer who had seen nothing, and was asked for a set like public ones; it was run
on 2026-11-19, 23:48 UTC, at 39a22da9 (benchmarks/sources/closed_7.json), and has not been read.
extractive.md and extractive_2.md are by the developer: summaries that keep the wording of their sources, most
of whose edits give a value that the source does not have. extractive_2.md was written before the weights were
fitted with it, and run once on 2026-11-19 at 15:11 UTC.
"""
UNREAD = frozenset(("closed_7",))
"""What nothing is fitted or calibrated with; a set is put here until it has been run and read."""
_CHOICE = re.compile(r"\{([^{}]*)\}")
_KINDS = {"~": "swap", "^": "magnitude", "#": "digit", "@": "period", "!": "direction"}
_MARK = re.compile(r"[~^#@!]")
Edited = tuple[Pair, list[Pair]]
"""A faithful summary, and those that an edit makes unfaithful."""


def edited(name: str) -> Iterator[Edited]:
    """Yield each faithful summary of a file of `FILES` with those that an edit makes unfaithful."""
    domain, lines, count = "", list[str](), 0
    for line in FILES[name].read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            domain, count = line[3:], 0
        elif line.startswith("S: "):
            lines, count = [line[3:]], count + 1
        elif line.startswith("D: "):
            yield _expand(domain, f"{name} {domain} {count}", "\n".join(lines), line[3:])
        elif line:
            # A further line of the source, such as a turn of a dialogue.
            lines.append(line)


def _expand(domain: str, name: str, source: str, template: str) -> Edited:
    choices = [match[1].split("|") for match in _CHOICE.finditer(template)]
    between = _CHOICE.split(template)[::2]

    def write(written: list[str]) -> str:
        return "".join(a + b for a, b in zip(between, [*written, ""], strict=True))

    right = [options[0] for options in choices]
    edits = []
    for i, (_, *others) in enumerate(choices):
        for other in others:
            words = [*right[:i], _MARK.sub("", other), *right[i + 1 :]]
            start = sum(map(len, between[: i + 1])) + sum(map(len, words[:i]))
            mark = _MARK.search(other)
            kind = _KINDS[mark[0]] if mark else "invented"
            draft, end = write(words), start + len(words[i])
            if kind == "direction":
                # The number that a word of direction is about stands in it or follows.
                end = max(end, next((number.end for number in extract(draft) if number.end > start), end))
            edits.append(Pair(domain, name, source, draft, (start, end), kind))
    return Pair(domain, name, source, write(right)), edits
