"""The network that reads claims: an encoder of text without values, and a score for each equation.

The encoder begins with the weights of the number model; its word embeddings stay as they are. Of each figure
it gives a vector for each kind of equation and role. The score of an equation is

    w[kind] · relu(roles[a, kind, 0] + roles[b, kind, 1] + roles[c, kind, 2]) + bias[kind]

and the probability that it is meant is its sigmoid.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

KINDS, ROLES, WIDTH = 16, 3, 64
PAIRS = (7, 8, 14, 15)
"""The kinds of two figures only."""
HEADS = 12
TYPES = 23
FIRST_SYMBOL = 11
SIZES, LEAST_SIZE, SIZE_STEP = 168, -12.0, 0.25
"""Bins of the order of magnitude of a measured amount."""
WORDS = "encoder.backbone.embeddings.word_embeddings.weight"
"""Name of the number model's word embeddings, which the network shares."""


class Layer(nn.Module):
    """A layer of BERT."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(width, width) for _ in range(4))
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.norm1, self.norm2 = nn.LayerNorm(width, 1e-12), nn.LayerNorm(width, 1e-12)

    def forward(self, x: Tensor, mask: Tensor, dropout: float) -> Tensor:
        b, n, d = x.shape
        q, k, v = (
            f(x).view(b, n, HEADS, d // HEADS).transpose(1, 2) for f in (self.query, self.key, self.value)
        )
        weights = (q @ k.transpose(-1, -2) / math.sqrt(d // HEADS) + mask).softmax(-1)
        mixed = (weights @ v).transpose(1, 2).reshape(b, n, d)
        x = self.norm1(x + functional.dropout(self.out(mixed), dropout, self.training))
        inner = self.down(functional.gelu(self.up(x)))
        return self.norm2(x + functional.dropout(inner, dropout, self.training))


class ClaimHeads(nn.Module):
    """From the state of each figure, its vectors by kind of equation and role, and its order of magnitude."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.roles = nn.Linear(width, KINDS * ROLES * WIDTH)
        self.weight = nn.Parameter(torch.randn(KINDS, WIDTH) * 0.1)
        self.bias = nn.Parameter(torch.full((KINDS,), -3.0))
        self.sizes = nn.Linear(width, SIZES)
        has_third = torch.tensor([float(kind not in PAIRS) for kind in range(KINDS)])
        self.register_buffer("has_third", has_third, persistent=False)

    def read(self, states: Tensor, places: Tensor) -> tuple[Tensor, Tensor]:
        """Return (B, F, kinds · roles · width) vectors and (B, F, sizes) logits of the figures at places."""
        states = states.gather(1, places[:, :, None].expand(-1, -1, states.shape[-1]))
        return self.roles(states), self.sizes(states)

    def score(self, roles: Tensor, window: Tensor, equations: Tensor) -> Tensor:
        """Return the logit of each equation (kind, a, b, c), c unused by kinds of two figures."""
        roles = roles.view(*roles.shape[:2], KINDS, ROLES, WIDTH)
        kind, *figures = equations.unbind(-1)
        third = self.has_third[kind].to(roles.dtype)[:, None]
        parts = [roles[window, figure, kind, role] for role, figure in enumerate(figures)]
        hidden = functional.relu(parts[0] + parts[1] + third * parts[2]).float()
        return (hidden * self.weight[kind]).sum(-1) + self.bias[kind]


class ClaimNetwork(ClaimHeads):
    """An encoder of windows without values, and the heads."""

    def __init__(
        self, words: int, positions: int, layers: int, width: int = 384, dropout: float = 0.1
    ) -> None:
        super().__init__(width)
        self.words, self.positions = nn.Embedding(words, width), nn.Embedding(positions, width)
        self.types = nn.Embedding(TYPES + 1, width)
        """Added at the symbol of each figure; the last is zero, for all other tokens."""
        self.norm = nn.LayerNorm(width, 1e-12)
        self.layers = nn.ModuleList(Layer(width) for _ in range(layers))
        self.dropout = dropout
        nn.init.normal_(self.types.weight, std=0.02)
        self.words.weight.requires_grad_(False)

    def forward(self, ids: Tensor, lengths: Tensor, places: Tensor) -> tuple[Tensor, Tensor]:
        """Read windows: ids (B, L); lengths (B,); places (B, F), where the figures stand."""
        count = ids.shape[1]
        at = torch.arange(count, device=ids.device)
        symbol = ids - FIRST_SYMBOL
        types = torch.where((symbol >= 0) & (symbol < TYPES), symbol, TYPES)
        x = self.norm(self.words(ids) + self.types(types) + self.positions(at))
        x = functional.dropout(x, self.dropout, self.training)
        mask = ((at >= lengths[:, None]).to(x.dtype) * -10000.0)[:, None, None]
        for layer in self.layers:
            x = layer(x, mask, self.dropout)
        return self.read(x, places)


def from_default(weights: Mapping[str, Tensor], layers: int, dropout: float = 0.1) -> ClaimNetwork:
    """Return a network that begins with the encoder of the number model."""
    prefix = "encoder.backbone."
    take = {name.removeprefix(prefix): value for name, value in weights.items() if name.startswith(prefix)}
    words, positions = (
        take["embeddings.word_embeddings.weight"],
        take["embeddings.position_embeddings.weight"],
    )
    model = ClaimNetwork(len(words), len(positions), layers, dropout=dropout)
    kind = take["embeddings.token_type_embeddings.weight"][0]
    state = {
        "words.weight": words,
        "positions.weight": positions + kind,
        "norm.weight": take["embeddings.LayerNorm.weight"],
        "norm.bias": take["embeddings.LayerNorm.bias"],
    }
    names = {
        "attention.self.query": "query",
        "attention.self.key": "key",
        "attention.self.value": "value",
        "attention.output.dense": "out",
        "intermediate.dense": "up",
        "output.dense": "down",
        "attention.output.LayerNorm": "norm1",
        "output.LayerNorm": "norm2",
    }
    for layer in range(layers):
        for theirs, ours in names.items():
            for part in ("weight", "bias"):
                state[f"layers.{layer}.{ours}.{part}"] = take[f"encoder.layer.{layer}.{theirs}.{part}"]
    missing, unexpected = model.load_state_dict(state, strict=False)
    assert not unexpected, unexpected
    assert all(name.split(".")[0] in ("types", "roles", "weight", "bias", "sizes") for name in missing), (
        missing
    )
    with torch.no_grad():
        model.types.weight[TYPES] = 0
    return model


def from_parts(files: Sequence[Path], words: Tensor) -> ClaimNetwork:
    """Load a trained network, which was saved in several parts and without word embeddings."""
    parts = (torch.load(file, weights_only=True) for file in files)
    state = {name: value.float() for part in parts for name, value in part.items()}
    layers = 1 + max(int(name.split(".")[1]) for name in state if name.startswith("layers."))
    model = ClaimNetwork(len(words), len(state["positions.weight"]), layers)
    model.load_state_dict(state | {"words.weight": words})
    return model
