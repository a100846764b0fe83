import torch

from .tiny import make_batch, tiny_model


def trained():
    """A discriminator of one text, whose numbers are always about 2000 and about 5."""
    torch.manual_seed(0)
    model = tiny_model(head="disc").train()
    batch = make_batch(model, [[2019.0, 5.0]] * 8)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    for _ in range(80):
        model.loss(batch.with_draws(torch.logspace(-1, 15, 17, dtype=torch.float64))).backward()
        optimizer.step()
        optimizer.zero_grad()
    return model.eval(), batch


def test_the_exponent_is_found_by_trying_every_one():
    model, batch = trained()
    with torch.no_grad():
        assert model.exponents(batch)[0, :2].tolist() == [3, 0]
        real = model.scores(batch, batch.values)
        fake = model.scores(batch, torch.full_like(batch.values, 3e11))
    assert (real > fake)[batch.present].all()


@torch.no_grad()
def test_a_candidate_stands_alone():
    """The score of one candidate does not depend on the candidates of the other numbers."""
    model = tiny_model(head="disc")
    batch = make_batch(model, [[3.0, 40.0]])
    one, other = batch.values.clone(), batch.values.clone()
    one[0, :2], other[0, :2] = torch.tensor([7.0, 1e5]), torch.tensor([7.0, 1e9])
    assert model.scores(batch, one)[0, 0] == model.scores(batch, other)[0, 0]
    assert model.scores(batch, one)[0, 1] != model.scores(batch, other)[0, 1]


def test_every_selected_number_is_once_real_and_once_fake(monkeypatch):
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
