"""Measure rules and network on the spent sets of experiments/unseen, and what each rule adds.

    python -m experiments.consistency.ablation

Certain findings in contradictory passages (found), in their consistent twins and in traps: with all rules and
the network, with the rules alone, with the network alone, and without one rule at a time. Counts are
written to ablation.json. Rules were developed with these sets, and the network was trained on the consistent
texts of the first five: what is lost without a rule says little about new wording (LOG).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from numerate.consistency import RULES, Relation, read_by_rules
from numerate.consistency.doubts import with_doubts
from numerate.consistency.learned.network import claim_model
from numerate.consistency.learned.reading import Claims, read_claims
from numerate.consistency.learned.second_opinion import agree
from numerate.consistency.settling import settle
from numerate.consistency.skeleton import Skeleton
from numerate.text import extract

HERE = Path(__file__).parent
SETS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
)  # fmt: skip
FIELDS = {"wrong": "found", "right": "twins", "text": "traps"}


class Passage(NamedTuple):
    """A passage, with the relations that rules and network read in it."""

    what: str
    """Whether it is to be found, a twin or a trap."""
    rules: list[Relation]
    network: Claims
    skeleton: Skeleton


def passages(name: str) -> Iterator[Passage]:
    """Read the passages of a set."""
    for file in ("claims", "singles", "traps"):
        path = HERE.parent / "unseen" / name / f"{file}.jsonl"
        for line in path.read_text("utf-8").splitlines():
            record = json.loads(line)
            for field, what in FIELDS.items():
                if field in record:
                    yield read(record[field], what)


def read(text: str, what: str) -> Passage:
    """Read a passage with all rules and with the network."""
    skeleton = Skeleton(text, extract(text, identifiers=True))
    rules = read_by_rules(skeleton)
    claims = read_claims(skeleton, claim_model(), [each for each in rules if each.problem])
    return Passage(what, rules, claims, skeleton)


def is_reported(relations: Iterable[Relation], text: str) -> bool:
    """Return whether a certain contradiction remains of some relations of a text."""
    return any(each.problem and each.level == "error" for each in settle(with_doubts(relations, text)))


def count(
    read: Iterable[Passage], without: str = "", rules: bool = True, network: bool = True
) -> dict[str, int]:
    """Count the passages that are reported."""
    counts = Counter(dict.fromkeys(FIELDS.values(), 0))
    for passage in read:
        kept = [each for each in passage.rules if rules and each.kind != without]
        counts[passage.what] += is_reported(
            agree(kept, passage.network, passage.skeleton) if network else kept, passage.skeleton.text
        )
    return dict(counts)


def main() -> None:
    results: dict[str, object] = {}
    everything: list[Passage] = []
    for name in SETS:
        part = list(passages(name))
        everything += part
        results[name] = {
            "both": count(part),
            "rules": count(part, network=False),
            "network": count(part, rules=False),
        }
    results["of"] = dict(Counter(passage.what for passage in everything))
    results["both"] = count(everything)
    results["rules"] = count(everything, network=False)
    results["network"] = count(everything, rules=False)
    results["without"] = {name: count(everything, without=name) for name in RULES}
    (HERE / "ablation.json").write_text(json.dumps(results, indent=1) + "\n", "utf-8")
    print(json.dumps({name: results[name] for name in ("of", "both", "rules", "network")}, indent=1))


if __name__ == "__main__":
    main()
