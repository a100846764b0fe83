"""No number's value reaches its own query, in any layer of a real encoder."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from torch.nn.functional import pad

from numerate.training.nn.leave_one_out import columns_in_padding, leave_one_out_mask

from .tiny import make_batch, tiny_model

NUMBERS = [[3.0, 2019.0, 1e15, 0.25, 47.5], [12.0, 5e6], [0.1, 9.999e15, 1.0]]
ROWS = pytest.mark.parametrize("row_length", [None, 48], ids=["one a row", "packed"])
INPUTS = pytest.mark.parametrize("kind", ["exponent", "both", "exponent+digits"])


def model_and_batch(kind: str, row_length: int | None):
    model = tiny_model(objective="leave-one-out", head="digits", input=kind)
    return model, make_batch(model, NUMBERS, row_length)


def layer_outputs(model, batch, values) -> list[torch.Tensor]:
    """Return the (B, K, width) states of the query tokens after the embeddings and after each layer."""
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


@INPUTS
@ROWS
@torch.no_grad()
def test_a_value_never_reaches_its_own_query_in_any_layer(kind, row_length):
    model, batch = model_and_batch(kind, row_length)
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
        assert differs[row, neighbours].all(), "a number of the same text does not see the change"
        differs[row, neighbours] = False
        assert not differs[batch.present].any(), "a number of another text sees the change"


@INPUTS
@ROWS
@torch.no_grad()
def test_text_tokens_see_no_value(kind, row_length):
    model, batch = model_and_batch(kind, row_length)
    texts = []
    last = model.encoder.backbone.encoder.layer[-1]
    last.register_forward_hook(lambda *args: texts.append(args[2][:, : batch.ids.shape[1]]))
    model.encode(batch, batch.values)
    model.encode(batch, batch.values * 1000 + 1)
    there = batch.documents >= 0
    assert torch.equal(texts[0][there], texts[1][there])


@INPUTS
@ROWS
def test_no_gradient_flows_from_a_query_to_its_own_value(kind, row_length):
    model, batch = model_and_batch(kind, row_length)
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


@INPUTS
@ROWS
@torch.no_grad()
def test_one_pass_equals_masking_each_number_in_turn(kind, row_length):
    model, batch = model_and_batch(kind, row_length)
    at_once = model.encode(batch, batch.values)
    for row, slot in batch.present.nonzero().tolist():
        opened = batch.values.clone()
        opened[row, slot] = np.nan
        assert torch.equal(model.encode(batch, opened)[row, slot], at_once[row, slot])


@torch.no_grad()
def test_predictions_do_not_depend_on_padding_packing_or_other_rows():
    model, packed = model_and_batch("exponent+digits", 48)
    padded = make_batch(model, NUMBERS)
    alone = [model.distributions(make_batch(model, NUMBERS[:1])).median[0, :5]]
    for batch in (padded, packed):
        medians = model.distributions(batch).median
        values = [medians[batch.values == value] for value in NUMBERS[0]]
        torch.testing.assert_close(torch.cat(values), alone[0])


@torch.no_grad()
def test_hidden_values_are_seen_by_no_query():
    model, batch = model_and_batch("exponent", None)
    hidden = batch.present.clone()
    one_vs_all = model.encode(batch, batch.values.masked_fill(hidden, np.nan))
    other = model.encode(batch, (batch.values * 1e3).masked_fill(hidden, np.nan))
    assert torch.equal(one_vs_all, other)
    expected = model.distributions_at(one_vs_all).median[batch.present]
    assert torch.equal(model.distributions(batch, hidden).median[batch.present], expected)
    assert not torch.equal(model.distributions(batch).median[batch.present], expected)


def test_targets_are_the_known_numbers_in_the_support():
    model = tiny_model(objective="leave-one-out")
    batch = make_batch(model, [[3.0, np.nan, 1e-3], [], [1e17, 5.0, 0.0]])
    assert int(model(batch).targets) == 2


def test_only_padding_attends_to_the_token_of_a_hidden_value():
    _, batch = model_and_batch("exponent", None)
    shown = batch.present.clone()
    shown[0, 2] = False
    mask = leave_one_out_mask(batch, shown)
    attends = mask.dense()[0, 0, :, batch.ids.shape[1] + 2]
    assert not attends[mask.documents[0] >= 0].any()


PADDED_NUMBERS = [[3.0, 2019.0, 1e15, 0.25, 47.5], [12.0, 5e6], [], [0.1, 9.999e15, torch.nan]]


@pytest.fixture(params=[None, 30], ids=["one a row", "packed"])
def model_and_batches(request):
    """A batch without spare padding, and the same batch with just enough."""
    model = tiny_model(objective="leave-one-out", head="digits", input="exponent+digits")
    batch = make_batch(model, PADDED_NUMBERS, request.param)
    taken = (batch.documents >= 0).sum(1) + 2 * batch.present.sum(1)
    more = (0, int(taken.max()) - batch.ids.shape[1])
    spare = replace(
        batch,
        ids=pad(batch.ids, more),
        positions=pad(batch.positions, more),
        documents=pad(batch.documents, more, value=-1),
        spare=True,
    )
    return model, batch, spare


def test_columns_in_padding_are_free_and_distinct(model_and_batches):
    _, batch, spare = model_and_batches
    values, queries = columns_in_padding(spare)
    for row in range(len(values)):
        there = batch.present[row]
        columns = [*values[row, there].tolist(), *queries[row, there].tolist()]
        assert len(set(columns)) == len(columns)
        assert all(spare.documents[row, column] == -1 for column in columns)
        assert (values[row, ~there] == spare.ids.shape[1]).all()


def test_encoding_in_padding_gives_the_same_loss_and_gradients(model_and_batches):
    model, batch, spare = model_and_batches
    gradients = []
    for same in (batch, spare):
        model.zero_grad()
        model(same).mean.backward()
        gradients.append({name: p.grad.clone() for name, p in model.named_parameters()})
    torch.testing.assert_close(model(spare), model(batch))
    torch.testing.assert_close(gradients[0], gradients[1])


@torch.no_grad()
def test_encoding_in_padding_hides_a_value_from_its_own_query(model_and_batches):
    model, _, spare = model_and_batches
    before = model.encode(spare, spare.values)
    for row, slot in spare.present.nonzero().tolist():
        values = spare.values.clone()
        values[row, slot] = 6.28e7
        after = model.encode(spare, values)
        assert torch.equal(before[row, slot], after[row, slot])
        same_text = spare.number_documents[row] == spare.number_documents[row, slot]
        differs = (before != after).any(-1) & spare.present
        assert differs.sum() == same_text.sum() - 1 == differs[row, same_text].sum()
