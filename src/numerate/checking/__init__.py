"""Documents to reports: scores, calibration, contradictions and the public model."""
