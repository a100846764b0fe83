"""A trained model on disk to distributions for every number of a text. onnxruntime, no torch."""

from numerate.errors import ModelFolderError
from numerate.model.prediction import Judged, Prediction
from numerate.model.predictor import Predictor, load

__all__ = ["Judged", "ModelFolderError", "Prediction", "Predictor", "load"]
