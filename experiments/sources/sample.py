"""Print verdicts of the development set, to be read by eye.

    python -m experiments.sources.sample [COUNT]

Of genres.md, drawn at random: three numbers of faithful summaries for every two that an editor altered, each
with its verdict, the best places in the source, and the words around them. benchmarks/sources/judged.json has
what a reader of a hundred found.
"""

from __future__ import annotations

import random
import sys

from experiments.sources.edited import edited
from experiments.sources.pairs import Pair
from numerate.consistency.sources.support import SourceSupport
from numerate.consistency.sources.tracing import Odds, index_sources, trace_document
from numerate.documents import Document

_AROUND = 70
"""Characters that are printed on each side of a number."""


def supports(pair: Pair, odds: Odds | None = None) -> list[SourceSupport]:
    """Return the support of the numbers of a faithful summary, or of the altered one of another.

    odds: asks a model about the numbers of which the words leave doubt.
    """
    index = index_sources([Document.from_text(pair.source)])
    traced = trace_document(Document.from_text(pair.draft), index, odds=odds)
    if pair.altered is None:
        return list(traced)
    start, end = pair.altered
    return [each for each in traced if each.number.start < end and start < each.number.end]


def around(text: str, start: int, end: int) -> str:
    """Return a number in brackets, with the words around it."""
    before, after = text[max(0, start - _AROUND) : start], text[end : end + _AROUND]
    return f"{before}[{text[start:end]}]{after}".replace("\n", " / ")


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    rng = random.Random(0)
    summaries = list(edited("genres"))
    faithful = [pair for pair, _ in summaries]
    altered = [edit for _, edits in summaries for edit in edits]
    for i in range(count):
        pair = rng.choice(altered if i % 5 >= 3 else faithful)
        found = supports(pair)
        if not found:
            print(f"{i + 1}. {pair.id}: no number is altered\n")
            continue
        support = rng.choice(found)
        kind = f"altered ({pair.kind})" if pair.altered else "faithful"
        said = support.formula or support.reason or ""
        print(f"{i + 1}. {pair.id}, {kind}: {support.verdict} {said}")
        print(f"   {around(pair.draft, support.number.start, support.number.end)}")
        for place in support.evidence[:2]:
            print(f"   > {around(pair.source, place.start, place.end)}")
        print()


if __name__ == "__main__":
    main()
