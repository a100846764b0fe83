from __future__ import annotations

import io

import pypdf
from fpdf import FPDF

from numerate.checking.check import check_document
from numerate.documents import read
from numerate.report.annotate import annotate
from numerate.report.options import CheckOptions

OPTIONS = CheckOptions(unlikely=False)
WRONG = "A total of 4,520 people: 2,480 in Europe, 1,120 in Asia and 650 in the Americas."


def written(*pages: str) -> bytes:
    file = FPDF()
    for text in pages:
        file.add_page()
        file.set_font("helvetica", size=12)
        file.multi_cell(120, text=text)
    return bytes(file.output())


def test_findings_are_highlighted_with_a_note() -> None:
    data = written("Nothing here.", f"On the second page.\n\n{WRONG}")
    report = check_document(read(data, name="a.pdf"), None, OPTIONS)
    copy = annotate(data, report)
    assert (copy.comments, copy.elsewhere) == (1, 0)
    assert copy.data.startswith(data)  # everything is appended
    first, second = pypdf.PdfReader(io.BytesIO(copy.data)).pages
    assert "/Annots" not in first
    [note] = [annotation.get_object() for annotation in second["/Annots"]]
    assert (note["/Subtype"], note["/T"]) == ("/Highlight", "numerate")
    assert note["/Contents"].startswith("2,480 + 1,120 + 650 = 4,250, not 4,520.\nPerhaps 4,250")
    assert second.extract_text() == pypdf.PdfReader(io.BytesIO(data)).pages[1].extract_text()


def test_the_highlight_covers_the_number_and_little_else() -> None:
    data = written(WRONG)
    copy = annotate(data, check_document(read(data, name="a.pdf"), None, OPTIONS))
    [page] = pypdf.PdfReader(io.BytesIO(copy.data)).pages
    [note] = [annotation.get_object() for annotation in page["/Annots"]]
    left, bottom, right, top = map(float, note["/Rect"])
    inside: list[str] = []

    def visit(text: str, _: object, matrix: list[float], *__: object) -> None:
        if text.strip() and bottom - 4 <= matrix[5] <= top:
            inside.append(text)

    page.extract_text(visitor_text=visit)
    assert any("4,520" in text for text in inside)
    assert 20 < right - left < 45  # five digits of 12 points
    assert 8 < top - bottom < 25
