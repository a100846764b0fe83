"""E-mail: the subject and the body of a message; attachments and quoted lines are left out."""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from email.message import EmailMessage

from numerate.documents.builder import DocumentBuilder
from numerate.documents.formats import BinaryReader, Limits
from numerate.documents.parts import PartWriter
from numerate.documents.readers.html import read_html
from numerate.documents.readers.plain import read_plain
from numerate.documents.source_map import PartPlaces
from numerate.errors import UnreadableError

_QUOTED = re.compile(r"^>.*$", re.MULTILINE)
_HEAD = re.compile(rb"(?:[A-Za-z-]{2,40}: [^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*){2}")
_NAMES = ("from", "to", "subject", "date", "message-id", "received")
_PARSED = re.compile(
    rb"^(?:subject|content-(?:type|disposition|transfer-encoding)):[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*",
    re.IGNORECASE | re.MULTILINE,
)
"""Headers that are parsed, of the message or of one of its parts."""
_LONGEST_HEADER = 5_000
"""Bytes of such a header; time grows with the square of its length. Addresses, often many, are in others."""
_HEADERS = (b"from: ", b"received: ", b"return-path: ", b"message-id: ", b"delivered-to: ")


def read_mail(data: bytes, builder: DocumentBuilder, limits: Limits) -> tuple[str, PartPlaces]:
    """Write the subject, as the title, and the body into the builder."""
    _check_headers(data)
    try:
        message = message_from_bytes(data, policy=policy.default)
        if not isinstance(message, EmailMessage) or not any(name in message for name in _NAMES):
            raise UnreadableError("is not an e-mail: it has no headers; save the message again as .eml")
        body = message.get_body(("plain", "html"))
        writer = PartWriter(builder, limits)
        writer.paragraph("subject", str(message.get("subject", "")), "title", 1)
        if body is not None:
            text = str(body.get_content()).replace("\r\n", "\n")
            is_html = body.get_content_subtype() == "html"
            writer.embed("body", text, read_html if is_html else _read_body)
        elif not message.is_multipart():
            writer.omit("body", message.get_content_type(), "attachment")
        for attachment in message.iter_attachments():
            name = attachment.get_filename() or "unnamed"
            writer.omit(f"attachment {name}", name, "attachment")
    except (LookupError, ValueError, AttributeError, TypeError) as error:
        raise UnreadableError(f"is broken ({error}); save the message again as .eml") from None
    return writer.finish()


def _check_headers(data: bytes) -> None:
    """Refuse a message with a header on which the parser of the standard library would take minutes."""
    longest = max((match.end() - match.start() for match in _PARSED.finditer(data)), default=0)
    if longest > _LONGEST_HEADER:
        raise UnreadableError(
            f"has a header of {longest:,} bytes, more than any mail program writes; save its text as a file"
        )


def _read_body(source: str, builder: DocumentBuilder, limits: Limits) -> None:
    """Write a body without the lines that quote another message."""
    for match in _QUOTED.finditer(source):
        builder.omit(match.start(), match.end(), "quoted message")
    read_plain(_QUOTED.sub(lambda match: " " * len(match[0]), source), builder, limits)


def sniff(head: bytes) -> bool:
    """Return whether a file begins with the headers of a message."""
    match = _HEAD.match(head)
    return match is not None and match[0].lower().startswith(_HEADERS)


READER = BinaryReader("mail", (".eml",), read_mail, sniff)
