"""One step of training, as fast as the device goes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import fields, replace
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from numerate.distributions.numeric import exponent_of
from numerate.training.batches.loader import Loader, choose_row_capacity, cut_batch
from numerate.training.batches.packing import Layout, SingleRow
from numerate.training.batches.split import MemorySplit, Sizes, StreamedSplit
from numerate.training.nn import Batch, Loss, NumberModel
from numerate.training.nn.encoder import TransformerEncoder
from numerate.training.nn.masked import MaskedModel
from numerate.training.run.optimizer import make_optimizer, set_rates
from numerate.training.run.processes import Processes, spread
from numerate.training.run.recipe import Recipe


class Engine:
    """A model on its device with its optimizer, ready to take steps.

    numbers: the training numbers, of which the paper's objectives put some in place of others.
    """

    def __init__(self, model: NumberModel, recipe: Recipe, processes: Processes, numbers: Tensor) -> None:
        device = processes.device
        on_gpu, transformer = device.type == "cuda", model.config.encoder == "transformer"
        self.model = model
        self.recipe = recipe
        self.processes = processes
        self.half = recipe.precision == "bf16" or (recipe.precision == "auto" and on_gpu)
        # A recurrent encoder's batches are of many shapes, each of which would be compiled anew. A spread
        # model gathers its weights in hooks between the layers, and has not been tried compiled.
        may_compile = on_gpu and transformer and not processes.sharded
        self.compiled = recipe.compile == "yes" or (recipe.compile == "auto" and may_compile)
        self.single_row = _takes_single_row(model, recipe) and on_gpu and self.half
        if isinstance(model.encoder, TransformerEncoder):
            model.encoder.use("flash" if self.single_row else "sdpa")
            if self.half:
                halve_residual(model.encoder)
        self._forward = self._share_out(model)
        recorded = self.compiled and on_gpu and processes.count == 1 and recipe.optimizer == "adamw"
        self.optimizer = make_optimizer(model, recipe, device, recorded)
        self._numbers = numbers.to(device) if model.config.objective == "masked" else None
        self._take = Recorded(self._step) if recorded else self._step
        if on_gpu:
            torch.set_float32_matmul_precision("high")
            # Puts the table of powers on the device, where compiled code then finds it.
            exponent_of(torch.ones(1, dtype=torch.float64, device=device))

    def _share_out(self, model: NumberModel) -> Any:
        """The model on its device, to be called such that the processes' gradients are averaged."""
        processes = self.processes
        if processes.sharded:
            return spread(model, processes.device, processes.count)
        model.to(processes.device)
        return processes.wrap(_compile(model) if self.compiled else model)

    def layout(self, every: list[Sizes]) -> Layout:
        """How batches of instances of these sizes are laid out."""
        if self.single_row:
            return SingleRow(max(int(sizes.lengths.max(initial=1)) for sizes in every))
        if self.model.config.encoder == "bigru":
            return None
        per_number = 2 if self.model.config.objective == "leave-one-out" else 0
        return choose_row_capacity(every, per_number, self.recipe.row_length)

    def loader(self, split: MemorySplit | StreamedSplit, layout: Layout, window: int | None = None) -> Loader:
        """The batches of a split, laid out for this engine."""
        return Loader(
            split,
            self.recipe.batch_size,
            self.processes.device,
            layout,
            self.processes.share,
            window,
            one_shape=self.compiled and layout is not None,
            cut=_compile(cut_batch) if self.compiled else cut_batch,
        )

    def step(self, batch: Batch, index: int, rate: float) -> Loss:
        """Take step number `index` with this share of the highest learning rates."""
        self.model.train()
        set_rates(self.optimizer, rate)
        self._seed(index, self.processes.index)
        return self._take(batch)

    def _step(self, batch: Batch) -> Loss:
        loss = self._loss(self._altered(batch))
        targets = self.processes.sum(loss.targets)
        # The processes' gradients are averaged, and the mean over all targets is wanted.
        (loss.total * self.processes.count / targets.clamp(min=1)).backward()  # type: ignore[no-untyped-call]
        if self.recipe.clip is not None:
            nn.utils.clip_grad_norm_(self.model.parameters(), self.recipe.clip)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        return Loss(loss.total.detach(), loss.targets)

    def _altered(self, batch: Batch) -> Batch:
        """What the recipe hides and moves in this step."""
        if share := self.recipe.hidden_words:
            batch = batch.with_words_hidden(share, self.model.number_id, self.model.hidden_word_id)
        if share := self.recipe.hidden_values:
            batch = batch.with_values_hidden(share)
        if share := self.recipe.moved_years:
            batch = batch.with_years_moved(share)
        return batch

    @torch.no_grad()
    def measure(self, loader: Loader) -> float:
        """The mean loss over a whole split, whatever is drawn on the way drawn the same every time."""
        self.model.eval()
        sums = torch.zeros(2, dtype=torch.float64, device=self.processes.device)
        for i, batch in enumerate(loader.epoch()):
            self._seed(i, self.processes.index, purpose=1)
            sums += torch.stack(self._loss(batch)).double()
        total, targets = self.processes.sum(sums).tolist()
        return float(total / max(targets, 1))

    def _loss(self, batch: Batch) -> Loss:
        if self._numbers is not None:
            batch = batch.with_draws(self._numbers)
        with self._autocast():
            loss: Loss = self._forward(batch)
        return loss

    def _autocast(self) -> AbstractContextManager[Any]:
        if not self.half:
            return nullcontext()
        return torch.autocast(self.processes.device.type, torch.bfloat16)

    def _seed(self, index: int, process: int, purpose: int = 0) -> None:
        """Begin every step with a state of its own, so that a run can begin at any step."""
        entropy = (self.recipe.seed, purpose, index, process)
        torch.manual_seed(int(np.random.SeedSequence(entropy).generate_state(1, np.uint64)[0] >> 1))


