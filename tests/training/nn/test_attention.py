import torch

from numerate.training.nn.attention import QUERY, TEXT, VALUE, Visibility
from numerate.training.nn.leave_one_out import leave_one_out

from .tiny import WHOLE_RANGE, make_batch, tiny_model


def expected(rule: Visibility, row: int, q: int, k: int) -> bool:
    """The three sentences of the leave-one-out rule, one token pair at a time."""
    document, kind, number = rule.documents[row], rule.kinds[row], rule.numbers[row]
    if document[q] != document[k]:
        return False
    if q == k:
        return True
    if kind[k] == TEXT:
        return True
    return bool(kind[q] == QUERY and kind[k] == VALUE and number[q] != number[k])


def check(rule: Visibility) -> None:
    dense = rule.dense()
    rows, _, size, _ = dense.shape
    for row in range(rows):
        wanted = torch.tensor([[expected(rule, row, q, k) for k in range(size)] for q in range(size)])
        assert torch.equal(dense[row, 0], wanted)


def test_the_rule_is_leave_one_out():
    model = tiny_model(objective="leave-one-out")
    for row_length in (None, 32):
        batch = make_batch(model, WHOLE_RANGE[:4], row_length)
        check(leave_one_out(batch, batch.values.isfinite()))


def test_plain_text_sees_its_own_document():
    rule = Visibility.of_text(torch.tensor([[0, 0, 1, -1], [0, 1, 1, 2]]))
    check(rule)
    assert rule.dense()[0, 0].int().tolist() == [[1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]


def test_no_token_is_blind():
    """A softmax over nothing would be NaN, also at padding."""
    batch = make_batch(tiny_model(objective="leave-one-out"), [[1.0], [], [2.0, 3.0]])
    rule = leave_one_out(batch, torch.zeros_like(batch.present))
    assert rule.dense().any(-1).all()
