from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from numerate.checking.check import check_document
from numerate.checking.model import Model, load
from numerate.documents import Document, read
from numerate.lsp.incremental import CachingNetwork, check_changed
from numerate.report.options import CheckOptions
from tests.models.make_tiny import TINY

OPTIONS = CheckOptions(unlikely=False)
PARAGRAPHS = st.lists(
    st.sampled_from(
        [
            "A total of 4,520 people: 2,480 in Europe, 1,120 in Asia and 650 in the Americas.",
            "We met on 31 June.",
            "# Staff",
            "Nobody came in 2019.",
            "It grew 12% to 112 from 100.",
            "<!-- numerate: ignore -->",
        ]
    ),
    max_size=6,
)


def document(paragraphs: list[str]) -> Document:
    return read("\n\n".join(paragraphs).encode(), format="markdown")


def spans(report: object) -> list[tuple[int, int, str]]:
    return sorted((f.start, f.end, f.rule) for f in report.findings)


@given(PARAGRAPHS, PARAGRAPHS)
def test_changed_paragraphs_give_the_findings_of_a_whole_check(before: list[str], after: list[str]) -> None:
    old, new = document(before), document(after)
    report = check_changed(check_document(old, None, OPTIONS), new, None, OPTIONS)
    whole = check_document(new, None, OPTIONS)
    assert spans(report) == spans(whole)
    assert [(c.start, c.end, c.value) for c in report.numbers] == [
        (c.start, c.end, c.value) for c in whole.numbers
    ]
    assert all(new.text[c.start : c.end] == c.text for c in report.numbers)
    assert all(finding.document is new for finding in report.findings)


def counting(model: Model) -> list[int]:
    """Count the windows that the backend runs."""
    sizes: list[int] = []
    run = model.network.backend.run

    def counted(outputs: object, feeds: dict[str, np.ndarray]) -> object:
        sizes.append(len(feeds["ids"]))
        return run(outputs, feeds)

    model.network.backend.run = counted
    return sizes


def test_only_new_windows_are_run() -> None:
    model = load(TINY)
    text = "\n\n".join(f"The group of {n} ships sold {n + 7} of them for {n * 3} dollars." for n in range(40))
    plain = model.judge(text).distributions.median
    model.network = CachingNetwork(model)
    sizes = counting(model)
    assert np.allclose(model.judge(text).distributions.median, plain)
    total = sum(sizes)
    assert total > 3
    sizes.clear()
    assert np.allclose(model.judge(text).distributions.median, plain)
    assert sizes == []
    model.judge(text.replace("sold 46", "sold 47"))
    assert 0 < sum(sizes) < total


def test_a_document_without_numbers_needs_no_window() -> None:
    model = load(TINY)
    model.network = CachingNetwork(model)
    assert model.check("No number here.").numbers == ()
