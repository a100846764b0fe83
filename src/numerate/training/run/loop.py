"""Training, from a configuration, a recipe and prepared instances to a model in a folder."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from numerate.errors import BrokenDataError, TrainingError
from numerate.io.files import sync, write_whole
from numerate.training.batches.corpus import Corpus
from numerate.training.batches.split import MemorySplit
from numerate.training.nn import ModelConfig, NumberModel
from numerate.training.nn.folder import RECORD
from numerate.training.run.checkpoint import Best, Checkpoints, State, check_same_run
from numerate.training.run.engine import Engine
from numerate.training.run.optimizer import rate_share
from numerate.training.run.processes import Processes, gather
from numerate.training.run.progress import LOOK_EVERY, Reports, Watch
from numerate.training.run.recipe import RECIPES, Recipe


@dataclass(frozen=True)
class Result:
    """What a run came to.

    folder: the model, as `NumberModel.from_pretrained` reads it, with training.json and metrics.jsonl.
    valid_loss, best_epoch: of the weights in the folder, counted from 1.
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
) -> Result:
    """Train a model and write it to `out`; a run that was killed goes on from its last checkpoint.

    config: a model to be made; or the folder or hub id of a trained one, to train it further.
    data: a folder that `numerate prepare` made, or several, to train on all of them; or what `Corpus.load`
        gave, to train several models on it.
    device: "cpu" or "cuda"; None takes a GPU where there is one.
    sharded: let each of several processes keep a part of the weights and of the optimizer's state only, for
        an encoder that is too large for one GPU. The model is the same, up to rounding.
    checkpoint_seconds: time between checkpoints.
    display: show progress on standard error.
    """
    if sharded and recipe.compile == "yes":
        raise TrainingError("compile=yes: a sharded model is not compiled; leave compile at auto")
    processes = Processes.join(device, sharded)
    corpus = _corpus(data, recipe)
    folder = Path(out)
    model = config if isinstance(config, ModelConfig) else NumberModel.from_pretrained(config)
    run = {
        "model": (model if isinstance(model, ModelConfig) else model.config).to_dict(),
        "start": {} if isinstance(model, ModelConfig) else {"weights": _digest(model)},
        "recipe": recipe.to_dict(),
        "data": {"digest": corpus.digest},
    }
    run = json.loads(json.dumps(run))  # as it will be read back
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
    """A run in this process: from its first step, or from its last checkpoint."""

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
        self.model = _make(model) if isinstance(model, ModelConfig) else model
        sample = corpus.train.sample()
        check_fits(corpus, self.model, sample)
        self.engine = Engine(self.model, recipe, processes, sample.values)
        self.best = Best()
        state = checkpoints.load(self.model, self.engine.optimizer, self.best)
        if state is None and isinstance(model, ModelConfig):
            self.model.fit(targets_of(sample, self.model))
        self.state = state or State()
        self._check_shared()
        splits, window = [corpus.train, corpus.valid], recipe.window_for(corpus.train.tokens)
        layout = self.engine.layout([split.sizes for split in splits])
        self.train, self.valid = (self.engine.loader(split, layout, window) for split in splits)
        self.steps = len(self.train) * recipe.epochs

    def _check_shared(self) -> None:
        """All processes must have found the same corpus and the same checkpoint."""
        if not self.processes.agree(self.state.step, int(self.corpus.digest[:12], 16)):
            raise TrainingError(
                f"the processes of this run do not find the same in {self.corpus.folder} and "
                f"{self.checkpoints.folder}; put both where all machines see them"
            )

    def reports(self, folder: Path, display: bool, tensorboard: bool) -> Reports:
        """Open what this process reports to: nothing, but for the main one."""
        if not self.processes.is_main:
            return Reports([])
        return Reports.open(folder, self.state.step, self.steps, display, tensorboard)

    def run(self, reports: Reports, checkpoint_seconds: float) -> None:
        """Train until the last epoch, or until patience ends."""
        watch = Watch(self.state, self.processes, reports, self.recipe.batch_size)
        saved = time.perf_counter()
        while not self._is_done():
            for _ in self._epoch(watch):
                if self.processes.main_says(time.perf_counter() - saved >= checkpoint_seconds):
                    self.checkpoints.save(self.model, self.engine.optimizer, self.best, self.state)
                    saved = time.perf_counter()

    def finish(self) -> Result:
        """Write the best weights and what the run came to; with training.json the folder is finished."""
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
            how = {"processes": self.processes.count}
            content = json.dumps({**self.checkpoints.run, **how, **result}, indent=1) + "\n"
            write_whole(folder / RECORD, [content.encode()])
            self.checkpoints.remove()
        self.processes.wait()
        return Result(folder, **result)

    def _is_done(self) -> bool:
        done, patience = len(self.state.epochs), self.recipe.patience
        return done == self.recipe.epochs or (
            patience is not None and done - self.state.best_epoch >= patience
        )

    def _epoch(self, watch: Watch) -> Iterator[None]:
        """Train for an epoch, or what is left of it; pause after every few steps, when all is told."""
        state, epoch = self.state, len(self.state.epochs)
        start = state.step - epoch * len(self.train)
        for batch in self.train.epoch([self.recipe.seed, epoch], start):
            rate = rate_share(state.step, self.steps, self.recipe)
            loss = self.engine.step(batch, state.step, rate)
            state.step += 1
            watch.add(loss)
            if state.step % LOOK_EVERY == 0 and state.step < (epoch + 1) * len(self.train):
                watch.look(epoch, rate)
                yield
        watch.look(epoch, rate_share(state.step - 1, self.steps, self.recipe))
        self._validate(epoch, watch)
        yield

    def _validate(self, epoch: int, watch: Watch) -> None:
        state = self.state
        valid_loss = self.engine.measure(self.valid)
        if state.best_loss is None or valid_loss < state.best_loss:
            state.best_loss, state.best_epoch = valid_loss, epoch + 1
            self.best.keep(self.model)
        watch.end_epoch(epoch, valid_loss)


