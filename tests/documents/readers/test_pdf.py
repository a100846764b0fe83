import sys

import pytest
from fpdf import FPDF

from numerate.documents import DocumentError, Limits, read
from tests.documents.helpers import blocks_of, reasons_of

PARAGRAPH = (
    "Sales rose to $3.4 billion in the year {}, while the company went on to hire people in every one of its "
)


def build(pages: list[list[str]], *, title: str = "", header: str = "", numbered: bool = False) -> bytes:
    pdf = FPDF(format="A4")
    pdf.set_auto_page_break(False)
    for number, paragraphs in enumerate(pages, start=1):
        pdf.add_page()
        pdf.set_font("helvetica", size=9)
        if header:
            pdf.cell(0, 8, header.format(number), new_x="LMARGIN", new_y="NEXT")
        if title and number == 1:
            pdf.set_font("helvetica", size=20)
            pdf.cell(0, 14, title, new_x="LMARGIN", new_y="NEXT")
        pdf.set_font("helvetica", size=11)
        for paragraph in paragraphs:
            pdf.multi_cell(0, 5, paragraph, new_x="LMARGIN", new_y="NEXT")
            pdf.ln(4)
        if numbered:
            pdf.set_y(-15)
            pdf.cell(0, 10, f"Page {number} of {len(pages)}", align="C")
    return bytes(pdf.output())


def test_every_number_maps_to_its_page_and_line():
    document = read(
        build([["First.", PARAGRAPH.format(2016) + "41,915 offices."], ["It was 12%."]]), name="a.pdf"
    )
    assert document.format == "pdf"
    start = document.text.index("41,915")
    place = document.locate(start, start + 6)
    assert (place.page, place.where) == (1, f"page 1, line {place.line}")
    assert place.line in (2, 3)
    start = document.text.index("12%")
    assert document.locate(start, start + 3)[:4] == (7, 10, "page 2, line 1", 1)
    assert document.locate(start, start + 3).page == 2


def test_lines_are_joined_into_paragraphs():
    first = PARAGRAPH.format(2016) * 2 + "offices."
    data = build([[first, "A second one of 5."]], title="Profit up 12%")
    document = read(data, format="pdf")
    assert blocks_of(document) == ["Profit up 12%", first, "A second one of 5."]
    assert [block.kind for block in document.blocks] == ["title", "paragraph", "paragraph"]


def test_page_numbers_and_running_headers_are_left_out():
    pages = [[f"It was {number * 7} then."] for number in range(1, 5)]
    document = read(build(pages, header="Report 2016, part {}", numbered=True), format="pdf")
    assert blocks_of(document) == [f"It was {number * 7} then." for number in range(1, 5)]
    assert reasons_of(document) == ["running header", "page number"] * 4


def test_similar_lines_that_do_not_count_up_are_kept():
    pages = [[f"Total {number}"] for number in (31, 57, 12, 88)]
    assert len(blocks_of(read(build(pages), format="pdf"))) == 4
    assert blocks_of(read(build([["7"]]), format="pdf")) == ["7"]


def test_references_are_left_out():
    long = PARAGRAPH.format(2016) * 2 + "offices."
    pages = [[long, "References", "Doe, 1999.", "Roe, 2001."], ["Poe, 2002.", "Appendix A", "And 7."]]
    document = read(build(pages), format="pdf")
    assert blocks_of(document) == [long, "Appendix A", "And 7."]
    assert reasons_of(document) == ["reference list"]


def read_error(data: bytes, **options) -> str:
    with pytest.raises(DocumentError, match=r"^report\.pdf: ") as error:
        read(data, name="report.pdf", **options)
    return error.value.problem


def test_broken_protected_and_scanned_files_are_errors():
    assert "is broken" in read_error(b"%PDF-1.7\nand then nothing of the kind")
    assert "is broken" in read_error(b"Just text.")
    assert "OCR" in read_error(build([[]]))
    assert "OCR" in read_error(build([[], []]))
    secret = FPDF()
    secret.set_encryption(owner_password="owner", user_password="user")
    secret.add_page()
    assert "password" in read_error(bytes(secret.output()))


def test_a_pdf_with_only_an_owner_password_can_be_read():
    pdf = FPDF()
    pdf.set_encryption(owner_password="owner")
    pdf.add_page()
    pdf.set_font("helvetica")
    pdf.cell(text="It was 12%.")
    assert read(bytes(pdf.output()), format="pdf").text == "It was 12%."


def test_pages_and_time_are_limited():
    data = build([["One."], ["Two."]])
    assert "has 2 pages" in read_error(data, limits=Limits(pages=1))
    assert "longer than 0 s" in read_error(data, limits=Limits(seconds=0))


def test_without_the_extra_the_error_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    assert "pip install 'numerate[documents]'" in read_error(b"%PDF-1.7")
