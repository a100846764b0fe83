"""Reading documents: running text out of any format, every character of it with its place in the file."""

from numerate.documents.discovery import Found, find
from numerate.documents.document import OBJECT, Block, Cell, Document, Format, Skipped
from numerate.documents.formats import FORMATS, SUFFIXES, Limits
from numerate.documents.reading import read
from numerate.documents.source_map import Place
from numerate.errors import DocumentError

__all__ = [
    "FORMATS",
    "OBJECT",
    "SUFFIXES",
    "Block",
    "Cell",
    "Document",
    "DocumentError",
    "Format",
    "Found",
    "Limits",
    "Place",
    "Skipped",
    "find",
    "read",
]
