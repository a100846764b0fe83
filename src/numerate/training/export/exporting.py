"""From a checkpoint to a model's folder: graph, weights, tokenizer, calibration, card."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, cast

import onnx
from tokenizers import Tokenizer

from numerate.checking.calibrate import NUMBERS
from numerate.checking.calibrate import calibrate as calibrate_on_documents
from numerate.errors import InputError
from numerate.model import Predictor
from numerate.model import folder as folders
from numerate.model.calibration import Calibration
from numerate.model.folder import Config
from numerate.model.network import Network, Window, open_backend
from numerate.text import wordpieces
from numerate.training.export.card import Source, card, read_evaluations, with_figures
from numerate.training.export.documents import corpora
from numerate.training.export.graph import to_onnx
from numerate.training.export.measuring import Measurement, calibrate, measure, sample_windows
from numerate.training.export.weights import WEIGHTS, Ranges, Weights, find_ranges, with_weights
from numerate.training.nn import LeaveOneOutModel, NumberModel
from numerate.training.nn.encoder import TransformerEncoder
from numerate.training.prepare.reading import read_manifest

LARGEST = 25_000_000
"""Bytes that the graph may have where there is a choice: it travels with the package."""
MOST_LOST = 0.01
"""The share of a metric that smaller weights may cost."""

_SAMPLED, _CALIBRATED_ON = 1000, 4000  # windows
_RANGED_ON = 5  # one of so many that are sampled: ranges are found on it, and the others are measured on
_TOKENS = 128


@dataclass(frozen=True)
class Exported:
    """What became of a checkpoint."""

    folder: Path
    config: Config
    megabytes: float
    """Of the whole folder."""
    measured: dict[Weights, Measurement]
    """The weights that were tried, on held-out instances."""
    calibration: Calibration


def export(
    checkpoint: str | Path,
    out: str | Path,
    data: Sequence[str | Path] = (),
    weights: Weights | Literal["auto"] = "auto",
    evaluations: Sequence[str | Path] = (),
    documents: Sequence[str | Path] = (),
    report: Callable[[str], None] = lambda _: None,
    progress: Callable[[int, int], None] = lambda _, __: None,
) -> Exported:
    """Write the leave-one-out model of a checkpoint as a folder that `numerate.load` reads.

    data: prepared folders; on their validation instances weights are chosen and the calibration is made.
        Without any, the most precise weights that are small enough are taken, and nothing is calibrated.
    weights: "auto" takes the fastest that are small enough and lose at most `MOST_LOST` of each metric.
        "int8-static" needs `data`.
    evaluations: what `numerate evaluate --format json` wrote, for the card.
    documents: held-out corpora of correct text, on which p-values and intervals are calibrated, by the very
        road that a check takes. Without any, only intervals are, on the prepared instances.
    report: told what is being done.
    progress: told of how many numbers of held-out documents there are, and of how many there will be at most.
    """
    out, prepared = Path(out), [Path(folder) for folder in data]
    _check_target(out)
    if weights == "int8-static" and not prepared:
        raise InputError(
            "weights int8-static: the scales of activations are found on sample text; name --data"
        )
    held_out = corpora([Path(source) for source in documents])
    model = _load(checkpoint)
    manifests = {str(folder): _read_manifest(folder, model) for folder in prepared}
    config = _config(model, manifests)
    source, figures = Source.read(checkpoint, model.config, manifests), read_evaluations(evaluations)
    tokenizer = _tokenizer(model, checkpoint)
    report("tracing the network")
    graph = to_onnx(model, config.tokens)
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{out.name}-", dir=out.parent) as scratch:
        sample = sample_windows(prepared, _SAMPLED) if prepared else []
        files = _write(graph, weights, sample[::_RANGED_ON], model.number_id, Path(scratch), report)

        def network(kind: Weights) -> Network:
            return Network(open_backend(files[kind]), config.family, config.support, model.number_id)

        measured: dict[Weights, Measurement] = {}
        if prepared:
            windows = [w for i, w in enumerate(sample) if i % _RANGED_ON] or sample
            for kind in files:
                report(f"measuring {kind} on {len(windows):,} windows")
                measured[kind] = measure(network(kind), windows)
        chosen = choose({kind: file.stat().st_size for kind, file in files.items()}, measured)
        calibration = Calibration()
        if prepared and not held_out:
            windows = sample_windows(prepared, _CALIBRATED_ON)
            report(f"calibrating {chosen} on {len(windows):,} windows")
            calibration = calibrate(network(chosen), windows)
        config = replace(config, weights=chosen)
        folder = Path(scratch, "model")
        folder.mkdir()
        files[chosen].rename(folder / folders.NETWORK)
        folders.write_json(folder / folders.CONFIG, config.to_dict())
        folders.write_json(folder / folders.CALIBRATION, calibration.to_dict())
        (folder / folders.TOKENIZER).write_text(tokenizer.to_str(), encoding="utf-8")
        if held_out:
            report(f"calibrating {chosen} on documents of {len(held_out)} corpora")
            most = NUMBERS * len(held_out)
            calibration = calibrate_on_documents(
                Predictor.from_folder(folder), held_out, report=lambda count: progress(count, most)
            )
            folders.write_json(folder / folders.CALIBRATION, calibration.to_dict())
        text = with_figures(card(source, config, measured, calibration), figures)
        (folder / folders.CARD).write_text(text, encoding="utf-8")
        _put(folder, out)
    size = sum(file.stat().st_size for file in out.iterdir() if file.is_file())
    return Exported(out, config, size / 1e6, measured, calibration)


def _write(
    graph: onnx.ModelProto,
    weights: Weights | Literal["auto"],
    windows: Sequence[Window],
    number_id: int,
    folder: Path,
    report: Callable[[str], None],
) -> dict[Weights, Path]:
    """Write the graph with each kind of weights that is asked for; without windows, those that need none."""
    kinds = [kind for kind in WEIGHTS if weights in ("auto", kind) and (windows or kind != "int8-static")]
    ranges: Ranges = {}
    if "int8-static" in kinds:
        report(f"finding the ranges of activations on {len(windows):,} windows")
        ranges = find_ranges(graph, windows, number_id)
    files = {kind: folder / f"{kind}.onnx" for kind in kinds}
    for kind, file in files.items():
        onnx.save(with_weights(graph, kind, ranges), file)
    return files


def choose(sizes: dict[Weights, int], measured: dict[Weights, Measurement]) -> Weights:
    """The fastest weights that are small enough and lose little; without measurements the most precise."""
    small = [kind for kind in sizes if sizes[kind] <= LARGEST] or list(sizes)
    if "fp32" not in measured:
        return small[0]
    good = [kind for kind in small if measured[kind].lost(measured["fp32"]) <= MOST_LOST]
    if good:
        return min(good, key=lambda kind: measured[kind].milliseconds)
    return min(small, key=lambda kind: measured[kind].nll)


def _load(checkpoint: str | Path) -> LeaveOneOutModel:
    model: NumberModel = NumberModel.from_pretrained(checkpoint)
    if not isinstance(model, LeaveOneOutModel):
        raise InputError(
            f"{checkpoint}: holds a {type(model).__name__}, and only leave-one-out models are exported, as "
            "others need a pass for each number; train with --set objective=leave-one-out"
        )
    return model


def _read_manifest(folder: Path, model: LeaveOneOutModel) -> dict[str, Any]:
    try:
        manifest = read_manifest(folder)
    except ValueError as error:
        raise InputError(str(error)) from None
    if manifest["tokenizer"]["number"] != model.number_id:
        raise InputError(
            f"{folder}: prepared with other word pieces than the model's; prepare it with its --tokenizer"
        )
    return manifest


def _config(model: LeaveOneOutModel, manifests: dict[str, dict[str, Any]]) -> Config:
    """The numbers and the length of windows that the model was trained with, as its data have them."""
    support, longest = model.config.support, cast(TransformerEncoder, model.encoder).max_tokens
    found: dict[str, Any] = {
        "low": support.lower,
        "high": support.upper,
        "zero": support.zero,
        "tokens": min(_TOKENS, longest),
    }
    recipes = [{name: manifest["recipe"][name] for name in found} for manifest in manifests.values()]
    if recipes:
        found = recipes[0]
    if any(recipe != found for recipe in recipes):
        raise InputError(
            f"{', '.join(manifests)}: prepared with different ranges or lengths; prepare them alike"
        )
    if found["tokens"] > longest:
        raise InputError(
            f"{', '.join(manifests)}: windows of {found['tokens']} tokens, and this model takes {longest}"
        )
    return Config(
        family=model.config.head,
        support=support,
        low=max(found["low"], support.lower),
        high=min(found["high"], support.upper),
        zero=found["zero"] and support.zero,
        tokens=found["tokens"],
    )


def _tokenizer(model: LeaveOneOutModel, checkpoint: str | Path) -> Tokenizer:
    """The checkpoint's own, or that of the package where a model was trained from scratch with it."""
    if model.tokenizer is not None:
        return model.tokenizer
    packaged = wordpieces.WordPieces(wordpieces.DEFAULT)
    if packaged.number != model.number_id:
        raise InputError(
            f"{checkpoint}: has no tokenizer.json, and its word pieces are not the package's own"
        )
    return Tokenizer.from_file(str(wordpieces.DEFAULT))


def _check_target(out: Path) -> None:
    if out.exists() and not out.is_dir():
        raise InputError(f"{out}: there is a file of that name; choose another --out")
    if out.is_dir():
        names = {path.name for path in out.iterdir()}
        if "model.safetensors" in names or (names and not names & set(folders.FILES)):
            raise InputError(f"{out}: holds something else than an exported model; choose another --out")


def _put(folder: Path, out: Path) -> None:
    """Let a finished folder take its place; of one that was there, what is not a model's file is kept."""
    if not out.exists():
        folder.rename(out)
        return
    for path in out.iterdir():
        if path.name not in folders.FILES:
            (shutil.copytree if path.is_dir() else shutil.copy2)(path, folder / path.name)
    former = folder.with_name("former")
    out.rename(former)
    try:
        folder.rename(out)
    except OSError:
        former.rename(out)
        raise
