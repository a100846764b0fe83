"""Documents to findings: reading formats, calibrated judgement, consistency, suggestions, reports."""
