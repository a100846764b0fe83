"""Read benchmarks/sources/edited.md: summaries of our own writing, and what editors made of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from experiments.sources.pairs import Pair

FILE = Path(__file__).resolve().parents[2] / "benchmarks" / "sources" / "edited.md"
_CHOICE = re.compile(r"\{([^{}]*)\}")
_SEEN = 3
"""Sources of each domain that were used in development; the others were run once."""


def edited(half: str) -> Iterator[tuple[Pair, list[Pair]]]:
    """Yield each faithful summary with those that an edit makes unfaithful: kind `invented` or `swap`.

    half: "seen" or "unseen".
    """
    domain, source, count = "", "", 0
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            domain, count = line[3:], 0
        elif line.startswith("S: "):
            source, count = line[3:], count + 1
        elif line.startswith("D: ") and (count <= _SEEN) == (half == "seen"):
            yield _expand(domain, f"{domain} {count}", source, line[3:])


def _expand(domain: str, name: str, source: str, template: str) -> tuple[Pair, list[Pair]]:
    choices = [match[1].split("|") for match in _CHOICE.finditer(template)]
    between = _CHOICE.split(template)[::2]

    def write(written: list[str]) -> str:
        return "".join(a + b for a, b in zip(between, [*written, ""], strict=True))

    right = [options[0] for options in choices]
    edits = []
    for i, (_, *others) in enumerate(choices):
        for other in others:
            words = [*right[:i], other.removeprefix("~"), *right[i + 1 :]]
            start = len(write(words[:i] + [""] * (len(words) - i))) - sum(map(len, between[i + 1 :]))
            span = start, start + len(words[i])
            kind = "swap" if other.startswith("~") else "invented"
            edits.append(Pair(domain, name, source, write(words), span, kind))
    return Pair(domain, name, source, write(right)), edits
