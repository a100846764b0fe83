"""Running text to numbers with exact spans, sentences, and the tokens a model sees. No model here."""

from numerate.text.extract import extract
from numerate.text.number import Kind, Number, NumberRecord, Part, Reading, convert
from numerate.text.ranges import render_range
from numerate.text.render import Style, render, style
from numerate.text.sentences import sentences
from numerate.text.units import Unit

__all__ = [
    "Kind",
    "Number",
    "NumberRecord",
    "Part",
    "Reading",
    "Style",
    "Unit",
    "convert",
    "extract",
    "render",
    "render_range",
    "sentences",
    "style",
]
