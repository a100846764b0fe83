"""Count the false alarms among the numbers of faithful summaries, by whether their source states the value.

python -m experiments.sources.stated [seen|unseen]
"""

from __future__ import annotations

import sys
from collections import Counter

from experiments.sources.edited import edited
from experiments.sources.fit import read
from experiments.sources.pairs import is_checkable
from numerate.consistency.sources.tracing import trace_document
from numerate.consistency.sources.values import allowed
from numerate.text import extract


def main() -> None:
    counts: Counter[tuple[bool, bool]] = Counter()
    for pair, _ in edited(sys.argv[1] if len(sys.argv) > 1 else "unseen"):
        draft, index = read(pair)
        stated = {
            quantity.number.start: bool(index.matches(quantity, allowed(quantity, pair.draft)))
            for quantity in draft.quantities
        }
        checkable = {number.start for number in extract(pair.draft) if is_checkable(number, pair.draft)}
        for support in trace_document(draft.document, index):
            if support.number.start in checkable:
                is_flagged = support.verdict in ("contradicted", "absent")
                counts[stated[support.number.start], is_flagged] += 1
    for is_stated, name in ((True, "stated"), (False, "not stated")):
        wrong, right = counts[is_stated, True], counts[is_stated, False]
        print(f"{name}: {wrong} of {wrong + right} flagged")


if __name__ == "__main__":
    main()
