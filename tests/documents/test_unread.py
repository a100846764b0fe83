"""What a reader of a document sees but numerate does not read is named, in every format that can hold it."""

from __future__ import annotations

import io
import struct
import zlib

import pytest

from numerate.documents import Document, read


def picture() -> io.BytesIO:
    """A PNG of one black pixel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    data = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0\0")) + chunk(b"IEND", b"")
    return io.BytesIO(b"\x89PNG\r\n\x1a\n" + data)


@pytest.mark.parametrize(
    ("form", "source", "expected"),
    [
        ("markdown", "Run `x = 5`.\n\n    y = 6\n", {"code": 2}),
        ("markdown", "Run `x`, see <https://example.org/5>.", {}),
        ("markdown", "![Sales](sales.png)", {"image": 1}),
        ("html", "<p>A <img src='a.png'> and <img src='b.png' alt=''>.</p>", {"image": 1}),
        ("html", "<script>x = 5</script><!-- 6 --><p>None.</p>", {}),
        ("html", "<p>See <math>7</math>.</p><iframe src='a'>b</iframe>", {"formula": 1, "another page": 1}),
        (
            "latex",
            r"A \includegraphics[width=5cm]{plot} B \input{chapter} C",
            {"image": 1, "another file": 1},
        ),
        ("latex", "A % 5\nB", {}),
        ("rst", "See::\n\n    x = 5\n", {"code": 1}),
        ("text", "We sold 5 ships.", {}),
    ],
)
def test_parts_that_may_hold_numbers_are_counted(form: str, source: str, expected: dict[str, int]) -> None:
    assert read(source.encode(), format=form).unread == expected


def test_pictures_of_a_docx() -> None:
    docx = pytest.importorskip("docx")
    file = docx.Document()
    file.add_paragraph("We sold 5 ships.")
    file.add_picture(picture())
    document = saved(file, "a.docx")
    assert document.unread == {"image": 1}
    assert document.text == "We sold 5 ships."


def test_pictures_and_hidden_slides_of_a_pptx() -> None:
    pptx = pytest.importorskip("pptx")
    file = pptx.Presentation()
    for title in ("We sold 5 ships", "And 6 boats"):
        file.slides.add_slide(file.slide_layouts[5]).shapes.title.text = title
    file.slides[0].shapes.add_picture(picture(), 0, 0)
    file.slides[1]._element.set("show", "0")
    assert saved(file, "a.pptx").unread == {"image": 1, "hidden": 1}


def test_scanned_pages_of_a_pdf_but_not_empty_ones() -> None:
    fpdf = pytest.importorskip("fpdf")
    file = fpdf.FPDF()
    file.set_font("helvetica")
    file.add_page()
    file.cell(text="We sold 5 ships in the second week of the year.")
    file.add_page()
    file.image(picture(), w=100)
    file.add_page()
    document = read(bytes(file.output()), format="pdf")
    assert document.unread == {"page without text": 1}
    assert [skipped.place.where for skipped in document.skipped] == ["page 2, line 1"]


def saved(file: object, name: str) -> Document:
    stream = io.BytesIO()
    file.save(stream)  # type: ignore[attr-defined]
    return read(stream.getvalue(), name=name)
