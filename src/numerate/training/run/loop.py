"""The training loop: from a configuration, a recipe and prepared instances to a model's folder."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from numerate.errors import BrokenDataError, TrainingError
from numerate.io.files import sync, write_whole
from numerate.training.batches.corpus import Corpus
from numerate.training.batches.recut import WindowCutter
from numerate.training.batches.split import MemorySplit
from numerate.training.nn import ModelConfig, NumberModel
from numerate.training.nn.folder import RECORD
from numerate.training.run.checkpoint import BestWeights, Checkpoints, RunState, check_same_run
from numerate.training.run.engine import Engine
from numerate.training.run.optimizer import rate_factor
from numerate.training.run.processes import Processes, gather
from numerate.training.run.progress import REPORT_EVERY, LossMonitor, RunReports
from numerate.training.run.recipe import RECIPES, Recipe


@dataclass(frozen=True)
class TrainingResult:
    """The result of a run.

    folder: the model, which `NumberModel.from_pretrained` reads, with training.json and metrics.jsonl.
    valid_loss, best_epoch: validation loss of the weights in the folder, and their epoch, counted from 1.
    epochs: training and validation loss of each epoch.
    """

    folder: Path
    valid_loss: float
    best_epoch: int
    epochs: list[dict[str, Any]]
    seconds: float
    instances_per_second: float


def train(
    config: ModelConfig | str | Path,
    recipe: Recipe = RECIPES["default"],
    data: str | Path | Sequence[str | Path] | Corpus = ".",
    out: str | Path = "model",
    *,
    device: str | None = None,
    sharded: bool = False,
    checkpoint_seconds: float = 300,
    display: bool = False,
    tensorboard: bool = True,
) -> TrainingResult:
    """Train a model and write it to `out`; a run that was killed resumes from its last checkpoint.

    config: the configuration of a new model; or the folder or hub id of a trained one, to train it further.
    data: one or several folders that `numerate prepare` wrote, to train on all of them; or the result of
        `Corpus.load`, to train several models on it.
    device: "cpu" or "cuda"; None takes a GPU if there is one.
    sharded: keep only a shard of the weights and of the optimizer's state in each of several processes
        (FSDP), for encoders that are too large for one GPU. The model is the same, up to rounding.
    checkpoint_seconds: seconds between checkpoints.
    display: show progress on standard error.
    tensorboard: write curves for TensorBoard.
    """
    if sharded and recipe.compile == "yes":
        raise TrainingError("compile=yes: sharded models cannot be compiled; set compile=auto")
    processes = Processes.join(device, sharded)
    corpus = _corpus(data, recipe)
    folder = Path(out)
    if isinstance(config, ModelConfig):
        model: ModelConfig | NumberModel = replace(config, styles=corpus.styles)  # as the text has them
    else:
        model = NumberModel.from_pretrained(config)
    run = {
        "model": (model if isinstance(model, ModelConfig) else model.config).to_dict(),
        "start": {} if isinstance(model, ModelConfig) else {"weights": _digest(model)},
        "recipe": recipe.to_dict(),
        "data": {"digest": corpus.digest},
    }
    run = json.loads(json.dumps(run))  # as a checkpoint gives it back: tuples become lists
    checkpoints = Checkpoints(folder, run, processes.is_main)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TrainingError(
            f"{folder}: cannot be written ({error.strerror}); choose another folder"
        ) from None
    if (finished := _finished(folder, run)) is not None:
        return finished
    with torch.random.fork_rng([processes.device] if processes.device.type == "cuda" else []):
        session = _Session(model, recipe, corpus, processes, checkpoints)
        with session.reports(folder, display, tensorboard) as reports:
            session.run(reports, checkpoint_seconds)
        return session.finish()


def _corpus(data: str | Path | Sequence[str | Path] | Corpus, recipe: Recipe) -> Corpus:
    if isinstance(data, Corpus):
        return data
    corpus = Corpus.open(*([data] if isinstance(data, (str, Path)) else data))
    return corpus.in_memory() if recipe.window_for(corpus.train.tokens) is None else corpus


class _Session:
    """A run in this process, from its first step or its last checkpoint."""

    def __init__(
        self,
        model: ModelConfig | NumberModel,
        recipe: Recipe,
        corpus: Corpus,
        processes: Processes,
        checkpoints: Checkpoints,
    ) -> None:
        self.recipe, self.corpus, self.processes, self.checkpoints = recipe, corpus, processes, checkpoints
        torch.manual_seed(recipe.seed)
        self.model = _new_model(model) if isinstance(model, ModelConfig) else model
        cutter = _cutter(corpus, recipe, self.model)
        if cutter is not None:
            self.corpus = corpus = replace(corpus, train=cutter.cut([recipe.seed, 0]))
        sample = corpus.train.sample()
        check_fits(corpus, self.model, sample)
        self.engine = Engine(self.model, recipe, processes, sample.values)
        self.best = BestWeights()
        state = checkpoints.load(self.model, self.engine.optimizer, self.best)
        if state is None and isinstance(model, ModelConfig):
            self.model.fit(targets_of(sample, self.model))
        self.state = state or RunState()
        self._check_shared()
        splits, window = [corpus.train, corpus.valid], recipe.window_for(corpus.train.tokens)
        layout = self.engine.layout([split.sizes for split in splits])
        self.train = self.engine.loader(corpus.train, layout, window, cutter)
        self.valid = self.engine.loader(corpus.valid, layout, window)
        self.steps = len(self.train) * recipe.epochs

    def _check_shared(self) -> None:
        """Raise an error unless all processes read the same corpus and the same checkpoint."""
        if not self.processes.agree(self.state.step, int(self.corpus.digest[:12], 16)):
            raise TrainingError(
                f"the processes of this run read different data from {self.corpus.folder} or "
                f"{self.checkpoints.folder}; put both on a file system that all machines share"
            )

    def reports(self, folder: Path, display: bool, tensorboard: bool) -> RunReports:
        """Open the reports; only the main process has any."""
        if not self.processes.is_main:
            return RunReports([])
        return RunReports.open(folder, self.state.step, self.steps, display, tensorboard)

    def run(self, reports: RunReports, checkpoint_seconds: float) -> None:
        """Train until the last epoch, or until patience runs out."""
        monitor = LossMonitor(self.state, self.processes, reports, self.recipe.batch_size)
        saved = time.perf_counter()
        while not self._is_done():
            for _ in self._epoch(monitor):
                if self.processes.from_main(time.perf_counter() - saved >= checkpoint_seconds):
                    self.checkpoints.save(self.model, self.engine.optimizer, self.best, self.state)
                    saved = time.perf_counter()

    def finish(self) -> TrainingResult:
        """Write the best weights and the result; training.json, written last, marks the run as finished."""
        folder, state = self.checkpoints.folder, self.state
        self.best.restore(self.model)
        instances = len(self.corpus.train) * len(state.epochs)
        result: dict[str, Any] = {
            "valid_loss": state.best_loss,
            "best_epoch": state.best_epoch,
            "epochs": state.epochs,
            "seconds": round(state.seconds, 3),
            "instances_per_second": round(instances / max(state.seconds, 1e-9), 1),
        }
        weights = gather(self.model.state_dict(), self.processes.is_main)
        if self.processes.is_main:
            self.model.save_pretrained(folder, weights)
            for file in folder.iterdir():
                sync(file)
            record = {**self.checkpoints.run, "processes": self.processes.count, **result}
            content = json.dumps(record, indent=1) + "\n"
            write_whole(folder / RECORD, [content.encode()])
            self.checkpoints.remove()
        self.processes.barrier()
        return TrainingResult(folder, **result)

    def _is_done(self) -> bool:
        epochs, patience = len(self.state.epochs), self.recipe.patience
        out_of_patience = patience is not None and epochs - self.state.best_epoch >= patience
        return epochs == self.recipe.epochs or out_of_patience

    def _epoch(self, monitor: LossMonitor) -> Iterator[None]:
        """Train for the rest of an epoch; yield after each report, when a checkpoint may be written."""
        state, epoch = self.state, len(self.state.epochs)
        start = state.step - epoch * len(self.train)
        for batch in self.train.epoch([self.recipe.seed, epoch], start):
            rate = rate_factor(state.step, self.steps, self.recipe)
            loss = self.engine.step(batch, state.step, rate)
            state.step += 1
            monitor.add(loss)
            if state.step % REPORT_EVERY == 0 and state.step < (epoch + 1) * len(self.train):
                monitor.report(epoch, rate)
                yield
        monitor.report(epoch, rate_factor(state.step - 1, self.steps, self.recipe))
        self._validate(epoch, monitor)
        yield

    def _validate(self, epoch: int, monitor: LossMonitor) -> None:
        state = self.state
        valid_loss = self.engine.measure(self.valid)
        if state.best_loss is None or valid_loss < state.best_loss:
            state.best_loss, state.best_epoch = valid_loss, epoch + 1
            self.best.keep(self.model)
        monitor.end_epoch(epoch, valid_loss)


def _cutter(corpus: Corpus, recipe: Recipe, model: NumberModel) -> WindowCutter | None:
    if recipe.cut is None:
        return None
    if not isinstance(corpus.train, MemorySplit):
        raise TrainingError(f"cut={recipe.cut}: needs the training instances in memory; set window=null")
    stop_id = None if model.tokenizer is None else model.tokenizer.token_to_id(".")
    return WindowCutter(corpus.train, recipe.cut, stop_id)


def _new_model(config: ModelConfig) -> NumberModel:
    try:
        return NumberModel.from_config(config)
    except OSError as error:  # raised by transformers for a checkpoint that cannot be found
        raise TrainingError(f"checkpoint {config.checkpoint}: cannot be loaded ({error})") from error


def _digest(model: NumberModel) -> str:
    """Return a digest of the weights that a run starts from."""
    digest = hashlib.sha256()
    for name, weights in sorted(model.state_dict().items()):
        digest.update(name.encode())
        digest.update(weights.numpy().tobytes())
    return digest.hexdigest()


def check_fits(corpus: Corpus, model: NumberModel, sample: MemorySplit) -> None:
    """Raise an error if a corpus was prepared with other word pieces or for longer windows than the model's.

    sample: training instances, which must contain a number that the model can predict.
    """
    words = model.encoder.words.num_embeddings
    if corpus.number_id != model.number_id or corpus.vocabulary > words:
        raise BrokenDataError(
            f"{corpus.folder} was prepared with other word pieces than the model's (its number symbol is "
            f"{corpus.number_id}, the model's {model.number_id}); prepare it with the model's --tokenizer"
        )
    if corpus.styles != model.config.styles:
        option, value = ("--styles", "false") if model.config.styles else ("--no-styles", "true")
        raise BrokenDataError(
            f"{corpus.folder} was prepared {'with' if corpus.styles else 'without'} the styles of numbers, "
            f"unlike the model; prepare it with {option}, or set styles={value}"
        )
    max_tokens = model.encoder.max_tokens
    for name, split in (("train", corpus.train), ("valid", corpus.valid)):
        tokens = int(split.sizes.lengths.max())
        if max_tokens is not None and tokens > max_tokens:
            raise BrokenDataError(
                f"{corpus.folder} ({name}): instances have up to {tokens} tokens, but this encoder takes at "
                f"most {max_tokens}; prepare it with --tokens {max_tokens}"
            )
        if not len(targets_of(sample if name == "train" else split.sample(), model)):
            raise BrokenDataError(
                f"{corpus.folder} ({name}): has no number to predict in the model's range, "
                f"{model.config.support}; prepare it with that range"
            )


def targets_of(split: MemorySplit, model: NumberModel) -> npt.NDArray[np.float64]:
    """Return the targets of a split that lie in the model's support."""
    values: npt.NDArray[np.float64] = split.values.numpy()
    inside = np.isfinite(values) & split.wanted.numpy()
    values = values[inside]
    return values[np.asarray(model.config.support.class_of(values)) >= 0]


def _finished(folder: Path, run: dict[str, Any]) -> TrainingResult | None:
    """Return the result of the same run if it is finished already."""
    try:
        record = json.loads((folder / RECORD).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except ValueError as error:
        raise TrainingError(f"{folder / RECORD} is damaged; delete {folder} to start over") from error
    check_same_run(folder, record, run)
    names = ("valid_loss", "best_epoch", "epochs", "seconds", "instances_per_second")
    return TrainingResult(folder, **{name: record[name] for name in names})
