"""The network that says which number of a source is the same fact as a number of a draft.

It reads one window: the sentence of the draft, with one number asked about, and passages of the source. The
numbers that may be the same are symbols of what they measure. The score of a number of the source is

    (query · state of the asked number) · (key · state of that number) / √width + bias · state of that number

and that of "none of them" is the same with the state of [CLS]. The encoder begins with MiniLM's weights; its
word embeddings stay as they are.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import torch
from torch import Tensor, nn
from torch.nn import functional

WIDTH, HEADS, MEASURES = 384, 12, 12
POSITIONS = 448
VOCABULARY = 30522


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
        if self.training:
            mixed = functional.scaled_dot_product_attention(q, k, v, mask.to(q.dtype))
        else:
            mixed = (q @ k.transpose(-1, -2) / math.sqrt(d // HEADS) + mask).softmax(-1) @ v
        mixed = mixed.transpose(1, 2).reshape(b, n, d)
        x = self.norm1(x + functional.dropout(self.out(mixed), dropout, self.training))
        inner = self.down(functional.gelu(self.up(x)))
        return self.norm2(x + functional.dropout(inner, dropout, self.training))


class SameFactNetwork(nn.Module):
    """An encoder of windows without values, and a score for each number of the source."""

    def __init__(self, layers: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.words, self.positions = nn.Embedding(VOCABULARY, WIDTH), nn.Embedding(POSITIONS, WIDTH)
        self.sides = nn.Embedding(2, WIDTH)
        """Of the draft and of the source."""
        self.kinds = nn.Embedding(MEASURES + 2, WIDTH)
        """Added at the symbol of a number: none, what it measures, and last that it is the asked one."""
        self.norm = nn.LayerNorm(WIDTH, 1e-12)
        self.layers = nn.ModuleList(Layer(WIDTH) for _ in range(layers))
        self.query, self.key = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH)
        self.bias = nn.Linear(WIDTH, 1)
        self.dropout = dropout
        nn.init.normal_(self.kinds.weight, std=0.02)
        nn.init.normal_(self.sides.weight, std=0.02)
        with torch.no_grad():
            self.kinds.weight[0] = 0
        self.words.weight.requires_grad_(False)

    def forward(
        self, ids: Tensor, kinds: Tensor, draft: Tensor, lengths: Tensor, asked: Tensor, places: Tensor
    ) -> Tensor:
        """Read windows, and return the scores (B, 1 + F) of none and of the numbers at some places.

        ids, kinds: (B, L). draft, lengths: (B,), tokens of the draft and in all. asked: (B,), where the
        asked number stands. places: (B, F).
        """
        at = torch.arange(ids.shape[1], device=ids.device)
        side = (at >= draft[:, None]).long()
        x = self.words(ids) + self.kinds(kinds) + self.positions(at) + self.sides(side)
        x = x + self.kinds.weight[MEASURES + 1] * (at == asked[:, None])[:, :, None].to(x.dtype)
        x = functional.dropout(self.norm(x), self.dropout, self.training)
        mask = ((at >= lengths[:, None]).to(x.dtype) * -10000.0)[:, None, None]
        for layer in self.layers:
            x = layer(x, mask, self.dropout)
        cls = torch.zeros_like(places[:, :1])
        where = torch.cat([asked[:, None], cls, places], 1)
        states = x.gather(1, where[:, :, None].expand(-1, -1, WIDTH))
        query, others = self.query(states[:, :1]), states[:, 1:]
        return (query * self.key(others)).sum(-1) / math.sqrt(WIDTH) + self.bias(others)[:, :, 0]


def from_minilm(weights: Mapping[str, Tensor], layers: int, dropout: float = 0.1) -> SameFactNetwork:
    """Return a network that begins with MiniLM's encoder."""
    model = SameFactNetwork(layers, dropout)
    kind = weights["embeddings.token_type_embeddings.weight"][0]
    state = {
        "words.weight": weights["embeddings.word_embeddings.weight"],
        "positions.weight": weights["embeddings.position_embeddings.weight"][:POSITIONS] + kind,
        "norm.weight": weights["embeddings.LayerNorm.weight"],
        "norm.bias": weights["embeddings.LayerNorm.bias"],
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
                state[f"layers.{layer}.{ours}.{part}"] = weights[f"encoder.layer.{layer}.{theirs}.{part}"]
    _, unexpected = model.load_state_dict(state, strict=False)
    assert not unexpected, unexpected
    return model
