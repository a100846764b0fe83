"""Corpora to instances: sources, preparation, anomalies, statistics.

Reading what was prepared needs numpy only; making it (`preparation`) needs the `train` extra.
"""

from numerate.training.prepare.reading import Instance, Instances

__all__ = ["Instance", "Instances"]
