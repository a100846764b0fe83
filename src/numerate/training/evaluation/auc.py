"""How well scores tell true values from anomalies: ROC curves, their area, recall at few false alarms.

True values and anomalies are pooled: a number's own anomaly counts for no more than that of any other.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy.stats import rankdata

from .bootstrap import Estimate, Weights, interval
from .cases import Values

FALSE_ALARMS = (0.001, 0.01, 0.05)


def contributions(true: Values, anomalies: Values) -> Values:
    """What each number adds to the area under the curve, whose mean it is; NaN where there is no anomaly.

    The placement of a true value is the share of anomalies below it (ties count half), that of an anomaly the
    share of true values above it. The mean of either is the area; that the sum of both less the area
    stands for a number's influence on it is DeLong's way to the area's variance.
    """
    there = ~np.isnan(anomalies)
    count = int(there.sum())
    added = np.full(len(true), np.nan)
    if count:
        one, other = true[there], anomalies[there]
        pooled = rankdata(np.concatenate([one, other]))
        below = (pooled[:count] - rankdata(one)) / count
        above = 1 - (pooled[count:] - rankdata(other)) / count
        added[there] = below + above - below.mean()
    return added


def recall(true: Values, anomalies: Values, false_alarms: float, weights: Weights) -> Estimate:
    """The share of anomalies scored below all but a share `false_alarms` of the true values.

    The threshold moves from replicate to replicate as it would with other data, so this is no plain mean.
    """
    there = ~np.isnan(anomalies)
    one, other, drawn = true[there], anomalies[there], weights[:, there]
    order = np.argsort(one, kind="stable")
    total = drawn.sum(1)
    # However the documents fall, the threshold lies among the lowest true values.
    lowest = order[: max(1, min(len(order), int(len(order) * false_alarms * 4) + 64))]
    alarms = np.cumsum(drawn[:, lowest], axis=1, dtype=np.float64)
    allowed = (alarms <= false_alarms * total[:, None]).sum(1)
    thresholds = one[order][np.minimum(allowed, len(lowest) - 1)]
    ranked = np.argsort(other, kind="stable")
    caught = np.searchsorted(other[ranked], thresholds)  # strictly below: at the threshold is no alarm
    summed = np.cumsum(drawn[:, ranked], axis=1, dtype=np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        replicates = np.where(caught > 0, _at(summed, caught - 1), 0) / total
    threshold = one[order][min(int(false_alarms * len(one)), len(one) - 1)]
    return interval(float(np.mean(other < threshold)), replicates, len(one))


def curve(true: Values, anomalies: Values, false_alarms: npt.ArrayLike) -> Values:
    """The recall at each share of false alarms."""
    there = ~np.isnan(anomalies)
    one = np.sort(true[there])
    at = np.minimum((np.asarray(false_alarms) * len(one)).astype(np.int64), len(one) - 1)
    recalls: Values = np.searchsorted(np.sort(anomalies[there]), one[at]) / len(one)
    return recalls


def _at(table: npt.NDArray[np.float64], columns: npt.NDArray[np.integer]) -> npt.NDArray[np.float64]:
    taken: npt.NDArray[np.float64] = np.take_along_axis(table, np.maximum(columns, 0)[:, None], axis=1)[:, 0]
    return taken
