import numpy as np
import torch

from numerate.training.nn import Constant

from .tiny import make_batch, tiny_model


def test_constants_predict_the_training_mean_and_median():
    numbers = np.array([1.0, 2.0, 99.0])
    assert Constant.train_mean(numbers).predict(np.zeros((2, 2))).tolist() == [[34.0, 34.0]] * 2
    assert Constant.train_median(numbers).predict(np.zeros(3)).tolist() == [2.0] * 3


def trained():
    """Train a discriminator on one text, whose numbers are about 2000 and about 5."""
    torch.manual_seed(0)
    model = tiny_model(head="disc").train()
    batch = make_batch(model, [[2019.0, 5.0]] * 8)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    for _ in range(80):
        model.loss(batch.with_draws(torch.logspace(-1, 15, 17, dtype=torch.float64))).backward()
        optimizer.step()
        optimizer.zero_grad()
    return model.eval(), batch


def test_discriminator_finds_the_exponent():
    model, batch = trained()
    with torch.no_grad():
        assert model.exponents(batch)[0, :2].tolist() == [3, 0]
        real = model.scores(batch, batch.values)
        fake = model.scores(batch, torch.full_like(batch.values, 3e11))
    assert (real > fake)[batch.present].all()


@torch.no_grad()
def test_a_score_does_not_depend_on_the_other_candidates():
    model = tiny_model(head="disc")
    batch = make_batch(model, [[3.0, 40.0]])
    first, second = batch.values.clone(), batch.values.clone()
    first[0, :2], second[0, :2] = torch.tensor([7.0, 1e5]), torch.tensor([7.0, 1e9])
    assert model.scores(batch, first)[0, 0] == model.scores(batch, second)[0, 0]
    assert model.scores(batch, first)[0, 1] != model.scores(batch, second)[0, 1]


def test_each_selected_number_is_shown_once_real_and_once_fake(monkeypatch):
    model = tiny_model(head="disc")
    batch = make_batch(model)
    shown = []
    encode = model.encode
    monkeypatch.setattr(model, "encode", lambda b, values: (shown.append(values), encode(b, values))[1])
    loss = model(batch)
    first, second = shown[0].chunk(2)
    fakes = [(values == batch.draws) & batch.present for values in (first, second)]
    assert not (fakes[0] & fakes[1]).any()
    assert int(loss.targets) == 2 * int((fakes[0] | fakes[1]).sum()) > 0
    assert fakes[0].any()
    assert fakes[1].any()
