"""Every hostile kind of document through every entry point: each answers, and nothing breaks."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from numerate.cli import app
from numerate.documents.readers import SUFFIXES
from numerate.errors import InputError
from numerate.scan.job import scan
from numerate.scan.options import ScanOptions
from tests.hostile.kinds import KINDS
from tests.scan.results import table
from tests.serve.servers import PATIENCE, run_command

pytestmark = pytest.mark.slow

SIZE = 400
SUFFIX = {form: suffix for suffix, form in reversed(SUFFIXES.items())}
BYTES = {
    "nothing": b"",
    "zeros": bytes(300),
    "every byte": bytes(range(256)) * 3,
    "half a character": "Of 5 £".encode()[:-1],
    "no DOCX": b"PK\x03\x04" + b"5" * 300,
    "no PDF": b"%PDF-1.7\n" + b"5 0 obj\n" * 40,
    "utf-16": "Of 5 people, 6 came.".encode("utf-16-le"),
    "lone surrogate": "Of 5 \ud800".encode("utf-8", "surrogatepass"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    for number, kind in enumerate(KINDS):
        data = kind.make(SIZE).encode()
        (folder / f"{number}{SUFFIX[kind.format]}").write_bytes(data)
    for name, data in BYTES.items():
        for suffix in (".txt", ".md", ".docx", ".pdf"):
            (folder / f"{name}{suffix}").write_bytes(data)
    return folder


def test_check_reads_every_file_or_names_it(folder: Path) -> None:
    result = CliRunner().invoke(app, ["check", "--only-consistency", "--format", "json", str(folder)])
    assert result.exit_code == 2, result.output[-500:]  # some cannot be read
    read = {Path(report["file"]).name for report in json.loads(result.stdout)["files"]}
    refused = {file.name for file in folder.iterdir() if f"{file}: " in result.stderr}
    assert read | refused == {file.name for file in folder.iterdir()}


def test_standard_input_takes_any_bytes() -> None:
    for name, data in BYTES.items():
        result = CliRunner().invoke(app, ["extract", "--format", "json", "-"], input=data)
        # `main`, which is not called here, makes exit status 2 of these errors.
        assert result.exit_code == 0 or isinstance(result.exception, InputError), (name, result.exception)


def test_a_scan_writes_a_row_for_every_document(folder: Path, tmp_path: Path) -> None:
    texts = [kind.make(SIZE) for kind in KINDS]
    source = tmp_path / "hostile.jsonl"
    source.write_text("".join(json.dumps({"id": i, "text": text}) + "\n" for i, text in enumerate(texts)))
    manifest = scan([str(source)], tmp_path / "out", ScanOptions(unlikely=False), workers=1)
    assert manifest["complete"]
    assert {row["id"] for row in table(tmp_path / "out", "documents")} == {str(i) for i in range(len(texts))}


def test_the_server_answers_every_upload(tiny_folder: Path) -> None:
    import httpx

    with (
        run_command("--model", tiny_folder) as (address, _),
        httpx.Client(base_url=address, timeout=PATIENCE) as client,
    ):
        for number, (name, data) in enumerate(BYTES.items()):
            suffix = (".txt", ".docx", ".pdf")[number % 3]
            files = {"file": (f"a{suffix}", io.BytesIO(data))}
            answer = client.post("/v1/check", files=files)
            assert answer.status_code < 500, (name, answer.text[:300])
        for kind in KINDS[::7]:
            answer = client.post("/v1/check", json={"text": kind.make(SIZE)})
            assert answer.status_code < 500, (kind, answer.text[:300])
