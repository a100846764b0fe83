"""The baseline of a project: findings that were accepted, and are not shown again."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from numerate.errors import InputError
from numerate.io.files import read_text, write_text
from numerate.report.finding import Finding, Fingerprint
from numerate.report.options import CheckOptions
from numerate.report.report import Report, Run

_Key = TypeVar("_Key")

_VERSION = 1
_ABOUT = "Findings of numerate check that were accepted. Written by: numerate check --write-baseline"
FORMER_RELATED = "beside"
"""The key of `Fingerprint.related` in baselines and reports written before it was renamed."""


@dataclass(frozen=True, order=True, slots=True)
class Accepted:
    """An accepted finding of a file, with the number of its occurrences."""

    file: str
    """Path relative to the baseline, with forward slashes."""
    fingerprint: Fingerprint
    count: int

    @classmethod
    def from_dict(cls, content: dict[str, Any]) -> Accepted:
        """Read an entry of a baseline."""
        if FORMER_RELATED in content:
            content = {"related": content[FORMER_RELATED], **content}
        fingerprint = Fingerprint(*(str(content[name]) for name in Fingerprint._fields))
        return cls(str(content["file"]), fingerprint, int(content["count"]))

    def to_dict(self) -> dict[str, Any]:
        """Return the entry as a baseline holds it."""
        return {"file": self.file, **self.fingerprint._asdict(), "count": self.count}


@dataclass(frozen=True)
class Baseline:
    """The accepted findings of a project."""

    path: Path
    """Its file; the files of its entries are relative to the folder of that."""
    accepted: tuple[Accepted, ...] = ()

    @classmethod
    def read(cls, path: Path) -> Baseline:
        """Read a baseline file."""
        try:
            content = json.loads(read_text(path))
        except FileNotFoundError:
            raise InputError(f"{path}: no such baseline; write it with --write-baseline") from None
        except OSError as error:
            raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None
        except (ValueError, RecursionError) as error:
            raise InputError(
                f"{path}: not a baseline: not JSON ({error}); write it with --write-baseline"
            ) from None
        try:
            version, entries = content["version"], content["accepted"]
            accepted = tuple(map(Accepted.from_dict, entries)) if version == _VERSION else ()
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(f"{path}: damaged ({error!r}); write it anew with --write-baseline") from None
        if version != _VERSION:
            raise InputError(f"{path}: has version {version}; this numerate reads version {_VERSION}")
        return cls(path, accepted)

    def write(self) -> None:
        """Write the file: sorted and one member a line, so that its changes can be read in a diff."""
        entries = [entry.to_dict() for entry in sorted(self.accepted)]
        content = {"about": _ABOUT, "version": _VERSION, "accepted": entries}
        write_text(self.path, json.dumps(content, indent=2, ensure_ascii=False) + "\n")

    def filter(self, run: Run, options: CheckOptions) -> Run:
        """Return a run without its accepted findings, and with the entries whose finding is gone.

        A finding may have moved to another file: it is matched to a surplus entry of a file that was checked
        or is gone. Entries of files that were neither checked nor are gone, and of rules that were not looked
        for, are never stale.
        """
        surplus = Counter({(entry.file, entry.fingerprint): entry.count for entry in self.accepted})
        checked = {self._name(report) for report in run.reports}
        reports = [self._new(report, surplus) for report in run.reports]
        movable = Counter[Fingerprint]()
        for (file, mark), count in surplus.items():
            if count and (file in checked or self._is_gone(file)):
                movable[mark] += count
        reports = [_not_moved(report, movable) for report in reports]
        stale = []
        for entry in self.accepted:
            mark = entry.fingerprint
            if options.looks_for(mark.rule) and (entry.file in checked or self._is_gone(entry.file)):
                count = min(surplus[entry.file, mark], movable[mark])
                movable[mark] -= count
                if count:
                    stale.append(replace(entry, count=count))
        before, after = (sum(len(report.findings) for report in group) for group in (run.reports, reports))
        return replace(run, reports=tuple(reports), accepted=before - after, stale=tuple(stale))

    def renewed(self, reports: Sequence[Report], options: CheckOptions) -> Baseline:
        """Accept every finding of some reports, and keep the entries of other files and rules."""
        names = {self._name(report) for report in reports}
        kept = [
            entry
            for entry in self.accepted
            if not (entry.file in names and options.looks_for(entry.fingerprint.rule))
            and not self._is_gone(entry.file)
        ]
        counts = Counter(
            (self._name(report), finding.fingerprint) for report in reports for finding in report.findings
        )
        added = (Accepted(file, mark, count) for (file, mark), count in counts.items())
        return replace(self, accepted=(*kept, *added))

    def accepting(self, report: Report, finding: Finding) -> Baseline:
        """Accept one more finding of a report."""
        counts = Counter({(entry.file, entry.fingerprint): entry.count for entry in self.accepted})
        counts[self._name(report), finding.fingerprint] += 1
        return replace(self, accepted=tuple(Accepted(*key, count) for key, count in counts.items()))

    def _new(self, report: Report, surplus: Counter[tuple[str, Fingerprint]]) -> Report:
        """Remove the findings that entries of the same file accept, and use these up."""
        name = self._name(report)
        findings = (f for f in report.findings if not _take(surplus, (name, f.fingerprint)))
        return replace(report, findings=tuple(findings))

    def _name(self, report: Report) -> str:
        path = report.document.path
        if path is None:
            return report.name
        folder, file = self.path.absolute().parent, path.absolute()
        return file.relative_to(folder).as_posix() if file.is_relative_to(folder) else file.as_posix()

    def _is_gone(self, file: str) -> bool:
        return not (self.path.parent / file).exists()


def _not_moved(report: Report, movable: Counter[Fingerprint]) -> Report:
    """Remove the findings that surplus entries of other files accept, and use these up."""
    findings = (f for f in report.findings if not _take(movable, f.fingerprint))
    return replace(report, findings=tuple(findings))


def _take(counter: Counter[_Key], key: _Key) -> bool:
    """Use up one of a counter, and return whether there was one."""
    if counter[key] <= 0:
        return False
    counter[key] -= 1
    return True


def total(entries: Iterable[Accepted]) -> int:
    """Return the number of findings that entries accept."""
    return sum(entry.count for entry in entries)
