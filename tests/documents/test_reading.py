import io
import os

import pytest

from numerate.documents import FORMATS, DocumentError, Limits, read
from numerate.errors import InputError


def refusal(source, **options) -> str:
    with pytest.raises(DocumentError) as error:
        read(source, **options)
    assert isinstance(error.value, InputError)
    assert str(error.value).startswith(f"{error.value.name}: ")
    return str(error.value)


@pytest.mark.parametrize(
    ("suffix", "form"),
    [
        (".txt", "text"),
        (".MD", "markdown"),
        (".htm", "html"),
        (".rst", "rst"),
        (".tex", "latex"),
        (".log", "text"),
    ],
)
def test_the_suffix_states_the_format(tmp_path, suffix, form):
    path = tmp_path / f"report{suffix}"
    path.write_text("Costs rose by 5 million.")
    document = read(path)
    assert (document.format, document.path, document.name) == (form, path, str(path))
    assert read(str(path)).text == document.text == "Costs rose by 5 million."


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Costs rose by 5 million. It was 3 * 4.", "text"),
        ("# Report\n\nCosts rose.", "markdown"),
        ("Costs rose by **5** million.", "markdown"),
        ("---\ntitle: x\n---\nText", "markdown"),
        ("\ufeff <!DOCTYPE html><p>Costs", "html"),
        ("<html><body>Costs", "html"),
        ("\\documentclass{article}\n\\begin{document}", "latex"),
        ("Report\n======\n\nCosts::\n\n  x", "rst"),
        (".. note:: Costs", "rst"),
    ],
)
def test_without_a_suffix_the_content_shows_the_format(text, form):
    assert read(text.encode()).format == form
    assert read(io.BytesIO(text.encode()), name="standard input").format == form


def test_the_format_can_be_stated(tmp_path):
    path = tmp_path / "report.txt"
    path.write_text("Costs **5**")
    assert read(path, format="markdown").text == "Costs 5"
    assert read(b"Costs **5**", name="notes.txt").text == "Costs **5**"
    assert all(form in refusal(b"x", format="word") for form in FORMATS)


def test_what_cannot_be_opened_is_named(tmp_path):
    assert "no such file" in refusal(tmp_path / "none.txt")
    assert "is a folder" in refusal(tmp_path)
    assert "cannot be read" in refusal(tmp_path / ("x" * 300))


@pytest.mark.parametrize("form", ["text", "markdown", "html", "rst", "latex"])
@pytest.mark.parametrize("data", [b"", b" \n\n", b"\xef\xbb\xbf"])
def test_an_empty_text_is_a_document_without_text(data, form):
    document = read(data, format=form)
    assert (document.text, document.blocks) == ("", ())


@pytest.mark.parametrize("name", ["report.docx", "report.pdf"])
def test_an_empty_file_is_no_packed_document(name):
    assert refusal(b"", name=name).startswith(
        f"{name}: is an empty file, not a {name[-4:].strip('.').upper()}"
    )


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_named(tmp_path):
    path = tmp_path / "secret.txt"
    path.write_text("5")
    path.chmod(0)
    assert "permissions" in refusal(path)


def test_a_huge_file_is_not_even_read(tmp_path):
    path = tmp_path / "huge.txt"
    with path.open("wb") as file:
        file.truncate(1 << 30)  # takes no room on disk
    assert "too large (1,073,741,824 bytes; the limit is 50,000,000" in refusal(path)


def test_a_stream_is_read_no_further_than_the_limit():
    class Endless(io.RawIOBase):
        taken = 0

        def read(self, size=-1):
            self.taken += size
            return b"5 " * (size // 2 + 1)

    stream = Endless()
    assert "too large" in refusal(stream, limits=Limits(file_bytes=100))
    assert stream.taken == 101
    assert "too large" in refusal(b"5 " * 100, limits=Limits(file_bytes=100))


def test_a_broken_byte_in_utf_8_spoils_nothing_else():
    data = "Café – naïve – déjà ".encode() + b"\xff" + " cost £5 million".encode()
    document = read(data, format="text")
    start = document.text.index("5")
    place = document.locate(start, start + 1)
    assert data[place.byte_start : place.byte_end] == b"5"
    assert document.encoding == "utf-8"
    assert "£" in document.text
