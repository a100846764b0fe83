from __future__ import annotations

from pathlib import Path

from numerate.training.prepare.statistics import LN_EDGES, Statistics, plot

MEASURED = Statistics(
    documents=5,
    instances=9,
    average_length=20.0,
    average_characters=90.0,
    percent_numbers=10.0,
    minimum=0.0,
    median=7.0,
    percentile_75=20.0,
    percentile_90=2012.0,
    maximum=1e9,
    zeros=1,
    ln_histogram=tuple(int(-2 < edge < 20) * (i % 7) for i, edge in enumerate(LN_EDGES[:-1])),
    leading_digits=(30, 18, 12, 10, 8, 7, 6, 5, 4),
    kinds={"cardinal": 100},
)
EMPTY = Statistics(0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, (0,) * (len(LN_EDGES) - 1), (0,) * 9, {})


def test_a_plot_is_drawn_and_the_same_each_time(tmp_path: Path) -> None:
    for name in ("a.png", "b.png"):
        plot({"train": MEASURED, "test": EMPTY}, tmp_path / name, "A title")
    data = (tmp_path / "a.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    assert data == (tmp_path / "b.png").read_bytes()
