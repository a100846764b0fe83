"""Pack corpora, encoder and a pure-Python dependency small enough to travel to the GPU machine.

python -m experiments.pack corpus PREPARED work/packed/finnews.xz --train 200000 --valid 5000 --test 15000
python -m experiments.pack encoder CHECKPOINT work/packed/encoder
python -m experiments.pack vendor work/packed/vendor
python -m experiments.pack unpack work/packed work/data        (on the GPU machine)
"""

from __future__ import annotations

import argparse
import json
import lzma
import shutil
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from numerate.io.files import write_whole
from numerate.training.prepare import Instances
from numerate.training.prepare.shards import DTYPES, Columns, join, write_shard

from .mixture import FILE

SPLITS = ("train", "valid", "test")
# Ids are pairs of bytes: told so, xz saves an eighth, in half the time to unpack.
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 6, "lc": 0, "lp": 1, "pb": 1}]
ENCODER = "encoder"
DEPTHS = (2, 4, 12)
"""Depths of the encoder in the ablation, besides its own six layers."""
WEIGHTS, SCALE = "model.safetensors", "|scale"
ENCODER_FILES = ("config.json", "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json")


def encoder_name(depth: int | None) -> str:
    """Return the folder of the encoder with so many layers."""
    return ENCODER if depth is None else f"{ENCODER}-{depth}"


def pack_corpus(prepared: Path, out: Path, sizes: dict[str, int], seed: int) -> None:
    """Draw so many instances of each split, and write them as one compressed file."""
    rng = np.random.default_rng(seed)
    drawn = {split: draw(Instances(prepared, split), sizes[split], rng) for split in SPLITS}
    columns = join(part for part in drawn.values() if part is not None)
    if columns.ids.max() >= 1 << 16:
        raise SystemExit(f"{prepared}: a vocabulary of more than {1 << 16} word pieces does not pack")
    manifest = Instances(prepared).manifest
    manifest["counts"]["instances"] = {split: len(part or ()) for split, part in drawn.items()}
    manifest["drawn"] = {"sizes": sizes, "seed": seed}
    arrays = columns._asdict() | {"ids": columns.ids.astype(np.uint16)}
    head = {"manifest": manifest, "arrays": {name: [str(a.dtype), len(a)] for name, a in arrays.items()}}
    out.parent.mkdir(parents=True, exist_ok=True)
    parts = [json.dumps(head).encode() + b"\n", *(array.tobytes() for array in arrays.values())]
    write_whole(out, [lzma.compress(b"".join(parts), filters=FILTERS)])
    print(f"{out}: {manifest['counts']['instances']}, {out.stat().st_size / 2**20:.1f} MiB")


def draw(instances: Instances, count: int, rng: np.random.Generator) -> Columns | None:
    """Take `count` of the instances, in their order; all where there are no more, None for none."""
    if not min(count, len(instances)):
        return None
    if count >= len(instances):
        return join(instances.parts())
    return join(instances.select(np.sort(rng.choice(len(instances), count, replace=False))))


def unpack_corpus(file: Path, folder: Path) -> None:
    """Write a packed corpus as the folder that `Instances` reads."""
    data = lzma.decompress(file.read_bytes())
    start = data.index(b"\n") + 1
    head = json.loads(data[:start])
    arrays = {}
    for name, (dtype, count) in head["arrays"].items():
        arrays[name] = np.frombuffer(data, dtype, count, start).astype(DTYPES[name])
        start += count * np.dtype(dtype).itemsize
    manifest: dict[str, Any] = head["manifest"]
    instances = manifest["counts"]["instances"]
    shard = folder / "shard-00000.safetensors"
    folder.mkdir(parents=True, exist_ok=True)
    write_shard(shard, Columns(**arrays), {"instances": list(instances.values())})
    manifest["shards"] = [{"file": shard.name, "bytes": shard.stat().st_size, "instances": instances}]
    write_whole(folder / "manifest.json", [json.dumps(manifest, indent=1).encode()])
    print(f"{folder}: {instances}")


def unpack(packed: Path, root: Path) -> None:
    """Unpack the corpora that are not there yet, side by side, and the encoder."""
    wanted = [(file, root / file.stem) for file in sorted(packed.glob("*.xz"))]
    missing = [(file, folder) for file, folder in wanted if not (folder / "manifest.json").exists()]
    with ProcessPoolExecutor() as pool:
        list(pool.map(unpack_corpus, *zip(*missing, strict=True)) if missing else ())
    if (packed / FILE).exists():
        shutil.copyfile(packed / FILE, root / FILE)
    for depth in (None, *DEPTHS) if (packed / ENCODER).exists() else ():
        folder = root / encoder_name(depth)
        if not folder.exists():
            unpack_encoder(packed / ENCODER, folder, depth)


