"""Examples written before the rules: contradictions are found, their twins and decoys are not."""

import json
from collections import Counter
from pathlib import Path

import pytest

from numerate.consistency import inconsistencies

EXAMPLES = Path(__file__).parents[3] / "experiments/consistency/examples/statistics.jsonl"
RULES = {
    "significance": "significance",
    "estimate": "estimate",
    "grim": "grim",
    "grimmer": "grimmer",
    "debit": "debit",
    "group-percentage": "group",
    "degrees": "degrees",
}
MISSED = {"group-percentage": 3}
"""Number words, the size of each group, and one that is a share of a count."""


def examples(kind):
    rows = (json.loads(line) for line in EXAMPLES.read_text(encoding="utf-8").splitlines())
    return [row for row in rows if row["kind"] == kind]


def certain(text):
    return [finding.kind for finding in inconsistencies(text) if finding.level == "error"]


@pytest.mark.parametrize("kind", RULES)
def test_examples(kind):
    rows = examples(kind)
    counts = Counter((row["contradictory"], bool(certain(row["text"]))) for row in rows)
    assert counts[False, True] == 0
    assert counts[True, True] >= 12 or kind == "group-percentage"
    assert counts[True, False] <= MISSED.get(kind, 0)
    rules = [rule for row in rows if row["contradictory"] for rule in certain(row["text"])]
    assert set(rules) <= {RULES[kind], "share", "interval"}
