"""A trained model on disk to distributions for every number of a text. onnxruntime, no torch."""

from numerate.errors import ModelFolderError
from numerate.model.judged import Judged
from numerate.model.model import Model, load
from numerate.model.prediction import Prediction

__all__ = ["Judged", "Model", "ModelFolderError", "Prediction", "load"]
