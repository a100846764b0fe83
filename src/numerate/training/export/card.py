"""Model cards (README.md): data, training, figures, calibration and limits of a model."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numerate import __version__
from numerate.errors import InputError
from numerate.model.calibration import Calibration
from numerate.model.folder import Config
from numerate.training.export.measuring import Measurement
from numerate.training.export.weights import Weights
from numerate.training.nn import ModelConfig
from numerate.training.nn.folder import RECORD

_HEADING = "\n## "

_FIGURES = {
    "lmae.median": "LMAE at the median",
    "lmae.argmax": "LMAE at the argmax",
    "e_acc.median": "E-Acc at the median",
    "e_acc.argmax": "E-Acc at the argmax",
    "nll.log": "negative log-likelihood over ln y",
    "auc.random.log": "AUC over ln y, random anomalies",
    "auc.string.log": "AUC over ln y, string anomalies",
}

_LICENCES = {
    "all-MiniLM-L6-v2": "The encoder was initialised with, and the word pieces are those of, "
    "sentence-transformers/all-MiniLM-L6-v2, Apache-2.0; NOTICE says what was changed.",
    "bert-base-uncased": "The encoder was initialised with, and the word pieces are those of, "
    "google-bert/bert-base-uncased, Apache-2.0.",
}

_LIMITS = """\
- English text only. The model knows nothing newer than its training text, and little of other subjects.
- A number is predicted from at most {tokens} tokens around it, not from the whole document.
- The model knows which numbers are likely. A likely number can be wrong, and an unlikely one right.
- Signs are not predicted: values are never negative."""


@dataclass(frozen=True)
class Source:
    """The origin of a model: configuration, training, data."""

    model: ModelConfig
    training: Mapping[str, Any]
    manifests: Mapping[str, Mapping[str, Any]]

    @classmethod
    def read(
        cls, checkpoint: str | Path, model: ModelConfig, manifests: Mapping[str, Mapping[str, Any]]
    ) -> Source:
        """Read the training record in the checkpoint's folder."""
        file = Path(checkpoint) / RECORD
        return cls(model, _read(file) if file.exists() else {}, manifests)


def card(
    source: Source, config: Config, measured: Mapping[Weights, Measurement], calibration: Calibration
) -> str:
    """Write a card without figures."""
    sections = {
        "What it is": _model(source.model, config),
        "Data": _data(source.manifests),
        "Training": _training(source.training),
        "Weights": _weights(measured, config),
        "Calibration": _calibration(calibration),
        "Limits": iter([_LIMITS.format(tokens=config.tokens)]),
        "Licence": _licence(source.model),
    }
    parts = ["# A numerate model\n"]
    for title, lines in sections.items():
        if body := "\n".join(lines):
            parts.append(f"{title}\n\n{body}\n")
    return _HEADING.join(parts)


def with_figures(text: str, evaluations: Mapping[str, Mapping[str, Any]]) -> str:
    """Replace the figures of a card by those of these evaluations, given by name.

    A model is evaluated after its export, so its card is written before its figures are known.
    """
    head, *sections = text.split(_HEADING)
    kept = [section for section in sections if not section.startswith("Figures\n")]
    place = next((i for i, section in enumerate(kept) if section.startswith("Weights\n")), len(kept))
    if body := "\n".join(_figures(evaluations)):
        kept.insert(place, f"Figures\n\n{body}")
    return _HEADING.join([head, *kept])


def read_evaluations(files: Sequence[str | Path]) -> dict[str, dict[str, Any]]:
    """Read files that `numerate evaluate --format json` wrote."""
    evaluations = {str(file): _read(Path(file)) for file in files}
    for file, evaluation in evaluations.items():
        if "figures" not in evaluation:
            raise InputError(f"{file}: not an evaluation; write one with `numerate evaluate --format json`")
    return evaluations


def _model(model: ModelConfig, config: Config) -> Iterator[str]:
    yield "Predicts a distribution for every number of a text from the text and the other numbers."
    yield ""
    yield f"- One-pass leave-one-out attention over {_name(model.checkpoint)}."
    yield f"- Windows of {config.tokens} tokens; exported by numerate {__version__}."
    yield f"- Numbers are read as {model.input}, and predicted as `{config.family}`."
    yield f"- Covers {config.known}. Other numbers are reported as not judged."


