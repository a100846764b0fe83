"""Corpora to instances: sources, preparation, anomalies, statistics.

Reading what was prepared needs numpy only; making it (`preparation`) needs the `train` extra.
"""

from numerate.training.prepare.reading import Instances, PreparedInstance

__all__ = ["Instances", "PreparedInstance"]
