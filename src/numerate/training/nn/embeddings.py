"""Number embeddings: the vector that a number's value adds to its token's embedding."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn

from numerate.distributions import Support
from numerate.distributions.numeric import scientific
from numerate.training.nn.config import DIGITS, ModelConfig

_INITIAL_SCALE = 0.02  # standard deviation of initial weights, as BERT's own


class Numeral(NamedTuple):
    """Numbers in scientific notation, `d.dddddd·10^e`; zero has exponent 0 and digits 0.

    exponent: (…) int64.
    digits: (…, 7) int64, the first of them 1–9 except for zero.
    shown: (…) false for numbers whose value is not shown.
    """

    exponent: Tensor
    digits: Tensor
    shown: Tensor

    @property
    def is_zero(self) -> Tensor:
        """(…) booleans; only zero has the first digit 0."""
        return self.digits[..., 0] == 0

    @classmethod
    def from_values(cls, values: Tensor) -> Numeral:
        """Read the exponent and the first seven significant digits of values ≥ 0; NaN is not shown."""
        return cls(*scientific(values, DIGITS))


class NumberEmbedding(nn.Module):
    """The sum of its parts for each number whose value is shown, and zero for the others."""

    def __init__(self, width: int, parts: Sequence[nn.Module] = ()) -> None:
        super().__init__()
        self.width = width
        self.parts = nn.ModuleList(parts)

    def forward(self, numeral: Numeral) -> Tensor:
        """Map (…) numerals to (…, width) vectors."""
        total = torch.zeros(*numeral.shown.shape, self.width, device=numeral.shown.device)
        for part in self.parts:
            total = total + part(numeral)
        return total * numeral.shown[..., None]


class ExponentEmbedding(nn.Module):
    """A learned vector per base-10 exponent, and one for zero if the support includes it."""

    def __init__(self, support: Support, width: int) -> None:
        super().__init__()
        self.support = support
        self.vectors = _vectors(support.classes, width)

    def forward(self, numeral: Numeral) -> Tensor:
        """Map (…) numerals to (…, width) vectors."""
        support = self.support
        # A number outside the support is never a target, but it is context: it gets the nearest exponent.
        index = numeral.exponent.clamp(support.min_exponent, support.max_exponent) - support.min_exponent
        if support.zero:
            index = (index + 1).masked_fill(numeral.is_zero, 0)
        vectors: Tensor = self.vectors(index)
        return vectors


class DigitEmbedding(nn.Module):
    """The sum of a learned vector per digit and its place, over the first `digits` digits."""

    def __init__(self, digits: int, width: int) -> None:
        super().__init__()
        self.vectors = _vectors(10 * digits, width)
        self.offsets: Tensor
        self.register_buffer("offsets", 10 * torch.arange(digits), persistent=False)

    def forward(self, numeral: Numeral) -> Tensor:
        """Map (…) numerals to (…, width) vectors."""
        index = numeral.digits[..., : len(self.offsets)] + self.offsets
        vectors: Tensor = self.vectors(index)
        return vectors.sum(-2)


class ScaledEmbedding(nn.Module):
    """xVal's: one learned vector, scaled by the number; by its logarithm, as numbers span many magnitudes."""

    LARGEST = 5.0
    """The scale of the largest number of the support, as xVal's numbers lie in [−5, 5]."""

    def __init__(self, support: Support, width: int) -> None:
        super().__init__()
        self.support = support
        self.vector = nn.Parameter(_INITIAL_SCALE * torch.randn(width))

    def forward(self, numeral: Numeral) -> Tensor:
        """Map (…) numerals to (…, width) vectors."""
        low, high = self.support.min_exponent, self.support.max_exponent + 1
        share = (_log10(numeral).clamp(low, high) - low) / (high - low)
        return (self.LARGEST * (2 * share - 1))[..., None] * self.vector