def quantized(weights: dict[str, Any]) -> dict[str, Any]:
    """Return matrices as integers of 8 bits, with a scale for each row beside them; the rest as it is."""
    import torch

    packed = {}
    for name, matrix in weights.items():
        if matrix.is_floating_point() and matrix.ndim == 2:
            scale = matrix.abs().amax(1, keepdim=True).clamp(min=1e-12) / 127
            packed |= {name: (matrix / scale).round().to(torch.int8), f"{name}{SCALE}": scale}
        else:
            packed[name] = matrix
    return packed


def dequantized(weights: dict[str, Any]) -> dict[str, Any]:
    """Return the matrices that `quantized` packed, in full precision."""
    return {
        name: w.float() * weights[f"{name}{SCALE}"] if f"{name}{SCALE}" in weights else w
        for name, w in weights.items()
        if not name.endswith(SCALE)
    }


def pack_encoder(checkpoint: Path, out: Path) -> None:
    """Write a checkpoint with matrices as integers of 8 bits: a quarter of its size."""
    from safetensors.torch import load_file, save_file

    weights = load_file(checkpoint / WEIGHTS)
    out.mkdir(parents=True, exist_ok=True)
    save_file(
        quantized({name: w for name, w in weights.items() if not name.startswith("pooler.")}), out / WEIGHTS
    )
    _copy_encoder_files(checkpoint, out)
    print(f"{out}: {sum(f.stat().st_size for f in out.iterdir()) / 2**20:.1f} MiB")


def unpack_encoder(packed: Path, out: Path, layers: int | None = None) -> None:
    """Write a packed encoder in full precision; with `layers`, its first ones, or each of them repeated."""
    from safetensors.torch import load_file, save_file

    full = dequantized(load_file(packed / WEIGHTS))
    config = json.loads((packed / "config.json").read_text())
    if layers is not None:
        full = _with_layers(full, config["num_hidden_layers"], layers)
        config["num_hidden_layers"] = layers
    out.mkdir(parents=True, exist_ok=True)
    save_file(full, out / WEIGHTS, metadata={"format": "pt"})
    _copy_encoder_files(packed, out)
    (out / "config.json").write_text(json.dumps(config))


def _with_layers(weights: dict[str, Any], present: int, wanted: int) -> dict[str, Any]:
    """Give each wanted layer the weights of a present one: the first ones, or each several times in a row."""
    sources = [i * present // wanted if wanted > present else i for i in range(wanted)]
    chosen = {name: w for name, w in weights.items() if ".layer." not in name}
    for i, source in enumerate(sources):
        own = f".layer.{source}."
        chosen |= {name.replace(own, f".layer.{i}."): w.clone() for name, w in weights.items() if own in name}
    return chosen


def _copy_encoder_files(folder: Path, out: Path) -> None:
    for name in ENCODER_FILES:
        if (folder / name).exists():
            shutil.copyfile(folder / name, out / name)


def pack_vendor(out: Path) -> None:
    """Copy array-api-compat, pure Python, which the GPU machine lacks."""
    spec = find_spec("array_api_compat")
    assert spec is not None
    assert spec.origin is not None
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(Path(spec.origin).parent, out / "array_api_compat", ignore=ignored, dirs_exist_ok=True)
    print(f"{out}: put it on PYTHONPATH")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    commands = parser.add_subparsers(required=True)

    def command(name: str, run: Callable[[argparse.Namespace], None], *paths: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name)
        for path in paths:
            added.add_argument(path, type=Path)
        added.set_defaults(run=run)
        return added

    corpus = command(
        "corpus",
        lambda a: pack_corpus(a.prepared, a.out, {split: getattr(a, split) for split in SPLITS}, a.seed),
        "prepared",
        "out",
    )
    for split, size in zip(SPLITS, (200_000, 5_000, 15_000), strict=True):
        corpus.add_argument(f"--{split}", type=int, default=size)
    corpus.add_argument("--seed", type=int, default=0)
    command("encoder", lambda a: pack_encoder(a.checkpoint, a.out), "checkpoint", "out")
    command("vendor", lambda a: pack_vendor(a.out), "out")
    command("unpack", lambda a: unpack(a.packed, a.root), "packed", "root")
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
