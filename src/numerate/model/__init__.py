"""Inference: a trained model on disk predicts a distribution for every number of a text, without torch."""

from numerate.errors import ModelFolderError
from numerate.model.prediction import Judged, Prediction
from numerate.model.predictor import Predictor, load

__all__ = ["Judged", "ModelFolderError", "Prediction", "Predictor", "load"]
