"""What a number may be: one family per file, one contract, written once for numpy and torch."""

from numerate.distributions.base import Distribution, Measure
from numerate.distributions.dexp import DExp
from numerate.distributions.digits import Digits
from numerate.distributions.flowlp import FlowLP
from numerate.distributions.gmm import GMM
from numerate.distributions.loglp import LogLP
from numerate.distributions.numeric import PAPER, SHIPPED, Support, exponent_of, leading_digits
from numerate.distributions.spline import ExpSpline

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
