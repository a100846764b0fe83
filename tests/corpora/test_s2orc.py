from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from numerate.corpora.s2orc import FieldSelection, fields_of_study, is_s2orc, paper_text

OLD = {
    "paper_id": "77",
    "_pdf_hash": "x",
    "abstract": [],
    "body_text": [
        {
            "section": "Introduction",
            "text": "Dogs are happier than cats [13, 15] by 4 points.",
            "cite_spans": [{"start": 27, "end": 30, "text": "[13"}, {"start": 32, "end": 35, "text": "15]"}],
            "ref_spans": [],
        },
        {"section": "Methods", "text": "We asked 120 dogs.", "cite_spans": [], "ref_spans": []},
    ],
}
TEXT = "A title\n\nWe saw 12 birds (Lee 2011) in May.\n\nAll 12 left. References 1. Lee"


def later(**annotations: Any) -> dict[str, Any]:
    return {"corpusid": 5, "content": {"text": TEXT, "annotations": annotations}}


def span(part: str) -> dict[str, Any]:
    start = TEXT.index(part)
    return {"start": start, "end": start + len(part), "attributes": {"ref_id": "b1"}}


def test_papers_of_the_2020_release_lose_their_citations() -> None:
    assert is_s2orc(OLD)
    assert paper_text(OLD) == "Dogs are happier than cats  by 4 points.\n\nWe asked 120 dogs."


def test_papers_of_later_releases_are_paragraphs_without_citations() -> None:
    paragraphs = json.dumps([span("We saw 12 birds (Lee 2011) in May."), span("All 12 left.")])
    paper = later(paragraph=paragraphs, bibref=json.dumps([span("(Lee 2011)")]), figureref=None)
    assert is_s2orc(paper)
    assert paper_text(paper) == "We saw 12 birds  in May.\n\nAll 12 left."


def test_a_paper_without_paragraphs_is_its_whole_text() -> None:
    assert paper_text(later(paragraph=None)) == TEXT


def test_offsets_of_annotations_may_be_strings() -> None:
    assert paper_text(later(paragraph='[{"start": "0", "end": "7"}]')) == "A title"


def test_other_records_are_not_papers() -> None:
    assert not is_s2orc({"text": "plain"})
    assert not is_s2orc({"content": "plain"})


@pytest.mark.parametrize(
    ("row", "fields"),
    [
        ({"mag_field_of_study": ["Medicine", "Biology"]}, {"medicine", "biology"}),
        ({"mag_field_of_study": None}, set()),
        ({"s2fieldsofstudy": [{"category": "Physics", "source": "external"}]}, {"physics"}),
        ({"field": "economics"}, {"economics"}),
        ({"text": "none"}, None),
    ],
)
def test_fields_of_study_are_read_from_any_known_column(row: dict[str, Any], fields: set[str] | None) -> None:
    assert fields_of_study(row) == fields


def test_a_selection_matches_papers_with_the_metadata(tmp_path: Path) -> None:
    papers = [
        {"paper_id": "77", "mag_field_of_study": ["Medicine"]},
        {"paper_id": "78", "mag_field_of_study": ["Art"]},
        {"paper_id": "79", "mag_field_of_study": None},
    ]
    lines = "".join(json.dumps(paper) + "\n" for paper in papers) + "{broken\n"
    (tmp_path / "metadata_0.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    selection = FieldSelection(tmp_path, ["medicine", "Physics"], 1 << 20)
    assert [{"paper_id": str(i)} in selection for i in (76, 77, 78, 79)] == [False, True, False, False]
    assert OLD in selection
    assert {"paper_id": "7\ud800"} not in selection  # half a pair, which JSON can hold and UTF-8 cannot


@pytest.mark.parametrize(
    "spans",
    [
        pytest.param("[" * 100_000, id="deep"),
        '[{"start": 0, "end": 1e999}]',
        '[{"start": "x", "end": 1}]',
    ],
)
def test_absurd_annotations_are_an_error_of_their_paper(spans: str) -> None:
    with pytest.raises(ValueError, match=r"annotation|int\(\)"):
        paper_text(later(paragraph=spans))