class FourierEmbedding(nn.Module):
    """FoNE's: cosine and sine of the number's phase in each power of ten, projected to the width."""

    def __init__(self, support: Support, width: int) -> None:
        super().__init__()
        self.periods = range(support.min_exponent + 1, support.max_exponent + 2)
        self.project = nn.Linear(2 * len(self.periods), width)
        nn.init.normal_(self.project.weight, std=_INITIAL_SCALE)
        nn.init.zeros_(self.project.bias)

    def forward(self, numeral: Numeral) -> Tensor:
        """Map (…) numerals to (…, width) vectors."""
        places = 10 ** torch.arange(DIGITS - 1, -1, -1, device=numeral.digits.device)
        figures = (numeral.digits * places).sum(-1)[..., None]
        # The number is figures · 10^(e − 6): its phase in 10^p is that of the figures in 10^(p + 6 − e).
        periods = torch.tensor(list(self.periods), device=figures.device)
        power = (periods + DIGITS - 1 - numeral.exponent[..., None]).clamp(-1, DIGITS + 12)
        whole = (10.0 ** power.clamp(min=0).double()).round()
        phase = 2 * math.pi * (figures % whole) / whole
        features = torch.cat([phase.cos(), phase.sin()], -1) * (power >= 0).tile(2)
        projected: Tensor = self.project(features.to(self.project.weight.dtype))
        return projected


def _log10(numeral: Numeral) -> Tensor:
    """Return (…) decimal logarithms; zero counts as the smallest number."""
    places = 10.0 ** -torch.arange(DIGITS, device=numeral.digits.device)
    mantissa = (numeral.digits * places).sum(-1)
    return torch.where(numeral.is_zero, -math.inf, numeral.exponent + mantissa.clamp(min=1e-9).log10())


class DigitRNN(nn.Module):
    """The last output of a GRU over the characters of `d.dddddde±dd`, projected to the encoder's width."""

    CHARACTERS = "0123456789.e+-"

    def __init__(self, width: int, character_width: int = 32, hidden: int = 64) -> None:
        super().__init__()
        self.vectors = nn.Embedding(len(self.CHARACTERS), character_width)
        self.rnn = nn.GRU(character_width, hidden, batch_first=True)
        self.project = nn.Linear(hidden, width)
        nn.init.normal_(self.project.weight, std=_INITIAL_SCALE)
        nn.init.zeros_(self.project.bias)

    def forward(self, numeral: Numeral) -> Tensor:
        """Map (…) numerals to (…, width) vectors."""
        characters = self.spell(numeral)
        outputs, _ = self.rnn(self.vectors(characters.flatten(0, -2)))
        last: Tensor = self.project(outputs[:, -1])
        return last.reshape(*characters.shape[:-1], -1)

    @classmethod
    def spell(cls, numeral: Numeral) -> Tensor:
        """Return (…, 12) indices into CHARACTERS, the characters of each numeral."""

        def repeated(character: str) -> Tensor:
            return torch.full_like(numeral.exponent, cls.CHARACTERS.index(character))

        size = numeral.exponent.abs().clamp(max=99)
        sign = torch.where(numeral.exponent < 0, repeated("-"), repeated("+"))
        first, rest = numeral.digits[..., 0], numeral.digits[..., 1:].unbind(-1)
        return torch.stack([first, repeated("."), *rest, repeated("e"), sign, size // 10, size % 10], -1)


def _vectors(count: int, width: int) -> nn.Embedding:
    vectors = nn.Embedding(count, width)
    nn.init.normal_(vectors.weight, std=_INITIAL_SCALE)
    return vectors


def number_embedding(config: ModelConfig, width: int) -> NumberEmbedding:
    """Build the embedding of a configuration."""
    parts: list[nn.Module] = []
    if config.input in ("exponent", "both", "exponent+digits"):
        parts.append(ExponentEmbedding(config.support, width))
    if config.input in ("digit-rnn", "both"):
        parts.append(DigitRNN(width))
    if config.input == "exponent+digits":
        parts.append(DigitEmbedding(config.input_digits, width))
    if config.input == "xval":
        parts.append(ScaledEmbedding(config.support, width))
    if config.input == "fourier":
        parts.append(FourierEmbedding(config.support, width))
    return NumberEmbedding(width, parts)
