import pytest
import torch
from transformers import AutoConfig, AutoModel

from numerate.training.nn.attention import AttentionMask
from numerate.training.nn.encoder import TransformerEncoder

from .tiny import TINY, make_batch, tiny_model

FAMILIES = {
    "bert": TINY,
    "roberta": {**TINY, "model_type": "roberta"},
    "electra": {**TINY, "model_type": "electra", "embedding_size": 16},
    "albert": {**TINY, "model_type": "albert", "embedding_size": 16},
    "distilbert": {
        "model_type": "distilbert",
        "vocab_size": TINY["vocab_size"],
        "dim": 32,
        "n_layers": 2,
        "n_heads": 4,
        "hidden_dim": 48,
        "max_position_embeddings": 48,
    },
}


@pytest.mark.parametrize("family", FAMILIES)
def test_every_bert_family_hides_a_value_from_its_own_query(family):
    """Changing a value leaves its own query bit for bit the same and changes the others."""
    model = tiny_model(objective="leave-one-out", architecture=FAMILIES[family])
    batch = make_batch(model, [[3.0, 40.0, 5e6]])
    changed = batch.values.clone()
    changed[0, 1] = 7e9
    before, after = model.encode(batch, batch.values), model.encode(batch, changed)
    assert torch.equal(before[0, 1], after[0, 1])
    assert (before[0, [0, 2]] != after[0, [0, 2]]).any(-1).all()


@pytest.mark.parametrize("family", FAMILIES)
def test_every_bert_family_encodes_text_as_transformers_does(family):
    """On plain text with consecutive positions the encoder equals the original network."""
    torch.manual_seed(0)
    backbone = AutoModel.from_config(AutoConfig.for_model(**FAMILIES[family])).eval()
    ids = torch.randint(3, TINY["vocab_size"], (2, 9))
    expected = backbone(input_ids=ids).last_hidden_state
    encoder = TransformerEncoder(backbone)
    positions = torch.arange(9).expand(2, 9)
    states = encoder(encoder.words(ids), positions, AttentionMask.within_instances(torch.zeros_like(ids)))
    torch.testing.assert_close(states, expected)


def test_roberta_has_two_positions_fewer():
    assert tiny_model(architecture=FAMILIES["roberta"]).encoder.max_tokens == 46
    assert tiny_model().encoder.max_tokens == 48


def test_a_network_without_support_for_the_mask_is_refused():
    with pytest.raises(ValueError, match="mpnet networks do not support sdpa attention"):
        tiny_model(architecture={**TINY, "model_type": "mpnet"})


def test_dropout_is_the_checkpoints_unless_configured():
    def rates(model):
        return {module.p for module in model.encoder.modules() if isinstance(module, torch.nn.Dropout)}

    assert rates(tiny_model()) == {0.1}
    assert rates(tiny_model(dropout=0.25)) == {0.25}


def test_bigru_ignores_padding():
    model = tiny_model(encoder="bigru")
    alone = make_batch(model, [[3.0, 40.0]])
    padded = make_batch(model, [[3.0, 40.0], [1.0] * 20])
    assert padded.ids.shape[1] > alone.ids.shape[1]
    torch.testing.assert_close(
        model.encode(padded, padded.values)[0, :2], model.encode(alone, alone.values)[0, :2]
    )


def test_bigru_reads_in_both_directions():
    model = tiny_model(encoder="bigru")
    batch = make_batch(model, [[3.0, 40.0, 7.0]])
    before = model.encode(batch, batch.values)
    for other in (0, 2):
        changed = batch.values.clone()
        changed[0, other] = 1e9
        assert (model.encode(batch, changed)[0, 1] != before[0, 1]).any()


def test_bigru_has_the_papers_size():
    encoder = tiny_model(encoder="bigru").encoder
    assert (encoder.rnn.num_layers, encoder.rnn.hidden_size, encoder.rnn.bidirectional) == (1, 64, True)
    assert encoder.dropout.p == 0.3


def test_bigru_refuses_packed_rows():
    model = tiny_model(encoder="bigru")
    with pytest.raises(ValueError, match="one instance a row"):
        model.loss(make_batch(model, row_length=48))
