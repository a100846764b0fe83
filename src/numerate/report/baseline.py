"""What makes a finding the same one tomorrow: not its line, but what it says and the words about it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from numerate.errors import InputError
from numerate.io.files import write_text
from numerate.report.context import sentence
from numerate.report.report import Finding, Report

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


_VERSION = 1
_ABOUT = "Findings of numerate check that were accepted. Made by: numerate check --write-baseline"


@dataclass(frozen=True, order=True, slots=True)
class Accepted:
    """One finding of a file, however often it is there."""

    file: str
    """Relative to the baseline, with forward slashes."""
    fingerprint: Fingerprint
    count: int


class Sifted(NamedTuple):
    """What a baseline leaves."""

    reports: tuple[Report, ...]
    """With only the findings that are new."""
    accepted: int
    stale: tuple[Accepted, ...]


_Key = tuple[str, Fingerprint]


@dataclass(frozen=True)
class Baseline:
    """The accepted findings of a project."""

    path: Path
    """Where it is kept; files are named from there."""
    accepted: tuple[Accepted, ...] = ()

    @classmethod
    def read(cls, path: Path) -> Baseline:
        """Read a baseline file."""
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise InputError(f"{path}: no such baseline; make it with --write-baseline") from None
        except OSError as error:
            raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None
        except ValueError as error:
            raise InputError(
                f"{path}: no baseline: not JSON ({error}); make it with --write-baseline"
            ) from None
        try:
            if content["version"] != _VERSION:
                raise InputError(
                    f"{path}: of version {content['version']}, which this numerate does not know"
                )
            return cls(path, tuple(map(_entry, content["accepted"])))
        except (KeyError, TypeError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(f"{path}: damaged ({error!r}); make it again with --write-baseline") from None

    def write(self) -> None:
        """Write it: sorted, one member a line, so that its changes can be read in a diff."""
        entries = [
            {"file": entry.file, **entry.fingerprint._asdict(), "count": entry.count}
            for entry in sorted(self.accepted)
        ]
        content = {"about": _ABOUT, "version": _VERSION, "accepted": entries}
        write_text(self.path, json.dumps(content, indent=2, ensure_ascii=False) + "\n")

    def sift(self, reports: Sequence[Report], looked_for: Callable[[str], bool]) -> Sifted:
        """Take accepted findings out of reports, and tell what is accepted but not there any more.

        A finding may have moved to another file: what its old one, checked too or gone, has no use for is
        taken for it. What is neither checked nor gone is left alone, and so are the rules that were not
        looked for.
        """
        left = Counter({(entry.file, entry.fingerprint): entry.count for entry in self.accepted})
        checked = {self._name(report) for report in reports}
        new = [self._without(report, left, moved=None) for report in reports]
        free = Counter[Fingerprint]()
        for (file, mark), count in left.items():
            if count and (file in checked or self._is_gone(file)):
                free[mark] += count
        found = [self._without(report, left, moved=free) for report in new]
        stale = []
        for entry in self.accepted:
            if looked_for(entry.fingerprint.rule) and (entry.file in checked or self._is_gone(entry.file)):
                count = min(left[entry.file, entry.fingerprint], free[entry.fingerprint])
                free[entry.fingerprint] -= count
                if count:
                    stale.append(replace(entry, count=count))
        taken = sum(len(report.findings) for report in reports) - sum(len(r.findings) for r in found)
        return Sifted(tuple(found), taken, tuple(stale))

    def renewed(self, reports: Sequence[Report], looked_for: Callable[[str], bool]) -> Baseline:
        """Accept every finding of these reports, and of other files and rules what was accepted before."""
        names = {self._name(report) for report in reports}
        kept = [
            entry
            for entry in self.accepted
            if not (entry.file in names and looked_for(entry.fingerprint.rule))
            and not self._is_gone(entry.file)
        ]
        counted = Counter(
            (self._name(report), fingerprint(report, finding))
            for report in reports
            for finding in report.findings
        )
        return replace(
            self, accepted=(*kept, *(Accepted(file, mark, count) for (file, mark), count in counted.items()))
        )

    def _without(self, report: Report, left: Counter[_Key], moved: Counter[Fingerprint] | None) -> Report:
        """Take from a report what is left of its own accepted findings, or of those that moved."""
        name = self._name(report)

        def is_new(finding: Finding) -> bool:
            mark = fingerprint(report, finding)
            if moved is None and left[name, mark] > 0:
                left[name, mark] -= 1
                return False
            if moved is not None and moved[mark] > 0:
                moved[mark] -= 1
                return False
            return True

        return replace(report, findings=tuple(filter(is_new, report.findings)))

    def _name(self, report: Report) -> str:
        path = report.document.path if report.document else None
        if path is None:
            return report.name
        folder, file = self.path.absolute().parent, path.absolute()
        return file.relative_to(folder).as_posix() if file.is_relative_to(folder) else file.as_posix()

    def _is_gone(self, file: str) -> bool:
        return not (self.path.parent / file).exists()


def _entry(content: dict[str, Any]) -> Accepted:
    mark = Fingerprint(*(str(content[name]) for name in Fingerprint._fields))
    return Accepted(str(content["file"]), mark, int(content["count"]))


def total(accepted: Iterable[Accepted]) -> int:
    """How many findings these are."""
    return sum(entry.count for entry in accepted)
