from typing import get_args

import pytest

from numerate.distributions import SHIPPED, Support
from numerate.training.nn import PRESETS, preset
from numerate.training.nn.config import Head


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
