from __future__ import annotations

from numerate.training.export.card import _training, with_figures

CARD = "# A model\n\n## Data\n\n- news\n\n## Weights\n\nStored as int8.\n\n## Limits\n\n- English.\n"
NEWS = {"cases": 1200, "figures": {"lmae.median": [0.25, 0.24, 0.26, 90]}}
SCIENCE = {"cases": 90, "figures": {"e_acc.argmax": [0.8, 0.7, 0.9, 90]}, "split": "valid"}


def test_with_figures_inserts_a_section_before_the_weights() -> None:
    text = with_figures(CARD, {"news": NEWS, "science.json": SCIENCE})
    table = """## Figures

news (test, 1,200 numbers):

| figure | value | 95% interval |
|---|---|---|
| LMAE at the median | 0.2500 | 0.2400 to 0.2600 |

science (valid, 90 numbers):

| figure | value | 95% interval |
|---|---|---|
| E-Acc at the argmax | 0.8000 | 0.7000 to 0.9000 |

"""
    before, after = text.split(table)
    assert before + after == CARD
    assert after.startswith("## Weights")


def test_with_figures_replaces_previous_figures() -> None:
    once = with_figures(CARD, {"news": NEWS})
    assert with_figures(with_figures(CARD, {"science": SCIENCE}), {"news": NEWS}) == once
    assert with_figures(once, {"news": NEWS}) == once
    assert with_figures(once, {}) == CARD


def test_with_figures_appends_to_a_card_without_weights() -> None:
    text = with_figures("# Another\n\n## Data\n\nNone.\n", {"news": NEWS})
    assert text.endswith("None.\n\n## Figures\n\n" + text.partition("## Figures\n\n")[2])
    assert "| 0.2500 |" in text


def test_a_card_lists_the_augmentation_of_a_recipe() -> None:
    recipe = {"optimizer": "adamw", "epochs": 8, "hidden_words": 0.1, "hidden_values": 0.0}
    run = {"recipe": recipe, "best_epoch": 8, "epochs": [{}] * 8, "valid_loss": -4.5}
    first, second = _training(run)
    assert first == "- Recipe: optimizer adamw, epochs 8, hidden_words 0.1."
    assert second == "  Weights of epoch 8 of 8: validation loss -4.5000 nats per number."


def test_a_card_of_averaged_weights_lists_every_checkpoint() -> None:
    done = {"recipe": {"epochs": 2}, "best_epoch": 1, "epochs": [{}] * 2, "valid_loss": -4.5}
    stopped = {"recipe": {"epochs": 9}, "step": 20160, "epochs": [{}] * 3}
    assert list(_training({"mean_of": [done, stopped]})) == [
        "The mean of the weights of 2 checkpoints:",
        "",
        "- Recipe: epochs 2.",
        "  Weights of epoch 1 of 2: validation loss -4.5000 nats per number.",
        "- Recipe: epochs 9.",
        "  Weights of step 20,160, after 3 epochs.",
    ]
