from dataclasses import replace

import torch

from numerate.training.nn.batch import MOVES, PADDING

from .tiny import make_batch, tiny_model

SYMBOL = 5


def test_about_the_share_of_words_is_hidden_and_nothing_else():
    model = tiny_model()
    batch = make_batch(model).repeat(400)
    torch.manual_seed(0)
    hidden = batch.with_words_hidden(0.25, model.number_id, SYMBOL)
    words = (batch.ids != model.number_id) & (batch.positions > 0) & (batch.documents != PADDING)
    changed = hidden.ids != batch.ids
    assert not changed[~words].any()
    assert (hidden.ids[changed] == SYMBOL).all()
    assert abs((hidden.ids == SYMBOL)[words & (batch.ids != SYMBOL)].float().mean() - 0.25) < 0.02


def test_about_the_share_of_numbers_is_unseen():
    batch = make_batch(tiny_model()).repeat(400)
    torch.manual_seed(0)
    unseen = batch.with_values_hidden(0.25).unseen
    assert unseen is not None
    assert abs(unseen.float().mean() - 0.25) < 0.02
    assert batch.unseen is None


def test_an_unseen_number_is_predicted_and_changes_no_other_prediction():
    """Of two numbers the second is unseen: the loss of the first does not depend on it."""
    model = tiny_model(objective="leave-one-out", head="digits", dropout=0.0)

    def loss(second: float, unseen: bool) -> float:
        batch = make_batch(model, [[3.0, second]])
        which = torch.zeros_like(batch.present)
        which[0, 1] = unseen
        return float(model(replace(batch, unseen=which)).total.detach())

    def alone(second: float) -> float:
        """The second one's own loss, which does not depend on what is seen of it."""
        batch = make_batch(model, [[3.0, second]])
        d = model.distributions(batch)
        return float(-d.log_prob(batch.values, measure="log")[0, 1])

    unseen = [loss(second, True) - alone(second) for second in (7.0, 9e9)]
    seen = [loss(second, False) - alone(second) for second in (7.0, 9e9)]
    assert abs(unseen[0] - unseen[1]) < 1e-4
    assert abs(seen[0] - seen[1]) > 1e-3


def test_the_years_of_an_instance_are_moved_together_and_nothing_else():
    model = tiny_model()
    numbers = [[2009.0, 2011.0, 1776.0, 2010.0, 12.0]]
    batch = make_batch(model, numbers).repeat(2000)
    years = torch.zeros_like(batch.present)
    years[:, :3] = True
    torch.manual_seed(0)
    moved = replace(batch, years=years).with_years_moved(0.5).values
    assert (moved[:, 1] - moved[:, 0] == 2).all()
    assert (moved[:, 2:5] == torch.tensor(numbers[0][2:])).all()
    moves = moved[:, 0] - 2009
    assert (int(moves.min()), int(moves.max())) == MOVES
    assert abs((moves != 0).float().mean() - 0.5 * 35 / 36) < 0.05


def test_instances_of_one_row_have_moves_of_their_own():
    model = tiny_model()
    batch = make_batch(model, [[2009.0], [2009.0]] * 2, row_length=48)
    assert len(batch.ids) < 4
    torch.manual_seed(0)
    moved = replace(batch, years=batch.present).with_years_moved(0.99).values[batch.present]
    assert len(set(moved.tolist())) == 4
