from dataclasses import replace

import pytest

from numerate.training.run.recipe import RECIPES, Recipe, recipe


def test_the_paper_recipe_has_the_papers_values():
    paper = recipe("paper")
    assert (paper.optimizer, paper.batch_size, paper.epochs, paper.patience) == ("sgd", 32, 10, 3)
    assert (paper.pretrained_rate, paper.new_rate, paper.scratch_rate) == (3e-5, 1e-2, 2e-2)
    assert (paper.decay, paper.warmup) == ("linear", 0)


def test_the_paper_recipe_has_what_only_the_authors_code_says():
    paper = recipe("paper")
    assert (paper.reduction, paper.clip, paper.weight_decay) == ("sum", 5, 0.01)


@pytest.mark.parametrize("name", RECIPES)
def test_recipes_round_trip_through_dicts(name):
    assert Recipe.from_dict(recipe(name).to_dict()) == recipe(name)


@pytest.mark.parametrize(
    ("field", "value", "allowed"),
    [
        ("optimizer", "adam", "one of adamw, sgd"),
        ("new_rate", 0, "a number over 0"),
        ("pretrained_rate", float("nan"), "a number over 0"),
        ("scratch_rate", "fast", "a number over 0"),
        ("batch_size", 2.5, "a whole number over 0"),
        ("epochs", True, "a whole number over 0"),
        ("warmup", 1.0, r"a number in \[0, 1\)"),
        ("decay", "exponential", "one of linear, cosine, none"),
        ("weight_decay", -1, "0 or a number over 0"),
        ("clip", 0, "a number over 0, or null"),
        ("hidden_words", 1, r"a number in \[0, 1\)"),
        ("hidden_values", -0.1, r"a number in \[0, 1\)"),
        ("moved_years", 1.5, r"a number in \[0, 1\)"),
        ("patience", 0, "a whole number over 0, or null"),
        ("precision", "fp16", "one of auto, bf16, fp32"),
        ("seed", -1, "a whole number from 0"),
    ],
)
def test_errors_say_what_a_field_may_be(field, value, allowed):
    with pytest.raises(ValueError, match=f"^{field}=.*: must be {allowed}$"):
        replace(Recipe(), **{field: value})


def test_unknown_names_raise_an_error_with_the_known_ones():
    with pytest.raises(ValueError, match="no recipe 'papers'; choose one of default, paper"):
        recipe("papers")
    with pytest.raises(ValueError, match="unknown field lr; a recipe has optimizer, pretrained_rate"):
        Recipe.from_dict({"lr": 1})
