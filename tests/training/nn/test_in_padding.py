"""Values and queries in the padding at a row's end: the same answers and the same secrecy as after it."""

from dataclasses import replace

import pytest
import torch
from torch.nn.functional import pad

from numerate.training.nn.leave_one_out import in_padding

from .tiny import make_batch, tiny_model

NUMBERS = [[3.0, 2019.0, 1e15, 0.25, 47.5], [12.0, 5e6], [], [0.1, 9.999e15, torch.nan]]


@pytest.fixture(params=[None, 30], ids=["one a row", "packed"])
def model_and_batches(request):
    """A batch without room in its rows, and the same with just enough."""
    model = tiny_model(objective="leave-one-out", head="digits", input="exponent+digits")
    batch = make_batch(model, NUMBERS, request.param)
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


def test_places_are_free_and_nobody_shares_them(model_and_batches):
    _, batch, spare = model_and_batches
    values, queries = in_padding(spare)
    for row in range(len(values)):
        there = batch.present[row]
        columns = [*values[row, there].tolist(), *queries[row, there].tolist()]
        assert len(set(columns)) == len(columns)
        assert all(spare.documents[row, column] == -1 for column in columns)
        assert (values[row, ~there] == spare.ids.shape[1]).all()


def test_answers_and_gradients_are_the_same(model_and_batches):
    model, batch, spare = model_and_batches
    gradients = []
    for same in (batch, spare):
        model.zero_grad()
        model(same).mean.backward()
        gradients.append({name: p.grad.clone() for name, p in model.named_parameters()})
    torch.testing.assert_close(model(spare), model(batch))
    torch.testing.assert_close(gradients[0], gradients[1])


@torch.no_grad()
def test_a_value_never_reaches_its_own_query(model_and_batches):
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
