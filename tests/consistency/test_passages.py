"""Short passages with a wrong figure and the right one, and passages that claim nothing."""

from pathlib import Path

from tests.consistency.helpers import certain

EXAMPLES = Path(__file__).parents[2] / "experiments/consistency/examples"


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
    assert sum(bool(certain(wrong)) for wrong, _ in pairs) >= 0.88 * len(pairs)


def test_passages_that_claim_nothing_are_not_reported():
    traps = (EXAMPLES / "traps.txt").read_text("utf-8").splitlines()
    assert len([text for text in traps if certain(text)]) <= 1
