"""Notebooks, presentations, OpenDocument texts, mails and books, written by libraries of their formats."""

from __future__ import annotations

import io
import json
import zipfile
from email.message import EmailMessage
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from odf import table as odf_table
from odf.opendocument import OpenDocumentText
from odf.text import H, Note, NoteBody, NoteCitation, P
from pptx import Presentation
from pptx.util import Inches

import numerate
from numerate.documents import Document, DocumentError, read


def places(document: Document) -> dict[str, str]:
    """The place of each number, by the number as written."""
    return {
        number.text: document.locate(number.start, number.end).where
        for number in numerate.extract(document.text)
    }


def notebook(*cells: dict[str, Any]) -> bytes:
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


def markdown(*lines: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": list(lines)}


def code(source: str, *outputs: dict[str, Any]) -> dict[str, Any]:
    return {"cell_type": "code", "metadata": {}, "source": source, "outputs": outputs, "execution_count": 7}


def test_a_notebook_is_read_cell_by_cell_with_outputs() -> None:
    html = "<table><tr><td>Sales</td><td>300</td></tr></table>"
    data = notebook(
        markdown("# Results\n", "\n", "We sold **12** ships,\n", "and 13 boats. <!-- numerate: ignore -->"),
        code(
            "x = 99",
            {"output_type": "stream", "name": "stdout", "text": ["Mean: \x1b[1m45\x1b[0m.\n"]},
            {"output_type": "stream", "name": "stderr", "text": "Warning 404"},
            {"output_type": "execute_result", "data": {"text/plain": "Sales 300", "text/html": html}},
            {"output_type": "display_data", "data": {"image/png": "AAAA"}},
        ),
        markdown("<table><tr><td>Sales</td><td>500</td></tr></table>"),
    )
    document = read(data, name="a.ipynb")
    assert places(document) == {
        "12": "cell 1, line 3",
        "13": "cell 1, line 4",
        "45": "output of cell 2, line 1",
        "300": "output of cell 2, line 1",
        "500": "cell 3, line 1",
    }
    assert [block.kind for block in document.blocks][:2] == ["title", "paragraph"]
    assert len(document.tables) == 2
    assert {skipped.reason for skipped in document.skipped} >= {"code", "error output"}
    ignored = [n.text for n in numerate.extract(document.text) if document.is_ignored(n.start, n.end)]
    assert ignored == ["13"]
    assert read(data).format == "notebook"


def test_a_presentation_has_titles_tables_and_notes() -> None:
    presentation = Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[1])
    slide.shapes.title.text = "Sales rose 12%"
    slide.placeholders[1].text = "To $3.4 billion\nfrom 2.1 billion"
    slide.notes_slide.notes_text_frame.text = "Mention the 7 ports."
    second = presentation.slides.add_slide(presentation.slide_layouts[5])
    cells = second.shapes.add_table(2, 2, 0, 0, Inches(2), Inches(1)).table
    cells.cell(0, 1).text, cells.cell(1, 0).text, cells.cell(1, 1).text = "2019", "Ferries", "640"
    out = io.BytesIO()
    presentation.save(out)
    document = read(out.getvalue(), name="a.pptx")
    assert places(document) == {
        "12%": "slide 1",
        "$3.4 billion": "slide 1",
        "2.1 billion": "slide 1",
        "7": "notes of slide 1",
        "2019": "slide 2, table, row 1, column 2",
        "640": "slide 2, table, row 2, column 2",
    }
    assert document.blocks[0].kind == "heading"
    assert document.tables[0].at(2, 1).text == "Ferries"
    assert read(out.getvalue()).format == "pptx"


