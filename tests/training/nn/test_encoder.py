import pytest
import torch
from transformers import AutoConfig, AutoModel

from numerate.training.nn.attention import Visibility
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
def test_every_bert_family_keeps_the_rule(family):
    """Changing a number's value leaves its own query bit for bit the same, and changes the others."""
    model = tiny_model(objective="leave-one-out", architecture=FAMILIES[family])
    batch = make_batch(model, [[3.0, 40.0, 5e6]])
    changed = batch.values.clone()
    changed[0, 1] = 7e9
    before, after = model.encode(batch, batch.values), model.encode(batch, changed)
    assert torch.equal(before[0, 1], after[0, 1])
    assert (before[0, [0, 2]] != after[0, [0, 2]]).any(-1).all()


@pytest.mark.parametrize("family", FAMILIES)
def test_every_bert_family_encodes_as_transformers_does(family):
    """With plain text and running positions ours is the network as it was published."""
    torch.manual_seed(0)
    backbone = AutoModel.from_config(AutoConfig.for_model(**FAMILIES[family])).eval()
    ids = torch.randint(3, TINY["vocab_size"], (2, 9))
    wanted = backbone(input_ids=ids).last_hidden_state
    encoder = TransformerEncoder(backbone)
    positions = torch.arange(9).expand(2, 9)
    states = encoder(encoder.words(ids), positions, Visibility.of_text(torch.zeros_like(ids)))
    torch.testing.assert_close(states, wanted)


def test_roberta_has_two_positions_less():
    assert tiny_model(architecture=FAMILIES["roberta"]).encoder.longest == 46
    assert tiny_model().encoder.longest == 48


def test_a_network_that_reads_masks_its_own_way_is_refused():
    with pytest.raises(ValueError, match="mpnet networks do not take sdpa attention"):
        tiny_model(architecture={**TINY, "model_type": "mpnet"})


def test_dropout_is_the_checkpoints_or_ours():
    def rates(model):
        return {module.p for module in model.encoder.modules() if isinstance(module, torch.nn.Dropout)}

    assert rates(tiny_model()) == {0.1}
    assert rates(tiny_model(dropout=0.25)) == {0.25}


@pytest.mark.parametrize("objective", ["masked", "leave-one-out"])
@torch.no_grad()
def test_flex_attention_computes_the_same(objective):
    model = tiny_model(objective=objective)
    batch = make_batch(model, row_length=32)
    wanted = model.encode(batch, batch.values)
    model.encoder.use("flex")
    torch.testing.assert_close(model.encode(batch, batch.values)[batch.present], wanted[batch.present])


def test_flex_attention_says_that_it_has_no_dropout():
    model = tiny_model().train()
    model.encoder.use("flex")
    with pytest.raises(ValueError, match="set dropout=0"):
        model.loss(make_batch(model))
