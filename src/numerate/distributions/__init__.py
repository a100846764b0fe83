"""Distributions over numbers: one family a file, one contract, the same code for numpy and torch.

Importing a family's module registers it in `FAMILIES`.
"""

from numerate.distributions.base import FAMILIES as FAMILIES
from numerate.distributions.base import PAPER as PAPER
from numerate.distributions.base import SHIPPED as SHIPPED
from numerate.distributions.base import Distribution as Distribution
from numerate.distributions.base import Measure as Measure
from numerate.distributions.base import Support as Support
from numerate.distributions.dexp import DExp as DExp
from numerate.distributions.dexp import NormalizedDExp as NormalizedDExp
from numerate.distributions.dexp import ScaledDExp as ScaledDExp
from numerate.distributions.digits import Digits as Digits
from numerate.distributions.digits import DistanceDigits as DistanceDigits
from numerate.distributions.flowlp import FlowLP as FlowLP
from numerate.distributions.gmm import GMM as GMM
from numerate.distributions.loglp import LogLP as LogLP
from numerate.distributions.numeric import exponent_of as exponent_of
from numerate.distributions.spline import ExpSpline as ExpSpline
