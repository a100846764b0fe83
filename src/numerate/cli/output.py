"""How every command writes its result."""

from __future__ import annotations

from enum import Enum


class Format(str, Enum):
    """For people, or for programs."""

    text = "text"
    json = "json"