def _takes_single_row(model: NumberModel, recipe: Recipe) -> bool:
    """Whether all that a token may see is its own instance, and nobody wants rows of another length."""
    return isinstance(model, MaskedModel) and model.config.encoder == "transformer" and not recipe.row_length


def halve_residual(encoder: TransformerEncoder) -> None:
    """Keep in bf16 what runs past the layers too, where autocast leaves the float32 of layer norms."""
    for module in encoder.modules():
        if isinstance(module, nn.LayerNorm):
            module.register_forward_hook(lambda _module, _inputs, output: output.to(torch.bfloat16))


def _compile(function: Any) -> Any:
    return torch.compile(function, dynamic=False)


_FIRST_STEPS = 3  # taken as they are, so that everything is compiled and allocated before a step is recorded


class Recorded:
    """A step on a batch, with all that it does to weights and optimizer, as a CUDA graph.

    The step must not wait for the device. What a recording reads lies at fixed addresses, so each batch is
    copied to where the recorded one lay; a batch of another shape is recorded anew.
    """

    def __init__(self, step: Callable[[Batch], Loss]) -> None:
        self._step = step
        self._taken = 0
        self._shapes: dict[str, Any] | None = None
        self._graph: torch.cuda.CUDAGraph | None = None
        self._batch: Batch
        self._loss: Loss

    def __call__(self, batch: Batch) -> Loss:
        """Take the step; its loss is overwritten by the next one."""
        shapes = {name: tensor.shape for name, tensor in _tensors(batch).items()}
        if shapes != self._shapes:
            self._shapes, self._graph, self._taken = shapes, None, 0
        if self._taken < _FIRST_STEPS:
            self._taken += 1
            return self._beside(batch)
        graph = self._graph or self._record(batch)
        for name, tensor in _tensors(batch).items():
            getattr(self._batch, name).copy_(tensor)
        graph.replay()
        return self._loss

    def _beside(self, batch: Batch) -> Loss:
        """Take the step on another stream, which is where recording will put it."""
        here, beside = torch.cuda.current_stream(), torch.cuda.Stream()  # type: ignore[no-untyped-call]
        beside.wait_stream(here)
        with torch.cuda.stream(beside):
            loss = self._step(batch)
        here.wait_stream(beside)
        return loss

    def _record(self, batch: Batch) -> torch.cuda.CUDAGraph:
        copies: dict[str, Any] = {name: tensor.clone() for name, tensor in _tensors(batch).items()}
        self._batch = replace(batch, **copies)
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            self._loss = self._step(self._batch)
        return self._graph


def _tensors(batch: Batch) -> dict[str, Tensor]:
    every = {field.name: getattr(batch, field.name) for field in fields(batch)}
    return {name: value for name, value in every.items() if isinstance(value, Tensor)}
