"""Decode a text file by its byte order mark, else by what its bytes can be; refuse what is unclear."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from numerate.errors import UnreadableError

# UTF-32 comes before UTF-16, whose mark its own begins with.
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Control characters that are rare in text; tab, line ends, form feed and escape are not among them.
_BINARY_BYTE = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
# Bytes at the start of a file that are searched for control characters, and the share that makes it binary.
_BINARY_SAMPLE = 8192
_BINARY_SHARE = 0.02
_NON_ASCII = re.compile(r"[^\x00-\x7f]")
_HIGH_BYTES = re.compile(rb"[\x80-\xff]")
_LONG_RUN = re.compile(rb"[\x80-\xff]{4,}")
"""Western text has accented letters, quotation marks and dashes among ASCII, other scripts in long runs."""
_LEAD_BYTE = re.compile(rb"[\x82\x83\x88\x8b\x98][\x40-\x7e\x80-\xfc]")
"""The first byte of a kana or common kanji in Shift-JIS, which Windows-1252 has for rare marks: ƒ, ˆ."""
_ISO_2022 = re.compile(rb"\x1b\$[@B]|\x1b\(J|\x1b\$\)C")
_UTF_7_RUN = re.compile(rb"\+([A-Za-z0-9/]{3,})-")
_PLUS = re.compile(rb"\+(?!-|[A-Za-z0-9/]{3,})")
_CONVERT = "convert it, for example: iconv -f ENCODING -t UTF-8"


class Decoded(NamedTuple):
    """The characters of a file, their encoding, and the length of the byte order mark before them."""

    source: str
    encoding: str
    mark_length: int

    @property
    def assumption(self) -> str:
        """What was assumed about the encoding, and what to do if that is wrong; empty where it is certain."""
        if self.mark_length or self.encoding == "utf-8":
            return ""
        name = {"cp1252": "Windows-1252"}.get(self.encoding, self.encoding.upper())
        return f"is not UTF-8 and has no byte order mark; read as {name}. If that is wrong, {_CONVERT}"


def decode(data: bytes) -> Decoded:
    """Decode by the byte order mark, otherwise as UTF-8, otherwise as UTF-16 or Windows-1252.

    Text that is UTF-8 but for a few invalid bytes is read as UTF-8; each such byte becomes one lone
    surrogate. Raises `UnreadableError` for what is not text, and for text whose encoding is unclear.
    """
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            try:
                return Decoded(data[len(mark) :].decode(encoding), encoding, len(mark))
            except UnicodeDecodeError as error:
                raise UnreadableError(
                    f"begins as {encoding} text but breaks at byte {error.start}; save it again as UTF-8",
                ) from None
    sample = data[:_BINARY_SAMPLE]
    if b"\0" in sample and (wide := _decode_unmarked_utf16(data)):
        return wide
    if b"\0" in sample or len(_BINARY_BYTE.findall(sample)) > _BINARY_SHARE * len(sample):
        raise UnreadableError("is not text; name its format if it has another suffix, or convert it to text")
    if _ISO_2022.search(sample):
        raise UnreadableError(f"is ISO-2022 text, which is not read; {_CONVERT}")
    try:
        source = data.decode("utf-8")
    except UnicodeDecodeError:
        return _decode_invalid(data)
    if data.isascii() and _is_utf7(data):
        raise UnreadableError("is UTF-7 text, which is not read; convert it: iconv -f UTF-7 -t UTF-8")
    return Decoded(source, "utf-8", 0)


def _decode_unmarked_utf16(data: bytes) -> Decoded | None:
    """Decode text of which every second byte is mostly zero: UTF-16, as Windows programs write it."""
    sample = data[: _BINARY_SAMPLE // 2 * 2]
    if len(data) % 2 or len(data) < 4:
        return None
    zeros = [sample[first::2].count(0) / (len(sample) / 2) for first in (0, 1)]
    for encoding, low, high in (("utf-16-le", zeros[0], zeros[1]), ("utf-16-be", zeros[1], zeros[0])):
        if high < 0.5 or low > 0.01:
            continue
        try:
            source = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        controls = sum(
            not character.isprintable() and character not in "\t\r\n\f" for character in source[:4096]
        )
        return Decoded(source, encoding, 0) if controls <= _BINARY_SHARE * len(source[:4096]) else None
    return None


def _is_utf7(data: bytes) -> bool:
    """Return whether every plus sign begins a run of UTF-7, and all runs are characters that can be seen."""
    if not _UTF_7_RUN.search(data) or _PLUS.search(data):
        return False
    try:
        return all(character.isprintable() for character in _NON_ASCII.findall(data.decode("utf-7")))
    except UnicodeDecodeError:
        return False


def _decode_invalid(data: bytes) -> Decoded:
    """Decode as UTF-8 what has more of its characters than invalid bytes, else as Windows-1252."""
    as_utf8 = data.decode("utf-8", "surrogateescape")
    non_ascii = _NON_ASCII.findall(as_utf8)
    invalid = sum("\udc80" <= character <= "\udcff" for character in non_ascii)
    if len(non_ascii) > 2 * invalid:
        return Decoded(as_utf8, "utf-8", 0)
    high = len(_HIGH_BYTES.findall(data))
    leads = len(_LEAD_BYTE.findall(data))
    if sum(map(len, _LONG_RUN.findall(data))) > high / 2 or (leads > 1 and leads > high / 5):
        raise UnreadableError(
            f"is not UTF-8, and its letters are in no Western script, such as those of Shift-JIS or "
            f"Windows-1251; {_CONVERT}"
        )
    try:
        return Decoded(data.decode("cp1252"), "cp1252", 0)
    except UnicodeDecodeError as error:
        raise UnreadableError(
            f"is neither UTF-8 nor Windows-1252 (byte 0x{data[error.start]:02x} at {error.start}); {_CONVERT}"
        ) from None
