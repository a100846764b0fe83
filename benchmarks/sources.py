"""Find altered numbers of drafts: numerate against a regular expression, reader's values and quantulum3.

    python benchmarks/sources.py [--pairs 100] [--longest 30000] [--peers /path/to/python-with-quantulum3]

Pairs come from the test split of the corpora in ../shared/data (`experiments/sources/pairs.py`): drafts most
of whose numbers their source has, and the same with one planted error each. Every method says of each number
of a draft whether the source supports it. The sixty pairs of benchmarks/sources/pairs.jsonl were written
before the matching, with the verdict of every number. Results: benchmarks/sources/RESULTS.md.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from experiments.sources.fit import summaries  # noqa: E402
from experiments.sources.pairs import KINDS, Pair, altered, is_checkable  # noqa: E402

from numerate.checking.faithfulness import faithfulness  # noqa: E402
from numerate.consistency.sources.support import VERDICTS  # noqa: E402
from numerate.consistency.sources.tracing import index_sources, trace_document  # noqa: E402
from numerate.documents import Document  # noqa: E402
from numerate.text import Number, extract, render  # noqa: E402

HERE = ROOT / "benchmarks" / "sources"
PEERS = "/work/peers/bin/python"
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")
_QUANTULUM = """
import json, sys
from quantulum3 import parser
for line in sys.stdin:
    try:
        found = [[q.value, *q.span] for q in parser.parse(json.loads(line))]
    except Exception:
        found = []
    print(json.dumps(found), flush=True)
