"""What a number may be: one family per file, one contract, written once for numpy and torch."""

from .base import Distribution, Measure
from .decimals import exponent_of, leading_digits
from .dexp import DExp
from .digits import Digits
from .flowlp import FlowLP
from .gmm import GMM
from .loglp import LogLP
from .spline import ExpSpline
from .support import PAPER, SHIPPED, Support

__all__ = [
    "FAMILIES",
    "GMM",
    "PAPER",
    "SHIPPED",
    "DExp",
    "Digits",
    "Distribution",
    "ExpSpline",
    "FlowLP",
    "LogLP",
    "Measure",
    "Support",
    "exponent_of",
    "leading_digits",
]

FAMILIES: dict[str, type[Distribution]] = {
    "loglp": LogLP,
    "flowlp": FlowLP,
    "dexp": DExp,
    "gmm": GMM,
    "digits": Digits,
    "spline": ExpSpline,
}
"""Every family by its name in a configuration."""
