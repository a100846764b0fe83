"""Notebooks, presentations, OpenDocument texts, mails and books that are broken on purpose.

Each is read, or refused with a message that says what to do; none is larger than what is in its file.
"""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from numerate.documents import DocumentError, read


def archive(parts: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return out.getvalue()


def nested(tag: str, depth: int = 5000) -> str:
    return f"<{tag}>" * depth + "5" + f"</{tag}>" * depth


def odt(body: str) -> bytes:
    spaces = 'xmlns:office="o" xmlns:text="t" xmlns:table="b"'
    return archive({"content.xml": f"<office:text {spaces}>{body}</office:text>"})


def odt_cell(attributes: str) -> bytes:
    cell = f"<table:table-cell {attributes}><text:p>5</text:p></table:table-cell>"
    return odt(f"<table:table><table:table-row>{cell}</table:table-row></table:table>")


CONTAINER = '<container><rootfile full-path="book.opf"/></container>'
ITEM = '<item id="a" href="1.xhtml"/>'


def epub(container: str = CONTAINER, items: str = ITEM, spine: str = '<itemref idref="a"/>') -> bytes:
    return archive(
        {
            "META-INF/container.xml": container,
            "book.opf": f"<package>{items}{spine}</package>",
            "1.xhtml": "<p>It was 5.</p>",
        }
    )


def pptx(shapes: str = "", slides: int = 1) -> bytes:
    text = "<a:p><a:r><a:t>It was 5.</a:t></a:r></a:p>"
    shown = '<p:sldId r:id="r1"/>' * slides
    return archive(
        {
            "ppt/presentation.xml": f'<p:presentation xmlns:p="p" xmlns:r="r">{shown}</p:presentation>',
            "ppt/_rels/presentation.xml.rels": '<a><b Id="r1" Target="slides/slide1.xml"/></a>',
            "ppt/slides/slide1.xml": f'<p:sld xmlns:p="p" xmlns:a="a"><p:sp>{text}</p:sp>{shapes}</p:sld>',
        }
    )


def pptx_cell(attributes: str) -> bytes:
    cell = f"<a:tc {attributes}><a:p><a:r><a:t>6</a:t></a:r></a:p></a:tc>"
    return pptx(f"<a:tbl><a:tr>{cell}</a:tr></a:tbl>")


def mail(headers: bytes, body: bytes = b"It was 5.\n") -> bytes:
    return b"From: a@b.c\n" + headers + b"\n" + body


def notebook(cell: object) -> bytes:
    return json.dumps({"cells": [cell]}).encode()


def multipart(depth: int) -> bytes:
    parts = (f'Content-Type: multipart/mixed; boundary="x{i}"\n\n--x{i}\n' for i in range(depth))
    return mail("".join(parts).encode())


REFUSED = {
    "a.odt": {
        "a level in words": odt('<text:h text:outline-level="first">5</text:h>'),
        "columns in words": odt_cell('table:number-columns-repeated="many"'),
        "a number of 5,000 digits": odt(f'<text:p>5<text:s text:c="{"9" * 5000}"/></text:p>'),
        "nested spans": odt(f"<text:p>{nested('text:span')}</text:p>"),
        "nested sections": odt(nested("text:section")),
        "no text": archive({"styles.xml": "<a/>"}),
    },
    "a.epub": {
        "no list of chapters": epub("<container/>"),
        "a list without a path": epub("<container><rootfile/></container>"),
        "a list that is missing": epub('<container><rootfile full-path="no.opf"/></container>'),
        "an item without a file": epub(items='<item id="a"/>'),
        "a chapter without a name": epub(spine="<itemref/>"),
        "no container": archive({"a": ""}),
    },
    "a.pptx": {
        "a span in words": pptx_cell('rowSpan="two"'),
        "half a tag": pptx("<a:tbl"),
    },
    "a.eml": {
        "an unknown encoding": mail(b"Content-Type: text/plain; charset=nonsense\n"),
        "a subject of thousands of encoded words": mail(b"Subject: " + b"=?utf-8?q?5?= " * 4000 + b"\n"),
        "thousands of parameters": mail(b"Content-Type: text/plain" + b"; a=b" * 4000 + b"\n"),
        "nested parts": multipart(1000),
        "no headers": b"It was 5.\n",
    },
    "a.ipynb": {
        "nested lists": b'{"cells":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        "a cell without text": notebook({"cell_type": "markdown", "source": None}),
        "a cell that is a number": notebook(5),
        "outputs that are none": notebook({"cell_type": "code", "source": "", "outputs": None}),
        "an output without data": notebook({"cell_type": "code", "source": "", "outputs": [{"data": None}]}),
    },
}
READ = {
    "a.odt": {
        "a span of millions": odt_cell('table:number-columns-spanned="99999999"'),
        "a negative span": odt_cell('table:number-rows-spanned="-3"'),
    },
    "a.epub": {"whole": epub(), "a chapter that is missing": epub(spine='<itemref idref="b"/>')},
    "a.pptx": {
        "whole": pptx(),
        "a span of millions": pptx_cell('rowSpan="99999999" gridSpan="99999999"'),
        "nested shapes": pptx(nested("a:x")),
    },
    "a.eml": {
        "no base64": mail(b"Content-Type: text/plain\nContent-Transfer-Encoding: base64\n", b"!!!\n"),
        "half a content type": mail(b"Content-Type: text\n"),
        "open parentheses": mail(b"Subject: " + b"(" * 3000 + b"\n"),
        "no boundary": mail(b"Content-Type: multipart/mixed\n"),
    },
    "a.ipynb": {"half a character": notebook({"cell_type": "markdown", "source": "It was 5 \ud800."})},
}


def each(files: dict[str, dict[str, bytes]]) -> list[object]:
    return [
        pytest.param(name, data, id=f"{name} {kind}")
        for name, kinds in files.items()
        for kind, data in kinds.items()
    ]


@pytest.mark.parametrize(("name", "data"), each(REFUSED))
def test_what_is_broken_is_refused_with_the_way_out(name: str, data: bytes) -> None:
    with pytest.raises(DocumentError, match=rf"^{name}: .*(?:save|convert|flatten)"):
        read(data, name=name)


@pytest.mark.parametrize(("name", "data"), each(READ))
def test_what_is_only_unusual_is_read(name: str, data: bytes) -> None:
    document = read(data, name=name)
    assert document.format == {"eml": "mail", "ipynb": "notebook"}.get(name[2:], name[2:])


def test_a_chapter_or_a_slide_that_is_named_often_is_read_once() -> None:
    """A file of a kilobyte would otherwise be a text of any size."""
    assert read(epub(spine='<itemref idref="a"/>' * 1000), name="a.epub").text == "It was 5."
    assert read(pptx(slides=1000), name="a.pptx").text == "It was 5."
