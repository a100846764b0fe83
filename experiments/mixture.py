"""Fit the components of a Gaussian mixture as the paper's authors do, with scikit-learn.

    python -m experiments.mixture DATA/finnews PACKED/mixtures.json

Their code (dspoka/mnm) takes the mean and deviation of all numbers, and adds fits with 2, 4, … components,
each with means from evenly spaced percentiles, smallest and largest included, spherical covariances and
1e-2 added to them, and more if that breaks. It may: numbers reach 1e15, and their squares leave no digits for
the covariance of small ones. So ten times as much is added until it does not.
"""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path

import numpy as np
import numpy.typing as npt

SIZES = (31, 255)
FILE = "mixtures.json"
_SEED = 7
_SAMPLE = 20_000
"""Numbers to fit: EM over many more takes minutes and gives the same components."""


def fit_as_published(numbers: npt.NDArray[np.float64], components: int) -> dict[str, list[float]]:
    """Return the means and deviations of 2^j − 1 components, sorted by mean."""
    means, deviations = [float(numbers.mean())], [float(numbers.std())]
    for level in range(1, (components + 1).bit_length() - 1):
        more_means, more_deviations = _fit(numbers, 2**level)
        means += more_means
        deviations += more_deviations
    order = np.argsort(means)
    return {"mean": np.array(means)[order].tolist(), "std": np.array(deviations)[order].tolist()}


def _fit(numbers: npt.NDArray[np.float64], components: int) -> tuple[list[float], list[float]]:
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.mixture import GaussianMixture

    start = np.percentile(numbers, np.linspace(0, 100, components))[:, None]
    for added in 10.0 ** np.arange(-2, 25):
        mixture = GaussianMixture(
            components, means_init=start, covariance_type="spherical", reg_covar=added, random_state=_SEED
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            try:
                mixture.fit(numbers[:, None])
            except ValueError:  # a covariance that rounding made negative
                continue
        print(f"{components} components: {added:g} added to the covariances", flush=True)
        return mixture.means_[:, 0].tolist(), np.sqrt(mixture.covariances_).tolist()
    raise SystemExit("no fit")


def main() -> None:
    from numerate.training.prepare import Instances

    folder, out = Path(sys.argv[1]), Path(sys.argv[2])
    numbers = np.asarray(Instances(folder, "train").values)
    if len(numbers) > _SAMPLE:
        numbers = np.random.default_rng(0).choice(numbers, _SAMPLE, replace=False)
    fits = {str(size): fit_as_published(numbers, size) for size in SIZES}
    out.write_text(json.dumps(fits) + "\n", encoding="utf-8")
    for size, fit in fits.items():
        narrow = sum(std < 100 for std in fit["std"])
        wide = sum(std > mean for mean, std in zip(fit["mean"], fit["std"], strict=True))
        print(f"K = {size}: {wide} components wider than their mean, {narrow} narrower than 100")


if __name__ == "__main__":
    main()
