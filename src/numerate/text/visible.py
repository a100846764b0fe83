"""Any text made fit to show: nothing in it can command a terminal or turn the text around it."""

from __future__ import annotations

# Control characters act on a terminal: show their pictures instead, one character for one.
_VISIBLE = {code: 0x2400 + code for code in range(0x20) if chr(code) not in "\t\n\r"}
_VISIBLE |= {0x7F: 0x2421} | dict.fromkeys(range(0x80, 0xA0), 0xFFFD)
# These change the direction of what follows, so that a text reads other than it is.
_VISIBLE |= dict.fromkeys([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)], 0xFFFD)
# Stands for what is no text, code or a picture; few fonts have it.
_VISIBLE |= {0xFFFC: ord("…")}


def visible(text: str) -> str:
    """The text with pictures for its control characters, white space excepted; as long as it was."""
    return text.translate(_VISIBLE)
