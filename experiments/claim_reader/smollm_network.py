"""SmolLM2's blocks with attention in both directions, and the heads of the reader of claims on top.

Blocks of Llama: RMSNorm, rotary positions, attention whose keys and values are shared by groups of heads, and
SwiGLU. Weights have the names that transformers gives them, without `self_attn.` and `mlp.`. The residual
stream stays in float32 under autocast: some of its entries exceed 14,000.

That the weights are in their places shows in what the decoder, read with a causal mask, expects next:
`python experiments/claim_reader/smollm_teacher.py --smollm FOLDER --complete "The capital of France is"`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from network import ClaimHeads
from torch import Tensor, nn
from torch.nn import functional

MULTIPLE = 16
"""Windows are padded to a multiple of it: attention is faster, and there are fewer shapes to compile."""


@dataclass(frozen=True)
class Sizes:
    """Sizes of a decoder; the defaults are those of SmolLM2-135M."""

    width: int = 576
    inner: int = 1536
    heads: int = 9
    groups: int = 3
    """Heads of keys and values."""
    words: int = 49152
    layers: int = 30
    rotation: float = 100_000.0
    epsilon: float = 1e-5


class Block(nn.Module):
    """A layer of Llama."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.heads, self.groups = sizes.heads, sizes.groups
        width, shared = sizes.width, sizes.width // sizes.heads * sizes.groups
        self.input_layernorm = nn.RMSNorm(width, sizes.epsilon)
        self.q_proj, self.o_proj = (nn.Linear(width, width, bias=False) for _ in range(2))
        self.k_proj, self.v_proj = (nn.Linear(width, shared, bias=False) for _ in range(2))
        self.post_attention_layernorm = nn.RMSNorm(width, sizes.epsilon)
        self.gate_proj, self.up_proj = (nn.Linear(width, sizes.inner, bias=False) for _ in range(2))
        self.down_proj = nn.Linear(sizes.inner, width, bias=False)

    def forward(self, x: Tensor, cosines: Tensor, sines: Tensor, mask: Tensor) -> Tensor:
        """Read (B, L, width) states; mask (B, 1, 1 or L, L) is true where a token is seen."""
        b, n, d = x.shape
        normed = self.input_layernorm(x)
        q, k, v = (
            f(normed).view(b, n, -1, d // self.heads).transpose(1, 2)
            for f in (self.q_proj, self.k_proj, self.v_proj)
        )
        q, k = (rotated(each, cosines, sines) for each in (q, k))
        k, v = (each.repeat_interleave(self.heads // self.groups, 1) for each in (k, v))
        mixed = functional.scaled_dot_product_attention(q, k, v, mask)
        x = x + self.o_proj(mixed.transpose(1, 2).reshape(b, n, d))
        normed = self.post_attention_layernorm(x)
        inner: Tensor = self.down_proj(functional.silu(self.gate_proj(normed)) * self.up_proj(normed))
        return x + inner


def rotated(x: Tensor, cosines: Tensor, sines: Tensor) -> Tensor:
    """Rotate the pairs (i, i + half) of each head by the angles of its position."""
    first, second = x.float().chunk(2, -1)
    return torch.cat([first * cosines - second * sines, second * cosines + first * sines], -1).to(x.dtype)


class Decoder(nn.Module):
    """The first blocks of SmolLM2, with embeddings of symbols of our own after its words."""

    def __init__(self, sizes: Sizes, symbols: int) -> None:
        super().__init__()
        self.sizes = sizes
        self.embed_tokens = nn.Embedding(sizes.words, sizes.width)
        self.symbols = nn.Embedding(symbols, sizes.width)
        self.layers = nn.ModuleList(Block(sizes) for _ in range(sizes.layers))
        self.norm = nn.RMSNorm(sizes.width, sizes.epsilon)

    def load(self, weights: Mapping[str, npt.NDArray[np.float32]]) -> None:
        """Take the weights of the layers there are; symbols begin close to the mean word."""
        names = {name: name.replace("self_attn.", "").replace("mlp.", "") for name in weights}
        mine = self.state_dict().keys()
        state = {ours: torch.from_numpy(weights[name]) for name, ours in names.items() if ours in mine}
        words = state["embed_tokens.weight"]
        noise = 0.1 * words.std() * torch.randn(self.symbols.weight.shape)
        self.load_state_dict(state | {"symbols.weight": words.mean(0) + noise})

    def forward(self, ids: Tensor, lengths: Tensor, causal: bool = False) -> Tensor:
        """Return the (B, L, width) states of windows of tokens."""
        ids = functional.pad(ids, (0, -ids.shape[1] % MULTIPLE))
        at = torch.arange(ids.shape[1], device=ids.device)
        mask = (at < lengths[:, None])[:, None, None]
        if causal:
            mask = mask & (at <= at[:, None])
        words = self.embed_tokens(ids.clamp(max=self.sizes.words - 1))
        symbols = self.symbols((ids - self.sizes.words).clamp(min=0))
        x = torch.where((ids < self.sizes.words)[..., None], words, symbols)
        cosines, sines = self.angles(at)
        for layer in self.layers:
            x = layer(x, cosines, sines, mask)
        return self.norm(x)  # type: ignore[no-any-return]

    def angles(self, at: Tensor) -> tuple[Tensor, Tensor]:
        """Return cosines and sines, (L, half a head), of the rotation at some positions."""
        head = self.sizes.width // self.sizes.heads
        speeds = self.sizes.rotation ** (
            -torch.arange(0, head, 2, device=at.device, dtype=torch.float32) / head
        )
        angles = at.float()[:, None] * speeds
        return angles.cos(), angles.sin()


class Teacher(ClaimHeads):
    """A decoder that reads windows without values in both directions, and the heads."""

    def __init__(self, sizes: Sizes, symbols: int, dropout: float = 0.1) -> None:
        super().__init__(sizes.width)
        self.decoder = Decoder(sizes, symbols)
        self.norm = nn.RMSNorm(sizes.width, sizes.epsilon)
        """Brings states to the scale that new heads expect."""
        self.dropout = dropout

    def forward(self, ids: Tensor, lengths: Tensor, places: Tensor) -> tuple[Tensor, Tensor]:
        """Read windows: ids (B, L); lengths (B,); places (B, F), where the figures stand."""
        states = self.norm(self.decoder(ids, lengths))
        return self.read(functional.dropout(states, self.dropout, self.training), places)
