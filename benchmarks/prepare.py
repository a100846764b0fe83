"""From raw text to finished shards: how fast `numerate prepare` is, and how much memory it takes.

    .venv/bin/python benchmarks/prepare.py --corpus ../shared/data/finnews/train.parquet

The text of the corpus is written out as JSON lines of 10, 50 and 250 MB (its documents again from the start
where it is smaller), and the installed command prepares each: windows, news clean-up, all processors.
Beside it, on all but the largest, the straightforward way: the same reader and the same tokenizer, a sentence
at a time, spread over as many processes.

Everything is measured three times, and the figures are those of the run in the middle by speed; the speeds of
all are kept beside it. Speed is megabytes of text by the clock, with the processor time beside it, since
other work on the machine slows the clock more. Memory is what all processes hold together, at its peak:
pages shared between them count once for each. The result goes to benchmarks/results/prepare.json and, as a
table, to the terminal.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pyarrow.parquet as pq
from machine import machine
from tokenizers import Tokenizer

import numerate
from numerate.text.wordpieces import DEFAULT, NUMBER

HERE = Path(__file__).parent
NUMERATE = Path(sys.executable).with_name("numerate")


def texts(corpus: Path) -> Iterator[str]:
    """The documents of the corpus, over and over."""
    while True:
        for batch in pq.ParquetFile(corpus).iter_batches(1000, columns=["text"]):
            yield from batch.column("text").to_pylist()


def write_source(path: Path, corpus: Path, megabytes: float) -> float:
    """Write so many megabytes of text, and tell how many exactly."""
    size = 0
    with path.open("w", encoding="utf-8") as file:
        for text in texts(corpus):
            size += len(text.encode())
            file.write(json.dumps({"text": text}, ensure_ascii=False) + "\n")
            if size >= megabytes * 1e6:
                return size / 1e6
    raise SystemExit(f"{corpus} is empty")


def measured(command: list[str]) -> dict[str, float]:
    """Run a command: seconds by the clock, of the processors, and the peak memory of all its processes."""
    before = os.times()
    started = time.perf_counter()
    process = psutil.Popen(command, stdout=subprocess.DEVNULL)
    peak = 0
    while process.poll() is None:
        peak = max(peak, memory(process))
        time.sleep(0.05)
    seconds = time.perf_counter() - started
    after = os.times()
    if process.returncode:
        raise SystemExit(f"{command} ended with {process.returncode}")
    processor = after.children_user + after.children_system - before.children_user - before.children_system
    return {"seconds": seconds, "processor_seconds": processor, "peak_mib": peak / 2**20}


def memory(process: psutil.Process) -> int:
    total = 0
    for each in [process, *children(process)]:
        try:
            total += each.memory_info().rss
        except psutil.NoSuchProcess:
            continue
    return total


def children(process: psutil.Process) -> list[psutil.Process]:
    try:
        return process.children(recursive=True)
    except psutil.NoSuchProcess:
        return []


def straightforward(source: Path, out: Path) -> None:
    """What one would write first: read, split, replace, tokenize, sentence by sentence; save at the end."""
    with source.open(encoding="utf-8") as file, multiprocessing.Pool() as pool:
        made = [instance for instances in pool.imap(sentence_by_sentence, file) for instance in instances]
    ids, values = zip(*made, strict=True)
    np.savez(
        out,
        ids=np.concatenate(ids),
        values=np.concatenate(values),
        lengths=[len(i) for i in ids],
        counts=[len(v) for v in values],
    )


def sentence_by_sentence(line: str) -> list[tuple[np.ndarray, np.ndarray]]:
    text = json.loads(line)["text"]
    made = []
    for start, end in numerate.sentences(text):
        sentence = text[start:end]
        values, replaced, done = [], "", 0
        for number in numerate.extract(sentence):
            begin, stop = number.numeral
            replaced += f"{sentence[done:begin]} {NUMBER} "
            values.append(number.value)
            done = stop
        if values:
            ids = tokenizer().encode(replaced + sentence[done:]).ids[:128]
            made.append((np.array(ids, dtype=np.uint16), np.array(values)))
    return made


def tokenizer(loaded: list[Tokenizer] = []) -> Tokenizer:  # noqa: B006 - one for each process
    if not loaded:
        loaded.append(Tokenizer.from_file(str(DEFAULT)))
    return loaded[0]


def run(name: str, megabytes: float, commands: list[list[str]]) -> dict[str, Any]:
    """Measure each of the commands, which do the same; report the one in the middle."""
    runs = sorted(map(measured, commands), key=lambda figures: figures["seconds"])
    figures = runs[len(runs) // 2]
    result = {
        "way": name,
        "megabytes": round(megabytes, 1),
        "megabytes_per_second": round(megabytes / figures["seconds"], 2),
        "megabytes_per_processor_second": round(megabytes / figures["processor_seconds"], 2),
        **{key: round(value, 1) for key, value in figures.items()},
        "all_megabytes_per_second": [round(megabytes / each["seconds"], 2) for each in runs],
    }
    print(
        f"{name:16} {megabytes:7.1f} MB {result['megabytes_per_second']:7.2f} MB/s "
        f"{result['megabytes_per_processor_second']:7.2f} MB/s of a processor {figures['peak_mib']:8.0f} MiB",
        flush=True,
    )
    return result


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--corpus", type=Path, default=Path("../shared/data/finnews/train.parquet"))
    parser.add_argument("--sizes", type=float, nargs="+", default=[10, 50, 250], help="megabytes of text")
    parser.add_argument("--repeat", type=int, default=3, help="measurements of each")
    parser.add_argument("--straightforward", nargs=2, type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.straightforward:
        straightforward(*arguments.straightforward)
        return
    runs = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for size in arguments.sizes:
            source = folder / f"{size:g}.jsonl"
            megabytes = write_source(source, arguments.corpus, size)
            out, repeat = folder / f"{size:g}", range(arguments.repeat)
            ours = [str(NUMERATE), "prepare", str(source), "--clean", "news", "--out"]
            runs.append(run("numerate prepare", megabytes, [[*ours, f"{out}-{i}"] for i in repeat]))
            if size < max(arguments.sizes):
                plain = [sys.executable, __file__, "--straightforward", str(source), f"{out}.npz"]
                runs.append(run("straightforward", megabytes, [plain for _ in repeat]))
            source.unlink()
    measured_on = machine() | {"load_average_at_the_end": round(os.getloadavg()[0], 1)}
    out = HERE / "results" / "prepare.json"
    out.parent.mkdir(exist_ok=True)
    out.write_text(json.dumps({"machine": measured_on, "runs": runs}, indent=1) + "\n")


if __name__ == "__main__":
    main()
