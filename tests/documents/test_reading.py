from __future__ import annotations

import errno
import io
import os

import pytest

from numerate.documents import FORMATS, DocumentError, Limits, find, read
from numerate.documents.readers import READERS
from numerate.errors import InputError


def read_error(source, **options) -> str:
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
def test_the_suffix_determines_the_format(tmp_path, suffix, form):
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
def test_without_a_suffix_the_content_determines_the_format(text, form):
    assert read(text.encode()).format == form
    assert read(io.BytesIO(text.encode()), name="standard input").format == form


def test_a_given_format_takes_precedence(tmp_path):
    path = tmp_path / "report.txt"
    path.write_text("Costs **5**")
    assert read(path, format="markdown").text == "Costs 5"
    assert read(b"Costs **5**", name="notes.txt").text == "Costs **5**"
    assert all(form in read_error(b"x", format="word") for form in FORMATS)


def test_a_file_that_cannot_be_opened_is_an_error_with_its_name(tmp_path):
    assert "no such file" in read_error(tmp_path / "none.txt")
    assert "is a folder" in read_error(tmp_path)
    assert "cannot be read" in read_error(tmp_path / ("x" * 300))


@pytest.mark.parametrize("form", ["text", "markdown", "html", "rst", "latex"])
@pytest.mark.parametrize("data", [b"", b" \n\n", b"\xef\xbb\xbf"])
def test_an_empty_text_file_is_an_empty_document(data, form):
    document = read(data, format=form)
    assert (document.text, document.blocks) == ("", ())


@pytest.mark.parametrize("name", ["report.docx", "report.pdf"])
def test_an_empty_file_is_not_a_document_of_a_binary_format(name):
    assert read_error(b"", name=name).startswith(
        f"{name}: is an empty file, not a {name[-4:].strip('.').upper()}"
    )


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_read_permission_is_an_error_with_its_name(tmp_path):
    path = tmp_path / "secret.txt"
    path.write_text("5")
    path.chmod(0)
    assert "permissions" in read_error(path)


def test_a_file_over_the_limit_is_not_opened(tmp_path):
    path = tmp_path / "huge.txt"
    with path.open("wb") as file:
        file.truncate(1 << 30)  # a sparse file
    assert "too large (1,073,741,824 bytes; the limit is 50,000,000" in read_error(path)


def test_a_stream_is_read_no_further_than_the_limit():
    class Endless(io.RawIOBase):
        requested = 0

        def read(self, size=-1):
            self.requested += size
            return b"5 " * (size // 2 + 1)

    stream = Endless()
    assert "too large" in read_error(stream, limits=Limits(file_bytes=100))
    assert stream.requested == 101
    assert "too large" in read_error(b"5 " * 100, limits=Limits(file_bytes=100))


def test_an_invalid_byte_in_utf_8_does_not_affect_the_rest():
    data = "Café – naïve – déjà ".encode() + b"\xff" + " cost £5 million".encode()
    document = read(data, format="text")
    start = document.text.index("5")
    place = document.locate(start, start + 1)
    assert data[place.byte_start : place.byte_end] == b"5"
    assert document.encoding == "utf-8"
    assert "£" in document.text


def test_every_format_has_its_own_name_and_suffixes() -> None:
    suffixes = [suffix for reader in READERS for suffix in reader.suffixes]
    assert len(set(FORMATS)) == len(READERS)
    assert len(set(suffixes)) == len(suffixes)
    assert all(suffix == suffix.lower() and suffix.startswith(".") for suffix in suffixes)
    assert READERS[0].sniff("anything")  # plain text, tried last


@pytest.fixture
def folder(tmp_path, monkeypatch):
    for name in ["b.md", "a.txt", "data.dat", ".hidden.md", ".git/c.md", "sub/d.TEX", "sub/deeper/e.docx"]:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("5")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(discovery):
    return [path.as_posix() for path in discovery.files]


def problems(discovery):
    return [str(error) for error in discovery.problems]


def test_a_folder_lists_its_documents_in_order(folder):
    discovery = find([folder])
    assert [path.relative_to(folder).as_posix() for path in discovery.files] == [
        "a.txt",
        "b.md",
        "sub/d.TEX",
        "sub/deeper/e.docx",
    ]
    assert discovery.left_out == [folder / "data.dat"]
    assert not discovery.problems


def test_a_named_file_is_included_whatever_its_suffix(folder):
    assert names(find(["data.dat", ".hidden.md"])) == ["data.dat", ".hidden.md"]


def test_a_pattern_matches_files_of_known_formats(folder):
    assert names(find(["*.md"])) == ["b.md"]
    assert names(find(["**/*.*"])) == ["a.txt", "b.md", "sub/d.TEX", "sub/deeper/e.docx"]
    assert names(find([f"{folder}/sub/**"])) == [f"{folder}/sub/d.TEX", f"{folder}/sub/deeper/e.docx"]
    assert names(find(["s*"])) == ["sub/d.TEX", "sub/deeper/e.docx"]


def test_a_file_whose_name_looks_like_a_pattern_is_found(folder):
    (folder / "draft[1].md").write_text("5")
    assert names(find(["draft[1].md"])) == ["draft[1].md"]


def test_each_file_is_listed_once(folder):
    (folder / "z-link.md").symlink_to("b.md")
    assert names(find(["b.md", "*.md", ".", "./b.md"])) == ["b.md", "a.txt", "sub/d.TEX", "sub/deeper/e.docx"]


def test_links_to_folders_are_not_followed_and_broken_links_are_problems(folder):
    (folder / "sub/round").symlink_to("..")
    (folder / "broken.md").symlink_to("gone.md")
    discovery = find(["."])
    assert len(discovery.files) == 4
    assert problems(discovery) == ["broken.md: broken link, or not a regular file; remove it"]
    assert problems(find(["broken.md"])) == ["broken.md: broken link; repair or remove it"]


def test_missing_paths_are_problems_and_the_rest_is_listed(folder):
    (folder / "bare").mkdir()
    discovery = find(["none.md", "*.pdf", "bare", "a.txt"])
    assert names(discovery) == ["a.txt"]
    none, pattern, bare = problems(discovery)
    assert none == "none.md: no such file or folder"
    assert pattern.startswith("*.pdf: no file matches")
    assert bare.startswith("bare: no file in this folder ends in one of .txt")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_without_read_permission_is_a_problem(folder):
    (folder / "sub").chmod(0)
    try:
        discovery = find(["."])
    finally:
        (folder / "sub").chmod(0o755)
    assert names(discovery) == ["a.txt", "b.md"]
    assert any("permissions" in problem for problem in problems(discovery))


def test_what_cannot_be_the_name_of_a_file_is_a_problem_not_a_crash():
    names = ["x" * 300 + ".md", "a\0b.md"]
    problems = find(names).problems
    assert [error.name for error in problems] == names
    assert "not the name of a file: File name too long" in problems[0].problem


def test_an_empty_name_is_not_the_current_folder(folder):
    assert problems(find(["", "a.txt"])) == [
        "'': an empty name; name a file or folder (. is the current folder)"
    ]
    assert "an empty name" in str(read_error(""))


def test_of_an_unreadable_folder_is_not_said_that_it_is_empty(folder, monkeypatch):
    monkeypatch.setattr(os, "scandir", refuse)
    assert problems(find(["sub"])) == ["sub: may not be read; change its permissions"]


def refuse(path):
    raise PermissionError(errno.EACCES, "Permission denied", path)
