"""No number's value reaches its own query: shown on the real encoder, layer by layer."""

import numpy as np
import pytest
import torch

from numerate.training.nn.leave_one_out import leave_one_out

from .tiny import make_batch, tiny_model

NUMBERS = [[3.0, 2019.0, 1e15, 0.25, 47.5], [12.0, 5e6], [0.1, 9.999e15, 1.0]]
SDPA = [(kind, rows, "sdpa") for kind in ("exponent", "both", "exponent+digits") for rows in (None, 48)]
FLEX = [("exponent+digits", 48, "flex")]  # on CPUs only forwards
SETUPS = pytest.mark.parametrize(("kind", "row_length", "kernel"), SDPA + FLEX)
TRAINABLE_SETUPS = pytest.mark.parametrize(("kind", "row_length", "kernel"), SDPA)


def model_and_batch(kind: str, row_length: int | None, kernel: str):
    model = tiny_model(objective="leave-one-out", head="digits", input=kind)
    model.encoder.use(kernel)
    return model, make_batch(model, NUMBERS, row_length)


def layer_outputs(model, batch, values) -> list[torch.Tensor]:
    """What each layer, from the embeddings to the last, makes of the query tokens: (B, K, width) each."""
    outputs = []
    queries = batch.values.shape[1]
    layers = [model.encoder.backbone.embeddings, *model.encoder.backbone.encoder.layer]
    hooks = [
        layer.register_forward_hook(lambda *args: outputs.append(args[2][:, -queries:])) for layer in layers
    ]
    model.encode(batch, values)
    for hook in hooks:
        hook.remove()
    assert len(outputs) == 1 + 3
    return outputs


@SETUPS
@torch.no_grad()
def test_a_value_never_reaches_its_own_query_in_any_layer(kind, row_length, kernel):
    model, batch = model_and_batch(kind, row_length, kernel)
    before = layer_outputs(model, batch, batch.values)
    owners = batch.number_documents
    for row, slot in batch.present.nonzero().tolist():
        changed = batch.values.clone()
        changed[row, slot] = 6.28e7
        after = layer_outputs(model, batch, changed)
        for old, new in zip(before, after, strict=True):
            assert torch.equal(old[row, slot], new[row, slot])
        neighbours = owners[row] == owners[row, slot]
        neighbours[slot] = False
        differs = (before[-1] != after[-1]).any(-1)
        assert differs[row, neighbours].all(), "the others of the same text see the change"
        differs[row, neighbours] = False
        assert not differs[batch.present].any(), "and nobody else does"


@SETUPS
@torch.no_grad()
def test_text_learns_no_value(kind, row_length, kernel):
    model, batch = model_and_batch(kind, row_length, kernel)
    texts = []
    last = model.encoder.backbone.encoder.layer[-1]
    last.register_forward_hook(lambda *args: texts.append(args[2][:, : batch.ids.shape[1]]))
    model.encode(batch, batch.values)
    model.encode(batch, batch.values * 1000 + 1)
    there = batch.documents >= 0
    assert torch.equal(texts[0][there], texts[1][there])


@TRAINABLE_SETUPS
def test_no_gradient_flows_from_a_query_to_its_own_value(kind, row_length, kernel):
    model, batch = model_and_batch(kind, row_length, kernel)
    seen = []

    def keep(module, arguments, output):
        output.requires_grad_(True).retain_grad()
        seen.append(output)

    model.numbers.register_forward_hook(keep)
    row, slot = batch.present.nonzero().tolist()[1]
    model.encode(batch, batch.values)[row, slot].square().sum().backward()
    gradient = seen[0].grad.abs().sum(-1)
    assert gradient[row, slot] == 0
    neighbours = batch.number_documents[row] == batch.number_documents[row, slot]
    neighbours[slot] = False
    assert (gradient[row, neighbours] > 0).all()


@SETUPS
@torch.no_grad()
def test_a_query_is_the_same_as_with_its_number_removed(kind, row_length, kernel):
    """One pass answers what one pass per number would: that number open, all others visible."""
    model, batch = model_and_batch(kind, row_length, kernel)
    at_once = model.encode(batch, batch.values)
    for row, slot in batch.present.nonzero().tolist():
        opened = batch.values.clone()
        opened[row, slot] = np.nan
        assert torch.equal(model.encode(batch, opened)[row, slot], at_once[row, slot])


@torch.no_grad()
def test_a_number_in_a_batch_is_the_same_as_alone():
    """Neither padding, nor packing, nor the neighbours in the row or batch make a difference."""
    model, packed = model_and_batch("exponent+digits", 48, "sdpa")
    padded = make_batch(model, NUMBERS)
    alone = [model.distributions(make_batch(model, NUMBERS[:1])).median[0, :5]]
    for batch in (padded, packed):
        medians = model.distributions(batch).median
        found = [medians[batch.values == value] for value in NUMBERS[0]]
        torch.testing.assert_close(torch.cat(found), alone[0])


@torch.no_grad()
def test_hidden_numbers_are_seen_by_nobody():
    model, batch = model_and_batch("exponent", None, "sdpa")
    hidden = batch.present.clone()
    one_vs_all = model.encode(batch, batch.values.masked_fill(hidden, np.nan))
    other = model.encode(batch, (batch.values * 1e3).masked_fill(hidden, np.nan))
    assert torch.equal(one_vs_all, other)
    wanted = model.distributions_at(one_vs_all).median[batch.present]
    assert torch.equal(model.distributions(batch, hidden).median[batch.present], wanted)
    assert not torch.equal(model.distributions(batch).median[batch.present], wanted)


def test_every_number_of_the_support_is_a_target():
    model = tiny_model(objective="leave-one-out")
    batch = make_batch(model, [[3.0, np.nan, 1e-3], [], [1e17, 5.0, 0.0]])
    assert int(model(batch).targets) == 2


def test_the_token_of_a_hidden_value_is_seen_by_padding_only():
    _, batch = model_and_batch("exponent", None, "sdpa")
    shown = batch.present.clone()
    shown[0, 2] = False
    rule = leave_one_out(batch, shown)
    sees = rule.dense()[0, 0, :, batch.ids.shape[1] + 2]
    assert not sees[rule.documents[0] >= 0].any()
