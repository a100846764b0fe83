import pytest
import torch

from .tiny import make_batch, tiny_model


def test_padding_changes_nothing():
    model = tiny_model(encoder="bigru")
    alone = make_batch(model, [[3.0, 40.0]])
    padded = make_batch(model, [[3.0, 40.0], [1.0] * 20])
    assert padded.ids.shape[1] > alone.ids.shape[1]
    torch.testing.assert_close(
        model.encode(padded, padded.values)[0, :2], model.encode(alone, alone.values)[0, :2]
    )


def test_both_directions_reach_a_number():
    model = tiny_model(encoder="bigru")
    batch = make_batch(model, [[3.0, 40.0, 7.0]])
    before = model.encode(batch, batch.values)
    for other in (0, 2):
        changed = batch.values.clone()
        changed[0, other] = 1e9
        assert (model.encode(batch, changed)[0, 1] != before[0, 1]).any()


def test_it_is_as_the_paper_says():
    encoder = tiny_model(encoder="bigru").encoder
    assert (encoder.rnn.num_layers, encoder.rnn.hidden_size, encoder.rnn.bidirectional) == (1, 64, True)
    assert encoder.dropout.p == 0.3


def test_packed_rows_are_refused():
    model = tiny_model(encoder="bigru")
    with pytest.raises(ValueError, match="one instance a row"):
        model.loss(make_batch(model, row_length=48))
