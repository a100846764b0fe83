"""A network as an ONNX graph with dynamic numbers of windows, tokens and numbers."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

import onnx
import torch
from torch import Tensor, nn

from numerate.model.network import INPUTS
from numerate.training.nn import Batch, LeaveOneOutModel, MaskedModel
from numerate.training.nn.batch import PADDING
from numerate.training.nn.config import DIGITS
from numerate.training.nn.embeddings import Numeral
from numerate.training.nn.encoder import TransformerEncoder
from numerate.training.nn.heads import FamilyHead

_OPSET = 23
"""The first version with an Attention operator, which is a fifth faster than separate operators."""


class ExportGraph(nn.Module):
    """Maps the inputs of `numerate.model.network` to the raw arrays of the head's family."""

    def __init__(self, model: LeaveOneOutModel | MaskedModel) -> None:
        super().__init__()
        self.model = model

    def forward(
        self,
        ids: Tensor,
        lengths: Tensor,
        places: Tensor,
        present: Tensor,
        exponent: Tensor,
        digits: Tensor,
        shown: Tensor,
    ) -> tuple[Tensor, ...]:
        """Encode a batch with one window a row."""
        columns = torch.arange(ids.shape[1])
        batch = Batch(
            ids=ids,
            positions=columns.expand_as(ids),
            documents=torch.where(columns < lengths[:, None], 0, PADDING),
            places=places,
            values=torch.zeros_like(places),
            present=present,
        )
        states = self.model.encode_numerals(batch, Numeral(exponent, digits, shown))
        head: FamilyHead = self.model.head
        return tuple(head.raw(states).values())


def to_onnx(model: LeaveOneOutModel | MaskedModel, tokens: int) -> onnx.ModelProto:
    """Trace a network for windows of at most `tokens` tokens."""
    model.eval()
    encoder = cast(TransformerEncoder, model.encoder)
    encoder.use("sdpa")
    drop_positions_after(encoder, tokens)
    outputs = list(model.head.raw(torch.zeros(1, model.encoder.width)))
    with _quietly(), torch.no_grad():
        program = torch.onnx.export(
            ExportGraph(model),
            _example(),
            dynamo=True,
            verbose=False,
            opset_version=_OPSET,
            input_names=list(INPUTS),
            output_names=outputs,
            dynamic_shapes=_dynamic_shapes(),
        )
    if program is None:
        raise RuntimeError("torch.onnx returned no graph")
    graph: onnx.ModelProto = program.model_proto
    _drop_source_locations(graph.graph)
    return graph


def drop_positions_after(encoder: TransformerEncoder, tokens: int) -> None:
    """Drop the position embeddings that no window reaches: most of them, half a megabyte."""
    table = getattr(getattr(encoder.backbone, "embeddings", None), "position_embeddings", None)
    if isinstance(table, nn.Embedding):
        used = table.num_embeddings - encoder.max_tokens + tokens
        table.weight = nn.Parameter(table.weight[:used].clone())


def _drop_source_locations(graph: onnx.GraphProto) -> None:
    """Drop the source locations that the exporter adds to each node."""
    del graph.value_info[:]
    for element in (graph, *graph.node, *graph.input, *graph.output, *graph.initializer):
        del element.metadata_props[:]
        element.doc_string = ""


def _example() -> tuple[Tensor, ...]:
    """Return inputs of distinct sizes; the trace would merge equal sizes, and inputs that are one tensor."""
    rows, tokens, numbers = 2, 11, 3
    places = torch.tensor([[1, 4, 9], [2, 5, 0]])
    present = places > 0
    return (
        torch.ones(rows, tokens, dtype=torch.int64),
        torch.tensor([tokens, tokens - 2]),
        places,
        present,
        torch.ones_like(places),
        torch.ones(rows, numbers, DIGITS, dtype=torch.int64),
        present.clone(),
    )


def _dynamic_shapes() -> tuple[dict[int, torch.export.Dim], ...]:
    rows, tokens, numbers = (torch.export.Dim(name) for name in ("windows", "tokens", "numbers"))
    by_number = {0: rows, 1: numbers}
    return ({0: rows, 1: tokens}, {0: rows}, *[by_number] * 5)


@contextmanager
def _quietly() -> Iterator[None]:
    """Silence the exporter's own logging and warnings."""
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)
