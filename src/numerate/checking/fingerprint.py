"""What makes a finding the same one tomorrow: not its line, but what it says and the words about it."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import NamedTuple

from numerate.checking.context import sentence
from numerate.checking.report import Finding, Report

_WORD = re.compile(r"[^\W\d_]+")
_WORDS = 5
"""Words on each side."""
_LONGEST = 400
"""Characters of a sentence that are searched for them."""


class Fingerprint(NamedTuple):
    """A finding by its content: unchanged when lines move, are wrapped anew or marked up."""

    rule: str
    number: str
    """Of a contradiction, the first."""
    beside: str
    """The others of a contradiction."""
    context: str
    """The words before and after, within the sentence; the number itself is #."""

    @property
    def digest(self) -> str:
        """The same, short, for programs to compare."""
        return sha256("\x1f".join(self).encode("utf-8", "backslashreplace")).hexdigest()[:32]


def fingerprint(report: Report, finding: Finding) -> Fingerprint:
    """Say what makes a finding itself.

    A contradiction is told from its first number on: with another model another of them may be to blame.
    """
    text = report.text
    (start, end), *others = sorted([(finding.start, finding.end), *finding.related])
    around = sentence(report, start, end, _LONGEST)
    before = _words(text[around.start : start])[-_WORDS:]
    after = _words(text[end : around.end])[:_WORDS]
    beside = sorted(_plain(text[slice(*other)]) for other in others)
    context = " ".join([*before, "#", *after])
    return Fingerprint(finding.rule, _plain(text[start:end]), "; ".join(beside), context)


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _plain(written: str) -> str:
    return " ".join(written.split())
