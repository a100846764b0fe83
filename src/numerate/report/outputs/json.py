"""JSON for programs: one object. Within a version of the schema members are only ever added."""

from __future__ import annotations

import json
from dataclasses import asdict

import numerate
from numerate.report.baseline import FORMER_RELATED
from numerate.report.outputs import PLAIN, Layout
from numerate.report.report import Run

VERSION = 1


def to_json(run: Run, layout: Layout = PLAIN) -> str:
    """Write one object."""
    content = {
        "version": VERSION,
        "numerate": numerate.__version__,
        "counts": asdict(run.counts) | {"accepted": run.accepted},
        "summary": run.summary,
        "files": [report.to_dict(layout.numbers) for report in run.reports],
        "errors": [{"file": error.name, "message": error.problem} for error in run.problems],
        "left_out": list(run.left_out),
        "excluded": run.excluded,
        "stale": [{**entry.to_dict(), FORMER_RELATED: entry.fingerprint.related} for entry in run.stale],
    }
    return json.dumps(content, ensure_ascii=False, allow_nan=False, indent=1) + "\n"
