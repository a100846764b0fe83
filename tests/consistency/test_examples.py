"""The engine on passages written by somebody who saw none of it (experiments/consistency/examples)."""

import json
from collections import defaultdict
from pathlib import Path

import pytest

from tests.consistency.helpers import certain

EXAMPLES = Path(__file__).parents[2] / "experiments/consistency/examples"
FOUND = 0.75
"""Least share of the contradictory passages of a kind that is found."""


def passages(name):
    by_kind = defaultdict(list)
    for line in (EXAMPLES / name).read_text("utf-8").splitlines():
        passage = json.loads(line)
        by_kind[passage["kind"]].append(passage)
    return by_kind


SEEN = passages("seen.jsonl")


@pytest.mark.parametrize("kind", SEEN)
def test_contradictions_are_found_and_their_consistent_twins_are_not(kind):
    contradictory = [passage["text"] for passage in SEEN[kind] if passage["contradictory"]]
    consistent = [passage["text"] for passage in SEEN[kind] if not passage["contradictory"]]
    assert [text for text in consistent if certain(text)] == []
    assert sum(bool(certain(text)) for text in contradictory) >= FOUND * len(contradictory)
