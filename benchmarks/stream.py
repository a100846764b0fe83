"""Reading training instances from disk: how many a second, and in how much memory.

    .venv/bin/python benchmarks/stream.py                # writes benchmarks/results/stream.json
    .venv/bin/python benchmarks/stream.py --tiny         # to see that it runs

An epoch is read, checked and laid out in batches, as `numerate train` does beside the GPU, but not trained
on; from corpora of two sizes, by one process that takes all of every batch or a quarter, and for comparison
from memory. Instances are random, with the lengths of windows of Reuters news (benchmarks/train.py). Each
measurement is made in a process of its own, whose peak memory is told; the files lie in the page cache.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import platform
import resource
import tempfile
import time
from pathlib import Path

import torch
from train import MINILM, NUMBER_ID, random_split

from numerate.training.batches.corpus import Corpus
from numerate.training.batches.loader import Loader, choose_row_capacity
from numerate.training.batches.order import Share
from numerate.training.batches.packing import SingleRow
from numerate.training.prepare.shards import VERSION, Columns, join, write_shard
from numerate.training.run.recipe import WINDOW

RESULTS = Path(__file__).parent / "results" / "stream.json"
BATCH = 256


def write_corpus(folder: Path, shard: Columns, shards: int) -> None:
    """The same instances in every shard; there is nothing to learn here."""
    folder.mkdir()
    valid = 256
    for i in range(shards):
        write_shard(folder / f"shard-{i:05d}.safetensors", shard, {})
    instances = {"train": len(shard) - valid, "valid": valid, "test": 0}
    manifest = {
        "version": VERSION,
        "complete": True,
        "kinds": ["cardinal"],
        "tokenizer": {"number": NUMBER_ID, "vocabulary": MINILM["vocab_size"] + 2},
        "shards": [{"file": f"shard-{i:05d}.safetensors", "instances": instances} for i in range(shards)],
    }
    (folder / "manifest.json").write_text(json.dumps(manifest))


def columns_of(instances: int) -> Columns:
    split = random_split(instances)
    numbers, each = len(split.values), torch.zeros(len(split)).int().numpy().astype("uint32")
    ones = torch.ones(numbers).numpy().astype("uint8")
    ids = split.ids.numpy().astype("uint16")
    offsets = [a.astype("uint32") for a in (split.token_offsets, split.number_offsets)]
    return Columns(ids, offsets[0], split.values.numpy(), ones, ones, offsets[1], each, each)


def read_epoch(folder: Path, single_row: bool, share: Share, window: int | None) -> dict[str, float]:
    """Read an epoch in this process; without a window, from memory."""
    torch.set_num_threads(1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    corpus = Corpus.open(folder) if window else Corpus.load(folder)
    sizes = corpus.train.sizes
    layout = SingleRow(int(sizes.lengths.max())) if single_row else choose_row_capacity([sizes], 2, None)
    loader = Loader(
        corpus.train, BATCH, torch.device("cpu"), layout, share, window, one_shape=True, cut=lambda *_: None
    )
    started = time.perf_counter()
    for _ in loader.epoch([0]):
        pass
    seconds = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {
        "instances_per_second": round(len(corpus.train) / seconds),
        "mebibytes_more": round((after - before) / 1024),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tiny", action="store_true", help="small corpora")
    parser.add_argument("--out", type=Path, default=RESULTS)
    args = parser.parse_args()
    per_shard, sizes, window = (1024, (1, 4), 2048) if args.tiny else (1 << 16, (8, 32), WINDOW)
    shard = columns_of(1024 if args.tiny else 1 << 14)
    shard = join([shard] * (per_shard // len(shard)))
    rows = []
    for shards in sizes:
        with tempfile.TemporaryDirectory() as home:
            folder = Path(home) / "data"
            write_corpus(folder, shard, shards)
            total = sum(file.stat().st_size for file in folder.iterdir())
            for layout in ("masked", "leave-one-out"):
                for parts, from_disk in ((1, True), (4, True), (1, False)):
                    job = (folder, layout == "masked", Share(0, parts), window if from_disk else None)
                    with multiprocessing.get_context("spawn").Pool(1) as pool:
                        found = pool.apply(read_epoch, job)
                    row = {
                        "instances": shards * per_shard,
                        "mebibytes_on_disk": total >> 20,
                        "layout": layout,
                        "processes": parts,
                        "from": "disk" if from_disk else "memory",
                        **found,
                    }
                    rows.append(row)
                    print(json.dumps(row), flush=True)
    results = {"processor": platform.processor() or platform.machine(), "window": window, "batch": BATCH}
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_text(json.dumps({**results, "rows": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()
