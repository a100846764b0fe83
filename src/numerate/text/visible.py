"""Text that is safe to print: without control characters that act on a terminal or reverse the text."""

from __future__ import annotations

# Control characters become their Unicode pictures, one character for one.
_VISIBLE = {code: 0x2400 + code for code in range(0x20) if chr(code) not in "\t\n\r"}
_VISIBLE |= {0x7F: 0x2421} | dict.fromkeys(range(0x80, 0xA0), 0xFFFD)
# Bidirectional controls make a text read differently from what it is.
_VISIBLE |= dict.fromkeys([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)], 0xFFFD)
# The object replacement character stands for a formula, code or picture; few fonts have it.
_VISIBLE |= {0xFFFC: ord("…")}


def visible(text: str) -> str:
    """Return the text, of the same length, with every control character but white space replaced."""
    return text.translate(_VISIBLE)
