"""Draw docs/images/distributions.svg: the density of each family for one sentence. Needs the `train` extra.

python docs/draw_distributions.py

No network is involved: each family is fitted by gradient descent to numbers that could complete the sentence,
so that the figure shows what the families can express, not what a network has learned.
"""

from pathlib import Path

import matplotlib as mpl
import numpy as np
import torch
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

from numerate.distributions import FAMILIES, GMM, Distribution, Support

SENTENCE = "Shares fell [#MASK] percent on Friday"
# Made up for this figure: mostly small, often round, with a few crashes.
NUMBERS = (
    [0.3, 0.4, 0.6, 0.7, 0.8, 0.9, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 1.9, 2.1, 2.2, 2.3, 2.4, 2.6, 2.7]
    + [2.8, 3.1, 3.2, 3.4, 3.6, 3.8, 4.1, 4.2, 4.5, 4.7, 5.3, 5.6, 6.2, 6.8, 7.4, 8.1, 8.6, 9.3]
    + [11, 13, 17, 22, 34]
    + 2 * [0.5, 1.7, 2.5, 3.5, 12, 15, 40]
    + 3 * [1, 4, 6, 7, 8, 20]
    + 4 * [2, 3, 10]
    + 5 * [5]
)
SUPPORT = Support(-1, 1)
OPTIONS = {"digits": {"digits": 2}, "spline": {"bins": 4}}
TITLES = {
    "loglp": "LogLP",
    "flowlp": "FlowLP",
    "dexp": "DExp",
    "gmm": "GMM",
    "digits": "Digits",
    "spline": "ExpSpline",
}
TOP = 2.0  # Upper limit of the y-axis; it cuts off the digit decoder's spikes at 5 to 8.
BLUE, AMBER, GREY = "#3b6fb6", "#d9822b", "#5f6b7a"


def learnable(name: str, numbers: torch.Tensor) -> tuple[dict[str, torch.Tensor], dict[str, torch.Tensor]]:
    """Return the raw arrays of a family to optimise, and those that are fitted beforehand and stay fixed."""
    if name == "gmm":
        fitted = GMM.fit(numbers.numpy(), components=7)
        fixed = {"mean": torch.from_numpy(fitted.mean), "std": torch.from_numpy(fitted.std)}
        return {"logits": torch.zeros(7, dtype=torch.float64)}, fixed
    rng = np.random.default_rng(0)
    shapes = FAMILIES[name].raw_shapes(SUPPORT, **OPTIONS.get(name, {}))
    return {key: torch.from_numpy(np.asarray(rng.normal(0, 0.1, shape))) for key, shape in shapes.items()}, {}


def fit(name: str, steps: int = 800) -> Distribution:
    """Fit a family to the numbers, with weight decay against overfitting."""
    numbers = torch.tensor(NUMBERS, dtype=torch.float64)
    raw, fixed = learnable(name, numbers)
    for tensor in raw.values():
        tensor.requires_grad_()
    optimiser = torch.optim.AdamW(raw.values(), lr=0.03, weight_decay=0.05)
    for _ in range(steps):
        optimiser.zero_grad()
        dist = FAMILIES[name].from_raw({**raw, **fixed}, SUPPORT)
        (-dist.log_prob(numbers).mean()).backward()
        optimiser.step()
    arrays = {key: tensor.detach().numpy() for key, tensor in dist.parameters().items()}
    return FAMILIES[name].from_parameters(arrays, SUPPORT)


def draw(axes: Axes, name: str) -> None:
    """Draw a family's density over ln y, its central 90% interval and its median, above the numbers."""
    dist = fit(name)
    # Evaluate both sides of every step of the digit decoder, so that its steps are drawn vertical.
    steps = np.outer(10.0 ** np.arange(-2, 1), np.arange(10, 100)).ravel()
    y = np.sort(np.concatenate([np.geomspace(0.1, 99.9, 300), steps, steps[1:] * (1 - 1e-9)]))
    density = np.exp(dist.log_prob(y, measure="log"))
    low, high = dist.interval(0.9)
    axes.fill_between(y, density, where=(y >= low) & (y <= high), color=BLUE, alpha=0.25, linewidth=0)
    axes.plot(y, density, color=BLUE, linewidth=1)
    axes.vlines(float(dist.median), 0, TOP, color=AMBER, linewidth=1.2, linestyle=(0, (4, 2)))
    label = {"color": AMBER, "fontsize": 8.5, "bbox": {"color": "white", "pad": 0.5}}
    axes.text(1.08 * float(dist.median), 0.91 * TOP, f"{float(dist.median):.1f}", label)
    values, counts = np.unique(NUMBERS, return_counts=True)
    axes.vlines(values, -0.06 - 0.04 * counts, -0.06, color=GREY, linewidth=0.8)
    score = float(np.mean(dist.log_prob(np.asarray(NUMBERS), measure="log")))
    axes.set_title(TITLES[name], loc="left", fontweight="bold", fontsize=11)
    axes.set_title(f"mean log density {score:.2f}".replace("-", "−"), loc="right", fontsize=8.5, color=GREY)
    axes.set(xscale="log", xlim=(0.1, 100), ylim=(-0.3, TOP))
    axes.set(xticks=[0.1, 1, 10, 100], yticks=[0, 0.5, 1, 1.5])
    axes.xaxis.set_major_formatter("{x:g}")
    axes.tick_params(colors=GREY, labelsize=8.5)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color("#c4cad2")


def main() -> None:
    """Draw all families in one figure."""
    # Without a date and with fixed ids, the file is reproducible.
    mpl.rcParams.update({"svg.hashsalt": "numerate", "font.family": "DejaVu Sans"})
    figure, panels = plt.subplots(2, 3, figsize=(10.5, 5.6), sharex=True, sharey=True, layout="constrained")
    for axes, name in zip(panels.flat, TITLES, strict=True):
        draw(axes, name)
    figure.suptitle(f"“{SENTENCE}”", fontsize=13)
    figure.supxlabel("the number, in percent", fontsize=9.5, color=GREY)
    figure.supylabel("density over ln y", fontsize=9.5, color=GREY)
    figure.savefig(Path(__file__).parent / "images" / "distributions.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
