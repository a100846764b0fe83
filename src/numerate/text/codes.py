"""Codes that the words before them give away: "serial number, 00817734", "John 3:16", "dial 999 or 112".

One scan of the whole text looks for what introduces a code; what is written behind it decides whether it is
one. A code ends up as one identifier, whatever numbers it is made of.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from numerate.text.links import LINK_MARKS

_NUMBERED = (
    "access account accession admission application article asset authori[sz]ation badge bank barcode batch "
    "booking bus campaign card case catalog(?:ue)? certificate charge charity chassis claim client commodity "
    "company complaint confirmation contract credit customer debit delivery device docket document driver'?s "
    "employee engine entry error extension fax file flight frame grid helpline hotline incident inmate "
    "insurance invoice isbn item job licen[cs]e loan locker lot member(?:ship)? meter mobile model nhs order "
    "part passport patient payment personnel phone plate policy prescription prisoner product project promo "
    "purchase receipt record reference registration reservation room routing seat security serial ship "
    "shipment sku sort staff stock student tariff tax telephone ticket tracking train transaction user vat "
    "vehicle voucher warrant"
).replace(" ", "|")
"""Nouns of things that are identified by numbers, which count nothing."""
_NAMED = r"(?:number|no\.?|code|reference|ref\.?|id|key)"
_IS = (
    r"(?:[,:]|[:,]? (?:is|was|are|being|reads|read|used to be|will be|begins with|starts with|ends (?:in|"
    r"with)|"
    r"beginning|starting|ending|ending in)|"
    r" (?:on|of|for) (?:the|my|his|her|your|our|this|that|its) [a-z]+ (?:is|was|reads))?"
)
"""What may stand between the noun and its code."""
_COUNTED = re.compile(
    r" ?%|,\d|\.\d| (?:per ?cent|people|years?|days?|hours?|minutes?|months?|weeks?|thousand|million|billion|"
    r"(?!(?:is|was|has|does|works|opens|means|wins|says|comes|belongs|appears|covers|needs)\b)[a-z]{3,}s)\b"
)
"""What follows a number that counts after all: the code is 300 lines long."""
_SCALED = re.compile(r" ?(?:%|per ?cent\b|thousand\b|million\b|billion\b)|,\d|\.\d")

_CODE = re.compile(
    r"(?=[A-Z /.-]{0,6}\d)[A-Z0-9]{1,30}(?:[-/.][A-Za-z0-9]{1,12}){0,6}"
    r"(?: (?=[A-Z]{0,4}\d)[A-Z0-9]{2,12}(?:[-/.][A-Z0-9]{1,12}){0,4}\b){0,8}(?: [A-Z]{2}\b)?"
)
"""Capital letters and digits, in groups: RX 473 124 829 GB, INV/2023/0088-B, 6403 59 95."""
_DIGITS = re.compile(r"\d{3,}(?![\d-])")
_PHONE = re.compile(r"\+?\(?\d[\d ()/.-]{1,18}\d(?: or \d[\d ]{1,14}\d)?")
_CALLED = re.compile(
    r"\d{3}(?!\d)(?=[.,;!?)]| (?:or|if|for|and|at|in|immediately|straight|from)\b|\Z)(?: or \d{3}\b)?"
)
"""An emergency number: call 999 or 112; not "called 112 doctors"."""
_SHORT_NUMBER = re.compile(r"\d{4,6}(?![\d,.]\d|\d)")
_VERSE = re.compile(
    r"(?:[1-3] )?(?:[A-Z][a-z]+\.?|Song of (?:Songs|Solomon)) \d{1,3}:\d{1,3}"
    r"(?:[-\u2013]\d{1,3})?(?! ?[ap]\.?m\b)\b"
)
_MOVE = re.compile(
    r"\d{1,3}(?=\.(?:\.\.|\u2026)? ?"
    r"(?:[KQRBN][a-h1-8]?x?[a-h][1-8]|[a-h](?:x[a-h])?[1-8]|O-O)(?![a-z]))"
)
"""The number of a move of chess: 14. Bxh7."""
_ZIP = re.compile(r"\d{5}(?:-\d{4})?(?![\d,-])")
_TOWN = re.compile(r"\d{5}(?= [A-Z][a-z\u00e4\u00f6\u00fc]+(?:[.,;)\n]|\Z))")
"""A postal code before its town: 10117 Berlin."""
_HEX_GROUPS = re.compile(
    r"[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}\b|"
    r"(?=[0-9a-f:]{0,38}(?:[a-f]|::))[0-9a-f]{1,4}(?::{1,2}[0-9a-f]{1,4}){3,7}\b"
)
"""The address of a device or of a host: 00:1A:2B:3C:4D:5E, 2001:db8::370:7334."""
_ACCOUNT = re.compile(r"[A-Z]{2}\d{2}(?: [A-Z0-9]{4}){0,8}(?: [A-Z0-9]{1,3}\b)?")
_PATENT = re.compile(r"(?:US|EP|WO|GB|DE|JP|CN) ?\d[\d,/ ]{0,16}\d")
_SEAT = re.compile(r"\d{1,3}[A-Z]\b(?!['/-])")
_LINE = re.compile(r"[A-Z]{2,3} \d{1,5}\b")
_VERSION = re.compile(r"\d{1,5}(?:\.\d{1,3}){0,3}(?: (?:to|and|or) \d{1,3}\.\d{1,3})?\b(?![,:%]\d|%)")
_PHP = re.compile(
    r"[4-9]\.\d(?:\.\d{1,2})?(?: (?:to|and|or) \d\.\d)?(?![\d,]| (?:million|billion|thousand)\b)"
)
"""A version of the language, which has one decimal; PHP 7.50 is an amount."""

_BOOKS = (
    "genesis gen exodus exod? leviticus lev numbers num deuteronomy deut joshua josh judges ruth samuel "
    "sam kings "
    "chronicles ezra nehemiah esther job psalms? ps proverbs prov ecclesiastes isaiah isa jeremiah jer "
    "lamentations ezekiel daniel hosea joel amos obadiah jonah micah nahum habakkuk zephaniah haggai "
    "zechariah "
    "malachi matthew matt mark luke john acts romans rom corinthians cor galatians gal ephesians eph "
    "philippians phil colossians thessalonians timothy tim titus philemon hebrews heb james peter jude "
    "revelation rev surah sura quran koran"
).replace(" ", "|")
_STATES = frozenset(
    "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC "
    "ND OH "
    "OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC".split()
)
_SOFTWARE = (
    r"java|javascript|ubuntu|debian|fedora|centos|macos|firmware|https?|node(?:\.js)?|postgresql|mysql|"
    r"sqlite|"
    r"django|chrome|firefox|safari|kotlin|ruby|drupal|wordpress|joomla|kubernetes|docker|excel|office|"
    r"photoshop|linux|kernel|bluetooth|hdmi|wi-fi|directx|opengl|release|build|status|cuda|vulkan|"
    r"usb(?:[ -](?:type[ -])?[abc])?|pci(?:e| express)|displayport|thunderbolt|nvme"
)
_STANDARDS = (
    "ansi asme astm bs csa din ecma en etsi fips gb/t gost ias iec ieee ifrs iso itu jis ohsas pas rfc sae "
    "ul hks ncs pantone ral"
).replace(" ", "|")
"""Bodies whose standards, and makers whose colours, are known by numbers."""
_STANDARD = re.compile(r"\d{1,6}(?:[.-]\d{1,4}){0,3}(?::\d{4})?(?:-[A-Z]{1,2}\b| [CUM]\b)?(?![A-Za-z\d])")
_SERVICE = re.compile(r"\*#?\d{2,8}(?:\*\d{1,12}){0,3}#?(?!\w)")
"""What is dialled for a service: *100#, *123*4#, *67."""


