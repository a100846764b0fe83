"""Training steps: precision, compilation, CUDA graphs, and distribution over processes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from numerate.distributions.numeric import exponent_of
from numerate.training.batches.loader import Loader, choose_row_capacity, cut_batch
from numerate.training.batches.packing import Layout, SingleRow
from numerate.training.batches.recut import WindowCutter
from numerate.training.batches.split import MemorySplit, Sizes, StreamedSplit
from numerate.training.nn import Batch, LeaveOneOutModel, Loss, NumberModel
from numerate.training.nn.encoder import TransformerEncoder
from numerate.training.nn.masked import MaskedModel
from numerate.training.run.optimizer import make_optimizer, set_learning_rates
from numerate.training.run.processes import Processes, shard
from numerate.training.run.recipe import Recipe


class Engine:
    """A model on its device with its optimizer.

    numbers: the training numbers, from which the masked objective draws replacements.
    """

    def __init__(self, model: NumberModel, recipe: Recipe, processes: Processes, numbers: Tensor) -> None:
        device = processes.device
        on_gpu, transformer = device.type == "cuda", model.config.encoder == "transformer"
        self.model = model
        self.recipe = recipe
        self.processes = processes
        self.bf16 = recipe.precision == "bf16" or (recipe.precision == "auto" and on_gpu)
        # A recurrent encoder's batches have many shapes, each of which would be compiled separately.
        # A sharded model gathers its weights in hooks between the layers; compiling it is untested.
        may_compile = on_gpu and transformer and not processes.sharded
        self.compiled = recipe.compile == "yes" or (recipe.compile == "auto" and may_compile)
        self.single_row = _takes_single_row(model, recipe) and on_gpu and self.bf16
        if isinstance(model.encoder, TransformerEncoder):
            model.encoder.use("flash" if self.single_row else "sdpa")
            if self.bf16:
                keep_residuals_in_bf16(model.encoder)
        if isinstance(model, LeaveOneOutModel):
            model.word_loss = recipe.word_loss
        self._forward = self._distribute(model)
        graphed = self.compiled and on_gpu and processes.count == 1 and recipe.optimizer == "adamw"
        self.optimizer = make_optimizer(model, recipe, device, capturable=graphed)
        self._numbers = numbers.to(device) if model.config.objective == "masked" else None
        self._run_step = GraphedStep(self._step) if graphed else self._step
        if on_gpu:
            torch.set_float32_matmul_precision("high")
            # Caches the table of powers of ten on the device, where compiled code expects it.
            exponent_of(torch.ones(1, dtype=torch.float64, device=device))

    def _distribute(self, model: NumberModel) -> Any:
        """Return the module to call, on its device, with gradients averaged over the processes."""
        processes = self.processes
        if processes.sharded:
            return shard(model, processes.device, processes.count)
        model.to(processes.device)
        return processes.wrap(_compile(model) if self.compiled else model)

    def layout(self, splits: list[Sizes]) -> Layout:
        """Choose the layout of batches for splits of these sizes."""
        if self.single_row:
            return SingleRow(max(int(sizes.lengths.max(initial=1)) for sizes in splits))
        if self.model.config.encoder == "bigru":
            return None
        per_number = 2 if self.model.config.objective == "leave-one-out" else 0
        return choose_row_capacity(splits, per_number, self.recipe.row_length)

    def loader(
        self,
        split: MemorySplit | StreamedSplit,
        layout: Layout,
        window: int | None = None,
        cutter: WindowCutter | None = None,
    ) -> Loader:
        """Return a loader of a split's batches, with windows cut anew in each epoch if there is a cutter."""
        return Loader(
            split,
            self.recipe.batch_size,
            self.processes.device,
            layout,
            self.processes.share,
            window,
            one_shape=self.compiled and layout is not None,
            cut=_compile(cut_batch) if self.compiled else cut_batch,
            cutter=cutter,
        )

    def step(self, batch: Batch, index: int, rate: float) -> Loss:
        """Take step number `index` with this factor of the peak learning rates."""
        self.model.train()
        set_learning_rates(self.optimizer, rate)
        self._seed(index, self.processes.index)
        return self._run_step(batch)

    def _step(self, batch: Batch) -> Loss:
        loss = self._loss(self._augment(batch))
        targets = self.processes.sum(loss.targets).clamp(min=1) if self.recipe.reduction == "mean" else 1
        # Gradients are averaged over the processes, but the mean over all targets, or the sum, is wanted.
        (loss.total * self.processes.count / targets).backward()  # type: ignore[no-untyped-call]
        if self.recipe.clip is not None:
            nn.utils.clip_grad_norm_(self.model.parameters(), self.recipe.clip)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        return Loss(loss.total.detach(), loss.targets)

    def _augment(self, batch: Batch) -> Batch:
        """Hide words and values, and move years, as the recipe says."""
        if share := self.recipe.hidden_words:
            batch = batch.with_words_hidden(share, self.model.number_id, self.model.hidden_word_id)
        if share := self.recipe.hidden_values:
            batch = batch.with_values_hidden(share)
        if share := self.recipe.moved_years:
            batch = batch.with_years_moved(share)
        return batch

    @torch.no_grad()
    def measure(self, loader: Loader) -> float:
        """Compute the mean loss over a split, with the same random numbers every time."""
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
        if not self.bf16:
            return nullcontext()
        return torch.autocast(self.processes.device.type, torch.bfloat16)

    def _seed(self, index: int, process: int, purpose: int = 0) -> None:
        """Seed the generators by the step, so that a run can resume at any step."""
        entropy = (self.recipe.seed, purpose, index, process)
        torch.manual_seed(int(np.random.SeedSequence(entropy).generate_state(1, np.uint64)[0] >> 1))


