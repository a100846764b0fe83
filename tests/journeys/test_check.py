"""`numerate check`, run as the installed command."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import docx
import jsonschema
import pytest
from fpdf import FPDF
from PIL import Image

from tests.commands import COMMAND, quick_command
from tests.journeys.interrupts import interrupt_at_input
from tests.report.outputs.test_sarif import SCHEMA
from tests.waiting import LIMIT_SECONDS

WRONG = "We enrolled the last of 240 patients on 31 June at four hospitals."
RIGHT = WRONG.replace("31", "30")
ONLY = "--only-consistency"


def numerate(
    *arguments: str | Path, cwd: Path, given: bytes = b"", **environment: str
) -> tuple[int, str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("FORCE_COLOR", "NO_COLOR")}
    ran = subprocess.run(
        [quick_command(), "check", *map(str, arguments)],
        input=given,
        capture_output=True,
        cwd=cwd,
        env=kept | {"OMP_NUM_THREADS": "1"} | environment,
        timeout=LIMIT_SECONDS,
    )
    out, err = ran.stdout.decode(), ran.stderr.decode()
    assert "Traceback" not in err
    return ran.returncode, out, err


def word(path: Path, *paragraphs: str) -> None:
    document = docx.Document()
    for text in paragraphs:
        document.add_paragraph(text)
    document.save(str(path))


def pdf(path: Path, *pages: str, password: str | None = None) -> None:
    file = FPDF()
    if password:
        file.set_encryption(owner_password="owner", user_password=password)
    for text in pages:
        file.add_page()
        file.set_font("helvetica")
        file.cell(text=text)
    file.output(str(path))


def findings(out: str) -> list[tuple[str, str, dict[str, Any]]]:
    files = json.loads(out)["files"]
    return [(file["file"], f["text"], f["place"]) for file in files for f in file["findings"]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write a document of each format, with one error each."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/a.txt").write_text(f"A trial\n\nBefore.\r\n{WRONG}\n")
    (tmp_path / "docs/b.md").write_text(f"---\nn: 5\n---\n# Trial\n\n- *{WRONG}*\n")
    (tmp_path / "docs/c.html").write_text(f"<html><body>\n<p>&nbsp;<b>{WRONG}</b></p></body></html>")
    (tmp_path / "docs/d.rst").write_text(f"Trial\n=====\n\n.. note::\n\n   {WRONG}\n")
    (tmp_path / "docs/e.tex").write_text(
        f"\\documentclass{{article}}\n\\begin{{document}}\n\\emph{{{WRONG}}}\n\\end{{document}}\n"
    )
    word(tmp_path / "docs/f.docx", "A trial.", WRONG)
    pdf(tmp_path / "docs/g.pdf", "A trial of walking.", WRONG)
    (tmp_path / "docs/table.dat").write_text("1,2\n")
    return tmp_path


def test_an_error_is_found_at_its_place_in_every_format(folder: Path) -> None:
    status, out, err = numerate("docs", ONLY, "--format", "json", cwd=folder)
    assert (status, err) == (1, "")
    results = findings(out)
    assert [text for _, text, _ in results] == ["31"] * 7
    places = {Path(file).suffix: place for file, _, place in results}
    assert [(places[suffix]["line"], places[suffix]["column"]) for suffix in (".txt", ".md", ".html")] == [
        (4, 41),
        (6, 44),
        (2, 53),
    ]
    assert [(places[suffix]["line"], places[suffix]["column"]) for suffix in (".rst", ".tex")] == [
        (6, 44),
        (3, 47),
    ]
    for suffix in (".txt", ".md", ".html", ".rst", ".tex"):
        [file] = (folder / "docs").glob(f"*{suffix}")
        data = file.read_bytes()
        assert data[places[suffix]["byte_start"] : places[suffix]["byte_end"]] == b"31"
    assert (places[".docx"]["where"], places[".docx"]["start"]) == ("paragraph 2", 40)
    assert (places[".pdf"]["page"], places[".pdf"]["where"]) == (2, "page 2, line 1")


def test_the_text_output_underlines_the_number(folder: Path) -> None:
    status, out, _ = numerate("docs/a.txt", "docs/g.pdf", ONLY, cwd=folder)
    assert status == 1
    assert out.startswith("docs/a.txt:4:41  date\n  June has 30 days, not 31.\n")
    assert f"    {WRONG}\n{' ' * 44}^^\n" in out
    assert "docs/g.pdf, page 2, line 1  date\n" in out
    assert "2 findings among 6 numbers of 2 documents; 0 of 6 numbers judged, 6 (100%) not\njudged" in out
    assert "\x1b" not in out
    _, out, _ = numerate("docs", ONLY, cwd=folder)
    assert "1 file left out: no known format." in " ".join(out.split())
    assert "\x1b[" in numerate("docs/a.txt", ONLY, cwd=folder, FORCE_COLOR="1")[1]
    assert numerate("-", ONLY, cwd=folder, given=RIGHT.encode())[0] == 0


def test_folders_patterns_and_standard_input_are_checked_in_a_stable_order(folder: Path) -> None:
    _, out, _ = numerate(
        "docs/[ab].*", "-", "docs", ONLY, "--format", "json", cwd=folder, given=WRONG.encode()
    )
    names = [name for name, _, _ in findings(out)]
    assert names == [
        "standard input",
        *(f"docs/{name}" for name in "a.txt b.md c.html d.rst e.tex f.docx g.pdf".split()),
    ]
    source = f"<p>{WRONG}</p>".encode()
    _, out, _ = numerate("-", ONLY, "--format", "json", "--stdin-name", "new.html", cwd=folder, given=source)
    assert json.loads(out)["files"][0]["format"] == "html"
    assert findings(out)[0][2]["column"] == 44


def test_an_ignore_comment_suppresses_findings(folder: Path) -> None:
    (folder / "a.md").write_text(f"<!-- numerate: ignore -->\n\n{WRONG}\n")
    (folder / "a.tex").write_text(f"{WRONG} % numerate: ignore\n")
    status, out, _ = numerate("a.md", "a.tex", ONLY, cwd=folder)
    assert (status, out.startswith("No findings")) == (0, True)


def test_a_baseline_remembers_content_and_not_lines(folder: Path) -> None:
    arguments = ("docs", ONLY, "--baseline", "accepted.json")
    status, out, err = numerate(*arguments, "--write-baseline", cwd=folder)
    assert (status, out, err) == (0, "", "numerate: accepted.json: 7 findings accepted\n")
    before = (folder / "accepted.json").read_bytes()
    (folder / "docs/a.txt").write_text(f"New.\n\nAnd before.\n{WRONG.replace(' June', chr(10) + 'June')}\n")
    status, out, err = numerate(*arguments, cwd=folder)
    assert (status, err) == (0, "")
    assert out.startswith("No findings")
    assert "The baseline accepts 7 more findings." in " ".join(out.split())

    (folder / "docs/a.txt").write_text(f"{WRONG.replace('June', 'April')}\n")
    status, out, err = numerate(*arguments, cwd=folder)
    assert status == 1
    assert "April has 30 days" in out
    assert (
        "accepted.json: not found any more: 31 in docs/a.txt (the last of patients on # june at four" in err
    )
    assert "--write-baseline" in err
    # Whoever checks one file hears nothing of the others.
    assert numerate("docs/b.md", *arguments[1:], cwd=folder)[0::2] == (0, "")
    assert (folder / "accepted.json").read_bytes() == before
    numerate(*arguments, "--write-baseline", cwd=folder)
    assert numerate(*arguments, cwd=folder)[0::2] == (0, "")


def test_settings_of_the_project_are_applied(folder: Path) -> None:
    (folder / "pyproject.toml").write_text(
        '[tool.numerate]\nconsistency = "only"\nformat = "github"\nexclude = ["*.docx", "g.pdf"]\n'
    )
    status, out, err = numerate(".", cwd=folder / "docs")
    assert status == 1
    assert out.count("::error file=") == 5
    assert err == f"numerate: 2 documents left out: exclude in {folder / 'pyproject.toml'}\n"
    assert numerate("a.txt", "--format", "text", cwd=folder / "docs")[1].startswith("a.txt:4:41  date")
    (folder / "other.toml").write_text('consistency = "only"\n')
    assert numerate("docs/f.docx", "--config", "other.toml", cwd=folder)[0] == 1


def test_sarif_is_valid_and_points_at_the_number(folder: Path) -> None:
    status, out, _ = numerate("docs", "missing.md", ONLY, "--format", "sarif", cwd=folder)
    log = json.loads(out)
    jsonschema.validate(log, SCHEMA)
    assert status == 2
    results = log["runs"][0]["results"]
    assert len(results) == 7
    region = results[0]["locations"][0]["physicalLocation"]["region"]
    text = (folder / "docs/a.txt").read_bytes().decode()
    assert text[region["charOffset"] :][: region["charLength"]] == "31"
    assert results[6]["locations"][0]["logicalLocations"][0]["name"] == "page 2, line 1"


def test_github_output_names_file_and_line(folder: Path) -> None:
    _, out, _ = numerate("docs/b.md", ONLY, "--format", "github", cwd=folder)
    assert out.startswith("::error file=docs/b.md,line=6,endLine=6,col=44,endColumn=46,title=31%3A a date")


def test_the_html_page_has_the_distribution_of_every_number(folder: Path, tiny_folder: Path) -> None:
    status, out, err = numerate(
        "docs/b.md", "--model", tiny_folder, "--format", "html", "--output", "page.html", cwd=folder
    )
    assert (status, out) == (1, "")
    assert err.startswith("numerate: page.html: ")
    page = (folder / "page.html").read_text(encoding="utf-8")
    judged = page.count("<button")
    assert judged >= 3
    assert page.count("<svg") >= judged
    assert "June has 30 days, not 31." in page


def test_every_number_has_a_p_value_or_a_reason(folder: Path, tiny_folder: Path) -> None:
    (folder / "note.txt").write_text("The group said profit rose 12 percent.\n\nIt fell by 1e300 dollars.\n")
    arguments = ("note.txt", "--model", tiny_folder, "--format", "json", "--all")
    status, out, err = numerate(*arguments, "--false-alarms", "1", cwd=folder)
    assert (status, err) == (1, "")
    [file] = json.loads(out)["files"]
    twelve, huge = file["numbers"]
    assert 0 <= twelve["p_value"] <= 1
    assert (huge["p_value"], bool(huge["not_judged"])) == (None, True)
    [finding] = file["findings"]
    assert (finding["rule"], finding["text"], finding["place"]["line"]) == ("unlikely", "12 percent", 1)
    expected = finding["expected"]  # none where the number itself is in the usual range
    assert expected is None or expected["low"] <= expected["high"]
    assert finding["p_value"] == twelve["p_value"]
    status, out, _ = numerate(*arguments, "--false-alarms", "0", cwd=folder)
    assert (status, findings(out)) == (0, [])
    _, out, _ = numerate("note.txt", "--model", tiny_folder, "--all", "--no-consistency", cwd=folder)
    assert "note.txt:1:28  12 percent     p = " in out
    assert "note.txt:3:12  1e300 dollars  not judged: " in out


def _break(folder: Path) -> dict[str, str]:
    """Write files that cannot be read, and return part of the error message of each."""
    (folder / "broken.docx").write_bytes(b"PK\x03\x04 and then nothing of the kind")
    (folder / "locked.docx").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600)
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7\nand then nothing of the kind")
    pdf(folder / "locked.pdf", WRONG, password="secret")
    (folder / "junk.txt").write_bytes(bytes(range(256)) * 20)
    (folder / "empty").mkdir()
    return {
        "missing.txt": "no such file or folder",
        "none/*.md": "no file matches this pattern",
        "empty": "no file in this folder ends in one of .txt",
        "broken.docx": "broken",
        "locked.docx": "password",
        "broken.pdf": "broken",
        "locked.pdf": "password",
        "junk.txt": "is not text",
    }


def test_documents_that_cannot_be_read_are_reported_and_the_others_checked(folder: Path) -> None:
    bad = _break(folder)
    status, out, err = numerate(*bad, "docs/a.txt", ONLY, "--format", "json", cwd=folder)
    assert status == 2
    assert [name for name, _, _ in findings(out)] == ["docs/a.txt"]
    assert json.loads(out)["left_out"] == []
    assert {error["file"] for error in json.loads(out)["errors"]} == set(bad)
    lines = err.splitlines()
    assert len(lines) == len(bad)
    for name, message in bad.items():
        [line] = [line for line in lines if line.startswith(f"numerate: {name}: ")]
        assert message in line


@pytest.mark.parametrize(("name", "data"), [("empty.txt", b""), ("blank.md", b" \n\n"), ("empty.html", b"")])
def test_an_empty_text_has_no_findings(folder: Path, name: str, data: bytes) -> None:
    (folder / name).write_bytes(data)
    said = "No findings among 0 numbers of 1 document.\n"
    assert numerate(name, ONLY, cwd=folder) == (0, said, "")
    assert numerate("-", ONLY, cwd=folder, given=data) == (0, said, "")
    for form in ("json", "sarif", "html"):
        assert numerate(name, ONLY, "--format", form, cwd=folder)[0] == 0


def test_a_new_word_document_has_no_findings(folder: Path) -> None:
    word(folder / "new.docx")
    assert numerate("new.docx", ONLY, cwd=folder)[0] == 0


def test_a_docx_or_pdf_without_text_cannot_be_read(folder: Path) -> None:
    (folder / "empty.docx").write_bytes(b"")
    (folder / "empty.pdf").write_bytes(b"")
    pdf(folder / "blank.pdf", " ")
    document = docx.Document()
    document.add_picture(str(_picture(folder)))
    document.save(str(folder / "scan.docx"))
    names = ["empty.docx", "empty.pdf", "blank.pdf", "scan.docx"]
    status, _, err = numerate(*names, ONLY, cwd=folder)
    assert status == 2
    messages = ["not a DOCX", "not a PDF", "run it through OCR", "run it through OCR"]
    for line, name, message in zip(err.splitlines(), names, messages, strict=True):
        assert line.startswith(f"numerate: {name}: ")
        assert message in line


def _picture(folder: Path) -> Path:
    path = folder / "scan.png"
    Image.new("L", (8, 8)).save(path)
    return path


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--model", "nowhere/at/all"], "numerate: nowhere/at/all: no such folder"),
        (["--model", "docs"], "numerate: docs: not a model: it has no config.json"),
        ([ONLY, "--no-consistency"], "numerate: --only-consistency and --no-consistency leave nothing"),
        ([ONLY, "--false-alarms", "few"], "numerate: --false-alarms: must be a share such as 0.01"),
        ([ONLY, "--write-baseline"], "numerate: --write-baseline: say where, with --baseline FILE"),
        ([ONLY, "--write-baseline", "--output", "a"], "numerate: --write-baseline and --output"),
        ([ONLY, "--baseline", "none.json"], "numerate: none.json: no such baseline"),
        ([ONLY, "--baseline", "docs/a.txt"], "numerate: docs/a.txt: not a baseline: not JSON"),
        (
            [ONLY, "--config", "bad.toml"],
            "numerate: bad.toml: colour: no such setting; there are false-alarms",
        ),
        ([ONLY, "--config", "none.toml"], "numerate: none.toml: no such file"),
        ([ONLY, "--all", "--format", "github"], "numerate: --all: github has findings only"),
        ([ONLY, "--output", "no/such/page.html"], "numerate: no/such/page.html: cannot be written"),
    ],
)
def test_errors_are_one_line_with_the_remedy(folder: Path, arguments: list[str], message: str) -> None:
    (folder / "bad.toml").write_text("colour = true\n")
    before = sorted(folder.rglob("*"))
    status, out, err = numerate("docs/a.txt", *arguments, cwd=folder)
    assert (status, out) == (2, "")
    assert err.startswith(message)
    assert err.count("\n") == 1
    assert sorted(folder.rglob("*")) == before


def test_an_unknown_format_and_no_file_are_refused(folder: Path) -> None:
    assert numerate("docs/a.txt", "--format", "xml", cwd=folder)[0] == 2
    assert numerate(cwd=folder)[0] == 2


def test_without_a_model_the_error_names_only_consistency(folder: Path) -> None:
    from numerate.model.folder import DEFAULT

    if (DEFAULT / "model.onnx").exists():
        assert numerate("docs/a.txt", cwd=folder)[0] == 1
    else:
        status, _, err = numerate("docs/a.txt", cwd=folder)
        assert status == 2
        assert "--only-consistency" in err


def test_a_closed_pipe_is_quiet(folder: Path) -> None:
    (folder / "many.txt").write_text("It is 5.\n" * 3_000)  # more output than a pipe holds
    with subprocess.Popen(
        [COMMAND, "check", "many.txt", ONLY, "--all"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.readline()
        run.stdout.close()
        assert run.stderr.read() == b""
    assert run.returncode in (0, 141)  # all was written before, or not; 1 would say that something was found


def test_ctrl_c_is_quiet_and_leaves_no_file(folder: Path) -> None:
    command = [COMMAND, "check", "-", ONLY, "--output", "out.txt"]
    assert interrupt_at_input(command, cwd=folder) == (130, b"")
    assert not list(folder.glob("*out.txt*"))


def test_a_terminal_shows_a_progress_bar(folder: Path) -> None:
    ours, theirs = pty.openpty()
    ran = subprocess.run(
        [COMMAND, "check", "docs", ONLY],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=os.environ | {"TERM": "xterm"},
        timeout=LIMIT_SECONDS,
    )
    os.close(theirs)
    assert ran.returncode == 1
    assert "7/7" in os.read(ours, 100_000).decode()
    os.close(ours)


def test_the_hook_of_pre_commit_is_valid() -> None:
    root = Path(__file__).parents[2]
    ran = subprocess.run(
        [Path(sys.executable).with_name("pre-commit"), "validate-manifest", root / ".pre-commit-hooks.yaml"],
        capture_output=True,
    )
    assert ran.returncode == 0


def test_the_planted_errors_of_the_examples_are_found() -> None:
    root = Path(__file__).parents[2]
    _, out, _ = numerate("examples", ONLY, "--format", "json", cwd=root)
    planted = {
        "examples/release.md": ["12%", "4,520", "$7.2 million"],
        "examples/trial.txt": ["212", "67.4", "90%", "0.29", "1.42"],
    }
    for file in json.loads(out)["files"]:
        numbers = planted.get(file["file"], [])
        assert len(file["findings"]) == len(numbers)
        for finding, number in zip(file["findings"], numbers, strict=True):
            # Which number of a contradiction is wrong cannot always be known.
            assert number in [finding["text"], *(other["text"] for other in finding["related"])]