def _is_uncounted(text: str, start: int, end: int) -> bool:
    """Return whether nothing is counted or measured by the number that ends at `end`."""
    return _COUNTED.match(text, end) is None


def _is_unscaled(text: str, start: int, end: int) -> bool:
    """Return whether neither a magnitude nor a percent sign follows."""
    return _SCALED.match(text, end) is None


def _is_version(text: str, start: int, end: int) -> bool:
    """Return whether a number after the name of a program is its version; not in "release 4.2 tonnes"."""
    if not text[start].isupper():
        return False
    return _is_uncounted(text, start, end) or ("." in text[end - 3 : end] and _is_unscaled(text, start, end))


def _is_standard(text: str, start: int, end: int) -> bool:
    """Return whether a number after the name of a body is that of a standard: ISO 9001, not "EN 30 parts"."""
    if not text[start].isupper() or not (text[start + 1].isupper() or text.startswith("Pantone", start)):
        return False
    number = text[start:end].rpartition(" ")[2]
    if len(number) <= 3 and text.startswith("ISO ", start):  # the speed of a film is a name with a value
        return False
    return _is_unscaled(text, start, end) if len(number) > 3 else _is_uncounted(text, start, end)


def _is_in_state(text: str, start: int, end: int) -> bool:
    """Return whether the two letters after a comma are those of a state: ", CA "."""
    return text[start + 2 : start + 4] in _STATES


def _is_any(text: str, start: int, end: int) -> bool:
    return True


class _Class(NamedTuple):
    """A class of codes: what introduces one, how it begins, the code itself, and a look at its ends."""

    introduced_by: str
    begins: str
    code: re.Pattern[str]
    is_code: Callable[[str, int, int], bool]


