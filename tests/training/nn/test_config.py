import json
from dataclasses import FrozenInstanceError, fields, replace

import pytest

from numerate.distributions import PAPER, SHIPPED, Support
from numerate.training.nn import PRESETS, ModelConfig, preset
from numerate.training.nn.config import HEADS, HEADS_WITH_ZERO

from .tiny import COMBINATIONS, TINY, tiny_config


def test_all_valid_combinations_are_accepted():
    """One input with every head, and two heads with every input; digits are tokens in one case only."""
    heads, inputs = 10, 8
    masked, recurrent, leave_one_out = (
        heads + 2 * (inputs - 1),
        heads + 2 * (inputs - 2),
        heads - 1 + 2 * (inputs - 2),
    )
    assert len(COMBINATIONS) == masked + recurrent + leave_one_out


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"encoder": "lstm"}, r"encoder='lstm': must be one of transformer, bigru"),
        (
            {"input": "digits"},
            r"input='digits': must be one of none, exponent, digit-rnn, both, exponent\+digits",
        ),
        ({"input": "digit-tokens", "encoder": "bigru"}, r"encoder='bigru': must be transformer"),
        ({"input": "digit-tokens", "objective": "leave-one-out"}, r"objective=.*must be masked"),
        ({"head": "normal"}, r"head='normal': must be one of dexp, .*disc"),
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
            r"head='loglp': must be one of dexp, .*digits, .*spline, disc where",
        ),
    ],
)
def test_errors_name_the_field_its_value_and_what_it_may_be(changes, message):
    with pytest.raises(ValueError, match=message):
        tiny_config(**changes)


def test_a_configuration_round_trips_through_json():
    for config in (*PRESETS.values(), tiny_config(), replace(preset("loo-digits"), architecture=TINY)):
        assert ModelConfig.from_dict(json.loads(json.dumps(config.to_dict()))) == config


def test_an_unknown_field_is_named():
    with pytest.raises(ValueError, match="unknown field flavour"):
        ModelConfig.from_dict({**tiny_config().to_dict(), "flavour": "vanilla"})


def test_missing_fields_get_the_defaults():
    written = tiny_config(support=SHIPPED).to_dict()
    for name in ("objective", "input_digits", "head_digits", "support"):
        del written[name]
    read = ModelConfig.from_dict(written)
    assert (read.objective, read.input_digits, read.head_digits, read.support) == ("masked", 4, 4, PAPER)


def test_to_dict_has_every_field():
    assert set(tiny_config().to_dict()) == {field.name for field in fields(ModelConfig)}


def test_a_configuration_is_frozen_and_replace_validates():
    config = tiny_config()
    with pytest.raises(FrozenInstanceError):
        config.head = "gmm"
    with pytest.raises(ValueError, match="head='normal'"):
        replace(config, head="normal")


@pytest.mark.parametrize("dropout", [None, 0, 0.0, 0.3, 0.99])
def test_dropout_may_be_any_number_below_one(dropout):
    assert tiny_config(dropout=dropout).dropout == dropout


def test_a_checkpoint_needs_no_architecture():
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


def test_the_papers_models_are_presets():
    for head in HEADS:
        for encoder, name in (("transformer", f"bert-{head}"), ("bigru", f"bigru-{head}")):
            config = preset(name)
            assert (config.encoder, config.head, config.objective) == (encoder, head, "masked")
            assert (config.input, config.support) == ("exponent", Support(-1, 15))


def test_loo_presets_are_leave_one_out_models():
    ours = {name: config for name, config in PRESETS.items() if name.startswith("loo-")}
    assert set(ours) == {f"loo-{head}" for head in HEADS_WITH_ZERO}
    assert {(config.objective, config.support) for config in ours.values()} == {("leave-one-out", SHIPPED)}


def test_an_unknown_preset_raises_an_error_with_the_known_ones():
    with pytest.raises(ValueError, match=r"no preset 'bert-dxp'.*bert-dexp"):
        preset("bert-dxp")
