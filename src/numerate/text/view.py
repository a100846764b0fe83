"""A plain view of any text: lower case, one Latin-1 character for each of its characters.

Every pattern of the reader runs on the view, so it is written once for all dashes, spaces, quotes, cases
and currency signs; and since the view has the text's own length, every offset found holds in the text.
"""

from __future__ import annotations

import codecs
from functools import cache
from unicodedata import category

SPACE = "\xa0"
EN_DASH = "\x96"
EM_DASH = "\x97"
PER_MILLE = "\x89"
MONEY = "\xa4"  # any currency sign outside Latin-1; the text itself says which
VULGAR = "\xbd"  # any one-character fraction, likewise
SUPERSCRIPT = "\xb9"  # any raised digit, likewise
RAISED_MINUS = "\xaf"
LETTER = "\xaa"
OTHER = "\x7f"

_TO_PLAIN = "numerate.text.view"
"""The name under which the codec finds what a character beyond Latin-1 becomes."""


_STRETCH = 4096
"""Characters of another script that are translated at once: a call for each of its words takes longer."""
_MOST_PAGES = 6
"""Past this many blocks of 256 code points, a table by character is faster."""


class _Plain(dict[int, str]):
    """Translation table that fills itself: what each character beyond Latin-1 becomes."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        if code <= 0xFF:  # as it is
            plain = char
        elif 0xFF01 <= code <= 0xFF5E:  # full-width forms of ASCII
            plain = chr(code - 0xFEE0)
        elif category(char) == "Sc":  # currency signs: ฿ is not among the others
            plain = MONEY
        elif char.isalnum():  # digits of other scripts too: next to one, an ASCII digit is no number of ours
            plain = LETTER
        else:
            plain = OTHER
        self[code] = plain
        return plain


def _table() -> _Plain:
    table = _Plain()
    for characters, plain in (
        ("\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000", SPACE),
        ("\u2028\u2029", "\n"),
        ("\u2010\u2011\u2212", "-"),
        ("\u2012\u2013", EN_DASH),
        ("\u2014\u2015", EM_DASH),
        ("\u2018\u2019\u02bc\u2032", "'"),
        ("\u201c\u201d\u2033", '"'),
        ("\u2030", PER_MILLE),
        ("\u22c5\u2219\u2022", "\xb7"),
        ("\u2248\u223c", "~"),
        ("\u03bc", "\xb5"),
        (
            "\u2150\u2151\u2152\u2153\u2154\u2155\u2156\u2157\u2158\u2159\u215a\u215b\u215c\u215d\u215e",
            VULGAR,
        ),
        ("\u2070\u2074\u2075\u2076\u2077\u2078\u2079", SUPERSCRIPT),
        ("\u207b", RAISED_MINUS),
        ("\u2044", "/"),
    ):
        table.update(dict.fromkeys(map(ord, characters), plain))
    return table


_PLAIN = _table()


def _to_plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text, start, end = error.object, error.start, error.end
    if text[end + 1 : end + 2] > "\xff":  # another script, word after word
        end = min(start + _STRETCH, len(text))
        return _by_pages(text[start:end]), end
    return text[start:end].translate(_PLAIN), end


def _by_pages(text: str) -> str:
    """Translate a stretch of text with one look-up for each 256 code points that occur in it.

    As fast as scanning: a table by character takes as long as reading the numbers.
    """
    codes = text.encode("utf-16-le", "surrogatepass")
    if len(codes) != 2 * len(text):  # emoji and other characters of two codes
        return text.translate(_PLAIN)
    low, high = codes[::2], codes[1::2]
    pages = set(high)
    if len(pages) > _MOST_PAGES:  # Chinese, Japanese, Korean
        return text.translate(_PLAIN)
    plain = 0
    for page in pages:
        translation, chosen = _page(page)
        characters = int.from_bytes(low.translate(translation), "little")
        plain |= characters & int.from_bytes(high.translate(chosen), "little")
    return plain.to_bytes(len(text), "little").decode("latin-1")


@cache
def _page(page: int) -> tuple[bytes, bytes]:
    """Return what the code points of a page become, and a table that maps this page to ones, others to 0."""
    translation = bytes(ord(_PLAIN[256 * page + code]) for code in range(256))
    return translation, bytes(0xFF * (other == page) for other in range(256))


codecs.register_error(_TO_PLAIN, _to_plain)


_LOWER = "".join(map(chr, range(256))).lower().encode("latin-1")


def view(text: str) -> str:
    """Return the plain view of `text`: as long as it, lower case, nothing beyond Latin-1."""
    plain = text.encode("latin-1", _TO_PLAIN).translate(_LOWER)  # faster than str.lower beyond ASCII
    return plain.decode("latin-1")
