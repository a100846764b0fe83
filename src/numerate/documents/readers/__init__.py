"""The formats that can be read. Each has a module here, which declares its `READER`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from numerate.documents.formats import BinaryReader, TextReader
from numerate.documents.readers import (
    delimited,
    docx,
    epub,
    html,
    latex,
    mail,
    markdown,
    notebook,
    odt,
    pdf,
    plain,
    pptx,
    quarto,
    rst,
    xlsx,
)

READERS: tuple[TextReader | BinaryReader, ...] = (
    plain.READER,
    delimited.READER,
    markdown.READER,
    quarto.READER,
    rst.READER,
    latex.READER,
    html.READER,
    docx.READER,
    xlsx.READER,
    pptx.READER,
    odt.READER,
    epub.READER,
    mail.READER,
    notebook.READER,
    pdf.READER,
)
"""Where a format is recognised by its content, the last that matches wins: put the more specific later."""

FORMATS = tuple(reader.format for reader in READERS)
SUFFIXES = {suffix: reader.format for reader in READERS for suffix in reader.suffixes}

if TYPE_CHECKING:
    Format = str
else:
    Format = Literal[FORMATS]
    """The name of a format; validated where types are, as by pydantic."""
