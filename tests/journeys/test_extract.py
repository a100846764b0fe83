"""User journeys with `numerate extract`, through the installed command."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.commands import COMMAND, quick_command
from tests.journeys.interrupts import interrupt_at_input

TEXT = "Profit rose 12% to $3.4 billion\r\nin 2016; the A380 did not help.\n"


def numerate(*args: str, stdin: bytes = b"", **env: str) -> subprocess.CompletedProcess[bytes]:
    kept = {name: value for name, value in os.environ.items() if name not in ("FORCE_COLOR", "NO_COLOR")}
    command = COMMAND if env else quick_command()
    return subprocess.run([command, *args], input=stdin, capture_output=True, env=kept | env, timeout=300)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "report.txt"
    path.write_bytes(TEXT.encode())
    return path


def test_text_output_marks_the_numbers_and_lists_them(file: Path) -> None:
    shown = numerate("extract", str(file))
    assert shown.returncode == 0
    out = shown.stdout.decode()
    assert "Profit rose ⟦12%⟧ to ⟦$3.4 billion⟧\r\nin ⟦2016⟧; the A380 did not help." in out
    rows = [line.split() for line in out.splitlines()[3:]]
    assert rows == [
        ["line:column", "number", "value", "kind", "unit"],
        ["1:13", "12%", "12", "percent", "%"],
        ["1:20", "$3.4", "billion", "3,400,000,000", "money", "USD"],
        ["2:4", "2016", "2016", "year"],
    ]


def test_json_output_is_one_object_per_line(file: Path) -> None:
    lines = numerate("extract", "--format", "json", str(file)).stdout.splitlines()
    first, second, third = map(json.loads, lines)
    assert first["text"] == "12%"
    assert (second["value"], second["currency"], second["kind"]) == (3.4e9, "USD", "money")
    assert (third["line"], third["column"]) == (2, 4)
    # Offsets point into the user's own text, line ends and all.
    assert all(TEXT[record["start"] : record["end"]] == record["text"] for record in (first, second, third))


def test_identifiers_are_listed_with_an_option(file: Path) -> None:
    shown = numerate("extract", "--identifiers", "--format", "json", str(file)).stdout.splitlines()
    identifiers = [record for record in map(json.loads, shown) if record["kind"] == "identifier"]
    assert len(identifiers) == 1
    assert "380" in identifiers[0]["text"]
    assert identifiers[0]["value"] is None


def test_standard_input(file: Path) -> None:
    assert numerate("extract", "-", stdin=TEXT.encode()).stdout == numerate("extract", str(file)).stdout


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"])
def test_every_encoding_that_check_reads_is_read(encoding: str, tmp_path: Path) -> None:
    text = "Le café coûte 12 €.\r\nEt 3 % de plus.\r\n"
    (tmp_path / "bericht.txt").write_bytes(text.encode(encoding))
    shown = numerate("extract", "--format", "json", str(tmp_path / "bericht.txt"))
    first, second = map(json.loads, shown.stdout.splitlines())
    for record in (first, second):
        assert text[record["start"] : record["end"]] == record["text"]
    assert (first["line"], first["column"], second["line"], second["column"]) == (1, 15, 2, 4)


def test_places_in_a_marked_up_document_are_those_of_the_file(tmp_path: Path) -> None:
    source = "# Results\n\nSales rose **12%** to &pound;3&nbsp;million; `code 77` did not.\n"
    (tmp_path / "report.md").write_text(source, encoding="utf-8")
    shown = numerate("extract", "--format", "json", str(tmp_path / "report.md"))
    first, second = map(json.loads, shown.stdout.splitlines())
    assert (first["line"], first["column"]) == (3, 14)
    assert source[first["start"] : first["end"]] == "12%"
    assert source[slice(*first["numeral"])] == "12"
    assert source[first["unit"]["start"] : first["unit"]["end"]] == "%"
    assert second["value"] == 3e6
    assert source[second["start"] : second["end"]] == "&pound;3&nbsp;million"


def test_a_word_document_has_places_in_words(tmp_path: Path) -> None:
    import docx

    document = docx.Document()
    document.add_paragraph("Nothing here.")
    document.add_paragraph("Profit rose 12% in 2016.")
    document.save(str(tmp_path / "report.docx"))
    shown = numerate("extract", "--format", "json", str(tmp_path / "report.docx"))
    record = json.loads(shown.stdout.splitlines()[0])
    assert (record["text"], record["line"], record["where"]) == ("12%", None, "paragraph 2")
    assert "Profit rose 12% in 2016."[record["start"] : record["end"]] == "12%"
    out = numerate("extract", str(tmp_path / "report.docx")).stdout.decode()
    assert "Profit rose ⟦12%⟧ in ⟦2016⟧." in out
    assert [line.split() for line in out.splitlines()[-3:]] == [
        ["place", "number", "value", "kind", "unit"],
        ["paragraph", "2", "12%", "12", "percent", "%"],
        ["paragraph", "2", "2016", "2016", "year"],
    ]


@pytest.mark.parametrize("text", [b"", b"\n", b"No number here."])
def test_text_without_numbers(text: bytes) -> None:
    shown = numerate("extract", "-", stdin=text)
    assert shown.returncode == 0
    assert shown.stdout.endswith(b"No numbers.\n")
    assert numerate("extract", "-", "--format", "json", stdin=text).stdout == b""


def test_only_a_terminal_gets_colour(file: Path) -> None:
    assert b"\x1b" not in numerate("extract", str(file)).stdout
    coloured = numerate("extract", str(file), FORCE_COLOR="1").stdout
    assert b"\x1b[" in coloured
    assert "⟦".encode() not in coloured


def test_text_cannot_command_the_terminal() -> None:
    shown = numerate("extract", "-", stdin=b"\x1b]P;owned\x07 5" + b" words" * 20, FORCE_COLOR="1").stdout
    assert b"\x1b]P" not in shown
    assert "␛]P;owned␇".encode() in shown


def test_a_terminal_that_lacks_a_character_gets_its_code() -> None:
    shown = numerate("extract", "-", stdin="It is −5 €.".encode(), PYTHONIOENCODING="ascii")
    assert shown.returncode == 0
    assert b"No numbers" not in shown.stdout


BAD = [
    (lambda folder: folder / "missing.txt", "no such file"),
    (lambda folder: folder, "is a folder"),
    (lambda folder: _write(folder, b"Five \x81 or \x8d"), "neither UTF-8 nor Windows-1252"),
    (lambda folder: _write(folder, b"\x7fELF\0\0\x01"), "is not text"),
    (lambda folder: _write(folder, b"\x89PNG\r\n\x1a\n\0\0"), "is not text"),
]


def _write(folder: Path, data: bytes) -> Path:
    (folder / "bad").write_bytes(data)
    return folder / "bad"


@pytest.mark.parametrize(("make", "message"), BAD)
def test_an_unreadable_input_is_named_with_the_remedy(make, message: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = make(tmp_path)
    shown = numerate("extract", str(path))
    assert shown.returncode == 2
    assert shown.stdout == b""
    error = shown.stderr.decode()
    assert error.startswith(f"numerate: {path}: ")
    assert message in error
    assert error.count("\n") == 1


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read every file")
def test_unreadable_file(file: Path) -> None:
    file.chmod(0)
    shown = numerate("extract", str(file))
    assert shown.returncode == 2
    assert b"may not be read" in shown.stderr


def test_unknown_options_and_commands_are_refused(file: Path) -> None:
    assert numerate("extract", str(file), "--colour").returncode == 2
    assert numerate("extract", str(file), "--format", "xml").returncode == 2
    assert numerate("extrct").returncode == 2


def test_large_input_is_marked_to_the_end() -> None:
    text = b"The firm sold 12,000 units at $3.40 in 2016.\n" * 20_000
    shown = numerate("extract", "-", stdin=text)
    assert shown.stdout.count("\N{MATHEMATICAL LEFT WHITE SQUARE BRACKET}".encode()) == 60_000


def test_a_closed_pipe_is_quiet(tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    path.write_bytes(b"It is 5.\n" * 10_000)  # more output than a pipe holds
    with subprocess.Popen([COMMAND, "extract", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.readline()
        run.stdout.close()
        assert run.stderr.read() == b""
    assert run.returncode in (0, 141)


def test_ctrl_c_is_quiet(tmp_path: Path) -> None:
    assert interrupt_at_input([COMMAND, "extract", "-"], cwd=tmp_path) == (130, b"")


def test_version_and_help() -> None:
    import numerate as package

    assert numerate("--version").stdout.decode().strip() == f"numerate {package.__version__}"
    shown = numerate("--help")
    assert shown.returncode == 0
    assert b"extract" in shown.stdout
