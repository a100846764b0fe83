from dataclasses import replace
from typing import get_args

import pytest

from numerate.distributions import SHIPPED, Support
from numerate.training.nn import PRESETS, ModelConfig, preset
from numerate.training.nn.config import Head

from .tiny import COMBINATIONS, TINY, tiny_config


def test_the_papers_models_have_their_names():
    for head in get_args(Head):
        for encoder, name in (("transformer", f"bert-{head}"), ("bigru", f"bigru-{head}")):
            config = preset(name)
            assert (config.encoder, config.head, config.objective) == (encoder, head, "masked")
            assert (config.input, config.support) == ("exponent", Support(-1, 15))


def test_ours_leave_one_out():
    ours = {name: config for name, config in PRESETS.items() if name.startswith("loo-")}
    assert set(ours) == {"loo-dexp", "loo-digits", "loo-spline"}
    assert {(config.objective, config.support) for config in ours.values()} == {("leave-one-out", SHIPPED)}


def test_an_unknown_preset_is_told_the_known_ones():
    with pytest.raises(ValueError, match=r"no preset 'bert-dxp'.*bert-dexp"):
        preset("bert-dxp")


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
        assert ModelConfig.from_dict(config.to_dict()) == config


def test_an_unknown_field_is_named():
    with pytest.raises(ValueError, match="unknown field flavour"):
        ModelConfig.from_dict({**tiny_config().to_dict(), "flavour": "vanilla"})
