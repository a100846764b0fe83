"""Checkpoints to models that judge text without torch: graph, weights, calibration, card."""

from .evaluating import ExportedModel
from .exporting import Exported, export
from .weights import WEIGHTS, Weights

__all__ = ["WEIGHTS", "Exported", "ExportedModel", "Weights", "export"]
