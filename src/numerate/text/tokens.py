"""Word-piece ids as text, one character an id: there is nothing that Python cuts, counts and joins faster."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

EDGE = "\0"
"""An edge between two stretches of text; no id has this character."""


def token(identity: int) -> str:
    """Give the character of an id."""
    return chr(identity + 1)


def to_tokens(ids: Iterable[int]) -> str:
    """Write ids as text."""
    return "".join(map(token, ids))


def to_ids(tokens: str) -> npt.NDArray[np.uint32]:
    """Read ids from text."""
    # Some ids are those of surrogates, which are characters to Python, and no more than numbers here.
    data = tokens.encode("utf-32-le", "surrogatepass")
    return np.frombuffer(data, "<u4").astype(np.uint32) - np.uint32(1)
