import numpy as np
import pytest
import torch

from numerate.training.nn import Collator, Instance
from numerate.training.nn.batch import Batch, pack

from .tiny import NUMBER_ID, WHOLE_RANGE, make_instances

INSTANCES = make_instances(WHOLE_RANGE)


def unpack(batch: Batch) -> list[Instance]:
    """The instances of a batch, read back out of it."""
    owners = batch.number_documents
    found = []
    for row in range(len(batch.ids)):
        for document in range(int(batch.documents[row].max()) + 1):
            mine = batch.documents[row] == document
            assert torch.equal(batch.positions[row][mine], torch.arange(int(mine.sum())))
            found.append(
                Instance(batch.ids[row][mine].numpy(), batch.values[row][owners[row] == document].numpy())
            )
    return found


@pytest.mark.parametrize("row_length", [None, 24, 48, 1000])
def test_a_batch_holds_every_instance_whole(row_length):
    batch = Collator(NUMBER_ID, row_length=row_length)(INSTANCES)

    def key(instance):
        return (instance.ids.tolist(), instance.values.tolist())

    assert sorted(map(key, unpack(batch))) == sorted(map(key, INSTANCES))


@pytest.mark.parametrize("row_length", [None, 24])
def test_numbers_point_at_their_symbols(row_length):
    batch = Collator(NUMBER_ID, row_length=row_length)(INSTANCES)
    symbols = batch.ids.gather(1, batch.places)[batch.present]
    assert (symbols == NUMBER_ID).all()
    assert int(batch.present.sum()) == sum(len(values) for values in WHOLE_RANGE)
    assert (batch.number_documents[~batch.present] == -1).all()


def test_one_instance_a_row_keeps_their_order():
    batch = Collator(NUMBER_ID)(INSTANCES)
    assert [x.values.tolist() for x in unpack(batch)] == WHOLE_RANGE


def test_shapes_are_multiples():
    batch = Collator(NUMBER_ID, token_multiple=16, number_multiple=8)(INSTANCES)
    assert batch.ids.shape[1] % 16 == 0
    assert batch.values.shape[1] % 8 == 0


def test_packing_wastes_little():
    lengths = np.random.default_rng(0).integers(20, 129, size=256)
    rows = pack(lengths, 512)
    filled = np.bincount(rows, lengths)
    assert filled.max() <= 512
    assert filled.sum() / (512 * len(filled)) > 0.95


def test_an_open_number_is_present_but_not_known():
    batch = Collator(NUMBER_ID)([Instance(np.array([2, NUMBER_ID, NUMBER_ID]), np.array([np.nan, 4.0]))])
    assert batch.present[0, :2].tolist() == [True, True]
    assert batch.known[0, :2].tolist() == [False, True]


@pytest.mark.parametrize(
    ("collator", "instances", "message"),
    [
        (Collator(NUMBER_ID), [], "at least one instance"),
        (
            Collator(NUMBER_ID),
            [Instance(np.array([2, NUMBER_ID]), np.array([]))],
            "instance 0 has 1 number symbols",
        ),
        (Collator(NUMBER_ID, longest=5), INSTANCES, "instance 0 has 15 tokens.*at most 5.*windows"),
        (Collator(NUMBER_ID, row_length=10), INSTANCES, "row_length=10 is too short for instance 0"),
    ],
)
def test_errors_name_the_instance(collator, instances, message):
    with pytest.raises(ValueError, match=message):
        collator(instances)


def test_draws_come_from_the_training_numbers():
    batch = Collator(NUMBER_ID)(INSTANCES)
    with pytest.raises(ValueError, match="with_draws"):
        batch.require_draws()
    drawn = batch.with_draws(torch.tensor([7.0, 11.0])).require_draws()
    assert set(drawn.flatten().tolist()) == {7.0, 11.0}
    assert drawn.dtype == torch.float64
