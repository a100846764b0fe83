"""How good a model is: the paper's metrics and what they leave out, each with a confidence interval."""

from .as_json import from_dict, to_dict
from .bootstrap import Estimate, difference, resample
from .cases import Cases, draw_cases
from .evaluation import Evaluation, evaluate, judge
from .inference import MismatchError, answer

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
    "judge",
    "resample",
    "to_dict",
]
