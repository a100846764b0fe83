"""What a number may be, told to programs: plain values, the same on the command line and over HTTP."""

from __future__ import annotations

from typing import Any

from numerate.model.prediction import Prediction

SHARES = (0.5, 0.8, 0.9)
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


def tell(prediction: Prediction, at: float | None = None, count: int = 10) -> dict[str, Any]:
    """A JSON-able record of a prediction; with `at`, how likely that value is."""
    number = prediction.number
    record = {
        "start": number.start,
        "end": number.end,
        "text": number.text,
        "median": prediction.median,
        "mode": prediction.mode,
        "intervals": {f"{share:g}": prediction.interval(share) for share in SHARES},
        "quantiles": {f"{p:g}": prediction.quantile(p) for p in QUANTILES},
        "likeliest": [{"value": v, "probability": p} for v, p in prediction.likeliest(count)],
    }
    if at is not None:
        record["at"] = {
            "value": at,
            "tail": prediction.tail(at),
            "cdf": prediction.cdf(at),
            "relative_density": prediction.relative_density(at),
        }
    return record
