"""Documents of any format as text, with every character mapped back to its place in the file."""

from numerate.documents.decoding import decode
from numerate.documents.document import OBJECT, Block, CellPosition, Document, Skipped
from numerate.documents.formats import Limits
from numerate.documents.readers import FORMATS, SUFFIXES, Format
from numerate.documents.reading import Discovery, find, is_address, read
from numerate.documents.source_map import Place
from numerate.documents.table import Cell, Table
from numerate.errors import DocumentError

__all__ = [
    "FORMATS",
    "OBJECT",
    "SUFFIXES",
    "Block",
    "Cell",
    "CellPosition",
    "Discovery",
    "Document",
    "DocumentError",
    "Format",
    "Limits",
    "Place",
    "Skipped",
    "Table",
    "decode",
    "find",
    "is_address",
    "read",
]
