"""What a number may be: one family per file, one contract, written once for numpy and torch."""

from .base import Distribution, Measure
from .decimals import exponent_of, leading_digits
from .dexp import DExp
from .flowlp import FlowLP
from .loglp import LogLP
from .support import PAPER, SHIPPED, Support

__all__ = [
    "FAMILIES",
    "PAPER",
    "SHIPPED",
    "DExp",
    "Distribution",
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
}
"""Every family by its name in a configuration."""
