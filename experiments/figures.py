"""Draw the figures of the report from the committed results.

python -m experiments.figures      (also drawn by experiments.report)
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from .results import RESULTS, Results
from .spec import Experiment
from .table1 import transformer
from .table4 import equal_terms
from .table6 import FAIR, OURS, SHARES, with_depth, with_share

FOLDER = Path(__file__).parent / "figures"

MODELS: dict[str, Experiment] = {
    "DExp, the authors'": transformer("dexp"),
    "DExp, σ learned": equal_terms("finnews", *FAIR),
    "digit decoder, masked": equal_terms("finnews", "digits", "masked"),
    "digit decoder, leave-one-out": equal_terms("finnews", *OURS),
}
"""Models of Tables 1 and 4 on financial news, of which calibration and hard numbers are drawn."""
COVERAGE = Path(__file__).parent / "default-model" / "results" / "coverage.json"
MIN_JUDGED = 300
"""Numbers that a group of the coverage needs."""
LABELS = {FAIR: "DExp, σ learned, masked", OURS: "digit decoder, leave-one-out"}


def draw(results: Results, folder: Path = FOLDER) -> list[Path]:
    """Draw every figure whose results are there; return the files."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams.update(
        {"svg.hashsalt": "numerate", "font.size": 9, "axes.spines.top": False, "axes.spines.right": False}
    )
    folder.mkdir(parents=True, exist_ok=True)
    makes = (_calibration, _coverage, _curves, _hard)
    return [file for make in makes if (file := make(results, folder)) is not None]


def _calibration(results: Results, folder: Path) -> Path | None:
    """How often true values lie inside the central intervals of each mass."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(4, 3.6), layout="constrained")
    there = False
    axes.plot([0, 1], [0, 1], color="0.7", linewidth=1)
    for label, experiment in MODELS.items():
        for result in results.of(experiment)[:1]:
            coverage = result["evaluation"]["calibration"]["coverage"]
            masses = sorted(coverage, key=float)
            axes.plot([float(m) for m in masses], [coverage[m][0] for m in masses], marker=".", label=label)
            there = True
    axes.set(xlabel="mass of the central interval", ylabel="share of true values inside")
    if there:
        axes.legend(frameon=False)
    return _save(figure, folder / "calibration.svg") if there else _nothing(figure)


def _coverage(_: Results, folder: Path) -> Path | None:
    """How many correct numbers of each kind and magnitude the bundled model flags at 1%."""
    import matplotlib.pyplot as plt

    if not COVERAGE.exists():
        return None
    found = json.loads(COVERAGE.read_text(encoding="utf-8"))
    groups = {
        name: counts
        for name, counts in sorted(found["counts"].items(), reverse=True)
        if name not in found["corpora"] and counts.get("judged", 0) >= MIN_JUDGED
    }
    figure, axes = plt.subplots(figsize=(5, 0.6 + 0.22 * len(groups)), layout="constrained")
    axes.axvline(1, color="0.7", linewidth=1)
    for place, counts in enumerate(groups.values()):
        low, share, high = (100 * part for part in _wilson(counts["flagged 1%"], counts["judged"]))
        axes.errorbar(share, place, xerr=[[share - low], [high - share]], fmt="o", color="C0", markersize=4)
    axes.set_yticks(range(len(groups)), [_group_label(name) for name in groups])
    axes.set(xlabel="correct numbers flagged at 1%, in percent", xlim=(0, None))
    return _save(figure, folder / "coverage.svg")


def _wilson(hits: int, of: int) -> tuple[float, float, float]:
    """Return the interval of 95% of a share, and the share between its ends."""
    share, z = hits / of, 1.96
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return min(middle - half, share), share, middle + half


def _group_label(name: str) -> str:
    """Name a group of a kind and a magnitude as the reader of a figure would."""
    kind, _, size = name.partition(" ")
    sizes = ("under 1", "1 to 10", "10 to 100", "100 to 1,000", "1,000 to a million", "over a million")
    return f"{kind}, {sizes[int(size)]}" if size else kind


def _curves(results: Results, folder: Path) -> Path | None:
    """LMAE by the share of the training text, and by the depth of the encoder."""
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(7, 3), layout="constrained", sharey=True)
    there = False
    for variant, label in LABELS.items():
        points = [(share, _median(results, with_share(variant, share))) for share in (*SHARES, 1.0)]
        there |= _plot(left, points, label)
    left.set_xscale("log", base=2)
    left.set_xticks([*SHARES, 1.0], ["1/8", "1/4", "1/2", "1"])
    left.set(xlabel="share of the training text, equal steps", ylabel="LMAE at the median")
    if there:
        left.legend(frameon=False)
    depths = [(float(n), _median(results, with_depth(n))) for n in (2, 4, 6, 12)]
    there |= _plot(right, depths, LABELS[OURS])
    right.set(xlabel="layers of the encoder")
    return _save(figure, folder / "curves.svg") if there else _nothing(figure)


def _hard(results: Results, folder: Path) -> Path | None:
    """Which numbers are hard: LMAE at the median by kind and by order of magnitude."""
    import matplotlib.pyplot as plt

    found = {label: results.of(e) for label, e in MODELS.items() if results.of(e)}
    if not found:
        return None
    groups = [("by_kind", "kind"), ("by_exponent", "order of magnitude: 10^e to 10^(e+1)")]
    figure, both = plt.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
    for axes, (group, title) in zip(both, groups, strict=True):
        some = next(iter(found.values()))[0]["evaluation"][group]
        names = sorted(some, key=lambda name: (float(name), "") if group == "by_exponent" else (0.0, name))
        for i, (label, runs) in enumerate(found.items()):
            evaluated = runs[0]["evaluation"][group]
            heights = [evaluated.get(name, {}).get("lmae.median", [0.0])[0] for name in names]
            width = 0.8 / len(found)
            axes.bar([n + i * width for n in range(len(names))], heights, width, label=label)
        axes.set_xticks([n + 0.4 for n in range(len(names))], names, rotation=60 if group == "by_kind" else 0)
        axes.set(xlabel=title)
    both[0].set(ylabel="LMAE at the median")
    both[0].legend(frameon=False, loc="upper right")
    return _save(figure, folder / "hard.svg")


def _median(results: Results, experiment: Experiment) -> float | None:
    measured = results.figure(experiment, "lmae.median")
    return None if measured is None else measured.value


def _plot(axes: Any, points: list[tuple[float, float | None]], label: str) -> bool:
    there = [(x, y) for x, y in points if y is not None]
    if len(there) > 1:
        axes.plot(*zip(*there, strict=True), marker="o", label=label)
    return len(there) > 1


def _save(figure: Any, file: Path) -> Path:
    import matplotlib.pyplot as plt

    figure.savefig(file, metadata={"Date": None})
    plt.close(figure)
    return file


def _nothing(figure: Any) -> None:
    import matplotlib.pyplot as plt

    plt.close(figure)


if __name__ == "__main__":
    for file in draw(Results(RESULTS)):
        print(file)