def _takes_single_row(model: NumberModel, recipe: Recipe) -> bool:
    """Return whether batches may be a single row: tokens see their whole instance, and no length is set."""
    transformer = model.config.encoder == "transformer" and model.digit_tokens is None
    return isinstance(model, MaskedModel) and transformer and not recipe.row_length


def keep_residuals_in_bf16(encoder: TransformerEncoder) -> None:
    """Cast the outputs of layer norms to bf16; autocast would keep the residual stream in float32."""
    for module in encoder.modules():
        if isinstance(module, nn.LayerNorm):
            module.register_forward_hook(lambda _module, _inputs, output: output.to(torch.bfloat16))


def _compile(function: Any) -> Any:
    return torch.compile(function, dynamic=False)


_WARMUP_STEPS = 3  # not captured, so that everything is compiled and allocated before the capture


class GraphedStep:
    """A training step, including the update of the weights, captured as a CUDA graph and replayed.

    The step must not synchronise with the device. A graph reads from fixed addresses, so each batch is copied
    to the captured one; a batch of another shape is captured anew.
    """

    def __init__(self, step: Callable[[Batch], Loss]) -> None:
        self._step = step
        self._warmup_steps = 0
        self._shapes: dict[str, Any] | None = None
        self._graph: torch.cuda.CUDAGraph | None = None
        self._batch: Batch
        self._loss: Loss

    def __call__(self, batch: Batch) -> Loss:
        """Take a step; the returned loss is overwritten by the next step."""
        shapes = {name: tensor.shape for name, tensor in batch.tensors().items()}
        if shapes != self._shapes:
            self._shapes, self._graph, self._warmup_steps = shapes, None, 0
        if self._warmup_steps < _WARMUP_STEPS:
            self._warmup_steps += 1
            return self._on_side_stream(batch)
        graph = self._graph or self._capture(batch)
        for name, tensor in batch.tensors().items():
            getattr(self._batch, name).copy_(tensor)
        graph.replay()
        return self._loss

    def _on_side_stream(self, batch: Batch) -> Loss:
        """Take the step on a side stream, as the warm-up before a capture requires."""
        current, side = torch.cuda.current_stream(), torch.cuda.Stream()  # type: ignore[no-untyped-call]
        side.wait_stream(current)
        with torch.cuda.stream(side):
            loss = self._step(batch)
        current.wait_stream(side)
        return loss

    def _capture(self, batch: Batch) -> torch.cuda.CUDAGraph:
        copies: dict[str, Any] = {name: tensor.clone() for name, tensor in batch.tensors().items()}
        self._batch = replace(batch, **copies)
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            self._loss = self._step(self._batch)
        return self._graph
