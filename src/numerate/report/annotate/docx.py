"""Comments and tracked changes in a Word document.

The XML is not parsed and written again: what is added is spliced into it, so that everything else stays as it
was.
"""

from __future__ import annotations

import io
import re
import zipfile
from bisect import bisect_right
from collections.abc import Sequence
from datetime import datetime, timezone
from html import escape
from typing import NamedTuple

from numerate.documents import Document, Limits
from numerate.documents.readers.docx import TextOrigin, text_origins
from numerate.errors import DocumentError
from numerate.report.annotate import AnnotatedCopy, note
from numerate.report.annotate.word_xml import TextElement, closing_tag, find_texts, tag_end
from numerate.report.finding import Finding, Suggestion
from numerate.report.fixing import Choose
from numerate.report.report import Report

_AUTHOR = "numerate"
_CHARACTER = re.compile(r"&[^;<&]{1,12};|\r\n|.", re.DOTALL)
_ID = re.compile(r'\b\w+:id="(\d{1,9})"')
_COMMENTS_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml"
_RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships"


class Splice(NamedTuple):
    """XML in place of `start:end`."""

    start: int
    end: int
    xml: str


def annotate_docx(data: bytes, report: Report, choose: Choose | None, limits: Limits) -> AnnotatedCopy:
    """Return the document with a comment at each finding, and chosen suggestions as tracked changes."""
    entry, origins = text_origins(data, limits)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if sum(info.file_size for info in archive.infolist()) > limits.unpacked_bytes:
            raise DocumentError(report.name, "unpacks to too much to be copied; remove its pictures")
        files = {name: archive.read(name) for name in archive.namelist()}
    body = _Body(_decoded(files[entry], report.name), origins, report.document)
    comments = _Comments(files, entry, body.first_id(files))
    changes, elsewhere = 0, []
    for finding in sorted(report.findings, key=lambda f: f.start):
        suggestion = choose(finding) if choose else None
        marked, changed = body.mark(finding, suggestion, comments)
        changes += changed
        if not marked:
            elsewhere.append(finding)
    if elsewhere:
        body.mark_top(elsewhere, comments)
    files[entry] = body.spliced().encode()
    comments.write(files)
    count = len(report.findings) - len(elsewhere)
    return AnnotatedCopy(_packed(data, files), count, changes, len(elsewhere))


def _decoded(xml: bytes, name: str) -> str:
    try:
        text = xml.decode("utf-8")
    except UnicodeDecodeError:
        text = ""
    if not text or "<![CDATA[" in text:
        raise DocumentError(
            name, "its XML is stored unusually; open it in Word, save it again, and annotate that"
        )
    return text


class _Change(NamedTuple):
    """Characters of a `w:t` element, and what they become."""

    element: int
    start: int
    end: int
    text: str


