import json
from dataclasses import FrozenInstanceError, fields, replace

import pytest

from numerate.distributions import PAPER, SHIPPED
from numerate.training.nn import PRESETS, ModelConfig, preset

from .tiny import COMBINATIONS, TINY, tiny_config


def test_every_combination_is_a_configuration():
    """2 encoders × 5 inputs × 7 heads masked, disc without input left out; 5 × 6 leave-one-out."""
    assert len(COMBINATIONS) == 2 * (5 * 7 - 1) + 5 * 6


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"encoder": "lstm"}, r"encoder='lstm': must be one of transformer, bigru"),
        (
            {"input": "digits"},
            r"input='digits': must be one of none, exponent, digit-rnn, both, exponent\+digits",
        ),
        ({"head": "normal"}, r"head='normal': must be one of loglp, .*disc"),
        ({"objective": "causal"}, r"objective='causal': must be one of masked, leave-one-out"),
        ({"dropout": 1.5}, r"dropout=1.5: must be None or a number in \[0, 1\)"),
        ({"dropout": "high"}, r"dropout='high': must be"),
        ({"input_digits": 0}, r"input_digits=0: must be a whole number in 1 … 7"),
        ({"head_digits": 2.5}, r"head_digits=2.5: must be a whole number"),
        ({"components": 64}, r"components=64: must be one less than a power of two"),
        ({"support": (-1, 15)}, r"support=\(-1, 15\): must be a numerate.distributions.Support"),
        ({"pretrained": True}, r"pretrained=True: must be False where checkpoint is None"),
        ({"architecture": None}, r"architecture=None: must be given where checkpoint is None"),
        ({"architecture": {"hidden_size": 3}}, r"architecture=.*must be a dict with a model_type"),
        ({"objective": "leave-one-out", "encoder": "bigru"}, r"encoder='bigru': must be transformer"),
        ({"objective": "leave-one-out", "head": "disc"}, r"head='disc': must be a family of distributions"),
        ({"head": "disc", "input": "none"}, r"input='none': must be an input that shows disc"),
        (
            {"head": "loglp", "support": SHIPPED},
            r"head='loglp': must be one of dexp, digits, spline, disc where",
        ),
    ],
)
def test_errors_name_the_field_its_value_and_what_it_may_be(changes, message):
    with pytest.raises(ValueError, match=message):
        tiny_config(**changes)


def test_a_configuration_survives_json():
    for config in (*PRESETS.values(), tiny_config(), replace(preset("loo-digits"), architecture=TINY)):
        assert ModelConfig.from_dict(json.loads(json.dumps(config.to_dict()))) == config


def test_an_unknown_field_is_named():
    with pytest.raises(ValueError, match="unknown field flavour"):
        ModelConfig.from_dict({**tiny_config().to_dict(), "flavour": "vanilla"})


def test_what_an_older_numerate_did_not_write_is_as_it_was_then():
    written = tiny_config(support=SHIPPED).to_dict()
    for name in ("objective", "input_digits", "head_digits", "support"):
        del written[name]
    read = ModelConfig.from_dict(written)
    assert (read.objective, read.input_digits, read.head_digits, read.support) == ("masked", 4, 4, PAPER)


def test_every_field_is_written():
    assert set(tiny_config().to_dict()) == {field.name for field in fields(ModelConfig)}


def test_a_configuration_stays_what_it_is_and_a_changed_one_is_checked_again():
    config = tiny_config()
    with pytest.raises(FrozenInstanceError):
        config.head = "gmm"
    with pytest.raises(ValueError, match="head='normal'"):
        replace(config, head="normal")


@pytest.mark.parametrize("dropout", [None, 0, 0.0, 0.3, 0.99])
def test_any_share_below_one_may_be_dropped(dropout):
    assert tiny_config(dropout=dropout).dropout == dropout


def test_a_checkpoint_needs_no_architecture_and_may_be_pretrained():
    assert tiny_config(checkpoint="somewhere", architecture=None, pretrained=True).pretrained
    assert not tiny_config(checkpoint="somewhere", architecture=None, pretrained=False).pretrained


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({}, "MaskedModel"),
        ({"objective": "leave-one-out"}, "LeaveOneOutModel"),
        ({"head": "disc"}, "DiscModel"),
    ],
)
def test_the_class_of_a_model_follows_from_its_objective_and_head(changes, name):
    assert tiny_config(**changes).model_class == name
