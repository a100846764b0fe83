from __future__ import annotations

from pathlib import Path

import docx
import pypdf
import pytest
from fpdf import FPDF
from typer.testing import CliRunner

from numerate.cli import app
from numerate.errors import InputError

WRONG = "A total of 4,520 people: 2,480 in Europe, 1,120 in Asia and 650 in the Americas."


def check(*arguments: str | Path) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ("check", "--only-consistency", *map(str, arguments)))
    if isinstance(result.exception, InputError):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def word(tmp_path: Path) -> Path:
    document = docx.Document()
    document.add_paragraph(WRONG)
    document.save(str(tmp_path / "a.docx"))
    return tmp_path / "a.docx"


def test_a_word_document_comes_back_with_comments(word: Path) -> None:
    output = word.with_name("b.docx")
    status, out, err = check(word, "--annotate", output)
    assert status == 1
    assert "4,250, not 4,520" in out
    assert f"{output}: 1 comment\n" in err
    assert len(list(docx.Document(str(output)).comments)) == 1
    assert "b.docx: 1 comment, 1 tracked change" in check(word, "--annotate", output, "--suggest")[2]


def test_a_pdf_comes_back_with_highlights(tmp_path: Path) -> None:
    file = FPDF()
    file.add_page()
    file.set_font("helvetica")
    file.cell(text=WRONG)
    file.output(str(tmp_path / "a.pdf"))
    check(tmp_path / "a.pdf", "--annotate", tmp_path / "b.pdf")
    [page] = pypdf.PdfReader(tmp_path / "b.pdf").pages
    assert len(page["/Annots"]) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("a.docx", "a.docx", "--annotate", "a.docx"), "would replace the document itself"),
        (("a.docx", "a.txt", "--annotate", "b.docx"), "one file at a time"),
        (("a.txt", "--annotate", "b.txt"), "only DOCX and PDF are annotated"),
        (("a.docx", "--suggest"), "needs --annotate FILE"),
        (("a.docx", "--annotate", "b.docx", "--fix"), "exclude each other"),
    ],
)
def test_what_cannot_be_done_is_said(
    word: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(word.parent)
    Path("a.txt").write_text(WRONG)
    with pytest.raises(InputError, match=message):
        check(*arguments)
    assert sorted(path.name for path in Path().iterdir()) == ["a.docx", "a.txt"]