class _Body:
    """The XML of the body: where each character of the document stands in it, and what is added."""

    def __init__(self, xml: str, origins: Sequence[TextOrigin], document: Document) -> None:
        self._xml = xml
        self._document = document
        self._origins = origins
        self._starts = [origin.start for origin in origins]
        self._texts, self._prefix = find_texts(xml)
        self._splices: list[Splice] = []
        self._changed: list[tuple[int, int]] = []
        """Spans of the XML that tracked changes replace."""

    def first_id(self, files: dict[str, bytes]) -> int:
        """Return an identifier that no annotation of the document has, and none after it."""
        texts = [self._xml, *(files[name].decode("utf-8", "replace") for name in files if "comments" in name)]
        return 1 + max((int(match[1]) for text in texts for match in _ID.finditer(text)), default=0)

    def mark(self, finding: Finding, suggestion: Suggestion | None, comments: _Comments) -> tuple[bool, bool]:
        """Add a comment at a finding, and a tracked change; return whether each could be added."""
        start, end = self._document.source_map.to_source(finding.start, finding.end)
        first, last = self._at(start), self._at(end - 1)
        if first is None or last is None:
            return False, False
        identifier = comments.add(note(finding))
        opening = self._element("commentRangeStart", identifier)
        closing = self._element("commentRangeEnd", identifier) + self._reference(identifier)
        (element, offset), (last_element, last_offset) = first, last
        change = _Change(element, offset, last_offset + 1, suggestion.text) if suggestion else None
        if change and element == last_element and self._replace(change, opening, closing, comments):
            return True, True
        self._insert(element, offset, opening)
        self._insert(last_element, last_offset + 1, closing)
        return True, False

    def mark_top(self, findings: Sequence[Finding], comments: _Comments) -> None:
        """Add a comment at the top that lists findings in headers and notes."""
        if not self._texts:
            return
        lines = [f"{finding.place.where}: {line}" for finding in findings for line in note(finding)[:1]]
        identifier = comments.add(lines)
        self._insert(0, 0, self._element("commentRangeStart", identifier))
        closing = self._element("commentRangeEnd", identifier) + self._reference(identifier)
        text = self._texts[0]
        self._insert(0, len(_CHARACTER.findall(self._xml[text.content : text.content_end])), closing)

    def spliced(self) -> str:
        """Return the XML with everything that was added."""
        pieces, done = [], 0
        for splice in sorted(self._splices, key=lambda splice: splice.start):
            pieces += [self._xml[done : splice.start], splice.xml]
            done = max(done, splice.end)
        return "".join([*pieces, self._xml[done:]])

    def _at(self, source: int) -> tuple[int, int] | None:
        """Return the `w:t` element of a character, and its offset there; None outside of the body."""
        index = bisect_right(self._starts, source) - 1
        if index < 0:
            return None
        origin = self._origins[index]
        if source >= origin.start + origin.length or origin.element >= len(self._texts):
            return None
        return origin.element, source - origin.start

    def _insert(self, element: int, offset: int, xml: str) -> None:
        """Insert XML between runs; a run that has text on both sides is divided."""
        text = self._texts[element]
        at = self._offset(text, offset)
        if at == text.content and text.start == text.run_content:
            self._splices.append(Splice(text.run, text.run, xml))
        elif at == text.content_end and self._xml[text.end : text.run_end].startswith("</"):
            self._splices.append(Splice(text.run_end, text.run_end, xml))
        else:
            tag = self._preserving(text)
            close, reopen = self._tail(text), self._head(text) + tag
            self._preserve(text)
            self._splices.append(Splice(at, at, close + xml + reopen))

    def _replace(self, change: _Change, opening: str, closing: str, comments: _Comments) -> bool:
        """Make a tracked change between the marks of its comment; return whether there was none there yet."""
        text = self._texts[change.element]
        first, last = self._offset(text, change.start), self._offset(text, change.end)
        if any(start < last and first < end for start, end in self._changed):
            return False
        self._changed.append((first, last))
        head, tail, new = self._head(text), self._end_tag(text.run), self._preserving(text)
        old = re.sub(r"^<((?:\w+:)?)t\b", r"<\1delText", new)
        removed = f"{head}{old}{self._xml[first:last]}{closing_tag(old)}{tail}"
        added = f"{head}{new}{escape(change.text, quote=False)}{closing_tag(new)}{tail}"
        tracked = [
            self._element(name, comments.next_id(), author=True, content=content)
            for name, content in (("del", removed), ("ins", added))
        ]
        self._preserve(text)
        xml = "".join([self._tail(text), opening, *tracked, closing, head, new])
        self._splices.append(Splice(first, last, xml))
        return True

    def _offset(self, text: TextElement, offset: int) -> int:
        """Return the place in the XML of a character of an element."""
        at = text.content
        for _, match in zip(
            range(offset), _CHARACTER.finditer(self._xml, at, text.content_end), strict=False
        ):
            at = match.end()
        return at

    def _head(self, text: TextElement) -> str:
        """Return the start of a run with the same properties."""
        return self._xml[text.run : text.run_content]

    def _end_tag(self, start: int) -> str:
        return closing_tag(self._xml[start : tag_end(self._xml, start)])

    def _tail(self, text: TextElement) -> str:
        return self._end_tag(text.start) + self._end_tag(text.run)

    def _preserving(self, text: TextElement) -> str:
        """Return the start tag of an element whose leading and trailing spaces count."""
        tag = self._xml[text.start : text.content]
        return tag if "xml:space" in tag else f'{tag[:-1]} xml:space="preserve">'

    def _preserve(self, text: TextElement) -> None:
        tag = self._preserving(text)
        splice = Splice(text.start, text.content, tag)
        if splice not in self._splices:
            self._splices.append(splice)

    def _element(self, name: str, identifier: int, author: bool = False, content: str | None = None) -> str:
        who = f' w:author="{_AUTHOR}" w:date="{_now()}"' if author else ""
        start = f'<w:{name}{self._prefix} w:id="{identifier}"{who}'
        return f"{start}/>" if content is None else f"{start}>{content}</w:{name}>"

    def _reference(self, identifier: int) -> str:
        return f'<w:r{self._prefix}><w:commentReference w:id="{identifier}"/></w:r>'


