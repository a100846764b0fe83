"""Checkpoints to models that judge text without torch: graph, weights, calibration, card."""

from numerate.training.export.exporting import Exported, export
from numerate.training.export.measuring import ExportedModel
from numerate.training.export.weights import WEIGHTS, Weights

__all__ = ["WEIGHTS", "Exported", "ExportedModel", "Weights", "export"]
