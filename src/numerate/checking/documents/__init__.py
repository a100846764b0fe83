"""Reading documents: running text out of any format, every character of it with its place in the file."""

from numerate.checking.documents.document import OBJECT, Block, Cell, Document, Format, Skipped
from numerate.checking.documents.errors import DocumentError
from numerate.checking.documents.finding import Found, find
from numerate.checking.documents.formats import FORMATS, SUFFIXES
from numerate.checking.documents.limits import Limits
from numerate.checking.documents.places import Place
from numerate.checking.documents.reading import read

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
