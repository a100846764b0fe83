"""What a reader of a document sees but numerate does not read is named, in every format that can hold it."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

import pytest

from numerate.documents import Document, DocumentError, read
from tests.documents.readers.test_broken_parts import epub, mail, notebook, odt, pptx


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
        ("html", "<embed src=a.pdf><p>A</p>", {"another file": 1}),
        ("html", "<frameset><frame src=a></frameset>", {"another page": 1}),
        ("latex", r"\subfile{a} \import{a}{b} \includepdf{c}", {"another file": 3}),
        ("latex", r"\lstinputlisting[language=C]{a.c} \csvautotabular{b.csv}", {"another file": 2}),
        ("rst", "See::\n\n    x = 5\n", {"code": 1}),
        ("rst", ".. figure:: a.png\n\n   Sales\n\n.. |b| image:: b.png\n", {"image": 2}),
        ("rst", ".. include:: a.rst\n\n.. literalinclude:: a.py\n", {"another file": 2}),
        ("rst", ".. csv-table:: Sales\n   :file: a.csv\n", {"another file": 1}),
        ("quarto", "{{< include a.qmd >}} and {{< pagebreak >}}", {"another file": 1}),
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


def test_pictures_charts_and_text_boxes_of_an_xlsx() -> None:
    openpyxl = pytest.importorskip("openpyxl")
    from openpyxl.chart import BarChart, Reference

    from tests.documents.readers.test_xlsx import change

    file = openpyxl.Workbook()
    file.active.append([5])
    chart = BarChart()
    chart.add_data(Reference(file.active, 1, 1))
    file.active.add_chart(chart)
    file.create_chartsheet().add_chart(BarChart())
    stream = io.BytesIO()
    file.save(stream)
    box = "<sp><txBody><p><r><t>{}</t></r></p></txBody></sp>"
    more = box.format("6 boats") + box.format("").replace("<t></t>", "") + "<pic></pic>"
    data = change(
        stream.getvalue(), "xl/drawings/drawing1.xml", lambda xml: xml.replace("</wsDr>", f"{more}</wsDr>")
    )
    document = read(data, name="a.xlsx")
    assert document.unread == {"chart": 2, "image": 1, "text box": 1}
    assert {skipped.place.where for skipped in document.skipped} == {"sheet Sheet", "sheet Chart"}


def test_frames_of_an_odt_and_lists_in_its_cells() -> None:
    frames = "<text:p>A <d:frame><d:image/></d:frame></text:p><d:frame><d:object/><d:image/></d:frame>"
    document = read(odt(f'<d:a xmlns:d="draw">{frames}</d:a>'), name="a.odt")
    assert document.unread == {"image": 1, "embedded object": 1}
    items = "<text:list><text:list-item><text:p>5 ships</text:p></text:list-item></text:list>"
    comment = "<office:annotation><text:p>6?</text:p></office:annotation>"
    cell = f"<table:table-cell>{comment}{items}</table:table-cell>"
    document = read(
        odt(f"<table:table><table:table-row>{cell}</table:table-row></table:table>"), name="a.odt"
    )
    assert [cell.text for cell in document.tables[0].cells] == ["5 ships"]


def test_outputs_of_a_notebook() -> None:
    outputs = [
        {"output_type": "display_data", "data": {"image/png": "", "text/plain": "<Figure size 640x480>"}},
        {"output_type": "error", "evalue": "5"},
        {"output_type": "display_data", "data": {"application/json": {"a": 5}}},
        {"output_type": "display_data", "data": {}},
    ]
    document = read(notebook({"cell_type": "code", "source": "", "outputs": outputs}), name="a.ipynb")
    assert document.unread == {"image": 1, "error output": 1, "another file": 1}
    assert document.text == ""


def test_chapters_of_a_book_that_are_missing_or_protected() -> None:
    spine = "".join(f'<itemref idref="{name}"/>' for name in "abc")
    document = read(
        epub(items='<item id="a" href="1.xhtml"/><item id="b" href="2.xhtml"/>', spine=spine), name="a.epub"
    )
    assert document.unread == {"missing chapter": 2}
    assert document.text == "It was 5."
    with pytest.raises(DocumentError, match="lists no chapters"):
        read(epub(spine=""), name="a.epub")
    book = io.BytesIO(epub())
    with zipfile.ZipFile(book, "a") as parts:
        parts.writestr("META-INF/encryption.xml", '<e><c URI="1.xhtml"/></e>')
    with pytest.raises(DocumentError, match="protected against copying"):
        read(book.getvalue(), name="a.epub")


def test_a_chapter_of_a_book_in_utf_16() -> None:
    book = io.BytesIO(epub(items='<item id="a" href="2.xhtml"/>'))
    with zipfile.ZipFile(book, "a") as parts:
        parts.writestr("2.xhtml", "<p>It cost £5.</p>".encode("utf-16"))
    assert read(book.getvalue(), name="a.epub").text == "It cost £5."


def test_a_mail_that_is_no_text() -> None:
    assert read(mail(b"Content-Type: application/pdf\n"), name="a.eml").unread == {"attachment": 1}


def test_diagrams_of_a_pptx() -> None:
    assert read(pptx('<d:relIds xmlns:d="diagram"/>'), name="a.pptx").unread == {"diagram": 1}


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
