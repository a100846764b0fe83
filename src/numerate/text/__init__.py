"""Running text to numbers with exact character spans, and sentences. No model here."""

from numerate.text.extract import extract
from numerate.text.number import Kind, Number

__all__ = ["Kind", "Number", "extract"]
