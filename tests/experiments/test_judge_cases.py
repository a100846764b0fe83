"""What is known of claims that fail, collected from small texts."""

import json
import random
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as parquet
from experiments.claim_reader import judge_cases
from experiments.claim_reader.mine import Text

PASSAGE = Text("", "Of 640 singers 380 are women and 260 are men.")


def test_one_figure_of_an_equation_is_altered() -> None:
    telling = judge_cases.cases(PASSAGE).telling
    altered = judge_cases.alter(PASSAGE, telling, random.Random(3))
    assert altered is not None
    before, after = PASSAGE.text, altered.text
    assert len(after) == len(before)
    changed = [i for i, (a, b) in enumerate(zip(after, before, strict=True)) if a != b]
    assert 1 <= len(changed) <= 2
    assert all(before[i].isdigit() for i in changed)


def test_a_passage_without_an_equation_is_not_altered() -> None:
    passage = Text("", "It rained for 31 days.")
    assert judge_cases.alter(passage, judge_cases.cases(passage).telling, random.Random(3)) is None


def test_what_held_before_is_an_error() -> None:
    wrong = PASSAGE._replace(text=PASSAGE.text.replace("380", "390"))
    rows = judge_cases.altered("set", (wrong, PASSAGE))
    assert {"equations", "rules"} >= {row["judge"] for row in rows if row["is_error"]} >= {"equations"}
    assert not any(row["is_error"] for row in judge_cases.correct("set", PASSAGE))


def test_only_failures_of_published_documents_keep_their_passage(tmp_path: Path) -> None:
    text = "Sales fell 20% to $4 million from $8 million. " * 2
    folder = tmp_path / "world" / "news"
    folder.mkdir(parents=True)
    parquet.write_table(pa.table({"text": [text]}), folder / "valid.parquet")
    [(name, document)] = judge_cases.documents(tmp_path, 5)
    *rows, count = judge_cases.document(name, document)
    assert count == {"file": "world/news", "numbers": 6}
    assert rows
    assert all("$8 million" in row["passage"] for row in rows if not row["is_error"])
    assert "passage" not in json.dumps(judge_cases.correct("set", document))
