"""Number embeddings: what a number's value adds to its token's vector."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from numerate.distributions import Support
from numerate.training.nn.config import ModelConfig
from numerate.training.nn.numerals import Numeral

_INITIAL_SCALE = 0.02  # as BERT starts its own embeddings


class NumberEmbedding(nn.Module):
    """The sum of its parts for every number whose value is shown, and zero for the others."""

    def __init__(self, width: int, parts: Sequence[nn.Module] = ()) -> None:
        super().__init__()
        self.width = width
        self.parts = nn.ModuleList(parts)

    def forward(self, numeral: Numeral) -> Tensor:
        """(…) numerals to (…, width) vectors."""
        total = torch.zeros(*numeral.shown.shape, self.width, device=numeral.shown.device)
        for part in self.parts:
            total = total + part(numeral)
        return total * numeral.shown[..., None]


class Exponent(nn.Module):
    """A learned vector per base-10 exponent, and one for zero where the support has it."""

    def __init__(self, support: Support, width: int) -> None:
        super().__init__()
        self.support = support
        self.vectors = _vectors(support.classes, width)

    def forward(self, numeral: Numeral) -> Tensor:
        """(…) numerals to (…, width) vectors."""
        support = self.support
        # A number beyond the support is no target, but still a neighbour: it counts as the nearest exponent.
        index = numeral.exponent.clamp(support.min_exponent, support.max_exponent) - support.min_exponent
        if support.zero:
            index = (index + 1).masked_fill(numeral.is_zero, 0)
        vectors: Tensor = self.vectors(index)
        return vectors


class LeadingDigits(nn.Module):
    """The sum of a learned vector per place and digit, for the first `digits` digits."""

    def __init__(self, digits: int, width: int) -> None:
        super().__init__()
        self.vectors = _vectors(10 * digits, width)
        self.offsets: Tensor
        self.register_buffer("offsets", 10 * torch.arange(digits), persistent=False)

    def forward(self, numeral: Numeral) -> Tensor:
        """(…) numerals to (…, width) vectors."""
        index = numeral.digits[..., : len(self.offsets)] + self.offsets
        vectors: Tensor = self.vectors(index)
        return vectors.sum(-2)


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
        """(…) numerals to (…, width) vectors."""
        characters = self.spell(numeral)
        outputs, _ = self.rnn(self.vectors(characters.flatten(0, -2)))
        last: Tensor = self.project(outputs[:, -1])
        return last.reshape(*characters.shape[:-1], -1)

    @classmethod
    def spell(cls, numeral: Numeral) -> Tensor:
        """(…, 12): the characters of each numeral, as indices into CHARACTERS."""

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
    """The embedding that a configuration asks for."""
    parts: list[nn.Module] = []
    if config.input in ("exponent", "both", "exponent+digits"):
        parts.append(Exponent(config.support, width))
    if config.input in ("digit-rnn", "both"):
        parts.append(DigitRNN(width))
    if config.input == "exponent+digits":
        parts.append(LeadingDigits(config.input_digits, width))
    return NumberEmbedding(width, parts)
