"""Find altered numbers of drafts: numerate against a regular expression, reader's values and quantulum3.

    python benchmarks/sources.py --pairs 20 --longest 5000 --games 40 [--summaries genres_closed] [--speed]

Three sets. Edited summaries of our own writing: by default genres_closed.md of experiments/sources, in
eight genres, which was run once on 2026-11-18 (closed.json), and extractive_2.md, whose summaries keep the
wording of their sources, run once on 2026-11-19. All have been read and fitted with since. Reports on games
against made box scores (games.md, experiments/sources/games.py): sentences that were used in development,
others that were run once, and others as generators write them.
Pairs from the test split of the corpora in ../shared/data (experiments/sources/pairs.py):
drafts most of whose numbers their source has, and the same with one planted error each. Every method says of
each number whether the source supports it. The sixty pairs of benchmarks/sources/pairs.jsonl, with the
verdict of every number, were used in development, too.
Results: benchmarks/sources/RESULTS.md.
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
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from experiments.sources.edited import FILES, edited  # noqa: E402
from experiments.sources.fit import read, summaries  # noqa: E402
from experiments.sources.games import FORMATS, reports  # noqa: E402
from experiments.sources.pairs import KINDS, Pair, altered, is_checkable  # noqa: E402

import numerate  # noqa: E402
from numerate.checking.faithfulness import faithfulness  # noqa: E402
from numerate.checking.odds import ValueOdds  # noqa: E402
from numerate.consistency.sources.support import VERDICTS  # noqa: E402
from numerate.consistency.sources.tracing import index_sources, trace_document  # noqa: E402
from numerate.consistency.sources.values import allowed  # noqa: E402
from numerate.documents import Document  # noqa: E402
from numerate.text import Number, extract, render  # noqa: E402

HERE = ROOT / "benchmarks" / "sources"
CLOSE = "extractive_2"
"""Edited summaries that keep the wording of their sources."""
PEERS = "/work/peers/bin/python"
_BATCH = 10_000
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

_EDITS = ("digit", "invented", "magnitude", "swap", "period", "direction")

Flagged = set[tuple[int, int]]
"""Spans of the numbers of a draft that a method does not find supported."""
Methods = dict[str, dict[str, object]]
"""The figures of each method."""


def by_regex(pair: Pair) -> Flagged:
    known = {match[0].replace(",", "") for match in _DIGITS.finditer(pair.source)}
    return {match.span() for match in _DIGITS.finditer(pair.draft) if match[0].replace(",", "") not in known}


def by_values(pair: Pair) -> Flagged:
    known = {number.value for number in extract(pair.source)}
    return {(number.start, number.end) for number in extract(pair.draft) if number.value not in known}


class Tracing:
    """numerate, with or without its model."""

    def __init__(self, odds: ValueOdds | None = None) -> None:
        self._odds = odds

    def __call__(self, pair: Pair) -> Flagged:
        index = index_sources([Document.from_text(pair.source)])
        supports = trace_document(Document.from_text(pair.draft), index, odds=self._odds)
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
    by_value: defaultdict[str, list[bool]] = defaultdict(list)
    for pair in drafts:
        assert pair.altered
        start, end = pair.altered
        hit = any(s < end and start < e for s, e in method(pair))
        found[pair.kind].append(hit)
        if pair.kind != "direction":
            by_value["stated elsewhere" if is_stated(pair) else "new"].append(hit)
    everything = [hit for hits in by_value.values() for hit in hits]
    return {
        "false alarms": sum(false.values()) / sum(numbers.values()),
        "drafts with one": faulty / len(pairs),
        "found": sum(everything) / len(everything),
        **{kind: sum(hits) / len(hits) for kind, hits in sorted(found.items())},
        "by value": {name: [sum(hits), len(hits)] for name, hits in sorted(by_value.items())},
        "numbers": sum(numbers.values()),
        "altered": len(drafts),
        "by set": {name: false[name] / numbers[name] for name in numbers},
    }


def is_stated(pair: Pair) -> bool:
    """Return whether the source has the value of an altered number, about something else."""
    assert pair.altered
    start, end = pair.altered
    known = {number.value for number in extract(pair.source)}
    return any(
        number.value in known for number in extract(pair.draft) if number.start < end and start < number.end
    )


def by_stated(pairs: Iterable[Pair]) -> str:
    """Count false alarms by whether the source states the value, or it has to be computed or counted."""
    counts: Counter[tuple[bool, bool]] = Counter()
    for pair in pairs:
        draft, index = read(pair)
        quantities = {quantity.number.start: quantity for quantity in draft.quantities}
        for support in trace_document(draft.document, index):
            if is_checkable(support.number, pair.draft):
                quantity = quantities[support.number.start]
                is_stated = bool(index.matches(quantity, allowed(quantity, pair.draft)))
                counts[is_stated, support.verdict in ("contradicted", "absent")] += 1
    return ", ".join(
        f"{counts[is_stated, True]} of {counts[is_stated, True] + counts[is_stated, False]} {name}"
        for is_stated, name in ((True, "that it states"), (False, "that it does not"))
    )


def games(method: Callable[[Pair], Flagged], half: str, count: int) -> dict[str, object]:
    """Return precision and recall of the wrong figures of reports, also by the format of the box score."""
    counts: Counter[tuple[str, str, bool]] = Counter()
    for form, report in reports(half, count):
        flagged = method(Pair("games", form, report.source, report.text))
        for figure in report.figures:
            hit = any(start < figure.end and figure.start < end for start, end in flagged)
            counts[form, figure.truth, hit] += 1

    def rates(forms: Iterable[str]) -> dict[str, float]:
        right, missed, false = (
            sum(counts[form, truth, hit] for form in forms)
            for truth, hit in (("wrong", True), ("wrong", False), ("right", True))
        )
        return {"precision": right / max(1, right + false), "recall": right / max(1, right + missed)}

    return {
        **rates(FORMATS),
        "figures": sum(counts.values()),
        "wrong": sum(count for (_, truth, _), count in counts.items() if truth == "wrong"),
        "by format": {form: rates([form]) for form in FORMATS},
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
    """Return the time of ten thousand pairs in two processes, and of a draft and a source of 1 MB."""
    batch = [(pair.source, pair.draft) for pair in pairs]
    batch = (batch * (1 + _BATCH // len(batch)))[:_BATCH]
    start = time.perf_counter()
    faithfulness(batch, processes=2)
    seconds = time.perf_counter() - start
    size = sum(len(source) + len(draft) for source, draft in batch) / len(batch)
    text = "\n\n".join(f"{pair.source}\n\n{pair.draft}" for pair in pairs)
    text = (text * (1 + 1_000_000 // len(text)))[:1_000_000]
    start, used = time.perf_counter(), time.process_time()
    index = index_sources([Document.from_text(text)])
    numbers = sum(1 for _ in trace_document(Document.from_text(text), index))
    return {
        "pairs": len(batch), "characters of a pair": size, "seconds for the pairs in two processes": seconds,
        "seconds for a draft and a source of 1 MB": time.perf_counter() - start,
        "of the processor": time.process_time() - used, "their numbers": numbers,
    }  # fmt: skip


def percent(value: float) -> str:
    return f"{100 * value:.1f}%"


def _table(results: Methods, keys: Sequence[str]) -> list[str]:
    lines = [f"| method | {' | '.join(keys)} |", "|---|" + "---|" * len(keys)]
    for name, row in results.items():
        lines.append(f"| {name} | {' | '.join(percent(float(row[key])) for key in keys)} |")  # type: ignore[arg-type]
    return [*lines, ""]


def _by(results: Methods, key: str) -> str:
    shares = results["numerate"][key]
    return ", ".join(f"{name} {percent(share)}" for name, share in shares.items())  # type: ignore[attr-defined]


def write(content: dict[str, Any], given: argparse.Namespace) -> None:
    """Write the page of results, and the figures as JSON."""
    keys = "edited", "close", "games", "generated", "corpora"
    summaries_, close, matches, generated, corpora = (content[key] for key in keys)
    first, second, played, further, drafts = (next(iter(content[key].values())) for key in keys)
    lines = [
        "# Numbers against sources", "",
        f"`python benchmarks/sources.py {' '.join(sys.argv[1:])}` wrote this page. False alarms: share of "
        "the numbers of faithful drafts that are flagged. Found: share of altered numbers that are flagged.",
        "",
        f"## Edited summaries, {given.summaries}.md", "",
        f"{first['numbers']} numbers of faithful summaries, {first['altered']} edits: a changed digit, a "
        "value of the editor's own (invented), another magnitude, one that the source has about "
        "another thing (swap), another period, or a word for the opposite direction, which is no altered "
        "number.",
        "",
        *_table(summaries_, ("false alarms", "found", *(kind for kind in _EDITS if kind in first))),
        "Found by numerate, by whether the source has the altered value about something else: "
        + ", ".join(f"{name} {hits} of {count}" for name, (hits, count) in first["by value"].items()) + ".",
        "",
        f"False alarms of numerate by domain: {_by(summaries_, 'by set')}.", "",
        f"By whether the source states the value, false alarms of numerate: {content['stated']}.", "",
        f"## Edited summaries that keep the wording of their sources, {CLOSE}.md", "",
        f"{second['numbers']} numbers of faithful summaries, {second['altered']} edits.", "",
        *_table(close, ("false alarms", "found", *(kind for kind in _EDITS if kind in second))),
        "Found by numerate, by whether the source has the altered value about something else: "
        + ", ".join(f"{name} {hits} of {count}" for name, (hits, count) in second["by value"].items()) + ".",
        "",
        f"By whether the source states the value, false alarms of numerate: {content['close stated']}.", "",
        f"## Game reports against box scores, {given.half} sentences", "",
        f"{played['figures']} figures, {played['wrong']} of them wrong.", "",
        *_table(matches, ("precision", "recall")),
        "By format of the box score, precision and recall of numerate: " + ", ".join(
            f"{form} {percent(rates['precision'])} and {percent(rates['recall'])}"
            for form, rates in matches["numerate"]["by format"].items()) + ".", "",
        "## Game reports against box scores, as generators write them", "",
        f"{further['figures']} figures, {further['wrong']} of them wrong.", "",
        *_table(generated, ("precision", "recall")),
        "By format of the box score, precision and recall of numerate: " + ", ".join(
            f"{form} {percent(rates['precision'])} and {percent(rates['recall'])}"
            for form, rates in generated["numerate"]["by format"].items()) + ".", "",
        "## Pairs from corpora, test split", "",
        f"{drafts['numbers']} faithful numbers, {drafts['altered']} drafts with a planted error. Most "
        "numbers of the faithful drafts, not all, follow from their sources; judged.json has what a reader "
        "of a hundred such pairs found.",
        "",
        *_table(corpora, ("false alarms", "found", *(kind for kind in KINDS if kind in drafts))),
        f"False alarms of numerate by set: {_by(corpora, 'by set')}.", "",
    ]  # fmt: skip
    for title, key in (
        ("Numbers of test drafts that were rewritten rightly, by the right verdict", "rewritten"),
        ("Sixty pairs of the development, by the right verdict", "written"),
    ):
        lines += [f"## {title}", "", f"| right | {' | '.join(VERDICTS)} |", "|---|" + "---|" * len(VERDICTS)]
        for verdict, counter in content[key].items():
            lines.append(f"| {verdict} | {' | '.join(str(counter[other]) for other in VERDICTS)} |")
        lines.append("")
    if timing := content.get("speed"):
        measured = ", ".join(f"{key}: {value:,.1f}" for key, value in timing.items())
        lines += ["## Speed", "", f"{measured}, on a machine with two cores that others used.", ""]
    HERE.joinpath("RESULTS.md").write_text("\n".join(lines), encoding="utf-8")
    HERE.joinpath("results.json").write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--summaries", choices=FILES, default="genres_closed", help="edited summaries")
    options.add_argument("--half", choices=("seen", "unseen"), default="unseen", help="sentences on games")
    options.add_argument("--games", type=int, default=60, help="reports on games")
    options.add_argument("--pairs", type=int, default=100, help="pairs of each set of the corpora")
    options.add_argument("--peers", default=PEERS, help="Python with quantulum3; it is left out if not there")
    options.add_argument("--longest", type=int, default=30_000, help="characters of a source")
    options.add_argument("--speed", action="store_true", help="measure the speed, too")
    given = options.parse_args()
    pairs = [pair for pair in summaries("test", given.pairs) if len(pair.source) <= given.longest]
    drafts = [*altered(pairs, 11), *altered(pairs, 12)]
    own = list(edited(given.summaries))
    edits = [edit for _, group in own for edit in group]
    methods: dict[str, Callable[[Pair], Flagged]] = {
        "numerate": Tracing(), "numerate with its model": Tracing(ValueOdds(numerate.load(threads=1))),
        "values by the reader": by_values, "regular expression": by_regex,
    }  # fmt: skip
    if Path(given.peers).exists():
        methods["quantulum3 values"] = Quantulum(given.peers)
    close = list(edited(CLOSE))
    content: dict[str, Any] = {"edited": {}, "close": {}, "games": {}, "generated": {}, "corpora": {}}
    for name, method in methods.items():
        content["edited"][name] = measure(method, [pair for pair, _ in own], edits)
        content["close"][name] = measure(
            method, [pair for pair, _ in close], [edit for _, group in close for edit in group]
        )
        content["games"][name] = games(method, given.half, given.games)
        content["generated"][name] = games(method, "generated", given.games)
        content["corpora"][name] = measure(method, pairs, drafts)
        print(name, {key: results[name] for key, results in content.items()}, flush=True)
    content["stated"] = by_stated(pair for pair, _ in own)
    content["close stated"] = by_stated(pair for pair, _ in close)
    content |= {"rewritten": verdicts_of_rewritten(pairs), "written": verdicts_of_written()}
    write(content, given)
    if given.speed:
        content["speed"] = speed(pairs)
        write(content, given)
    print(HERE.joinpath("RESULTS.md").read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
