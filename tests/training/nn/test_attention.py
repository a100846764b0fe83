import torch

from numerate.training.nn.attention import QUERY, TEXT, VALUE, AttentionMask
from numerate.training.nn.leave_one_out import leave_one_out_mask

from .tiny import WHOLE_RANGE, make_batch, tiny_model


def expected(mask: AttentionMask, row: int, q: int, k: int) -> bool:
    """Apply the leave-one-out rule to one pair of tokens."""
    document, kind, number = mask.documents[row], mask.kinds[row], mask.numbers[row]
    if document[q] != document[k]:
        return False
    if q == k:
        return True
    if kind[k] == TEXT:
        return True
    return bool(kind[q] == QUERY and kind[k] == VALUE and number[q] != number[k])


def check(mask: AttentionMask) -> None:
    dense = mask.dense()
    rows, _, size, _ = dense.shape
    for row in range(rows):
        reference = torch.tensor([[expected(mask, row, q, k) for k in range(size)] for q in range(size)])
        assert torch.equal(dense[row, 0], reference)


def test_leave_one_out_mask_equals_the_rule_token_by_token():
    model = tiny_model(objective="leave-one-out")
    for row_length in (None, 32):
        batch = make_batch(model, WHOLE_RANGE[:4], row_length)
        check(leave_one_out_mask(batch, batch.values.isfinite()))


def test_text_attends_within_its_own_instance():
    mask = AttentionMask.within_instances(torch.tensor([[0, 0, 1, -1], [0, 1, 1, 2]]))
    check(mask)
    assert mask.dense()[0, 0].int().tolist() == [[1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]


def test_every_token_attends_to_something():
    """A softmax over no keys would be NaN, even in padding."""
    batch = make_batch(tiny_model(objective="leave-one-out"), [[1.0], [], [2.0, 3.0]])
    mask = leave_one_out_mask(batch, torch.zeros_like(batch.present))
    assert mask.dense().any(-1).all()
