from dataclasses import replace

import numpy as np
import pytest
import torch

from numerate.training.nn import Collator, TokenizedInstance
from numerate.training.nn.batch import PADDING, YEAR_SHIFTS, Batch, pack

from .tiny import NUMBER_ID, WHOLE_RANGE, make_batch, make_instances, tiny_model

SYMBOL = 5


def test_with_words_hidden_replaces_the_given_share_of_words_only():
    model = tiny_model()
    batch = make_batch(model).repeat(400)
    torch.manual_seed(0)
    hidden = batch.with_words_hidden(0.25, model.number_id, SYMBOL)
    words = (batch.ids != model.number_id) & (batch.positions > 0) & (batch.documents != PADDING)
    changed = hidden.ids != batch.ids
    assert not changed[~words].any()
    assert (hidden.ids[changed] == SYMBOL).all()
    assert abs((hidden.ids == SYMBOL)[words & (batch.ids != SYMBOL)].float().mean() - 0.25) < 0.02


def test_with_values_hidden_hides_the_given_share_of_numbers():
    batch = make_batch(tiny_model()).repeat(400)
    torch.manual_seed(0)
    unseen = batch.with_values_hidden(0.25).unseen
    assert unseen is not None
    assert abs(unseen.float().mean() - 0.25) < 0.02
    assert batch.unseen is None


def test_an_unseen_number_is_a_target_but_no_context():
    """Of two numbers the second is unseen, so the loss of the first does not depend on it."""
    model = tiny_model(objective="leave-one-out", head="digits", dropout=0.0)

    def loss(second: float, unseen: bool) -> float:
        batch = make_batch(model, [[3.0, second]])
        which = torch.zeros_like(batch.present)
        which[0, 1] = unseen
        return float(model(replace(batch, unseen=which)).total.detach())

    def alone(second: float) -> float:
        """Return the second number's own loss, which does not depend on its being seen."""
        batch = make_batch(model, [[3.0, second]])
        d = model.distributions(batch)
        return float(-d.log_prob(batch.values, measure="log")[0, 1])

    unseen = [loss(second, True) - alone(second) for second in (7.0, 9e9)]
    seen = [loss(second, False) - alone(second) for second in (7.0, 9e9)]
    assert abs(unseen[0] - unseen[1]) < 1e-4
    assert abs(seen[0] - seen[1]) > 1e-3


def test_with_years_moved_shifts_recent_years_of_an_instance_together():
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
    assert (int(moves.min()), int(moves.max())) == YEAR_SHIFTS
    assert abs((moves != 0).float().mean() - 0.5 * 35 / 36) < 0.05


def test_instances_of_one_row_are_moved_independently():
    model = tiny_model()
    batch = make_batch(model, [[2009.0], [2009.0]] * 2, row_length=48)
    assert len(batch.ids) < 4
    torch.manual_seed(0)
    moved = replace(batch, years=batch.present).with_years_moved(0.99).values[batch.present]
    assert len(set(moved.tolist())) == 4


INSTANCES = make_instances(WHOLE_RANGE)


def unpack(batch: Batch) -> list[TokenizedInstance]:
    """Read the instances of a batch back."""
    owners = batch.number_documents
    instances = []
    for row in range(len(batch.ids)):
        for document in range(int(batch.documents[row].max()) + 1):
            mine = batch.documents[row] == document
            assert torch.equal(batch.positions[row][mine], torch.arange(int(mine.sum())))
            instances.append(
                TokenizedInstance(
                    batch.ids[row][mine].numpy(), batch.values[row][owners[row] == document].numpy()
                )
            )
    return instances


@pytest.mark.parametrize("row_length", [None, 24, 48, 1000])
def test_collation_keeps_every_instance_whole(row_length):
    batch = Collator(NUMBER_ID, row_length=row_length)(INSTANCES)

    def key(instance):
        return (instance.ids.tolist(), instance.values.tolist())

    assert sorted(map(key, unpack(batch))) == sorted(map(key, INSTANCES))


@pytest.mark.parametrize("row_length", [None, 24])
def test_places_are_the_columns_of_number_symbols(row_length):
    batch = Collator(NUMBER_ID, row_length=row_length)(INSTANCES)
    symbols = batch.ids.gather(1, batch.places)[batch.present]
    assert (symbols == NUMBER_ID).all()
    assert int(batch.present.sum()) == sum(len(values) for values in WHOLE_RANGE)
    assert (batch.number_documents[~batch.present] == -1).all()


def test_unpacked_rows_keep_the_order_of_instances():
    batch = Collator(NUMBER_ID)(INSTANCES)
    assert [x.values.tolist() for x in unpack(batch)] == WHOLE_RANGE


def test_shapes_are_padded_to_multiples():
    batch = Collator(NUMBER_ID, token_multiple=16, number_multiple=8)(INSTANCES)
    assert batch.ids.shape[1] % 16 == 0
    assert batch.values.shape[1] % 8 == 0


def test_packing_fills_rows_to_95_percent():
    lengths = np.random.default_rng(0).integers(20, 129, size=256)
    rows = pack(lengths, 512)
    filled = np.bincount(rows, lengths)
    assert filled.max() <= 512
    assert filled.sum() / (512 * len(filled)) > 0.95


def test_a_masked_number_is_present_but_not_known():
    batch = Collator(NUMBER_ID)(
        [TokenizedInstance(np.array([2, NUMBER_ID, NUMBER_ID]), np.array([np.nan, 4.0]))]
    )
    assert batch.present[0, :2].tolist() == [True, True]
    assert batch.known[0, :2].tolist() == [False, True]


@pytest.mark.parametrize(
    ("collator", "instances", "message"),
    [
        (Collator(NUMBER_ID), [], "at least one instance"),
        (
            Collator(NUMBER_ID),
            [TokenizedInstance(np.array([2, NUMBER_ID]), np.array([]))],
            "instance 0 has 1 number symbols",
        ),
        (Collator(NUMBER_ID, max_tokens=5), INSTANCES, "instance 0 has 15 tokens.*at most 5.*windows"),
        (Collator(NUMBER_ID, row_length=10), INSTANCES, "row_length=10 is too short for instance 0"),
    ],
)
def test_collation_errors_name_the_instance(collator, instances, message):
    with pytest.raises(ValueError, match=message):
        collator(instances)


def test_draws_come_from_the_training_numbers():
    batch = Collator(NUMBER_ID)(INSTANCES)
    with pytest.raises(ValueError, match="with_draws"):
        batch.require_draws()
    drawn = batch.with_draws(torch.tensor([7.0, 11.0])).require_draws()
    assert set(drawn.flatten().tolist()) == {7.0, 11.0}
    assert drawn.dtype == torch.float64
