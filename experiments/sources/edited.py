"""Read summaries of our own writing, and what editors made of them: edited.md and paraphrases.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from experiments.sources.pairs import Pair

ROOT = Path(__file__).resolve().parents[2]
FILES = {
    "edited": ROOT / "benchmarks" / "sources" / "edited.md",
    "paraphrases": Path(__file__).with_name("paraphrases.md"),
}
_CHOICE = re.compile(r"\{([^{}]*)\}")
_KINDS = {"~": "swap", "^": "magnitude", "!": "direction"}
_MARK = re.compile(r"[~^!]")
_SEEN = {"edited": 6, "paraphrases": 3}
"""Sources of each domain that were used in development; the others were run once.

Of edited.md half of the sources were run once, in the session before; now all are used.
"""

Edited = tuple[Pair, list[Pair]]
"""A faithful summary, and those that an edit makes unfaithful."""


def edited(half: str, name: str = "paraphrases") -> Iterator[Edited]:
    """Yield each faithful summary with those that an edit makes unfaithful.

    half: "seen" or "unseen".
    name: the file, of `FILES`.
    """
    domain, source, count = "", "", 0
    for line in FILES[name].read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            domain, count = line[3:], 0
        elif line.startswith("S: "):
            source, count = line[3:], count + 1
        elif line.startswith("D: ") and (count <= _SEEN[name]) == (half == "seen"):
            yield _expand(domain, f"{name} {domain} {count}", source, line[3:])


def development() -> list[Edited]:
    """Return all summaries that may be used in development."""
    return [summary for name in FILES for summary in edited("seen", name)]


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
            edits.append(Pair(domain, name, source, write(words), (start, start + len(words[i])), kind))
    return Pair(domain, name, source, write(right)), edits
