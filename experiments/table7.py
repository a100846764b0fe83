"""Table 7: ways to write numbers, on the same encoder, data and head.

python -m experiments.table7 --data ROOT --encoder CHECKPOINT
"""

from __future__ import annotations

from dataclasses import replace

from numerate.training.nn.config import Input

from .spec import (
    E_ACC,
    LMAE,
    LMAE_MEDIAN,
    PAPER_MODEL,
    R_RATIO,
    S_NEAR,
    THRICE,
    WRITTEN,
    Experiment,
    Row,
    Section,
    Table,
)
from .table4 import equal_terms

INPUTS: dict[Input, str] = {
    "none": "nothing: all numbers masked",
    "exponent": "exponent",
    "exponent+digits": "exponent and four digits: ours",
    "digit-rnn": "a GRU over the digits",
    "xval": "xVal: one vector, scaled by lg y",
    "fourier": "FoNE: phases in each power of ten",
    "digit-tokens": "digits as tokens of text",
}


def with_input(shown: Input) -> Experiment:
    """The masked digit decoder with one way to show the other numbers."""
    if shown in ("exponent", "exponent+digits"):
        return equal_terms("finnews", "digits", "masked", shown)
    model = replace(PAPER_MODEL, head="digits", input=shown)
    return Experiment(f"table7/{shown}", "finnews", model, seeds=THRICE)


NUMBER_TOKEN_LOSS = Experiment(
    "table7/number-token-loss",
    "finnews",
    replace(PAPER_MODEL, head="digits-distance", input="exponent+digits"),
    seeds=THRICE,
)

TABLE = Table(
    name="table7",
    title="Table 7: ways to write numbers",
    differs="The masked digit decoder on financial news; only what the encoder sees of the other numbers "
    "differs, and in the last row the loss.",
    columns=(LMAE, LMAE_MEDIAN, E_ACC, WRITTEN, R_RATIO, S_NEAR),
    sections=(
        Section("Input", tuple(Row(label, with_input(shown), {}) for shown, label in INPUTS.items())),
        Section(
            "Loss",
            (
                Row("likelihood", with_input("exponent+digits"), {}),
                Row("likelihood and number-token loss", NUMBER_TOKEN_LOSS, {}),
            ),
        ),
    ),
)

if __name__ == "__main__":
    from .run import main

    main(TABLE.name)
