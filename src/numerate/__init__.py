"""Number sense for text: read every number, know what it may be, see which look wrong."""

from numerate.text import Number, extract, render, sentences

__version__ = "0.1.0"
__all__ = ["Number", "extract", "render", "sentences"]
