from __future__ import annotations

import gzip
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numerate.corpora.files import find_files, open_stream
from numerate.corpora.rows import END_ROW, RowLimits, column_names, read_rows, read_span
from numerate.documents import OBJECT, read
from tests.corpora.conftest import BUCKET_LINES, BUCKET_RECORDS

LARGEST = 1000
RECORDS = [{"text": f"text {i}, with a comma,\nand a second line", "n": str(i)} for i in range(150)]


def rows(path: Path, start: int = 0) -> list[tuple[int, Any]]:
    [file] = find_files(path).files
    return [(row.number, row.content) for row in read_rows(file, start, RowLimits(LARGEST))]


def write(path: Path, records: list[dict[str, str]]) -> Path:
    if path.suffix == ".parquet":
        pq.write_table(pa.Table.from_pylist(records), path, row_group_size=40)
    elif path.suffix == ".csv":
        lines = [
            ",".join(records[0]),
            *(",".join(f'"{cell}"' for cell in record.values()) for record in records),
        ]
        path.write_text("\n".join(lines) + "\n")
    elif path.suffix == ".json":
        path.write_text(json.dumps(records, indent=1))
    else:
        path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv", "a.parquet"])
@pytest.mark.parametrize("start", [0, 1, 39, 40, 41, 149, 150])
def test_reading_can_start_at_any_record(tmp_path: Path, name: str, start: int) -> None:
    path = write(tmp_path / name, RECORDS)
    assert rows(path, start) == list(enumerate(RECORDS))[start:]


def test_a_json_file_has_an_object_an_array_or_lines(tmp_path: Path) -> None:
    records = RECORDS[:3]
    array = tmp_path / "array.json"
    array.write_text(json.dumps(records, indent=1))
    assert rows(array) == list(enumerate(records))
    assert rows(array, 2) == [(2, records[2])]
    lines = tmp_path / "lines.json"
    lines.write_text("\n".join(map(json.dumps, records)))
    assert rows(lines) == list(enumerate(records))
    single = tmp_path / "one.json"
    single.write_text(json.dumps(records[0], indent=2))
    assert rows(single) == [(0, records[0])]


