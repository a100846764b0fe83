"""From what is typed after `numerate train` to a model's configuration and a recipe."""

import json
from dataclasses import replace

import pytest

from numerate.cli.train import _settings as settings
from numerate.errors import InputError
from numerate.training.nn import preset
from numerate.training.run.recipe import recipe

FIELDS = {"pretrained": False, "architecture": {"model_type": "bert"}, "head": "spline"}


def test_a_preset_and_a_recipe_by_name():
    assert settings("loo-digits", "paper", []) == (preset("loo-digits"), recipe("paper"))


def test_fields_of_both_are_changed_and_values_are_json_or_text():
    model, how = settings("bert-dexp", "default", ["head=gmm", "components=31", "clip=null", "new_rate=2e-3"])
    assert (model.head, model.components, how.clip, how.new_rate) == ("gmm", 31, None, 2e-3)


def test_the_folder_of_a_trained_model_stays_as_it_is(tmp_path):
    assert settings(str(tmp_path), "default", ["epochs=2"]) == (
        tmp_path,
        replace(recipe("default"), epochs=2),
    )
    with pytest.raises(InputError, match=r"--set head: .* is trained already"):
        settings(str(tmp_path), "default", ["head=gmm"])


def test_a_file_may_be_a_configuration_or_a_models_own(tmp_path):
    path = tmp_path / "config.json"
    for more in ({}, {"format": 1, "class": "MaskedModel"}):
        path.write_text(json.dumps(FIELDS | more))
        assert settings(str(path), "default", [])[0].head == "spline"


@pytest.mark.parametrize(
    ("model", "name", "changes", "message"),
    [
        ("loo-digit", "default", [], "no preset 'loo-digit'; choose one of bert-dexp"),
        ("no.json", "default", [], "no.json: neither a preset nor a readable file"),
        ("loo-digits", "best", [], "no recipe 'best'; choose one of default, paper"),
        ("loo-digits", "default", ["epoch=1"], "--set epoch: no such field; choose one of optimizer"),
        ("loo-digits", "default", ["epochs"], "--set epochs: write FIELD=VALUE, such as epochs=4"),
        ("loo-digits", "default", ["head=normal"], "head='normal': must be one of dexp"),
        ("loo-digits", "default", ["support=3"], "support=3: must be"),
    ],
)
def test_mistakes_are_answered_with_what_there_is(model, name, changes, message):
    with pytest.raises(InputError, match=message):
        settings(model, name, changes)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "not JSON"),
        pytest.param("[" * 100_000, "not JSON", id="deep"),
        ("[]", "a configuration is an object"),
    ],
)
def test_a_file_that_is_no_configuration(tmp_path, content, message):
    (tmp_path / "config.json").write_text(content)
    with pytest.raises(InputError, match=message):
        settings(str(tmp_path / "config.json"), "default", [])
