"""How well scores tell true values from anomalies: ROC curves, their area, recall at few false alarms.

True values and anomalies are pooled: a number's own anomaly counts for no more than that of any other.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy.stats import rankdata

from .cases import Values

FALSE_ALARMS = (0.001, 0.01, 0.05)


def area_contributions(true: Values, anomalies: Values) -> Values:
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


def recall_contributions(true: Values, anomalies: Values, false_alarms: float) -> Values:
    """What each number adds to the recall at a share of false alarms, whose mean it is.

    The recall is the share of anomalies scored below all but that share of the true values. With other true
    values the threshold would be another, and the recall would move along the curve: a true value below the
    threshold stands for as much of that as the curve is steep there.
    """
    there = ~np.isnan(anomalies)
    added = np.full(len(true), np.nan)
    if there.any():
        one, other = true[there], anomalies[there]
        threshold = _thresholds(one, false_alarms)
        alarm = one < threshold
        low, high = curve(true, anomalies, (0.5 * false_alarms, 1.5 * false_alarms))
        added[there] = (other < threshold) + (high - low) / false_alarms * (alarm.mean() - alarm)
    return added


def curve(true: Values, anomalies: Values, false_alarms: npt.ArrayLike) -> Values:
    """The recall at each share of false alarms."""
    there = ~np.isnan(anomalies)
    thresholds = _thresholds(true[there], false_alarms)
    recalls: Values = np.searchsorted(np.sort(anomalies[there]), thresholds) / there.sum()
    return recalls


def _thresholds(true: Values, false_alarms: npt.ArrayLike) -> Values:
    """The scores that at most such shares of the true values lie below."""
    allowed = np.floor(np.asarray(false_alarms) * len(true) + 1e-9).astype(np.int64)
    thresholds: Values = np.append(np.sort(true), np.inf)[allowed]
    return thresholds
