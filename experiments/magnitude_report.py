"""Table 8 as Markdown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from .magnitude import CORPORA, FACTORS, MODELS, TABLE

TITLE = "Table 8: the order of magnitude as a class, and exaggerated numbers"
_TIMES = ", ".join(f"{factor:g}" for factor in FACTORS)
ABOUT = f"""\
The task of Chen et al. (2019) on our news: eight classes, one number of each title or passage hidden, the
others seen by their class. F1 with intervals of 95% from a bootstrap over documents, or ± the standard
deviation between seeds. Their corpora are not here, so their figures (micro F1 of 80.2 at best, on
market comments) are of other texts. Exaggeration: each number is shown as it is, overstated and understated
{_TIMES} times; macro F1 of telling the three apart, by the predicted class, and for digit decoders also
by the tails of the distribution.
"""


def table8(folder: Path) -> str:
    """Write the table from the results in a folder."""
    parts = [f"## {TITLE}", "", ABOUT]
    heading = ["Model", "micro F1 ↑", "macro F1 ↑", *(f"{factor:g} times ↑" for factor in FACTORS)]
    parts += [_line(heading), _line(["---", *["--:"] * (len(heading) - 1)])]
    for corpus, title in CORPORA.items():
        some = _results(folder, corpus, "majority") or _results(folder, corpus, "ours")
        sizes = _sizes(some[0]) if some else ""
        parts.append(_line([f"*{title}{sizes}*", *[""] * (len(heading) - 1)]))
        for model, label in MODELS.items():
            found = _results(folder, corpus, model)
            parts.append(_line([label, *_scores(found), *_exaggerated(found, "class")]))
            if model in ("ours", "bundled"):
                parts.append(_line([f"{label}, by its tails", "", "", *_exaggerated(found, "tail")]))
    return "\n".join([*parts, ""])


def _sizes(result: dict[str, Any]) -> str:
    trained, tested = result["training"]["instances"], result["figures"]["micro"][3]
    return f", {trained:,} to train on, {tested:,} to test on"


def _results(folder: Path, corpus: str, model: str) -> list[dict[str, Any]]:
    files = sorted(folder.glob(f"{TABLE}/{corpus}-{model}-seed*.json"))
    return [json.loads(file.read_text(encoding="utf-8")) for file in files]


def _scores(found: list[dict[str, Any]]) -> list[str]:
    return [_cell([result["figures"][name] for result in found]) for name in ("micro", "macro")]


def _exaggerated(found: list[dict[str, Any]], way: str) -> list[str]:
    cells = []
    for factor in FACTORS:
        name = f"exaggerated.{factor:g}.{way}.macro"
        cells.append(_cell([result["figures"][name] for result in found if name in result["figures"]]))
    return cells


def _cell(estimates: list[list[float]]) -> str:
    if not estimates:
        return "–"
    values = [value for value, *_ in estimates]
    if len(values) > 1:
        return f"{100 * np.mean(values):.1f} ± {100 * np.std(values, ddof=1):.1f}"
    value, low, high, _ = estimates[0]
    return f"{100 * value:.1f} ({100 * low:.1f} to {100 * high:.1f})"


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
