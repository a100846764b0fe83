"""Export of checkpoints as models that run without torch: graph, weights, calibration, card."""

from numerate.training.export.exporting import ExportResult, export
from numerate.training.export.measuring import ExportedModel
from numerate.training.export.weights import WEIGHTS, Weights

__all__ = ["WEIGHTS", "ExportResult", "ExportedModel", "Weights", "export"]
