import io

import pytest
from rich.console import Console

from numerate.model import Prediction
from numerate.model.calibration import Calibration
from numerate.report.chart.terminal import print_chart
from numerate.text import extract
from tests.distributions.families import CASES, Case
from tests.report.samples import prediction

TEXT = "It was $3.4 billion."
[NUMBER] = extract(TEXT)


def printed(predicted: Prediction, at: float | None, width: int = 80, text: str = TEXT) -> list[str]:
    stream = io.StringIO()
    print_chart(text, predicted, at, Console(file=stream, width=width, highlight=False))
    return stream.getvalue().splitlines()


def test_a_pointer_below_the_median_marks_the_median() -> None:
    lines = printed(prediction(NUMBER, 3.4e9), 3.4e9)
    intervals = next(line for line in lines if "╋" in line.partition("legend")[0])
    pointer = next(line for line in lines if "▲" in line)
    assert pointer.index("▲") == intervals.index("╋")
    assert lines[0] == "It was ⟦$3.4 billion⟧."
    assert lines[2].startswith("median 3.4 billion   50%: ")


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("at", [None, 0.0, 1e-30, 12.0, 1e30])
@pytest.mark.parametrize("width", [30, 80, 200])
def test_any_distribution_and_any_value_fit_the_width(case: Case, at: float | None, width: int) -> None:
    lines = printed(Prediction(NUMBER, case.make(())[...], Calibration()), at, width)
    assert max(map(len, lines)) <= width
    assert any("█" in line for line in lines)
    assert any("▲" in line for line in lines) == (at is not None)


def test_a_value_outside_of_the_support_is_called_impossible() -> None:
    lines = printed(prediction(NUMBER, 3.4e9), 1e100)
    assert "outside the range that the model considers possible" in " ".join(lines)


def test_the_context_cannot_command_the_terminal() -> None:
    text = f"\x1b]P;title\x07 {TEXT}"
    [number] = extract(text)
    assert printed(prediction(number, 3.4e9), None, text=text)[0].startswith("␛]P;title␇ It was")
