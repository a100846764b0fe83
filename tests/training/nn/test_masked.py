import numpy as np
import pytest
import torch

from numerate.training.nn import Collator, Masking, TokenizedInstance
from numerate.training.nn.masked import mask_numbers

from .tiny import NUMBER_ID, make_batch, tiny_model

MANY = Collator(NUMBER_ID)([TokenizedInstance(np.full(50, NUMBER_ID), np.full(50, 5.0))] * 2000).with_draws(
    torch.tensor([7.0, 11.0], dtype=torch.float64)
)


def test_masking_has_the_papers_proportions():
    torch.manual_seed(0)
    values, selected = mask_numbers(MANY, MANY.known, Masking())
    count = int(selected.sum())
    assert count / int(MANY.known.sum()) == pytest.approx(0.5, abs=0.01)
    shown = values[selected]
    assert float(shown.isnan().float().mean()) == pytest.approx(0.8, abs=0.01)
    assert float((shown > 5).float().mean()) == pytest.approx(0.1, abs=0.01)
    assert float((shown == 5).float().mean()) == pytest.approx(0.1, abs=0.01)
    assert (values[MANY.known & ~selected] == 5).all()


def test_only_candidates_are_selected():
    candidates = torch.zeros_like(MANY.present)
    candidates[:, ::2] = True
    _, selected = mask_numbers(MANY, candidates & MANY.known, Masking(selected=1.0))
    assert torch.equal(selected, candidates & MANY.known)


def test_a_masked_loss_without_draws_raises_an_error():
    model = tiny_model()
    with pytest.raises(ValueError, match="with_draws"):
        model.loss(model.collator()([TokenizedInstance(np.array([2, NUMBER_ID]), np.array([5.0]))]))


@pytest.mark.parametrize("encoder", ["transformer", "bigru"])
@torch.no_grad()
def test_a_prediction_depends_on_all_values_but_its_own(encoder):
    model = tiny_model(encoder=encoder)
    batch = make_batch(model, [[3.0, 40.0, 5e6]])
    before = model.distributions(batch)
    for slot in range(3):
        changed = batch.values.clone()
        changed[0, slot] = 6e9
        after = model.distributions(make_batch(model, [changed[0, :3].tolist()]))
        differs = (before.logits != after.logits).any(-1)[0, :3].tolist()
        assert differs == [other != slot for other in range(3)]


@torch.no_grad()
def test_hidden_numbers_are_masked_at_once():
    model = tiny_model()
    first = model.distributions(
        make_batch(model, [[3.0, 40.0]]), hidden=torch.tensor([[True, True, False, False]])
    )
    second = model.distributions(
        make_batch(model, [[5e6, 0.7]]), hidden=torch.tensor([[True, True, False, False]])
    )
    assert torch.equal(first.logits[0, :2], second.logits[0, :2])


@torch.no_grad()
def test_packed_rows_give_the_same_predictions():
    model = tiny_model()
    padded, packed = make_batch(model), make_batch(model, row_length=48)
    assert len(packed.ids) < len(padded.ids)
    a, b = (torch.sort(model.distributions(batch).median[batch.present])[0] for batch in (padded, packed))
    torch.testing.assert_close(a, b)


def test_without_number_input_values_do_not_matter():
    model = tiny_model(input="none")
    batch = make_batch(model)
    hidden = model.distributions(batch, hidden=batch.present)
    assert torch.equal(model.distributions(batch).median, hidden.median)
