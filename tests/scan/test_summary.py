from __future__ import annotations

import json
from pathlib import Path

import pytest

from numerate.errors import InputError
from numerate.scan.job import scan
from numerate.scan.options import ScanOptions
from numerate.scan.summary import NO_SECTION, plot, section_name, summarise, to_markdown

OPTIONS = ScanOptions(unlikely=False, source_column="site", partition_bytes=300)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("scan")
    rows = [
        {"site": "north | 1", "text": "Sales rose 12% to $56 million from $45 million."},
        {"site": "north | 1", "text": "We met on 31 June."},
        {"site": "$outh", "text": "We met on 30 June and 31 April."},
        {"site": "west"},
    ]
    (folder / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (folder / "docs").mkdir()
    table = "| Town | Code |\n|---|---|\n| Ayr | x5 |\n"
    (folder / "docs/a.md").write_text(f"# A trial\n\n## 2. Results\n\nWe met on 31 June. `x = 5`\n\n{table}")
    (folder / "docs/c.txt").write_bytes(b"The caf\xe9 is old.")
    (folder / "docs/d.xyz").write_text("5")
    (folder / "docs/b.rst").write_text("Trial\n=====\n\nRESULTS\n-------\n\nWe met on 31 June.\n")
    scan([str(folder / "a.jsonl"), str(folder / "docs")], folder / "out", OPTIONS, workers=1)
    return folder


def test_counts_by_source_kind_rule_and_section(folder: Path) -> None:
    summary = summarise(folder / "out")
    total = summary.total()
    assert (total.documents, total.numbers, total.findings) == (7, 8, 5)
    assert {row.name: row[1:] for row in summary.by_source()} == {
        "north | 1": (2, 4, 2),
        "$outh": (1, 2, 1),
        "west": (1, 0, 0),
        str(folder / "docs"): (3, 2, 2),
    }
    assert summary.rules == {"date": 4, "change": 1}
    kinds = {row.name: (row.numbers, row.findings) for row in summary.by_kind()}
    assert (kinds.pop("percent"), kinds.pop("money")) == ((1, 1), (2, 0))
    assert [sum(column) for column in zip(*kinds.values(), strict=True)] == [5, 4]  # the days
    assert summary.sections == {"results": 2, NO_SECTION: 3}
    assert summary.not_judged == {"no model was used": 8}
    assert summary.errors == {'no column "text"': 1}
    assert (summary.unread, summary.tables, summary.recalculated) == ({"code": 1}, 1, 0)
    assert (summary.assumed, summary.left_out) == (1, 1)
    assert summary.complete
    assert json.loads(json.dumps(summary.to_dict()))["findings"] == 5


def test_the_summary_is_written_as_tables_and_as_a_chart(folder: Path, tmp_path: Path) -> None:
    summary = summarise(folder / "out")
    markdown = to_markdown(summary)
    assert markdown.startswith(
        "5 findings among 8 numbers of 7 documents; 8 numbers (100.0%) not judged; 1 document could"
    )
    assert "| north \\| 1 | 2 | 4 | 2 | 500.0 |" in markdown
    assert "| results | 2 |" in markdown
    plot(summary, tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_a_folder_without_a_scan_and_one_that_is_not_finished(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no scan here"):
        summarise(tmp_path)
    for damaged in ("[]", "[" * 100_000):
        (tmp_path / "manifest.json").write_text(damaged)
        with pytest.raises(InputError, match="no scan here"):
            summarise(tmp_path)
    (tmp_path / "manifest.json").write_text('{"complete": false}')
    assert "0 findings among 0 numbers of 0 documents" in to_markdown(summarise(tmp_path))
    assert "The scan is not finished." in to_markdown(summarise(tmp_path))
    plot(summarise(tmp_path), tmp_path / "a.png")


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("3 Results", "results"),
        ("3.1. Results:", "results"),
        ("IV. RESULTS", "results"),
        ("Victory", "victory"),
        ("2014", "2014"),
        ("Items 3", "items 3"),
        ("", NO_SECTION),
        (None, NO_SECTION),
    ],
)
def test_sections_are_counted_without_their_numbers(heading: str | None, name: str) -> None:
    assert section_name(heading) == name
