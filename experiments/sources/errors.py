"""List what is wrong in a set of edited summaries: false alarms, and altered numbers that are missed.

    python -m experiments.sources.errors [SET] [--quiet] [--model]

SET is a name of `experiments.sources.edited.FILES`, genres by default; genres_closed is spent. With --model
the bundled model is asked about doubtful numbers. The last line counts false alarms among the numbers of
faithful summaries, and altered numbers that are found. benchmarks/sources.py compares the same with other
methods, and takes minutes.
"""

from __future__ import annotations

import sys
from collections import Counter

import numerate
from experiments.sources.edited import edited
from experiments.sources.pairs import Pair, is_checkable
from experiments.sources.sample import around, supports
from numerate.checking.odds import ValueOdds
from numerate.consistency.sources.support import SourceSupport

UNSUPPORTED = ("contradicted", "absent")


def describe(title: str, pair: Pair, found: list[SourceSupport]) -> str:
    """Return numbers of a draft with their verdicts and places in the source."""
    lines = [f"{title}: {pair.id}"]
    for support in found:
        number = support.number
        lines.append(f"   {support.verdict} {support.alarm:.2f} {support.formula or support.reason or ''}")
        lines.append(f"   {around(pair.draft, number.start, number.end)}")
        lines += [f"   > {around(pair.source, place.start, place.end)}" for place in support.evidence[:2]]
    return "\n".join(lines)


def main() -> None:
    names = [name for name in sys.argv[1:] if not name.startswith("-")]
    is_quiet = "--quiet" in sys.argv
    odds = ValueOdds(numerate.load(threads=1)) if "--model" in sys.argv else None
    numbers, false = 0, 0
    found, altered = Counter[str](), Counter[str]()
    for pair, edits in edited(names[0] if names else "genres"):
        checkable = [each for each in supports(pair, odds) if is_checkable(each.number, pair.draft)]
        alarms = [each for each in checkable if each.verdict in UNSUPPORTED]
        numbers, false = numbers + len(checkable), false + len(alarms)
        if alarms and not is_quiet:
            print(describe("false alarm", pair, alarms))
        for edit in edits:
            traced = supports(edit, odds)
            is_found = any(each.verdict in UNSUPPORTED for each in traced)
            altered[edit.kind] += 1
            found[edit.kind] += is_found
            if not is_found and not is_quiet:
                print(describe(f"missed {edit.kind}", edit, traced))
    by_kind = ", ".join(f"{kind} {found[kind]} of {altered[kind]}" for kind in sorted(altered))
    values = [kind for kind in altered if kind != "direction"]
    total = f"{sum(found[kind] for kind in values)} of {sum(altered[kind] for kind in values)}"
    print(f"false alarms {false} of {numbers}; altered numbers found {total}; {by_kind}")


if __name__ == "__main__":
    main()
