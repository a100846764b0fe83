"""From the bytes of a text file to its characters, so that every byte can be found again."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from numerate.checking.documents.errors import UnreadableError

# UTF-32 before UTF-16, whose mark it begins with.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Bytes that no text holds but many other files do. Tab, line ends, form feed and escape are not among them.
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_LOOKED_AT = 8192
_MOST_BINARY = 0.02
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")


class Decoded(NamedTuple):
    """The characters of a file, how they were encoded, and the bytes of the mark before them."""

    source: str
    encoding: str
    mark: int


def decode(data: bytes) -> Decoded:
    """Decode by the byte order mark, else as UTF-8, else, where that cannot be meant, as Windows-1252.

    A few broken bytes in UTF-8 are kept as they are, each as one character that means nothing.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return Decoded(data[len(mark) :].decode(encoding), encoding, len(mark))
            except UnicodeDecodeError as error:
                raise UnreadableError(
                    f"begins as {encoding} text but breaks at byte {error.start}; save it again as UTF-8",
                ) from None
    head = data[:_LOOKED_AT]
    if b"\0" in head or len(_BINARY.findall(head)) > _MOST_BINARY * len(head):
        raise UnreadableError("is not text; name its format if it has another suffix, or convert it to text")
    try:
        return Decoded(data.decode("utf-8"), "utf-8", 0)
    except UnicodeDecodeError:
        return _decode_broken(data)


def _decode_broken(data: bytes) -> Decoded:
    """Take for UTF-8 what holds more of its characters than of bytes it could not hold."""
    as_utf8 = data.decode("utf-8", "surrogateescape")
    beyond = _BEYOND_ASCII.findall(as_utf8)
    broken = sum("\udc80" <= character <= "\udcff" for character in beyond)
    if len(beyond) > 2 * broken:
        return Decoded(as_utf8, "utf-8", 0)
    try:
        return Decoded(data.decode("cp1252"), "cp1252", 0)
    except UnicodeDecodeError as error:
        raise UnreadableError(
            f"is neither UTF-8 nor Windows-1252 (byte 0x{data[error.start]:02x} at {error.start}); "
            f"convert it, for example: iconv -f ENCODING -t UTF-8",
        ) from None