def test_an_opendocument_text_has_headings_tables_and_notes() -> None:
    text = OpenDocumentText()
    text.text.addElement(H(outlinelevel=1, text="Sales in 2019"))
    paragraph = P(text="We sold 12 ships")
    note = Note(noteclass="footnote")
    note.addElement(NoteCitation(text="1"))
    body = NoteBody()
    body.addElement(P(text="Without the 3 of the yard."))
    note.addElement(body)
    paragraph.addElement(note)
    text.text.addElement(paragraph)
    grid = odf_table.Table(name="t")
    row = odf_table.TableRow()
    for content in ("Ferries", "640"):
        cell = odf_table.TableCell()
        cell.addElement(P(text=content))
        row.addElement(cell)
    grid.addElement(row)
    text.text.addElement(grid)
    out = io.BytesIO()
    text.write(out)
    document = read(out.getvalue(), name="a.odt")
    assert places(document) == {
        "2019": "paragraph 1",
        "12": "paragraph 2",
        "3": "note 1",
        "640": "table 1, row 1, column 2",
    }
    assert [block.kind for block in document.blocks] == ["title", "paragraph", "note", "table", "table"]
    assert read(out.getvalue()).format == "odt"


def test_a_mail_has_a_subject_and_a_body_without_quotations() -> None:
    message = EmailMessage()
    message["From"], message["To"] = "a@example.org", "b@example.org"
    message["Subject"] = "Profit of €12 million"
    message.set_content("It rose by 7%.\n\n> You wrote 99 lines\n\nBest, é 5\n")
    message.add_attachment(b"12345", maintype="application", subtype="octet-stream", filename="a.bin")
    data = message.as_bytes()
    document = read(data, name="a.eml")
    assert places(document) == {"€12 million": "subject", "7%": "body, line 1", "5": "body, line 5"}
    assert document.blocks[0].kind == "title"
    assert {skipped.reason for skipped in document.skipped} == {"quoted message", "attachment"}
    assert read(data).format == "mail"


def test_a_mail_may_be_html() -> None:
    message = EmailMessage()
    message["Subject"] = "Hello"
    message.set_content("<p>It rose by <b>7</b>%.</p>", subtype="html")
    assert places(read(message.as_bytes(), name="a.eml")) == {"7%": "body, line 1"}


def book(**chapters: str) -> bytes:
    out = io.BytesIO()
    items = "".join(f'<item id="{name}" href="{name}.xhtml"/>' for name in sorted(chapters))
    spine = "".join(f'<itemref idref="{name}"/>' for name in chapters)
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
        root = '<container><rootfiles><rootfile full-path="OPS/a.opf"/></rootfiles></container>'
        archive.writestr("META-INF/container.xml", root)
        package = f"<package><manifest>{items}</manifest><spine>{spine}</spine></package>"
        archive.writestr("OPS/a.opf", package)
        for name, text in chapters.items():
            archive.writestr(f"OPS/{name}.xhtml", f"<html><body>\n{text}</body></html>")
    return out.getvalue()


def test_a_book_is_read_in_the_order_of_its_spine() -> None:
    data = book(two="<h1>Beginning</h1><p>In 1812.</p>", one="<p>Then 15 years.</p>")
    document = read(data, name="a.epub")
    assert list(places(document).items()) == [("1812", "two.xhtml, line 2"), ("15", "one.xhtml, line 2")]
    assert read(data).format == "epub"


@pytest.mark.parametrize("suffix", [".ipynb", ".pptx", ".odt", ".eml", ".epub"])
@pytest.mark.parametrize(
    "data",
    # An archive has the time of writing in it, which must not be in the name of a test.
    [b"", b"{}", b"PK\x03\x04broken", b"\0\xff", b'{"cells": [3]}', pytest.param(book()[:80], id="cut off")],
)
def test_what_is_broken_is_said(suffix: str, data: bytes) -> None:
    with pytest.raises(DocumentError, match=r"a\.[a-z]+: .*(save|convert|fetch)"):
        read(data, name=f"a{suffix}")


CELLS = st.lists(
    st.tuples(st.booleans(), st.text(st.sampled_from("ab 5é\n*#|<p>`$"), max_size=30)), max_size=5
)


@given(CELLS)
def test_every_character_of_a_notebook_has_its_place(cells: list[tuple[bool, str]]) -> None:
    document = read(notebook(*(markdown(t) if is_text else code(t) for is_text, t in cells)), name="a.ipynb")
    for number in numerate.extract(document.text):
        start, end = document.source_map.to_source(number.start, number.end)
        assert document.source[start:end].strip()[:1] == number.text[:1]
        cell = int(document.locate(number.start, number.end).where.split(",")[0].split()[-1])
        assert number.text[:1] in cells[cell - 1][1]
