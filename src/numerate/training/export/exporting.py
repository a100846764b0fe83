"""Export: from a checkpoint to a model's folder with graph, tokenizer, calibration and card."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, cast

import onnx
from tokenizers import Tokenizer

from numerate.checking.calibrate import NUMBERS
from numerate.checking.calibrate import calibrate as calibrate_on_documents
from numerate.documents import Document
from numerate.errors import InputError
from numerate.model import Predictor
from numerate.model import folder as folders
from numerate.model.calibration import Calibration
from numerate.model.folder import Config
from numerate.model.network import Network, Window, open_backend
from numerate.text import wordpieces
from numerate.training.export.card import Source, card, read_evaluations, with_figures
from numerate.training.export.graph import to_onnx
from numerate.training.export.layers import with_fast_layers
from numerate.training.export.measuring import (
    Measurement,
    calibrate,
    held_out_corpora,
    measure,
    sample_windows,
)
from numerate.training.export.weights import WEIGHTS, Ranges, Weights, find_ranges, with_weights
from numerate.training.nn import LeaveOneOutModel, NumberModel
from numerate.training.nn.encoder import TransformerEncoder
from numerate.training.prepare.reading import read_manifest

MAX_GRAPH_BYTES = 25_000_000
"""Maximum size of the graph if the format of the weights is chosen: the graph is shipped in the package."""
MAX_METRIC_LOSS = 0.01
"""Maximum relative loss of a metric with smaller weights; less than 1% of LMAE is noise."""

_MEASURED_WINDOWS, _CALIBRATION_WINDOWS = 1000, 4000
_RANGE_EVERY = 5
"""Every fifth sampled window is used to find activation ranges; the metrics are measured on the others."""
_DEFAULT_TOKENS = 128
"""Length of a window if no prepared data give it."""


@dataclass(frozen=True)
class ExportResult:
    """The exported model.

    megabytes: size of the folder.
    measured: metrics on held-out instances of each format of the weights that was tried.
    """

    folder: Path
    config: Config
    megabytes: float
    measured: dict[Weights, Measurement]
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
) -> ExportResult:
    """Write the leave-one-out model of a checkpoint as a folder that `numerate.load` reads.

    data: prepared folders, whose validation instances are used to choose the weights and to calibrate.
        Without any, the most precise weights that are small enough are taken, and nothing is calibrated.
    weights: format of the weights. "auto" takes the fastest that is small enough and loses at most
        `MAX_METRIC_LOSS` of each metric; "int8-static" needs `data`.
    evaluations: files that `numerate evaluate --format json` wrote, for the card.
    documents: held-out corpora of correct text, on which p-values and intervals are calibrated with the same
        code as a check. Without any, only intervals are calibrated, on the prepared instances.
    report: called with a description of each step.
    progress: called during calibration with the count of numbers so far and its maximum.
    """
    out, prepared = Path(out), [Path(folder) for folder in data]
    _check_target(out)
    if weights == "int8-static" and not prepared:
        raise InputError("weights int8-static: needs sample text to find activation ranges; name --data")
    corpora = held_out_corpora([Path(source) for source in documents])
    model = _load(checkpoint)
    manifests = {str(folder): _read_manifest(folder, model) for folder in prepared}
    config = _config(model, manifests)
    source, figures = Source.read(checkpoint, model.config, manifests), read_evaluations(evaluations)
    tokenizer = _tokenizer(model, checkpoint)
    report("tracing the network")
    graph = to_onnx(model, config.tokens)
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{out.name}-", dir=out.parent) as scratch:
        sample = sample_windows(prepared, _MEASURED_WINDOWS) if prepared else []
        files = _write_graphs(graph, weights, sample[::_RANGE_EVERY], model, Path(scratch), report)

        def network(kind: Weights) -> Network:
            return Network(open_backend(files[kind]), config.family, config.support, model.number_id)

        measured: dict[Weights, Measurement] = {}
        windows = [window for i, window in enumerate(sample) if i % _RANGE_EVERY] or sample
        for kind in files if prepared else ():
            report(f"measuring {kind} on {len(windows):,} windows")
            measured[kind] = measure(network(kind), windows)
        chosen = choose_weights({kind: file.stat().st_size for kind, file in files.items()}, measured)
        config = replace(config, weights=chosen)
        folder = Path(scratch, "model")
        _write_model(folder, files[chosen], config, tokenizer)
        calibration = _calibrate(folder, prepared, corpora, report, progress)
        folders.write_json(folder / folders.CALIBRATION, calibration.to_dict())
        text = with_figures(card(source, config, measured, calibration), figures)
        (folder / folders.CARD).write_text(text, encoding="utf-8")
        _install(folder, out)
    size = sum(file.stat().st_size for file in out.iterdir() if file.is_file())
    return ExportResult(out, config, size / 1e6, measured, calibration)


def _write_graphs(
    graph: onnx.ModelProto,
    weights: Weights | Literal["auto"],
    windows: Sequence[Window],
    model: LeaveOneOutModel,
    folder: Path,
    report: Callable[[str], None],
) -> dict[Weights, Path]:
    """Write the graph in each requested format of the weights; without windows, not in int8-static."""
    kinds = [kind for kind in WEIGHTS if weights in ("auto", kind) and (windows or kind != "int8-static")]
    ranges: Ranges = {}
    if "int8-static" in kinds:
        report(f"finding activation ranges on {len(windows):,} windows")
        ranges = find_ranges(graph, windows, model.number_id)
    heads = cast(TransformerEncoder, model.encoder).heads
    files = {kind: folder / f"{kind}.onnx" for kind in kinds}
    for kind, file in files.items():
        onnx.save(with_fast_layers(with_weights(graph, kind, ranges), heads), file)
    return files


def _write_model(folder: Path, graph: Path, config: Config, tokenizer: Tokenizer) -> None:
    """Write a model that is not calibrated yet."""
    folder.mkdir()
    graph.rename(folder / folders.NETWORK)
    folders.write_json(folder / folders.CONFIG, config.to_dict())
    folders.write_json(folder / folders.CALIBRATION, Calibration().to_dict())
    (folder / folders.TOKENIZER).write_text(tokenizer.to_str(), encoding="utf-8")


def _calibrate(
    folder: Path,
    prepared: Sequence[Path],
    corpora: Sequence[Iterable[Document]],
    report: Callable[[str], None],
    progress: Callable[[int, int], None],
) -> Calibration:
    """Calibrate a model on held-out documents if there are any, else on prepared instances."""
    if not (prepared or corpora):
        return Calibration()
    model = Predictor.from_folder(folder)
    if corpora:
        report(f"calibrating {model.config.weights} on documents of {len(corpora)} corpora")
        limit = NUMBERS * len(corpora)
        return calibrate_on_documents(model, corpora, report=lambda count: progress(count, limit))
    windows = sample_windows(prepared, _CALIBRATION_WINDOWS)
    report(f"calibrating {model.config.weights} on {len(windows):,} windows")
    return calibrate(model.network, windows)


def choose_weights(sizes: dict[Weights, int], measured: dict[Weights, Measurement]) -> Weights:
    """Choose the fastest weights that are small and accurate enough; without metrics, the most precise."""
    small = [kind for kind in sizes if sizes[kind] <= MAX_GRAPH_BYTES] or list(sizes)
    if "fp32" not in measured:
        return small[0]
    accurate = [kind for kind in small if measured[kind].loss(measured["fp32"]) <= MAX_METRIC_LOSS]
    if accurate:
        return min(accurate, key=lambda kind: measured[kind].milliseconds)
    return min(small, key=lambda kind: measured[kind].nll)


def _load(checkpoint: str | Path) -> LeaveOneOutModel:
    model: NumberModel = NumberModel.from_pretrained(checkpoint)
    if not isinstance(model, LeaveOneOutModel):
        raise InputError(
            f"{checkpoint}: holds a {type(model).__name__}, but only leave-one-out models can be exported, "
            "as others need a pass for each number; train with --set objective=leave-one-out"
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
    """Build the configuration, with the range and the length of windows of the prepared data."""
    support, max_tokens = model.config.support, cast(TransformerEncoder, model.encoder).max_tokens
    recipe: dict[str, Any] = {
        "low": support.lower,
        "high": support.upper,
        "zero": support.zero,
        "tokens": min(_DEFAULT_TOKENS, max_tokens),
    }
    recipes = [{name: manifest["recipe"][name] for name in recipe} for manifest in manifests.values()]
    if recipes:
        recipe = recipes[0]
    if any(other != recipe for other in recipes):
        raise InputError(
            f"{', '.join(manifests)}: prepared with different ranges or lengths; prepare them alike"
        )
    if recipe["tokens"] > max_tokens:
        raise InputError(
            f"{', '.join(manifests)}: windows of {recipe['tokens']} tokens, but this model takes at most "
            f"{max_tokens}; prepare them with --tokens {max_tokens}"
        )
    return Config(
        family=model.config.head,
        support=support,
        low=max(recipe["low"], support.lower),
        high=min(recipe["high"], support.upper),
        zero=recipe["zero"] and support.zero,
        tokens=recipe["tokens"],
        styles=model.config.styles,
    )


def _tokenizer(model: LeaveOneOutModel, checkpoint: str | Path) -> Tokenizer:
    """Return the checkpoint's tokenizer, or the package's for a model trained from scratch with it."""
    if model.tokenizer is not None:
        return model.tokenizer
    packaged = wordpieces.WordPieces(wordpieces.DEFAULT)
    if packaged.number != model.number_id:
        raise InputError(f"{checkpoint}: has no tokenizer.json, and its word pieces are not the package's")
    return Tokenizer.from_file(str(wordpieces.DEFAULT))


def _check_target(out: Path) -> None:
    if out.exists() and not out.is_dir():
        raise InputError(f"{out}: is a file; choose another --out")
    if out.is_dir():
        names = {path.name for path in out.iterdir()}
        if "model.safetensors" in names or (names and not names & set(folders.FILES)):
            raise InputError(f"{out}: holds something other than an exported model; choose another --out")


def _install(folder: Path, out: Path) -> None:
    """Move a finished folder to `out`; files of a previous folder that are not part of a model are kept."""
    if not out.exists():
        folder.rename(out)
        return
    for path in out.iterdir():
        if path.name not in folders.FILES:
            (shutil.copytree if path.is_dir() else shutil.copy2)(path, folder / path.name)
    previous = folder.with_name("previous")
    out.rename(previous)
    try:
        folder.rename(out)
    except OSError:
        previous.rename(out)
        raise
