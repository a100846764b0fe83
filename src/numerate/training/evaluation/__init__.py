"""How good a model is: the paper's metrics and what they leave out, each with a confidence interval."""

from numerate.training.evaluation.bootstrap import Estimate, difference, resample
from numerate.training.evaluation.cases import Cases, draw_cases
from numerate.training.evaluation.evaluation import Evaluation, evaluate, from_dict, summarize, to_dict
from numerate.training.evaluation.inference import MismatchError, answer

__all__ = [
    "Cases",
    "Estimate",
    "Evaluation",
    "MismatchError",
    "answer",
    "difference",
    "draw_cases",
    "evaluate",
    "from_dict",
    "resample",
    "summarize",
    "to_dict",
]
