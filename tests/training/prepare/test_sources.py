from __future__ import annotations

import gzip
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from numerate.errors import InputError
from numerate.training.prepare.sources import SkippedRecord, SourceCorpus, SourceDocument, SourceOptions


def kaggle(folder: Path) -> Path:
    """Write files in the layout of us-financial-news-articles: a folder a month, a JSON file an article."""
    for month in ("2018_01", "2018_02"):
        (folder / month).mkdir(parents=True)
        for i in range(3):
            article = {
                "title": "T",
                "text": f"Article {i} of {month}.",
                "published": f"2018-01-2{i}T22:20:00.000+02:00",
            }
            (folder / month / f"news_000{i}.json").write_text(json.dumps(article | {"thread": {"uuid": "x"}}))
    return folder


def test_a_folder_of_json_articles_is_read_with_dates(tmp_path: Path) -> None:
    corpus = SourceCorpus((kaggle(tmp_path / "news"),), SourceOptions(date_column="published"))
    documents = [entry.content for entry in corpus.entries()]
    assert [document.text for document in documents if isinstance(document, SourceDocument)][
        3
    ] == "Article 0 of 2018_02."
    assert documents[0].where == "news/2018_01/news_0000.json:1"
    assert isinstance(documents[1], SourceDocument)
    assert documents[1].date == "2018-01-21T22:20:00.000+02:00"


def test_s2orc_filtered_by_field_with_its_metadata_apart(tmp_path: Path) -> None:
    papers, metadata = tmp_path / "pdf_parses", tmp_path / "metadata"
    papers.mkdir()
    metadata.mkdir()
    body = [{"text": "We weighed 12 mice.", "cite_spans": []}]
    rows = [{"paper_id": str(i), "body_text": body if i else []} for i in range(4)]
    fields = [
        {"paper_id": str(i), "mag_field_of_study": ["Medicine"] if i != 2 else ["Art"]} for i in range(4)
    ]
    (papers / "pdf_parses_0.jsonl.gz").write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))
    (metadata / "metadata_0.jsonl.gz").write_bytes(gzip.compress("\n".join(map(json.dumps, fields)).encode()))
    with pytest.raises(InputError, match="--metadata"):
        SourceCorpus((papers,), SourceOptions(fields=("Medicine",)))
    corpus = SourceCorpus((papers,), SourceOptions(fields=("Medicine",), metadata=metadata))
    contents = [entry.content for entry in corpus.entries()]
    assert [c.reason if isinstance(c, SkippedRecord) else c.text for c in contents] == [
        "empty",
        "We weighed 12 mice.",
        "another field of study",
        "We weighed 12 mice.",
    ]


def test_reading_resumes_from_any_position(tmp_path: Path) -> None:
    lines, cut = tmp_path / "b.jsonl", tmp_path / "cut.jsonl.gz"
    lines.write_text('{"text": "one"}\nbroken\n{"text": ""}\n{"text": "two"}\n')
    cut.write_bytes(gzip.compress(b'{"text": "three"}\n' * 9000)[:-30])
    corpus = SourceCorpus((kaggle(tmp_path / "c"), cut, lines))
    entries = list(corpus.entries())
    assert [entry.next.document for entry in entries[:6]] == [1, 2, 3, 4, 5, 6]
    assert [entry.content.where for entry in entries if isinstance(entry.content, SkippedRecord)] == [
        "cut.jsonl.gz",
        "b.jsonl:2",
        "b.jsonl:3",
    ]
    assert entries[-1].consumed == corpus.size
    last = len(entries) - 1
    for i in [0, 1, 5, 6, 7, last - 6, last - 5, last - 4, last - 3, last - 2, last - 1, last]:
        assert list(corpus.entries(entries[i].next)) == entries[i + 1 :]


def test_skipped_records_have_a_reason(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    records = [
        '{"text": "fine"}',
        '{"other": 1}',
        '{"text": "  "}',
        '{"text": null}',
        '{"text": 5}',
        '{"text": "\\ud800"}',
    ]
    records += [
        json.dumps({"text": "x" * 200}),
        '{"body_text": [{"no": 1}]}',
        '{"content": {"annotations": 7, "text": "t"}}',
    ]
    path.write_text("\n".join(records))
    contents = [entry.content for entry in SourceCorpus((path,), SourceOptions(largest=150)).entries()]
    assert [c.reason for c in contents if isinstance(c, SkippedRecord)] == [
        "missing column",
        "empty",
        "empty",
        "broken JSON",
        "wrong encoding",
        "gigantic",
        "missing column",
        "broken JSON",
    ]


def test_an_unknown_column_is_an_error_before_any_work(tmp_path: Path) -> None:
    pq.write_table(pa.table({"text": ["a"], "when": ["2020-01-01"]}), tmp_path / "a.parquet")
    (tmp_path / "b.csv").write_text("text,when\na,2020-01-01\n")
    (tmp_path / "c.jsonl").write_text('broken\n{"text": "a", "when": "2020-01-01"}\n')
    for path in sorted(tmp_path.iterdir()):
        SourceCorpus((path,), SourceOptions(date_column="when"))
        with pytest.raises(InputError, match="--text-column") as raised:
            SourceCorpus((path,), SourceOptions(text_column="body"))
        assert str(path) in str(raised.value)
        assert "there are text, when" in str(raised.value)
        with pytest.raises(InputError, match="--date-column"):
            SourceCorpus((path,), SourceOptions(date_column="day"))


def test_plain_text_has_no_other_columns(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Some text.")
    for options in (
        SourceOptions(text_column="body"),
        SourceOptions(date_column="day"),
        SourceOptions(fields=("Art",)),
    ):
        with pytest.raises(InputError, match=r"a\.txt"):
            SourceCorpus((tmp_path,), options)


def test_the_fingerprint_of_a_source_follows_its_files(tmp_path: Path) -> None:
    folder = kaggle(tmp_path / "news")
    [before] = SourceCorpus((folder,)).describe()
    assert (before["files"], before["path"]) == (6, str(folder))
    (folder / "2018_02" / "news_0002.json").write_text('{"text": "another"}')
    [after] = SourceCorpus((folder,)).describe()
    assert before["fingerprint"] != after["fingerprint"]
