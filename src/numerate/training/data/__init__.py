"""Corpora to instances: sources, preparation, anomalies, statistics."""
