"""What is fuzzed: the readers of documents and the reader of numbers, each with the tokens of its grammar."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numerate
from numerate import text as reader_of_numbers
from numerate.documents import DocumentError, read, readers
from numerate.report.report import Report
from tests.documents.readers.test_broken_parts import CONTAINER, ITEM, archive, mail, notebook, odt, pptx
from tests.hostile.kinds import KINDS
from tests.text.test_fuzz import ALL_TOKENS, assert_numbers

COMMON = [
    *[
        "5",
        "6%",
        "$7 million",
        "one in five",
        " ",
        "\n",
        "\n\n",
        "\t",
        "a",
        "rose",
        "to",
        "é",
        "\u202e",
        "\0",
    ],
]
TOKENS = {
    form: COMMON + sorted({part for kind in KINDS if kind.format == form for part in (kind.start, kind.unit)})
    for form in readers.FORMATS
    if any(kind.format == form for kind in KINDS)
}
"""The tokens of each text format."""


@dataclass(frozen=True)
class Target:
    """A reader, and what documents for it are made of."""

    name: str
    folder: Path
    """The code that documents are to reach."""
    tokens: Sequence[str]
    read: Callable[[str], object]
    """Reads a document, and raises if a promise does not hold."""
    pairs: Sequence[tuple[str, str]] = ()
    """What may be put around parts of a document."""


def check(data: bytes, form: str) -> Report | None:
    """Read and check a document, and look at its blocks and places; return None if it is refused."""
    try:
        document = read(data, format=form)
    except DocumentError:
        return None
    report = numerate.check(document, unlikely=False)
    for block in document.blocks:
        assert 0 <= block.start < block.end <= len(document.text)
    for number in report.numbers:
        place = document.locate(number.start, number.end)
        assert 0 <= place.start <= place.end
        if document.encoding is None:  # offsets of an archive's places count within a paragraph or cell
            continue
        assert place.end <= len(document.source)
        if number.text.isdigit() and form in ("text", "rst"):  # no entities and macros stand for digits there
            written = document.source[place.start : place.end]
            # In reStructuredText, a backslash escapes the digit after it.
            assert (written.replace("\\", "") if form == "rst" else written) == number.text
    return report


def _elements(*names: str) -> list[tuple[str, str]]:
    """Return the start and end tags of elements, whose names may be followed by attributes."""
    return [(f"<{name}>", f"</{name.split()[0]}>") for name in names]


_TEXT = "5 of 6", "a", "\n", " ", "12%", "&amp;", "\u202e5"
_WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_SHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_WORKBOOK = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Override PartName="/xl/workbook.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    "xl/workbook.xml": f'<workbook {_SHEET} xmlns:r="{_OFFICE}"><sheets>'
    '<sheet name="Sales" sheetId="1" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r1" '
    f'Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
}
_BOOK = {
    "META-INF/container.xml": CONTAINER,
    "book.opf": f'<package>{ITEM}<itemref idref="a"/></package>',
}
_READERS = Path(readers.__file__).parent.parent
_ARCHIVES: dict[str, tuple[Callable[[str], bytes], list[str], list[tuple[str, str]]]] = {
    "docx": (
        lambda xml: archive(
            {"word/document.xml": f"<w:document {_WORD}><w:body>{xml}</w:body></w:document>"}
        ),
        [
            *("<w:t>5 of 6</w:t>", "<w:tab/>", "<w:br/>", "<w:vMerge/>", '<w:vMerge w:val="restart"/>'),
            *(
                '<w:gridSpan w:val="2"/>',
                '<w:gridSpan w:val="x"/>',
                '<w:gridBefore w:val="999"/>',
                "<w:tblHeader/>",
            ),
            *('<w:fldChar w:fldCharType="begin"/>', '<w:fldChar w:fldCharType="end"/>', "<w:vanish/>"),
            *(
                "<w:instrText>PAGE</w:instrText>",
                '<w:vertAlign w:val="superscript"/>',
                '<w:outlineLvl w:val="0"/>',
            ),
            *(
                '<w:pStyle w:val="Title"/>',
                '<w:pStyle w:val="Heading1"/>',
                '<w:rStyle w:val="code"/>',
                "<pic/>",
            ),
        ],
        _elements(
            *("w:p", "w:r", "w:rPr", "w:pPr", "w:tbl", "w:tr", "w:tc", "w:tcPr", "w:trPr", "w:del", "w:ins"),
            *("w:txbxContent", "w:moveFrom", 'w:fldSimple w:instr="TOC"', "w:hyperlink", "w:footnote"),
        ),
    ),
    "odt": (
        odt,
        [
            *_TEXT,
            *(
                "<text:s/>",
                '<text:s text:c="3"/>',
                "<text:tab/>",
                "<text:line-break/>",
                "<table:covered-table-cell/>",
            ),
            *("<text:note-citation>1</text:note-citation>", "<text:page-number>5</text:page-number>"),
        ],
        _elements(
            *("text:p", "text:h", 'text:h text:outline-level="2"', "text:span", "text:list", "text:note"),
            *("text:note-body", "table:table", "table:table-row", "table:table-cell", "text:section"),
            *('table:table-cell table:number-columns-spanned="2"', "text:tracked-changes"),
            'table:table-cell table:number-columns-repeated="5000"',
        ),
    ),
    "pptx": (
        pptx,
        [
            *(
                "<a:t>5 of 6</a:t>",
                '<p:ph type="title"/>',
                '<p:ph type="sldNum"/>',
                "<a:br/>",
                "<p:pic/>",
                "<c:a/>",
            ),
        ],
        _elements(
            *(
                "p:sp",
                "a:p",
                "a:r",
                "a:tbl",
                "a:tr",
                "a:tc",
                'a:tc rowSpan="2"',
                'a:tc hMerge="1"',
                "p:grpSp",
            ),
            *('a:tc gridSpan="99999"', "a:t", "a:fld"),
        ),
    ),
    "xlsx": (
        lambda xml: archive(
            _WORKBOOK | {"xl/worksheets/sheet1.xml": f"<worksheet {_SHEET}>{xml}</worksheet>"}
        ),
        [
            *(
                "<c><v>5</v></c>",
                '<c t="str"><v>Total</v></c>',
                '<c t="inlineStr"><is><t>a 5</t></is></c>',
                "<c/>",
            ),
            *('<c r="C7"><v>1e400</v></c>', '<c t="b"><v>1</v></c>', '<c t="e"><v>#REF!</v></c>', "<row/>"),
            *(
                "<c><f>A1+5</f></c>",
                "<c><f>A1</f><v>6</v></c>",
                '<c t="s"><v>0</v></c>',
                '<c t="d"><v>2024</v></c>',
            ),
            *(
                '<mergeCell ref="A1:B2"/>',
                '<mergeCell ref="B1:ZZ9999"/>',
                '<col min="1" max="2" hidden="1"/>',
            ),
        ],
        _elements(
            *("sheetData", "row", 'row r="3"', 'row r="900"', 'row hidden="1"', "mergeCells", "cols"),
        ),
    ),
    "epub": (
        lambda text: archive(_BOOK | {"1.xhtml": text}),
        TOKENS["html"],
        [],
    ),
    "notebook": (
        lambda text: notebook({"cell_type": "markdown", "source": text}),
        TOKENS["markdown"],
        [],
    ),
    "mail": (
        lambda text: mail(text.encode("utf-8", "surrogatepass")),
        [
            *COMMON,
            *("Subject: 5 of 6\n", "Content-Type: text/html\n", "Content-Type: text/plain; charset=utf-8\n"),
            *(
                "Content-Type: multipart/mixed; boundary=x\n",
                "Content-Type: multipart/alternative; boundary=x\n",
            ),
            *(
                "--x\n",
                "--x--\n",
                "\n",
                "> 5\n",
                "<p>5</p>",
                "Content-Transfer-Encoding: base64\n",
                "NSBvZiA2\n",
            ),
            *("Content-Transfer-Encoding: quoted-printable\n", "=35=\n", "Content-Disposition: attachment\n"),
            *("Subject: =?utf-8?q?5?=\n", " folded\n", "Content-Type: message/rfc822\n", "From: a@b.c\n"),
        ],
        [],
    ),
}


def _read_archive(write: Callable[[str], bytes], form: str, content: str) -> object:
    return check(write(content), form)


def _read_text(form: str, content: str) -> object:
    return check(content.encode("utf-8", "surrogatepass"), form)


TARGETS = {
    target.name: target
    for target in (
        Target("numbers", Path(reader_of_numbers.__file__).parent, ALL_TOKENS, assert_numbers),
        *(Target(form, _READERS, tokens, partial(_read_text, form)) for form, tokens in TOKENS.items()),
        *(
            Target(form, _READERS, tokens, partial(_read_archive, write, form), pairs)
            for form, (write, tokens, pairs) in _ARCHIVES.items()
        ),
    )
}
CORPUS = Path(__file__).parent / "corpus"


def load_corpus(name: str) -> list[list[str]]:
    """Return the documents that a search found for a reader, each as its tokens."""
    file = CORPUS / f"{name}.json"
    documents: list[list[str]] = json.loads(file.read_text("utf-8")) if file.exists() else []
    return documents
