"""Table 6: the ablations. Head, objective, input, window, augmentation, learning rate, data and depth.

python -m experiments.table6 --data ROOT --encoder CHECKPOINT
"""

from __future__ import annotations

from dataclasses import replace

from numerate.training.nn.config import Head, Input, Objective

from .pack import DEPTHS
from .results import Results
from .spec import (
    E_ACC,
    LMAE,
    LMAE_MEDIAN,
    PAPER_MODEL,
    R_RATIO,
    S_NEAR,
    STANDARD,
    WRITTEN,
    Experiment,
    Row,
    Section,
    Table,
)
from .table1 import transformer
from .table4 import HEADS, OBJECTIVES, equal_terms

Variant = tuple[Head, Objective]

FAIR: Variant = ("dexp-scaled", "masked")
"""The fair version of the paper's best model."""
OURS: Variant = ("digits", "leave-one-out")
SHARES = (1 / 8, 1 / 4, 1 / 2)
RATES = (1e-4, 4e-4)
"""Learning rates of the encoder besides the standard 2e-4; new parameters have five times as much."""
AUGMENTED = replace(STANDARD, hidden_words=0.1, moved_years=0.2)


def _named(name: str, variant: Variant) -> str:
    head, objective = variant
    return f"table6/{name}-{objective}-{head}"


def _of(variant: Variant, corpus: str = "finnews") -> Experiment:
    return equal_terms(corpus, *variant)


def with_share(variant: Variant, share: float) -> Experiment:
    """A model with a part of the training text, and as many steps."""
    if share == 1:
        return _of(variant)
    name = _named(f"share-{round(1 / share)}", variant)
    return replace(_of(variant), name=name, share=share, seeds=(0,))


def with_depth(layers: int) -> Experiment:
    """Our model with fewer or more layers."""
    if layers == 6:
        return _of(OURS)
    return replace(_of(OURS), name=_named(f"layers-{layers}", OURS), layers=layers, seeds=(0,))


def with_rate(variant: Variant, rate: float) -> Experiment:
    """A model with another learning rate."""
    if rate == STANDARD.pretrained_rate:
        return _of(variant)
    base = replace(STANDARD, pretrained_rate=rate, new_rate=5 * rate)
    return replace(_of(variant), name=_named(f"rate-{rate:g}", variant), base=base)


def at_best_rate(variant: Variant, results: Results) -> Experiment | None:
    """A model with the learning rate of the lowest validation loss; None unless all rates were tried."""
    losses = {}
    for rate in (STANDARD.pretrained_rate, *RATES):
        experiment = with_rate(variant, rate)
        found = [result["training"]["valid_loss"] for result in results.of(experiment)]
        if not found:
            return None
        losses[experiment] = sum(found) / len(found)
    return min(losses, key=losses.__getitem__)


def augmented(variant: Variant) -> Experiment:
    """A model with words hidden and years moved in training."""
    return replace(_of(variant), name=_named("augmented", variant), base=AUGMENTED, seeds=(0,))


def on_windows(corpus: str, variant: Variant) -> Experiment:
    """A model on lone sentences, or on instances of up to 256 tokens."""
    return replace(_of(variant, corpus), name=_named(corpus, variant), seeds=(0,))


def lone_sentences(head: Head, shown: Input = "exponent") -> Experiment:
    """The paper's model on lone sentences, as the former tables had it."""
    like = transformer(head)
    model = replace(PAPER_MODEL, head=head, input=shown)
    return replace(
        like,
        name=f"table6/sentences-{head}-{shown}",
        corpus="finnews-sentences",
        model=model,
        seeds=(0,),
    )


def _label(variant: Variant) -> str:
    head, objective = variant
    return f"{objective}, {HEADS[head]}"


_BOTH = (FAIR, OURS)

TABLE = Table(
    name="table6",
    title="Table 6: ablations on financial news",
    differs="One seed where no deviation is given. Each section changes one thing of Table 4's models; runs "
    "with a part of the text take as many steps as those with all of it.",
    columns=(LMAE, LMAE_MEDIAN, E_ACC, WRITTEN, R_RATIO, S_NEAR),
    sections=(
        Section(
            "Head × objective × what is seen of the other numbers",
            tuple(
                Row(
                    f"{_label((head, objective))}, {shown}",
                    equal_terms("finnews", head, objective, shown),
                    {},
                )
                for head in HEADS
                for objective in OBJECTIVES
                for shown in ("exponent", "exponent+digits")
            ),
        ),
        Section(
            "Text of an instance (each on its own test instances)",
            (
                Row("lone sentences, the paper's DExp", lone_sentences("dexp"), {}),
                Row(
                    "lone sentences, the paper's DExp, all numbers masked", lone_sentences("dexp", "none"), {}
                ),
                *(
                    Row(f"{text}, {_label(v)}", on_windows(corpus, v) if corpus else _of(v), {})
                    for v in _BOTH
                    for corpus, text in (
                        ("finnews-sentences", "lone sentences"),
                        ("", "up to 128 tokens"),
                        ("finnews-256", "up to 256 tokens"),
                    )
                ),
            ),
        ),
        Section(
            "Learning rate of the encoder",
            tuple(
                Row(f"{rate:g}, {_label((head, objective))}", with_rate((head, objective), rate), {})
                for head in HEADS
                for objective in OBJECTIVES
                for rate in sorted((*RATES, STANDARD.pretrained_rate))
            ),
        ),
        Section(
            "Words hidden (10%) and years moved (20%) in training",
            tuple(Row(_label(v), augmented(v), {}) for v in _BOTH),
        ),
        Section(
            "Share of the training text",
            tuple(
                Row(
                    f"{'1' if share == 1 else f'1/{round(1 / share)}'}, {_label(v)}", with_share(v, share), {}
                )
                for v in _BOTH
                for share in (*SHARES, 1)
            ),
        ),
        Section(
            "Layers of the encoder (twelve: each of the six twice)",
            tuple(Row(f"{n}, {_label(OURS)}", with_depth(n), {}) for n in sorted((*DEPTHS, 6))),
        ),
    ),
)

if __name__ == "__main__":
    from .run import main

    main(TABLE.name)