def _make(config: ModelConfig) -> NumberModel:
    try:
        return NumberModel.from_config(config)
    except OSError as error:  # what transformers raises where a checkpoint is not to be had
        raise TrainingError(f"checkpoint {config.checkpoint}: cannot be loaded ({error})") from error


def _digest(model: NumberModel) -> str:
    """By which weights that a run started from are known again."""
    found = hashlib.sha256()
    for name, weights in sorted(model.state_dict().items()):
        found.update(name.encode())
        found.update(weights.numpy().tobytes())
    return found.hexdigest()


def check_fits(corpus: Corpus, model: NumberModel, sample: MemorySplit) -> None:
    """Check that a corpus was prepared with the model's word pieces, in windows that the encoder takes.

    sample: training instances, in which there must be something to learn.
    """
    words = model.encoder.words.num_embeddings
    if corpus.number_id != model.number_id or corpus.vocabulary > words:
        raise BrokenDataError(
            f"{corpus.folder} was prepared with other word pieces than the model's (its number symbol is "
            f"{corpus.number_id}, the model's {model.number_id}); prepare it with the model's --tokenizer"
        )
    longest = model.encoder.max_tokens
    for name, split in (("train", corpus.train), ("valid", corpus.valid)):
        tokens = int(split.sizes.lengths.max())
        if longest is not None and tokens > longest:
            raise BrokenDataError(
                f"{corpus.folder} ({name}): instances of up to {tokens} tokens, and this encoder takes at "
                f"most {longest}; prepare it with --tokens {longest}"
            )
        if not len(targets_of(sample if name == "train" else split.sample(), model)):
            raise BrokenDataError(
                f"{corpus.folder} ({name}): no number to predict lies in the model's range, "
                f"{model.config.support}"
            )


def targets_of(split: MemorySplit, model: NumberModel) -> npt.NDArray[np.float64]:
    """The numbers that training is to predict and the model can."""
    values: npt.NDArray[np.float64] = split.values.numpy()
    inside = np.isfinite(values) & split.wanted.numpy()
    values = values[inside]
    return values[np.asarray(model.config.support.class_of(values)) >= 0]


def _finished(folder: Path, run: dict[str, Any]) -> Result | None:
    """The result of the same run, where it is finished already."""
    try:
        there = json.loads((folder / RECORD).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except ValueError as error:
        raise TrainingError(f"{folder / RECORD} is damaged; delete {folder} to start again") from error
    check_same_run(folder, there, run)
    names = ("valid_loss", "best_epoch", "epochs", "seconds", "instances_per_second")
    return Result(folder, **{name: there[name] for name in names})
