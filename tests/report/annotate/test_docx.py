from __future__ import annotations

import io
import re
import shutil
import subprocess
import zipfile
from functools import cache
from itertools import pairwise
from pathlib import Path

import docx
import pytest
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml.ns import qn
from hypothesis import given, settings
from hypothesis import strategies as st

from numerate.checking.check import check_document
from numerate.documents import read
from numerate.report.annotate import AnnotatedCopy, annotate
from numerate.report.fixing import CHOICES
from numerate.report.options import CheckOptions

WRONG = "R&D é 😀: a total of 4,520 people: 2,480 in Europe, 1,120 in Asia and 650 in the Americas."
AT = WRONG.index("4,520")
OPTIONS = CheckOptions(unlikely=False)


def saved(document: docx.document.Document) -> bytes:
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


@cache
def template() -> bytes:
    """An empty document without the thousands of styles that python-docx adds, which take long to read."""
    document = docx.Document()
    styles = document.styles.element
    for style in styles.findall(qn("w:style")):
        if style.type != WD_STYLE_TYPE.PARAGRAPH or style.styleId != "Normal":
            styles.remove(style)
    return saved(document)


def written(*paragraphs: tuple[str, ...]) -> bytes:
    """A document whose paragraphs have a run for each string."""
    document = docx.Document(io.BytesIO(template()))
    for runs in paragraphs:
        paragraph = document.add_paragraph()
        for text in runs:
            paragraph.add_run(text).bold = len(text) % 2 == 0
    return saved(document)


def annotated(data: bytes, choose: str | None = None) -> AnnotatedCopy:
    report = check_document(read(data, name="a.docx"), None, OPTIONS)
    return annotate(data, report, CHOICES[choose] if choose else None)


def texts(data: bytes) -> list[str]:
    return [paragraph.text for paragraph in docx.Document(io.BytesIO(data)).paragraphs]


def commented(document: docx.document.Document) -> list[str]:
    """The text between the marks of each comment, by identifier."""
    xml = document.element.xml
    spans = []
    for comment in document.comments:
        mark = f'w:id="{comment.comment_id}"/>'
        pattern = rf"<w:commentRangeStart {mark}(.*?)<w:commentRangeEnd {mark}"
        [inside] = re.findall(pattern, xml, re.DOTALL)
        spans.append("".join(re.findall(r"<w:t(?: [^>]*)?>([^<]*)</w:t>", inside)))
    return spans


@pytest.mark.parametrize(
    "runs",
    [
        (WRONG,),
        (WRONG[:AT], "4,520", WRONG[AT + 5 :]),  # the number is a run of its own
        (WRONG[: AT + 2], WRONG[AT + 2 :]),  # two runs divide it
        (WRONG[:AT], "4,", "52", WRONG[AT + 4 :]),
    ],
)
def test_word_comments_stand_at_the_numbers(runs: tuple[str, ...]) -> None:
    data = written(("First.",), runs, ("Last.",))
    copy = annotated(data)
    document = docx.Document(io.BytesIO(copy.data))
    [comment] = document.comments
    assert (comment.author, copy.comments, copy.elsewhere) == ("numerate", 1, 0)
    assert comment.text.startswith("2,480 + 1,120 + 650 = 4,250, not 4,520.\nPerhaps 4,250")
    assert commented(document) == ["4,520"]
    assert texts(copy.data) == texts(data)


def test_everything_else_stays_as_it_was() -> None:
    data = written(("A",), (WRONG,), ("B",))
    copy = annotated(data)
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(io.BytesIO(copy.data)) as new:
        assert set(new.namelist()) - set(old.namelist()) == {"word/comments.xml"}
        changed = {name for name in old.namelist() if old.read(name) != new.read(name)}
        assert changed == {"word/document.xml", "[Content_Types].xml", "word/_rels/document.xml.rels"}
        before, after = (archive.read("word/document.xml").decode() for archive in (old, new))
    start = before.index("4,520")
    assert after.startswith(before[: before.rindex("<w:r>", 0, start)])
    assert after.endswith(before[start + len("4,520") :])


def test_suggestions_become_tracked_changes() -> None:
    data = written((WRONG,), ("We met on 31 June.",))
    copy = annotated(data, "certain")
    assert (copy.comments, copy.changes) == (2, 1)
    xml = docx.Document(io.BytesIO(copy.data)).element.xml
    assert re.search(r"<w:del [^>]*>.*?<w:delText[^>]*>4,520</w:delText>.*?</w:del>", xml, re.DOTALL)
    assert re.search(r"<w:ins [^>]*>.*?<w:t[^>]*>4,250</w:t>.*?</w:ins>", xml, re.DOTALL)
    again = check_document(read(copy.data, name="b.docx"), None, OPTIONS)
    assert again.document.text.startswith(WRONG.replace("4,520", "4,250"))
    assert [finding.rule for finding in again.findings] == ["date"]


def test_comments_of_others_are_kept() -> None:
    document = docx.Document()
    paragraph = document.add_paragraph(WRONG)
    document.add_comment(paragraph.runs, text="Really?", author="An editor")
    copy = annotated(saved(document))
    comments = list(docx.Document(io.BytesIO(copy.data)).comments)
    assert [comment.author for comment in comments] == ["An editor", "numerate"]
    assert len({comment.comment_id for comment in comments}) == 2


def test_findings_where_no_comment_can_stand_are_listed_at_the_top() -> None:
    document = docx.Document()
    document.add_paragraph("Body")
    document.sections[0].header.paragraphs[0].text = WRONG
    copy = annotated(saved(document))
    assert (copy.comments, copy.elsewhere) == (0, 1)
    opened = docx.Document(io.BytesIO(copy.data))
    [comment] = opened.comments
    assert comment.text.startswith("header: 2,480 + 1,120")
    assert commented(opened) == ["Body"]


def test_tables_get_comments_too() -> None:
    document = docx.Document()
    document.add_table(1, 2).cell(0, 1).text = "We met on 31 June."
    opened = docx.Document(io.BytesIO(annotated(saved(document)).data))
    assert commented(opened) == ["31"]


def test_the_same_number_may_have_several_comments() -> None:
    report = check_document(read(written((WRONG,)), name="a.docx"), None, OPTIONS)
    data = written((WRONG,))
    twice = type(report)(report.document, report.numbers, report.findings * 2, 0.01)
    copy = annotate(data, twice, CHOICES["certain"])
    assert (copy.comments, copy.changes) == (2, 1)
    assert read(copy.data, name="b.docx").text == WRONG.replace("4,520", "4,250")


PIECES = st.lists(st.integers(0, len(WRONG)), max_size=6)


@given(PIECES, st.booleans())
@settings(max_examples=40)
def test_however_runs_divide_the_text_it_stays_the_same(cuts: list[int], suggest: bool) -> None:
    edges = [0, *sorted(cuts), len(WRONG)]
    runs = tuple(WRONG[a:b] for a, b in pairwise(edges))
    copy = annotated(written(runs), "certain" if suggest else None)
    expected = WRONG.replace("4,520", "4,250") if copy.changes else WRONG
    assert read(copy.data, name="b.docx").text == expected
    assert len(list(docx.Document(io.BytesIO(copy.data)).comments)) == 1


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_libreoffice_opens_it(tmp_path: Path) -> None:
    (tmp_path / "a.docx").write_bytes(annotated(written((WRONG,)), "certain").data)
    subprocess.run(
        ["soffice", "--headless", "--convert-to", "pdf", "a.docx"], cwd=tmp_path, check=True, timeout=120
    )
    assert (tmp_path / "a.pdf").exists()