def test_bad_lines_do_not_affect_others(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    good = json.dumps({"text": "good"}).encode()
    huge = json.dumps({"text": "x" * 3000}).encode()
    path.write_bytes(
        b"\n".join([good, b"{broken", b"", b"[1, 2]", b'{"text": "\xff"}', huge, b"[" * 900, good])
    )
    assert rows(path) == [
        (0, {"text": "good"}),
        (1, "broken JSON"),
        (3, "broken JSON"),
        (4, "wrong encoding"),
        (5, "gigantic"),
        (6, "broken JSON"),
        (7, {"text": "good"}),
    ]


def test_bad_rows_of_a_table_do_not_affect_others(tmp_path: Path) -> None:
    path = tmp_path / "bad.csv"
    path.write_bytes(b"text,n\ngood,1\n" + b"x" * 3000 + b",2\nshort\n\xff\xfe,3\ngood,4\n")
    contents = [content for _, content in rows(path)]
    assert contents[0] == {"text": "good", "n": "1"}
    assert contents[1] == "gigantic"
    assert contents[2] == {"text": "short"}
    assert contents[-1] == {"text": "good", "n": "4"}


def test_a_truncated_archive_yields_its_records_and_then_the_problem(tmp_path: Path) -> None:
    data = gzip.compress(
        b"".join(json.dumps({"text": f"line {i * i}"}).encode() + b"\n" for i in range(20_000))
    )
    path = tmp_path / "cut.jsonl.gz"
    path.write_bytes(data[: len(data) // 2])
    contents = [content for _, content in rows(path)]
    assert len(contents) > 100
    assert contents[-1] == "broken file"
    assert contents.count("broken file") == 1


def test_an_invalid_parquet_file_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "no.parquet"
    path.write_bytes(b"PAR1 not really")
    assert rows(path) == [(END_ROW, "broken file")]
    assert rows(path, END_ROW + 1) == []
    assert column_names(find_files(path).files[0]) is None


def test_a_document_is_one_record(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"\xef\xbb\xbfwith a mark")
    (tmp_path / "b.txt").write_bytes(b"\xff\xfe")
    (tmp_path / "c.txt").write_text("x" * 3000)
    (tmp_path / "d.md").write_text("# Title\n\nand *text*")
    (tmp_path / "e.html").write_text("<p>one<p>two")
    (tmp_path / "f.html").write_bytes(b"\0\1")
    assert [rows(path) for path in sorted(tmp_path.iterdir())] == [
        [(0, {"text": "with a mark"})],
        [(0, "wrong encoding")],
        [(0, "gigantic")],
        [(0, {"text": "Title\n\nand text"})],
        [(0, {"text": "one\n\ntwo"})],
        [(0, "could not be read")],
    ]


def test_only_the_selected_columns_are_read(tmp_path: Path) -> None:
    [file] = find_files(write(tmp_path / "a.parquet", RECORDS)).files
    first = next(read_rows(file, 0, RowLimits(LARGEST, frozenset(["n", "other"]))))
    assert first.content == {"n": "0"}


def test_column_names_are_known_without_reading_records(tmp_path: Path) -> None:
    for name, expected in [
        ("a.csv", ["text", "n"]),
        ("a.parquet", ["text", "n"]),
        ("a.jsonl", None),
        ("a.txt", ["text"]),
    ]:
        [file] = find_files(write(tmp_path / name, RECORDS)).files
        assert column_names(file) == expected


@settings(max_examples=60)
@given(
    data=st.binary(max_size=300),
    suffix=st.sampled_from([".jsonl", ".json", ".csv", ".parquet", ".html", ".jsonl.gz"]),
)
def test_no_bytes_raise(tmp_path_factory: pytest.TempPathFactory, data: bytes, suffix: str) -> None:
    path = tmp_path_factory.mktemp("bytes") / f"x{suffix}"
    path.write_bytes(data)
    for _, content in rows(path):
        assert isinstance(content, (dict, str))


@settings(max_examples=60)
@given(st.lists(st.integers(0, 40), max_size=12), st.lists(st.integers(0, 600), max_size=4), st.booleans())
def test_spans_split_a_file_anywhere_and_yield_each_record_once(
    tmp_path_factory: pytest.TempPathFactory, lengths: list[int], cuts: list[int], packed: bool
) -> None:
    # A length of 0 stands for a blank line, which is not a record.
    lines = [json.dumps({"text": "é" * length}) if length else "" for length in lengths]
    data = "\n".join(lines).encode()
    path = tmp_path_factory.mktemp("spans") / ("a.jsonl.gz" if packed else "a.jsonl")
    path.write_bytes(gzip.compress(data) if packed else data)
    [file] = find_files(path).files
    places = [0, *sorted(cuts), None]
    records = [
        row
        for first, stop in pairwise(places)
        for row in read_span(file, first or 0, stop, RowLimits(LARGEST))
    ]
    assert [row.content for row in records] == [json.loads(line) for line in lines if line]
    for row in records:
        assert data[row.number :].startswith(json.dumps(row.content).encode())


def test_a_span_ends_with_the_problem_of_a_truncated_file(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    noise = [{"text": f"{i * 7919 % 1009} {i * 104729 % 9973}"} for i in range(9000)]
    path.write_bytes(gzip.compress("".join(json.dumps(record) + "\n" for record in noise).encode())[:-9000])
    [file] = find_files(path).files
    *good, last = read_span(file, 0, None, RowLimits(LARGEST))
    assert [row.content for row in good] == noise[: len(good)]
    assert good
    assert isinstance(last.content, str)
    assert last.content.startswith("broken file")
    path.unlink()
    with pytest.raises(FileNotFoundError):
        list(read_span(file, 0, None, RowLimits(LARGEST)))


@pytest.mark.parametrize(
    ("name", "source", "text"),
    [
        ("a.html", "It is 10<sup>6</sup>, or H<sub>2</sub>O.", "It is 10⁶, or H₂O."),
        ("a.html", "<p>Seen<p hidden>5</p><div style='display:none'>6</div><script>7</script>", "Seen"),
        (
            "a.html",
            "<p>Set <code>x = 5</code> &amp; wait <b>6</b>%</p><pre>7</pre>",
            f"Set {OBJECT} & wait 6%",
        ),
        ("a.html", "<table><tr><td>3<td>4</table><ul><li>5<li>6</ul>", "3\n\n4\n\n5\n\n6"),
        ("a.md", "It is 10<sup>6</sup>.", "It is 10⁶."),
        ("a.md", "Set `x = 5` and [wait](http://a.b/6) *7*.", f"Set {OBJECT} and wait 7."),
        ("a.md", "---\ndate: 5\n---\n\n# Up\n\n```\n6\n```\n\n<div hidden>7</div>\n\nEnd.", "Up\n\nEnd."),
    ],
)
def test_markup_is_read_as_when_a_document_is_checked(
    tmp_path: Path, name: str, source: str, text: str
) -> None:
    path = tmp_path / name
    path.write_text(source)
    assert rows(path) == [(0, {"text": text})]
    assert read(path).text == text


def test_a_url_yields_the_same_records_as_a_file(bucket: str, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(BUCKET_LINES)
    urls = [*find_files(bucket).files, *find_files(f"file://{tmp_path}/a.jsonl").files]
    assert len(urls) == 4
    for file in urls:
        assert [row.content for row in read_rows(file, 3, RowLimits(1000))] == BUCKET_RECORDS[3:], file.path
        assert [row.content for row in read_span(file, 0, None, RowLimits(1000))] == BUCKET_RECORDS
    assert column_names(urls[2]) == ["text", "id"]
    with open_stream(urls[1]).content as content:
        assert content.read() == BUCKET_LINES
