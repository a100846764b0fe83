import numpy as np
import pytest

from numerate.consistency.learned.sizes import LEAST, STEP, read_size
from tests.consistency.learned.helpers import figures, read


def expecting(low: float, high: float) -> "np.typing.NDArray[np.float32]":
    """Return logits of sizes that are all between two."""
    bins = LEAST + STEP * np.arange(96)
    return np.where((bins >= low) & (bins < high), 0, -40).astype(np.float32)


@pytest.mark.parametrize(
    ("text", "low", "high", "problem"),
    [
        ("Add 250 litres.", -5, -3, "250 litres is far more than usual here: about 10 to 700 ml."),
        ("It weighs 3.4 g.", 0, 1, "3.4 g is far less than usual here: about 1 to 7 kg."),
        ("It is one metre wide.", -4, -3, "one metre is far more than usual here: about 0.1 to 0.7 mm."),
        ("It is one metre wide.", 2, 4, "one metre is far less than usual here: about 100 to 7,000 metres."),
        ("It cost $4.2 billion.", 6, 7, "$4.2 billion is far more than usual here: about $1.3–$7.5 million."),
    ],
)
def test_what_is_usual_is_said_in_a_unit_that_one_would_write(
    text: str, low: float, high: float, problem: str
) -> None:
    relation = read_size(figures(text)[0], expecting(low, high))
    assert relation is not None
    assert relation.problem == problem


@pytest.mark.parametrize(
    "text",
    [
        "Add 250 ml.",
        "They found 250 litre rounds.",
        "Add 0 litres.",
        "It has 9 doors.",
        "It is 1e400 km.",
        "-4 kg",
        "Add 200 calories a day.",
    ],
)
def test_usual_amounts_and_those_without_a_size_are_not_reported(text: str) -> None:
    assert read_size(figures(text)[0], expecting(-5, -3)) is None


def test_a_share_cannot_be_over_100_percent() -> None:
    relation = read_size(figures("104% of them pay by card.")[0], expecting(-4, -1))
    assert relation is not None
    assert relation.kind == "impossible"
    assert relation.problem == "By its words, 104% is a share, which cannot be over 100%."


@pytest.mark.parametrize(
    "text",
    [
        "Turnover in the islands rose 130% to £9 million.",
        "The notes may be redeemed next May at 104%.",
        "Its retention was 103% in spring.",
        "Utilization of the plant was 102% in summer.",
        "Free cash flow came to 114% of net income.",
        "They asked for a pay rise of 275 per cent.",
    ],
)
def test_changes_prices_and_ratios_may_be_over_100_percent(text: str) -> None:
    relation = read_size(figures(text)[0], expecting(-4, -1))
    assert relation is None or relation.level == "possible"


@pytest.mark.parametrize("text", ["100% of them pay by card.", "All but 3% pay.", "It grew by -120%."])
def test_a_share_of_up_to_100_percent_is_not_reported(text: str) -> None:
    assert read_size(figures(text)[0], expecting(1, 2)) is None


def test_a_percentage_that_may_be_over_100_is_not_reported() -> None:
    assert read_size(figures("It grew by 140%.")[0], expecting(-3, 3)) is None


def test_no_bin_that_was_ever_seen() -> None:
    assert read_size(figures("It is 3 m.")[0], expecting(-12, -11)) is None


def test_litres_of_milk_in_a_dough() -> None:
    [finding] = read("Add 250 litres of milk to the dough and knead it.")
    assert finding.kind == "implausible"
    assert not read("Add 250 ml of milk to the dough and knead it.")


def test_an_amount_among_others_with_its_figure_in_another_unit_needs_less_evidence() -> None:
    own, other = figures("The front disc is 180 m, the rear disc 160 mm.")
    logits = expecting(-1, 0)
    logits[:] = -4.5  # anywhere, but for a preference of two decades
    logits[np.arange(96) * STEP + LEAST < 0] = 0
    assert read_size(own, logits) is None
    relation = read_size(own, logits, [other])
    assert relation is not None
    assert relation.level == "error"
    assert read_size(own, logits, figures("The rear disc is 16 cm.")) is None


def test_lengths_and_masses_are_certain_with_less_evidence_than_times() -> None:
    def level(text: str, low: float, high: float) -> str | None:
        logits = expecting(low, high)
        logits[logits < 0] = -7.5  # anywhere else: about 2.6 decades less likely
        relation = read_size(figures(text)[0], logits)
        return relation.level if relation is not None else None

    assert level("It weighs 340 kg.", -2, 0) == "error"
    assert level("It weighs one kg.", -5, -3) != "error"  # one of a unit may be a definition
    assert level("It takes 40 hours.", 2, 4) != "error"