"""

Flagged = set[tuple[int, int]]
"""Spans of the numbers of a draft that a method does not find supported."""


def by_regex(pair: Pair) -> Flagged:
    known = {match[0].replace(",", "") for match in _DIGITS.finditer(pair.source)}
    return {match.span() for match in _DIGITS.finditer(pair.draft) if match[0].replace(",", "") not in known}


def by_values(pair: Pair) -> Flagged:
    known = {number.value for number in extract(pair.source)}
    return {(number.start, number.end) for number in extract(pair.draft) if number.value not in known}


def by_numerate(pair: Pair) -> Flagged:
    index = index_sources([Document.from_text(pair.source)])
    supports = trace_document(Document.from_text(pair.draft), index)
    return {(s.number.start, s.number.end) for s in supports if s.verdict in ("contradicted", "absent")}


class Quantulum:
    """quantulum3 in an interpreter of its own; the quantities of a text are asked for once."""

    def __init__(self, python: str) -> None:
        self._process = subprocess.Popen(
            [python, "-c", _QUANTULUM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._known: dict[str, list[list[float]]] = {}

    def __call__(self, pair: Pair) -> Flagged:
        known = {value for value, _, _ in self._read(pair.source)}
        return {(int(a), int(b)) for value, a, b in self._read(pair.draft) if value not in known}

    def _read(self, text: str) -> list[list[float]]:
        if text not in self._known:
            assert self._process.stdin
            assert self._process.stdout
            self._process.stdin.write(json.dumps(text) + "\n")
            self._process.stdin.flush()
            self._known[text] = json.loads(self._process.stdout.readline())
        return self._known[text]


def overlaps(number: Number, flagged: Flagged) -> bool:
    return any(start < number.end and number.start < end for start, end in flagged)


def measure(method: Callable[[Pair], Flagged], pairs: list[Pair], drafts: list[Pair]) -> dict[str, object]:
    """Return the share of altered numbers that are found, by kind, and of faithful ones that are flagged."""
    false = Counter[str]()
    numbers = Counter[str]()
    faulty = 0
    for pair in pairs:
        flagged = method(pair)
        checkable = [number for number in extract(pair.draft) if is_checkable(number, pair.draft)]
        wrong = [number for number in checkable if overlaps(number, flagged)]
        numbers[pair.set] += len(checkable)
        false[pair.set] += len(wrong)
        faulty += bool(wrong)
    found: defaultdict[str, list[bool]] = defaultdict(list)
    for pair in drafts:
        assert pair.altered
        flagged = method(pair)
        found[pair.kind].append(any(s < pair.altered[1] and pair.altered[0] < e for s, e in flagged))
    everything = [hit for kind, hits in found.items() if kind != "direction" for hit in hits]
    return {
        "false alarms": sum(false.values()) / sum(numbers.values()),
        "drafts with one": faulty / len(pairs),
        "found": sum(everything) / len(everything),
        **{kind: sum(found[kind]) / len(found[kind]) for kind in KINDS if found[kind]},
        "by set": {name: false[name] / numbers[name] for name in numbers},
    }


def rewritten(pairs: Iterable[Pair], seed: int = 0) -> list[tuple[Pair, tuple[int, int], str]]:
    """Write a number of each draft otherwise, but rightly: rounded, or without its magnitude."""
    rng = random.Random(seed)
    result = []
    for pair in pairs:
        numbers = [n for n in extract(pair.draft) if n.kind in ("money", "cardinal") and n.value >= 10_000]
        rng.shuffle(numbers)
        for number in numbers:
            digits = number.decimal.normalize().as_tuple().digits
            if len(digits) >= 3 and number.kind == "cardinal":
                size = len(str(int(number.value)))
                text, verdict = f"about {render(round(number.value, 2 - size), like=number)}", "rounded"
            elif re.search(r"\b(?:million|billion)\b", number.text) and "$" in number.text:
                text, verdict = f"${number.value:,.0f}", "rescaled"
            else:
                continue
            draft = pair.draft[: number.start] + text + pair.draft[number.end :]
            span = number.start + (6 if verdict == "rounded" else 0), number.start + len(text)
            result.append((Pair(pair.set, pair.id, pair.source, draft), span, verdict))
            break
    return result


def verdicts_of_rewritten(pairs: list[Pair]) -> dict[str, Counter[str]]:
    table: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for pair, span, expected in rewritten(pairs):
        index = index_sources([Document.from_text(pair.source)])
        for support in trace_document(Document.from_text(pair.draft), index):
            if support.number.start < span[1] and span[0] < support.number.end:
                table[expected][support.verdict] += 1
    return dict(table)


def verdicts_of_written() -> dict[str, Counter[str]]:
    """Return the verdicts of the pairs that were written by hand, by the right one."""
    table: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for line in (HERE / "pairs.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        index = index_sources([Document.from_text(record["source"])])
        supports = list(trace_document(Document.from_text(record["draft"]), index))
        at = 0
        for text, expected in record["verdicts"]:
            # A number that the reader no longer reads by itself counts as missed.
            place = next((i for i in range(at, len(supports)) if supports[i].number.text == text), None)
            table[expected][supports[place].verdict if place is not None else "exempt"] += 1
            at = at if place is None else place + 1
    return dict(table)


def speed(pairs: list[Pair]) -> dict[str, float]:
    batch = [(pair.source, pair.draft) for pair in pairs]
    batch = (batch * (1 + 500 // len(batch)))[:500]
    start = time.perf_counter()
    faithfulness(batch, processes=2)
    seconds = time.perf_counter() - start
    size = sum(len(source) + len(draft) for source, draft in batch) / len(batch)
    text = "\n\n".join(f"{pair.source}\n\n{pair.draft}" for pair in pairs)
    text = (text * (1 + 1_000_000 // len(text)))[:1_000_000]
    start = time.perf_counter()
    index = index_sources([Document.from_text(text)])
    numbers = sum(1 for _ in trace_document(Document.from_text(text), index))
    return {
        "pairs": len(batch), "seconds": seconds, "characters of a pair": size,
        "seconds for a draft and a source of 1 MB": time.perf_counter() - start, "their numbers": numbers,
    }  # fmt: skip


def percent(value: float) -> str:
    return f"{100 * value:.1f}%"


def write(results: dict[str, dict[str, object]], rest: dict[str, object], counts: tuple[int, int]) -> None:
    kinds = [kind for kind in KINDS if kind in next(iter(results.values()))]
    lines = [
        "# Numbers against sources", "",
        f"`python benchmarks/sources.py {' '.join(sys.argv[1:])}` wrote this page.", "",
        f"{counts[0]} faithful drafts and {counts[1]} with one planted error, from the test split of our "
        "corpora. False alarms: share of the numbers of faithful drafts that are flagged; most of these "
        "drafts' numbers, not all, stand in their sources. Found: share of the altered numbers that are "
        "flagged, without those whose direction alone was turned.", "",
        f"| method | false alarms | drafts with one | found | {' | '.join(kinds)} |",
        "|---|---|---|---|" + "---|" * len(kinds),
    ]  # fmt: skip
    for name, row in results.items():
        cells = [percent(float(row[key])) for key in ("false alarms", "drafts with one", "found", *kinds)]  # type: ignore[arg-type]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    lines += ["", "False alarms of numerate by set: " + ", ".join(
        f"{name} {percent(share)}" for name, share in results["numerate"]["by set"].items())  # type: ignore[attr-defined]
        + ".", ""]  # fmt: skip
    for title, key in (
        ("Numbers of test drafts that were rewritten rightly, by the right verdict", "rewritten"),
        ("Sixty pairs written by hand before the matching, by the right verdict", "written"),
    ):
        lines += [f"## {title}", "", f"| right | {' | '.join(VERDICTS)} |", "|---|" + "---|" * len(VERDICTS)]
        for verdict, counter in rest[key].items():  # type: ignore[attr-defined]
            lines.append(f"| {verdict} | {' | '.join(str(counter[other]) for other in VERDICTS)} |")
        lines.append("")
    if timing := rest.get("speed"):
        measured = ", ".join(f"{key}: {value:,.1f}" for key, value in timing.items())
        lines += ["## Speed", "", f"{measured}, on two processes.", ""]
    HERE.joinpath("RESULTS.md").write_text("\n".join(lines), encoding="utf-8")
    HERE.joinpath("results.json").write_text(json.dumps({"methods": results, **rest}, indent=1) + "\n")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--pairs", type=int, default=100, help="pairs of each set")
    options.add_argument("--peers", default=PEERS, help="Python with quantulum3; it is left out if not there")
    options.add_argument("--longest", type=int, default=30_000, help="characters of a source")
    options.add_argument("--speed", action="store_true", help="measure the speed, too")
    given = options.parse_args()
    pairs = [pair for pair in summaries("test", given.pairs) if len(pair.source) <= given.longest]
    drafts = [*altered(pairs, 11), *altered(pairs, 12)]
    methods: dict[str, Callable[[Pair], Flagged]] = {
        "numerate": by_numerate, "values by the reader": by_values, "regular expression": by_regex,
    }  # fmt: skip
    if Path(given.peers).exists():
        methods["quantulum3 values"] = Quantulum(given.peers)
    results = {}
    for name, method in methods.items():
        results[name] = measure(method, pairs, drafts)
        print(name, json.dumps(results[name]), flush=True)
    rest: dict[str, object] = {"rewritten": verdicts_of_rewritten(pairs), "written": verdicts_of_written()}
    write(results, rest, (len(pairs), len(drafts)))
    if given.speed:
        rest["speed"] = speed(pairs)
    write(results, rest, (len(pairs), len(drafts)))
    print(HERE.joinpath("RESULTS.md").read_text())


if __name__ == "__main__":
    main()
