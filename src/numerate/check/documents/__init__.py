"""Reading documents: running text out of any format, every character of it with its place in the file."""

from numerate.check.documents.document import OBJECT, Block, Cell, Document, Format, Skipped
from numerate.check.documents.errors import DocumentError
from numerate.check.documents.finding import Found, find
from numerate.check.documents.formats import FORMATS, SUFFIXES
from numerate.check.documents.limits import Limits
from numerate.check.documents.places import Place
from numerate.check.documents.reading import read

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
