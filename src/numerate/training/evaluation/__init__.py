"""Evaluation of models: the metrics of the paper and others, each with a confidence interval."""

from numerate.training.evaluation.bootstrap import Estimate, difference, resample
from numerate.training.evaluation.cases import Cases, draw_cases
from numerate.training.evaluation.evaluation import Evaluation, evaluate, summarize, to_dict
from numerate.training.evaluation.inference import MismatchError, answer, to_device

__all__ = [
    "Cases",
    "Estimate",
    "Evaluation",
    "MismatchError",
    "answer",
    "difference",
    "draw_cases",
    "evaluate",
    "resample",
    "summarize",
    "to_device",
    "to_dict",
]
