import io
import sys
import zipfile
from collections.abc import Callable

import docx
import pytest
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from numerate.documents import OBJECT, CellPosition, DocumentError, Limits, read
from tests.documents.helpers import blocks_of, reasons_of


def build(write: Callable[[docx.document.Document], None]) -> bytes:
    document = docx.Document()
    write(document)
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def pack(parts: dict[str, str], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def body(content: str) -> str:
    return f"<w:document {nsdecls('w')}><w:body>{content}</w:body></w:document>"


def place_of(document, text):
    start = document.text.index(text)
    place = document.locate(start, start + len(text))
    return place.where, place.start, place.end


def test_every_number_maps_to_its_paragraph_or_cell():
    def write(document):
        document.add_heading("Profit up 12%", 0)
        paragraph = document.add_paragraph("It rose to ")
        paragraph.add_run("$3").bold = True
        paragraph.add_run(".4 billion")
        document.add_paragraph()
        table = document.add_table(2, 2)
        table.cell(1, 1).text = "41,915 people"
        document.add_paragraph("Later, 7.")
        document.sections[0].header.paragraphs[0].text = "Report for 2016"

    data = build(write)
    document = read(data, name="report.docx")
    assert document.format == "docx"
    assert place_of(document, "12%") == ("paragraph 1", 10, 13)
    assert place_of(document, "$3.4 billion") == ("paragraph 2", 11, 23)
    assert place_of(document, "41,915") == ("table 1, row 2, column 2", 0, 6)
    assert place_of(document, "7") == ("paragraph 4", 7, 8)
    assert place_of(document, "2016") == ("header", 11, 15)
    # Paragraphs and offsets are those of python-docx and Word.
    assert docx.Document(io.BytesIO(data)).paragraphs[1].text[11:23] == "$3.4 billion"
    assert [block.kind for block in document.blocks] == ["title", "paragraph", "table", "paragraph", "header"]
    assert document.blocks[2].cell == CellPosition(1, 2, 2)
    assert document.locate(0, 1).line is None
    assert document.encoding is None


def test_hidden_text_code_and_generated_fields_are_left_out():
    def write(document):
        code = document.styles.add_style("Source Code", WD_STYLE_TYPE.PARAGRAPH)
        document.add_paragraph("x = 1", code)
        paragraph = document.add_paragraph("Of 10")
        paragraph.add_run("5").font.superscript = True
        paragraph.add_run(" and 2").font.hidden = True
        for child in (
            f"<w:del {nsdecls('w')}><w:r><w:delText>3</w:delText></w:r></w:del>",
            f"<w:ins {nsdecls('w')}><w:r><w:t> or 4</w:t></w:r></w:ins>",
            f"<m:oMath {nsdecls('m')}><m:r><m:t>5</m:t></m:r></m:oMath>",
            f"<w:r {nsdecls('w')}><w:tab/><w:t>tab</w:t><w:br/><w:t>line</w:t><w:noBreakHyphen/></w:r>",
            f'<w:fldSimple {nsdecls("w")} w:instr=" PAGE "><w:r><w:t>6</w:t></w:r></w:fldSimple>',
            f'<w:r {nsdecls("w")}><w:fldChar w:fldCharType="begin"/></w:r>',
            f"<w:r {nsdecls('w')}><w:instrText> NUMPAGES </w:instrText></w:r>",
            f'<w:r {nsdecls("w")}><w:t>7</w:t><w:fldChar w:fldCharType="end"/></w:r>',
        ):
            paragraph._p.append(parse_xml(child))
        document.add_heading("References", 1)
        document.add_paragraph("Doe, 1999.")
        document.add_heading("Appendix", 1)

    document = read(build(write), format="docx")
    assert blocks_of(document) == [f"Of 10⁵ or 4{OBJECT}\ttab\nline-", "Appendix"]
    assert reasons_of(document) == ["code", "hidden", "page number", "page number", "reference list"]


def test_notes_are_numbered_and_repeated_headers_are_read_once():
    note = "<w:footnote w:id='{}'{}><w:p><w:r><w:t>{}</w:t></w:r></w:p></w:footnote>"
    notes = (
        note.format(0, " w:type='separator'", "0") + note.format(1, "", "Of 5.") + note.format(2, "", "Of 6.")
    )
    header = f"<w:hdr {nsdecls('w')}><w:p><w:r><w:t>Report 7</w:t></w:r></w:p></w:hdr>"
    parts = {
        "word/document.xml": body("<w:p><w:r><w:t>Text.</w:t></w:r></w:p>"),
        "word/footnotes.xml": f"<w:footnotes {nsdecls('w')}>{notes}</w:footnotes>",
        "word/header1.xml": header,
        "word/header2.xml": header,
    }
    document = read(pack(parts), format="docx")
    assert place_of(document, "5") == ("footnote 1", 3, 4)
    assert place_of(document, "6") == ("footnote 2", 3, 4)
    assert [block.kind for block in document.blocks][-3:] == ["note", "note", "header"]


def read_error(data: bytes, **options) -> str:
    with pytest.raises(DocumentError, match=r"^report\.docx: ") as error:
        read(data, name="report.docx", **options)
    return error.value.problem


def test_other_files_are_an_error():
    assert "password" in read_error(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600))
    assert "is not a DOCX" in read_error(b"Just text.")
    assert "is not a DOCX" in read_error(pack({"word/document.xml": body("x")})[:-40])
    assert "contains no Word document" in read_error(pack({"xl/workbook.xml": "<a/>"}))
    assert "is broken" in read_error(pack({"word/document.xml": "<w:document"}))
    damaged = bytearray(pack({"word/document.xml": body("x" * 500)}))
    damaged[60:70] = b"0123456789"
    assert "is broken" in read_error(bytes(damaged))


