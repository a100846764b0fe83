"""GitLab's code quality report, which merge requests show: one object per finding.

The format has no place for a summary; `numerate check` prints it on standard error.
"""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from pathlib import PurePath
from typing import Any

from numerate.report.finding import Finding
from numerate.report.outputs import PLAIN, Layout
from numerate.report.report import Run

_SEVERITIES = {"error": "major", "warning": "minor"}


def to_gitlab(run: Run, _: Layout = PLAIN) -> str:
    """Write an array; a document that cannot be read is a blocker."""
    seen: Counter[str] = Counter()
    issues = [_issue(report.name, finding, seen) for report in run.reports for finding in report.findings]
    issues += [
        {
            "description": f"numerate cannot read this: {error.problem}",
            "check_name": "unreadable",
            "fingerprint": _digest(f"{error.name}\0{error.problem}"),
            "severity": "blocker",
            "location": {"path": PurePath(error.name).as_posix(), "lines": {"begin": 1}},
        }
        for error in run.problems
    ]
    return json.dumps(issues, ensure_ascii=False, indent=1) + "\n"


def _issue(file: str, finding: Finding, seen: Counter[str]) -> dict[str, Any]:
    place = finding.place
    description = finding.message if finding.message.endswith(".") else f"{finding.message}."
    for suggestion in finding.suggestions[:1]:
        description += f" Perhaps {suggestion.text}: {suggestion.explanation}."
    for evidence in finding.evidence[:1]:
        description += f" Source: “{evidence.quote}” ({evidence.source}, {evidence.place.where})."
    has_lines = place.line is not None and place.page is None
    key = f"{PurePath(file).as_posix()}\0{finding.fingerprint.digest}"
    seen[key] += 1
    return {
        "description": description if has_lines else f"{place.where}: {description}",
        "check_name": finding.rule,
        # GitLab drops all but one of equal fingerprints.
        "fingerprint": _digest(f"{key}\0{seen[key]}"),
        "severity": _SEVERITIES.get(finding.level, "info"),
        "location": {
            "path": PurePath(file).as_posix(),
            "lines": {"begin": place.line if has_lines else 1},
        },
    }


def _digest(key: str) -> str:
    """Return the digest of a text, in which undecodable bytes of a file's name are lone surrogates."""
    return sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:32]
