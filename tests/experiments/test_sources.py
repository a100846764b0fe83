"""The sets of our own that numbers are traced in: edited summaries, and reports on games."""

from __future__ import annotations

import pytest
from experiments.sources.edited import FILES, edited
from experiments.sources.games import FORMATS, reports

from numerate.text import extract

HALVES = ("seen", "unseen", "generated")


@pytest.mark.parametrize(("name", "domains"), [("edited", 8), ("paraphrases", 8), ("further", 15)])
def test_an_edit_changes_one_number_of_a_summary(name: str, domains: int) -> None:
    groups = list(edited(name))
    assert len({pair.set for pair, _ in groups}) == domains
    for pair, edits in groups:
        assert "{" not in pair.draft
        for edit in edits:
            assert edit.altered
            start, end = edit.altered
            assert edit.draft[:start] == pair.draft[:start]
            assert pair.draft.endswith(edit.draft[end:])
            assert edit.draft != pair.draft


@pytest.mark.parametrize(
    ("name", "sources"), [("genres_closed", 20), ("closed_2", 24), ("closed_3", 24), ("extractive_2", 8)]
)
def test_no_source_that_was_run_once_was_used_before(name: str, sources: int) -> None:
    others = {pair.source for other in FILES if other != name for pair, _ in edited(other)}
    closed = {pair.source for pair, _ in edited(name)}
    assert len(closed) == sources
    assert not others & closed


@pytest.mark.parametrize("half", HALVES)
def test_figures_of_reports_are_where_they_are_said_to_be(half: str) -> None:
    generated = list(reports(half, len(FORMATS)))
    assert [form for form, _ in generated] == list(FORMATS)
    for _, report in generated:
        starts = {part.start for number in extract(report.text) for part in number.split()}
        known = [figure for figure in report.figures if figure.truth != "unknown"]
        assert len([figure for figure in known if figure.start in starts]) > 0.9 * len(known)
        assert {figure.truth for figure in report.figures} <= {"right", "wrong", "unknown"}
