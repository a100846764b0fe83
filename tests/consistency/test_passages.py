"""Short passages with a wrong figure and the right one, and passages that claim nothing."""

import json
from pathlib import Path

from tests.consistency.helpers import certain

EXPERIMENTS = Path(__file__).parents[2] / "experiments"
EXAMPLES = EXPERIMENTS / "consistency/examples"
EARLIER = 318
"""Passages of the first three batches; the fourth is in words that are further from the cues."""


def passages():
    """Yield each passage with its wrong figure and with the right one; a list has several lines."""
    lines: list[str] = []
    for line in (EXAMPLES / "passages.txt").read_text("utf-8").splitlines():
        if line.startswith("# "):
            continue
        lines.append(line)
        if "|" in line:
            text, wrong, right = "\n".join(lines).rsplit("|", 2)
            yield text.replace("{}", wrong), text.replace("{}", right)
            lines = []


def test_contradictions_are_found_and_twins_that_agree_are_not_reported():
    pairs = list(passages())
    assert [right for _, right in pairs if certain(right)] == []
    reported = [bool(certain(wrong)) for wrong, _ in pairs]
    assert sum(reported[:EARLIER]) >= 0.92 * EARLIER
    assert sum(reported) >= 0.86 * len(pairs)


def test_passages_that_claim_nothing_are_not_reported():
    traps = (EXAMPLES / "traps.txt").read_text("utf-8").splitlines()
    lines = (EXPERIMENTS / "unseen/first/traps.jsonl").read_text("utf-8").splitlines()
    traps += [json.loads(line)["text"] for line in lines]
    assert [text for text in traps if certain(text)] == []


def test_in_a_long_text_a_failure_needs_a_typo_that_explains_it():
    arbitrary = "The hall seats 420: 260 in the stalls and 197 in the circle."
    typo = "The hall seats 4,210: 2,600 in the stalls and 1,160 in the circle."
    filler = 60 * "\n\nNothing else happened that day in the town or around it."
    assert certain(arbitrary)
    assert not certain(arbitrary + filler)
    assert certain(typo + filler)
