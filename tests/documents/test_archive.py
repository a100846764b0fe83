import io
import zipfile

import pytest

from numerate.documents import Limits
from numerate.documents.archive import OfficeArchive, with_article
from numerate.errors import UnreadableError


def pack(**parts: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def open_archive(data: bytes, limits: Limits | None = None) -> OfficeArchive:
    return OfficeArchive(data, limits or Limits(), program="Excel", suffix=".xlsx", old=".xls")


def test_parts_are_read_and_counted_once():
    archive = open_archive(pack(a="12345", b="678"), Limits(unpacked_bytes=8))
    assert list(archive.names) == ["a", "b"]
    for name in ("a", "a", "b"):
        with archive.open(name) as part:
            assert part.read().isdigit()
    archive.close()


def test_more_than_the_limits_is_refused():
    archive = open_archive(pack(a="12345", b="6789"), Limits(unpacked_bytes=8))
    archive.open("a").close()
    with pytest.raises(UnreadableError, match="unpacks to 9 bytes, more than an XLSX should"):
        archive.open("b")
    with pytest.raises(UnreadableError, match="if you trust it, read it in Python with higher limits"):
        open_archive(pack(a=" " * 30_000_000)).open("a")


def test_other_files_are_refused():
    with pytest.raises(UnreadableError, match="is not an XLSX, or is broken; open it in Excel"):
        open_archive(b"PK nothing")
    with pytest.raises(UnreadableError, match=r"protected by a password, or an old \.xls"):
        open_archive(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")


def test_articles():
    assert [with_article(name) for name in ("PDF", "XLSX", "Excel", "Word")] == [
        "a PDF",
        "an XLSX",
        "an Excel",
        "a Word",
    ]