_ANY_CODE = r"(?:[a-z]{1,4}[ /-]?)?[0-9]"
_CLASSES = (
    _Class(rf"\b(?:{_NUMBERED}) {_NAMED}{_IS} ", _ANY_CODE, _CODE, _is_unscaled),
    _Class(
        rf"\b(?:pin|passcode|password|postcode|zip code|area code|barcode|swift code|extension){_IS} ",
        _ANY_CODE,
        _CODE,
        _is_uncounted,
    ),
    _Class(
        rf"\b(?:the|your|my|this|that|a) (?:code|key|combination|reference){_IS} ",
        "[0-9]",
        _DIGITS,
        _is_uncounted,
    ),
    _Class(r"\b(?:quote|quoting|reference|ref\.?:?) ", "[a-z]{2,5}[/-][0-9]", _CODE, _is_any),
    _Class(
        r"\b(?:dial(?:led|ling)?|tel\.?|telephone|phone|fax|hotline|helpline|switchboard|mobile|whatsapp)"
        r"(?: (?:is|on|was|at))?[:,]? ",
        r"\+?\(?[0-9][0-9 ()/.-]",
        _PHONE,
        _is_uncounted,
    ),
    _Class(
        r"\b(?:call(?:s|ed|ing)?|ring|rang|ringing) ",
        r"(?:999|911|112|111|101|000|100|110)\b",
        _CALLED,
        _is_any,
    ),
    _Class(r"\btext [a-z]+ to ", "[0-9]{4}", _SHORT_NUMBER, _is_uncounted),
    _Class(
        "", rf"\b(?:[1-3] )?(?:(?:{_BOOKS})\.?|song of (?:songs|solomon)) [0-9]{{1,3}}:[0-9]", _VERSE, _is_any
    ),
    _Class("", r"\b[0-9]{1,3}\.(?:\.\.|\x7f)? ?(?:[kqrbn]?[a-h]?x?[a-h][1-8]|o-o[^a-z])", _MOVE, _is_any),
    _Class(", [a-z]{2} ", "[0-9]{5}", _ZIP, _is_in_state),
    _Class(r"(?:\b(?:in|at|to)|,) ", "[0-9]{5} ", _TOWN, _is_any),
    _Class("", r"\b[0-9a-f]{2,4}:(?:[0-9a-f]{1,4}:){2}", _HEX_GROUPS, _is_any),
    _Class("", r"\b[a-z]{2}[0-9]{2} [a-z0-9]{4} [a-z0-9]{3}[0-9]", _ACCOUNT, _is_any),
    _Class(rf"\biban{_IS} ", "[a-z]{2}[0-9]{2}", _ACCOUNT, _is_any),
    _Class(r"\bpatents?,? (?:no\.? |number )?", "[a-z]{2} ?[0-9]", _PATENT, _is_any),
    _Class(
        r"\b(?:seat|row|flat|gate|room|apartment)s?(?:[,:]|,? (?:is|was))? ",
        "[0-9]{1,3}",
        _SEAT,
        _is_any,
    ),
    _Class(r"\b(?:flight|train|service|bus) ", "[a-z]{2,3} [0-9]", _LINE, _is_any),
    _Class(rf"\b(?:{_SOFTWARE}) ", "[0-9]", _VERSION, _is_version),
    _Class(r"\b(?:versions?|ver\.|v\.) ", "[0-9]", _VERSION, _is_unscaled),
    _Class(r"\bphp ", "[4-9]", _PHP, _is_uncounted),
    _Class(rf"\b(?:{_STANDARDS})(?:[ /](?:{_STANDARDS})){{0,3}} ", "[0-9]", _STANDARD, _is_standard),
    _Class("", r"\B\*#?[0-9]{2,8}(?:\*[0-9]{1,12}){0,3}#", _SERVICE, _is_any),
    _Class(r"\b(?:dial|press|enter|type|call) ", r"\*[0-9]{2}", _SERVICE, _is_any),
)


_PATTERNS = tuple(re.compile(f"({kind.introduced_by}){kind.begins}") for kind in _CLASSES)
INTRODUCTIONS = "|".join(
    (*(f"(?:{kind.introduced_by}){kind.begins}" for kind in _CLASSES), *map(re.escape, LINK_MARKS))
)
"""What introduces a code, with its first characters, and the marks of links, for the scan of the whole text.

None ends in a letter, by which `extract` tells them from number words.
"""


def read_code(text: str, view: str, start: int) -> tuple[int, int] | None:
    """Return the span of the code that is introduced at `start`; None where it is a number after all."""
    for kind, pattern in zip(_CLASSES, _PATTERNS, strict=True):
        if introduction := pattern.match(view, start):
            begin = introduction.end(1)
            code = kind.code.match(text, begin)
            return code.span() if code and kind.is_code(text, start, code.end()) else None
    return None
