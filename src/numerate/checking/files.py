"""Check the documents that file names, folders, patterns and addresses stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from numerate.checking.check import check_document
from numerate.checking.score import ScoredNumbers, score_document
from numerate.documents import Document, DocumentError, find, is_address, read
from numerate.errors import InputError
from numerate.io.streams import standard_input
from numerate.model import Predictor, load
from numerate.report.options import RunOptions
from numerate.report.report import Report, Run

if TYPE_CHECKING:
    from numerate.consistency.sources.index import SourceIndex

_LAST_PART = 0.9
"""Share of a document after which no bar appears: most are done in one part."""


def check_files(
    names: Sequence[str],
    options: RunOptions,
    *,
    device: str = "cpu",
    stdin_name: str = "standard input",
    against: Sequence[str] = (),
    on_problem: Callable[[DocumentError], None] = lambda problem: None,
    on_progress: Callable[[float, int], None] = lambda done, total: None,
) -> Run:
    """Check the documents that file names, folders, patterns and addresses stand for; "-" is standard input.

    against: file names, folders and patterns of the sources that the numbers must follow from.
    on_problem: called with each document that cannot be read; the others are checked.
    on_progress: called with the number of documents done, and the number of all. A long document counts by
        the share of it that is done.
    """
    left_out: list[str] = []
    index = _read_index(names, against, left_out) if against else None
    model = load(options.model, device=device) if options.needs_model else None
    addresses = [name for name in names if is_address(name)]
    discovery = find(name for name in names if name != "-" and name not in addresses)
    files = [file for file in discovery.files if not options.exclude or not options.excludes(file)]
    sources: list[Path | str | None] = [*([None] if "-" in names else []), *files, *addresses]
    if options.together and len(sources) < 2:
        raise InputError("--together: compares documents with each other; give at least two")
    problems = list(discovery.problems)
    for problem in problems:
        on_problem(problem)
    reports: list[Report] = []
    for done, source in enumerate(sources):
        if len(sources) > 1:
            on_progress(done, len(sources))
        try:
            document = _read(source, stdin_name)
            scored = _scored(document, model, partial(_report_part, on_progress, done, len(sources)))
            reports.append(check_document(document, model, options, scored=scored, sources=index))
        except DocumentError as problem:
            problems.append(problem)
            on_problem(problem)
    if len(sources) > 1:
        on_progress(len(sources), len(sources))
    if options.together and options.looks_for("repeated"):
        from numerate.checking.together import compare_reports

        reports = list(compare_reports(reports))
    return Run(
        tuple(reports),
        tuple(problems),
        excluded=len(discovery.files) - len(files),
        left_out=(*map(str, discovery.left_out), *left_out),
    )


def _read_index(names: Sequence[str], against: Sequence[str], left_out: list[str]) -> SourceIndex:
    """Read the sources first: without one of them, every number that it has would seem wrong."""
    from numerate.checking.against import read_sources, with_text
    from numerate.consistency.sources.tracing import index_sources

    if "-" in names and "-" in against:
        raise InputError("-: standard input is either checked or a source; give one of them as a file")
    return index_sources(with_text(read_sources(against, left_out)))


def _read(source: Path | str | None, stdin_name: str) -> Document:
    """Read a file, what is at an address, or standard input."""
    if isinstance(source, str):
        from numerate.documents.fetching import fetch

        return fetch(source)
    return read(source) if source else read(standard_input(), name=stdin_name)


def _scored(
    document: Document, model: Predictor | None, on_part: Callable[[float], None]
) -> Iterator[ScoredNumbers] | None:
    """Score a document; call `on_part` with the share that is done after each part of a long one."""
    if model is None:
        return None

    def parts() -> Iterator[ScoredNumbers]:
        for part in score_document(document, model):
            yield part
            if part.numbers:
                on_part(part.numbers[-1].end / len(document.text))

    return parts()


def _report_part(on_progress: Callable[[float, int], None], done: int, total: int, share: float) -> None:
    if share < 1 and (total > 1 or share < _LAST_PART):
        on_progress(done + share, total)
