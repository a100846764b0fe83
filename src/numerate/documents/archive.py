"""Office files are ZIP archives of XML: open them with limits on what they unpack to."""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import IO

from numerate.documents.formats import RAISE_LIMITS, Limits
from numerate.errors import UnreadableError

COMPOUND_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""How a file begins that is protected by a password or in the format before Office 2007."""
BROKEN_ARCHIVE = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, ValueError)
# Packed size in bytes up to which any ratio is accepted: a short text that repeats itself is not a ZIP bomb.
_RATIO_FREE = 100_000


class OfficeArchive:
    """The parts of a DOCX or XLSX. Reading more than the limits allow raises `UnreadableError`."""

    def __init__(self, data: bytes, limits: Limits, *, program: str, suffix: str, old: str) -> None:
        self._kind = with_article(suffix[1:].upper())
        self._limits = limits
        self._unpacked = 0
        self._admitted: set[str] = set()
        if data.startswith(COMPOUND_FILE):
            raise UnreadableError(
                f"is protected by a password, or an old {old}; "
                f"open it in {program} and save it as {suffix} without one",
            )
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError):
            raise UnreadableError(
                f"is not {self._kind}, or is broken; open it in {program} and save it as {suffix}"
            ) from None
        self.names = dict.fromkeys(self._archive.namelist())
        """The parts in their order; a dictionary, as a file may refer to many of them."""

    def close(self) -> None:
        """Close the archive."""
        self._archive.close()

    def open(self, name: str) -> IO[bytes]:
        """Open a part to read it."""
        return self._archive.open(self._admit(name))

    def _admit(self, name: str) -> zipfile.ZipInfo:
        info = self._archive.getinfo(name)
        if info.flag_bits & 1:
            raise UnreadableError("is protected by a password; save it without one")
        if name not in self._admitted:
            self._admitted.add(name)
            self._unpacked += info.file_size
        # zipfile unpacks no more than the declared size, so checking that size is enough.
        too_dense = info.file_size > self._limits.unpacked_ratio * max(info.compress_size, _RATIO_FREE)
        if too_dense or self._unpacked > self._limits.unpacked_bytes:
            raise UnreadableError(
                f"unpacks to {self._unpacked:,} bytes, more than {self._kind} should; "
                f"if you trust it, {RAISE_LIMITS}",
            )
        return info


def with_article(name: str) -> str:
    """Return the name of a format or program with its indefinite article: a PDF, an XLSX."""
    return f"{'an' if name[0] in 'AEIOX' else 'a'} {name}"
