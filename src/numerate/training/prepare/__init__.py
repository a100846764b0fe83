"""Preparation of corpora: documents to training instances in shards, and the reading of these.

Reading needs numpy only; `preparation` needs the `train` extra.
"""

from numerate.training.prepare.reading import Instances, PreparedInstance

__all__ = ["Instances", "PreparedInstance"]
