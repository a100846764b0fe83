"""Text from a file or from standard input, or one line that says why not."""

from __future__ import annotations

import sys
from pathlib import Path

from numerate.cli.errors import UserError

_LOOKED_AT = 8192
"""Bytes in which a NUL byte marks a file as binary; git looks at as many."""


def read_text(source: str) -> str:
    """Read the file `source`, or standard input where it is "-".

    Line ends stay as they are: offsets count the characters of the user's own file.
    """
    name = "standard input" if source == "-" else source
    try:
        data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except FileNotFoundError:
        raise UserError(f"{name}: no such file") from None
    except IsADirectoryError:
        raise UserError(f"{name}: is a directory; name a file in it, or - for standard input") from None
    except OSError as error:
        raise UserError(f"{name}: cannot be read: {error.strerror or error}") from None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UserError(
            f"{name}: not UTF-8 text: byte 0x{data[error.start]:02x} at offset {error.start}; "
            f"{_way_out(data, source)}"
        ) from None
    if "\0" in text[:_LOOKED_AT]:
        raise UserError(f"{name}: looks binary (a NUL byte near its start); give plain text")
    return text


def _way_out(data: bytes, source: str) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = "UTF-16"
    elif b"\0" in data[:_LOOKED_AT]:
        return "it looks binary; give plain text"
    else:
        encoding = "WINDOWS-1252"
    file = "FILE" if source == "-" else source
    return f"convert it, for example: iconv -f {encoding} -t UTF-8 {file}"