def _now() -> str:
    return datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


class _Comments:
    """The comments of a document: those that it has, and new ones."""

    def __init__(self, files: dict[str, bytes], body: str, first_id: int) -> None:
        self._id = first_id
        self._added: list[str] = []
        folder, _, name = body.rpartition("/")
        self._relationships = f"{folder}/_rels/{name}.rels"
        self._entry = next(
            (n for n in files if re.fullmatch(r"word/comments\d*\.xml", n)), "word/comments.xml"
        )

    def next_id(self) -> int:
        """Return an identifier that is not used yet."""
        self._id += 1
        return self._id - 1

    def add(self, lines: Sequence[str]) -> int:
        """Add a comment, and return its identifier."""
        identifier = self.next_id()
        paragraphs = "".join(
            f'<w:p><w:r><w:t xml:space="preserve">{escape(_printable(line), quote=False)}</w:t></w:r></w:p>'
            for line in lines
        )
        head = f'w:id="{identifier}" w:author="{_AUTHOR}" w:date="{_now()}" w:initials="n"'
        self._added.append(f"<w:comment {{}}{head}>{paragraphs}</w:comment>")
        return identifier

    def write(self, files: dict[str, bytes]) -> None:
        """Write the comments into the files of a document, and name them where they have to be named."""
        if not self._added:
            return
        body = files[self._relationships.replace("_rels/", "").removesuffix(".rels")].decode(
            "utf-8", "replace"
        )
        match = re.search(r'="(http[^"]*wordprocessingml[^"]*/main)"', body)
        space = match[1] if match else "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
        added = "".join(self._added).replace("{}", f'xmlns:w="{space}" ')
        if self._entry in files:
            xml = files[self._entry].decode()
            at = xml.rindex("</") if "</" in xml else len(xml)
            files[self._entry] = (xml[:at] + added + xml[at:]).encode()
            return
        files[self._entry] = (
            '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
            f'<w:comments xmlns:w="{space}">{added}</w:comments>'
        ).encode()
        _add_last(
            files,
            "[Content_Types].xml",
            f'<Override PartName="/{self._entry}" ContentType="{_COMMENTS_TYPE}"/>',
        )
        kind = (
            "http://purl.oclc.org/ooxml/officeDocument/relationships/comments"
            if "purl.oclc.org" in space
            else "http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments"
        )
        relationship = f'<Relationship Id="rIdNumerate" Type="{kind}" Target="comments.xml"/>'
        if self._relationships not in files:
            files[self._relationships] = f'<Relationships xmlns="{_RELATIONSHIPS}"></Relationships>'.encode()
        _add_last(files, self._relationships, relationship)


def _add_last(files: dict[str, bytes], name: str, element: str) -> None:
    """Add an element at the end of the root of a file."""
    xml = files[name].decode("utf-8-sig")
    at = xml.rindex("</")
    files[name] = (xml[:at] + element + xml[at:]).encode()


def _printable(text: str) -> str:
    """Return a text without the control characters that XML cannot hold."""
    return "".join(
        c if c >= " " and c not in "\ufffe\uffff" and not "\ud800" <= c <= "\udfff" else " " for c in text
    )


def _packed(data: bytes, files: dict[str, bytes]) -> bytes:
    """Pack the files in the order of the original, new ones at the end."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            new.writestr(info, files.pop(info.filename), info.compress_type)
        for name, content in files.items():
            new.writestr(name, content)
    return out.getvalue()