def _data(manifests: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    for folder, manifest in manifests.items():
        counts = manifest.get("counts", {}).get("instances", {})
        sources = ", ".join(Path(source["path"]).name for source in manifest.get("sources", []))
        splits = ", ".join(f"{count:,} {split}" for split, count in counts.items())
        yield f"- {Path(folder).name}: {sources or 'unnamed sources'}; {splits or 'uncounted'} instances."


def _training(training: Mapping[str, Any]) -> Iterator[str]:
    if not training:
        return
    if runs := training.get("mean_of"):
        yield f"The mean of the weights of {len(runs)} checkpoints:"
        yield ""
    for run in runs or [training]:
        yield from _run(run)


def _run(run: Mapping[str, Any]) -> Iterator[str]:
    recipe = run["recipe"]
    keys = ["optimizer", "batch_size", "epochs", "pretrained_rate", "new_rate", "decay", "precision", "seed"]
    keys += [key for key in ("hidden_words", "hidden_values", "moved_years") if recipe.get(key)]
    yield "- Recipe: " + ", ".join(f"{key} {recipe[key]}" for key in keys if key in recipe) + "."
    if "step" in run:
        yield f"  Weights of step {run['step']:,}, after {len(run['epochs'])} epochs."
    else:
        yield (
            f"  Weights of epoch {run['best_epoch']} of {len(run['epochs'])}: validation loss "
            f"{run['valid_loss']:.4f} nats per number."
        )


def _figures(evaluations: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Write a table for each evaluation, with 95% intervals."""
    for path, evaluation in evaluations.items():
        name = evaluation.get("data", Path(path).stem)
        yield f"{Path(str(name)).name} ({evaluation.get('split', 'test')}, {evaluation['cases']:,} numbers):"
        yield ""
        yield "| figure | value | 95% interval |"
        yield "|---|---|---|"
        for key, title in _FIGURES.items():
            if key in evaluation["figures"]:
                value, low, high, _ = evaluation["figures"][key]
                yield f"| {title} | {value:.4f} | {low:.4f} to {high:.4f} |"
        for anomaly, figures in evaluation.get("by_anomaly", {}).items():
            if "recall.0.01" in figures:
                value, low, high, _ = figures["recall.0.01"]
                yield f"| recall at 1% false alarms, {anomaly} | {value:.3f} | {low:.3f} to {high:.3f} |"
        yield ""


def _weights(measured: Mapping[Weights, Measurement], config: Config) -> Iterator[str]:
    yield f"Stored as {config.weights}."
    if measured:
        numbers = next(iter(measured.values())).numbers
        yield ""
        yield f"Metrics on {numbers:,} validation numbers, and time on the machine of the export:"
        yield ""
        yield "| weights | NLL over ln y | LMAE at the median | E-Acc at the median | ms per window |"
        yield "|---|---|---|---|---|"
        for kind, m in measured.items():
            yield f"| {kind} | {m.nll:.4f} | {m.lmae:.4f} | {m.e_acc:.4f} | {m.milliseconds:.1f} |"


def _calibration(calibration: Calibration) -> Iterator[str]:
    if not calibration.numbers:
        yield "None: intervals are the distribution's own."
        return
    yield f"Intervals are calibrated on {calibration.numbers:,} held-out numbers, to these levels:"
    yield ""
    yield "| kind | numbers | for 50% coverage | 80% | 90% |"
    yield "|---|--:|--:|--:|--:|"
    intervals = calibration.intervals
    for kind, table in {"all, for other kinds": intervals.overall, **intervals.by_kind}.items():
        levels = " | ".join(f"{table.at(share):.3f}" for share in (0.5, 0.8, 0.9))
        yield f"| {kind} | {table.numbers:,} | {levels} |"
    if count := calibration.p_values.overall.numbers:
        groups = ", ".join(sorted(calibration.p_values.by_group)) or "none"
        yield ""
        yield f"P-values are calibrated on {count:,} numbers of held-out documents, separately for: {groups}."
    if calibration.errors.numbers:
        yield f"The probability of an error is fitted to {calibration.errors.numbers:,} planted typos."


def _licence(model: ModelConfig) -> Iterator[str]:
    yield "Apache-2.0."
    if (name := _name(model.checkpoint)) in _LICENCES:
        yield _LICENCES[name]


def _name(checkpoint: str | None) -> str:
    """Return the name of the pretrained encoder: a known name, or the last part of its path."""
    if checkpoint is None:
        return "a network from scratch"
    plain = checkpoint.lower().replace("_", "-")
    return next((name for name in _LICENCES if name.lower() in plain), Path(checkpoint).name)


def _read(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{path}: cannot be read: {error}") from None
    if not isinstance(content, dict):
        raise InputError(f"{path}: is not a JSON object")
    return content