def test_xml_entities_are_an_error():
    entities = "<!DOCTYPE a [<!ENTITY a 'ha'><!ENTITY b '&a;&a;'>]>"
    assert "entities" in read_error(pack({"word/document.xml": entities + body("<w:t>&b;</w:t>")}))
    outside = "<!DOCTYPE a [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>"
    assert "entities" in read_error(pack({"word/document.xml": outside + body("<w:t>&a;</w:t>")}))


def test_zip_bombs_are_an_error_before_they_are_unpacked():
    bomb = pack({"word/document.xml": body("<w:p/>" * 4_000_000)})
    assert len(bomb) < 50_000
    assert "unpacks to 24,0" in read_error(bomb)
    assert "unpacks to" in read_error(
        pack({"word/document.xml": body("<w:p/>" * 100)}), limits=Limits(unpacked_bytes=9)
    )
    assert "longer than 0 s" in read_error(pack({"word/document.xml": body("")}), limits=Limits(seconds=0))


def test_deep_nesting_can_be_read():
    deep = 20_000
    data = pack({"word/document.xml": body("<w:p>" * deep + "<w:r><w:t>5</w:t></w:r>" + "</w:p>" * deep)})
    assert read(data, format="docx", limits=Limits(unpacked_ratio=1000)).text == "5"


def test_without_the_extra_the_error_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "defusedxml.common", None)
    assert "pip install 'numerate[documents]'" in read_error(pack({"word/document.xml": body("")}))


def test_merged_cells_headers_and_captions():
    def write(document):
        document.add_paragraph("Table 1: Sales", style="Caption")
        table = document.add_table(4, 3)
        for (row, column), text in {
            (0, 1): "Year", (1, 1): "2023", (1, 2): "2022", (2, 0): "North", (2, 1): "5", (2, 2): "6",
            (3, 1): "7", (3, 2): "8",
        }.items():  # fmt: skip
            table.cell(row, column).text = text
        table.cell(0, 1).merge(table.cell(0, 2))
        table.cell(2, 0).merge(table.cell(3, 0))
        for row in table.rows[:2]:
            row._tr.get_or_add_trPr().append(parse_xml(f"<w:tblHeader {nsdecls('w')}/>"))
        document.add_paragraph("Later, 7.")

    document = read(build(write), name="a.docx")
    [table] = document.tables
    assert [(cell.row, cell.column, cell.row_span, cell.column_span, cell.text) for cell in table.cells] == [
        (1, 2, 1, 2, "Year"),
        (2, 2, 1, 1, "2023"),
        (2, 3, 1, 1, "2022"),
        (3, 1, 2, 1, "North"),
        (3, 2, 1, 1, "5"),
        (3, 3, 1, 1, "6"),
        (4, 2, 1, 1, "7"),
        (4, 3, 1, 1, "8"),
    ]
    assert (table.header_rows, table.header_columns, table.caption) == (2, 1, "Table 1: Sales")
    assert [cell.text for cell in table.row_labels(4)] == ["North"]


def test_a_table_in_a_cell_is_a_table_of_its_own():
    def write(document):
        outer = document.add_table(1, 2)
        outer.cell(0, 0).text = "a"
        inner = outer.cell(0, 0).add_table(1, 1)
        inner.cell(0, 0).text = "5"
        outer.cell(0, 1).text = "6"

    outer, inner = read(build(write), name="a.docx").tables
    assert [(cell.text, cell.column) for cell in outer.cells] == [("a", 1), ("6", 2)]
    assert [cell.text for cell in inner.cells] == ["5"]
