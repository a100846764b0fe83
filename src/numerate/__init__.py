"""Number sense for text: read every number, know what it may be, see which look wrong."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numerate.checking.model import Model, check, load
    from numerate.model import Judged, Prediction
    from numerate.text import Number, Unit, convert, extract, render, sentences

__version__ = "0.1.0"
__all__ = [
    "Judged",
    "Model",
    "Number",
    "Prediction",
    "Unit",
    "check",
    "convert",
    "extract",
    "load",
    "render",
    "sentences",
]

_HOMES = dict.fromkeys(["Number", "Unit", "convert", "extract", "render", "sentences"], "numerate.text")
_HOMES |= dict.fromkeys(["Judged", "Prediction"], "numerate.model")
_HOMES |= dict.fromkeys(["Model", "check", "load"], "numerate.checking.model")


def __getattr__(name: str) -> Any:
    """Import a name when it is asked for: the workshop trains where the reader is not installed."""
    if name not in _HOMES:
        raise AttributeError(f"module 'numerate' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
