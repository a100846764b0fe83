"""The places of text elements in the XML of a Word document."""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.parsers import expat

_TAG = re.compile(r"""<[^\s>/]+(?:\s+[^\s=>/]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*/?>""")
_NAME = re.compile(r"<([^\s/>]+)")


@dataclass
class TextElement:
    """A `w:t` element and its run, as places in the XML."""

    start: int
    content: int
    content_end: int
    end: int
    run: int
    run_content: int
    """Where the run's content begins, after its properties."""
    run_end: int = 0


@dataclass
class _Run:
    start: int
    content: int
    texts: int
    """Text elements before it."""


class _Finder:
    """Handles the events of expat, whose places count bytes."""

    def __init__(self, xml: str) -> None:
        self.texts: list[TextElement] = []
        self.space = ""
        self._xml = xml
        self._runs: list[_Run] = []
        self._opened: list[int] = []
        self._done = (0, 0)
        self._parser = expat.ParserCreate(namespace_separator="}")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.Parse(xml.encode(), True)

    def _at(self) -> int:
        """Return the place of the event; events come in order."""
        byte, at = self._done
        offset = self._parser.CurrentByteIndex
        while byte < offset:
            byte += len(self._xml[at].encode())
            at += 1
        self._done = byte, at
        return at

    def _start(self, name: str, _: object) -> None:
        space, _, local = name.rpartition("}")
        if "wordprocessingml" not in space or local not in ("r", "t", "body"):
            return
        self.space = self.space or space
        at = self._at()
        if local == "r":
            self._runs.append(_Run(at, tag_end(self._xml, at), len(self.texts)))
        elif local == "t":
            self._opened.append(at)

    def _end(self, name: str) -> None:
        space, _, local = name.rpartition("}")
        if "wordprocessingml" not in space or local not in ("r", "t", "rPr"):
            return
        end = self._after(at := self._at())
        run = self._runs[-1] if self._runs else None
        if local == "t" and self._opened:
            start = self._opened.pop()
            content = tag_end(self._xml, start)
            run = run or _Run(start, start, 0)
            self.texts.append(TextElement(start, content, max(content, at), end, run.start, run.content))
        elif local == "rPr" and run and len(self.texts) == run.texts:
            run.content = end
        elif local == "r" and run:
            self._runs.pop()
            for text in self.texts[run.texts :]:
                if text.run == run.start:
                    text.run_end = end

    def _after(self, at: int) -> int:
        """Return the place after an end tag, or after an element that is its own end."""
        return self._xml.index(">", at) + 1 if self._xml.startswith("</", at) else tag_end(self._xml, at)


def find_texts(xml: str) -> tuple[list[TextElement], str]:
    """Return the `w:t` elements in the order in which they end, and a declaration of the prefix if needed."""
    finder = _Finder(xml)
    declared = re.search(r'xmlns:w="([^"]*)"', xml)
    is_declared = declared is not None and declared[1] == finder.space
    return finder.texts, "" if is_declared else f' xmlns:w="{finder.space}"'


def tag_end(xml: str, start: int) -> int:
    """Return the place after the start tag at `start`."""
    tag = _TAG.match(xml, start)
    return tag.end() if tag else start


def closing_tag(tag: str) -> str:
    """Return the end tag that belongs to a start tag."""
    name = _NAME.match(tag)
    return f"</{name[1]}>" if name else ""
