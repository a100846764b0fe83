"""Values as `d.dddddd·10^e`, read as integers on tensors: no strings on the way into a network."""

from __future__ import annotations

from typing import NamedTuple

from torch import Tensor

from numerate.distributions.numeric import scientific

DIGITS = 7


class Numeral(NamedTuple):
    """Numbers in scientific notation; zero has exponent 0 and digits 0.

    exponent: (…) int64.
    digits: (…, 7) int64, the first of them 1–9 but for zero.
    shown: (…) false where there is no value to read.
    """

    exponent: Tensor
    digits: Tensor
    shown: Tensor

    @property
    def is_zero(self) -> Tensor:
        """(…): only zero begins with the digit 0."""
        return self.digits[..., 0] == 0


def read(values: Tensor) -> Numeral:
    """Read the exponent and the first seven significant digits of values ≥ 0; NaN is a value not shown."""
    return Numeral(*scientific(values, DIGITS))
