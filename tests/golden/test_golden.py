"""What the commands write for fixed inputs, word for word: moving code around must not change it.

Everything goes through the command, and no module of the package is imported, as modules may move.
A change that is meant is recorded with `python -m tests.golden.regenerate`; read the diff before committing.
"""

from __future__ import annotations

import difflib
import hashlib
import io
import json
import math
import os
import runpy
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any
from unittest.mock import patch

import docx
import pytest
import typer.main
from tests.commands import quick_command

import numerate

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

NEAR = {"p_value", "probability", "error_probability", "expected", "quantiles", "rank"}
"""What the network computes: as good as the same within `TOLERANCE`. Everything else is compared exactly."""
TOLERANCE = 0.15
"""Share by which these may differ: int8 kernels of other processors round differently, by up to 8% of a
p-value."""
CHANGING = {"seconds", "megabytes_per_second", "fingerprint", "sha256"}
"""What `numerate prepare` tells of the clock, the files and the version; the columns are compared instead."""


def run(*arguments: str, folder: Path, status: int = 0) -> str:
    """Run a command as a user does, in `folder`, and give what it writes."""
    ran = subprocess.run(
        [quick_command(), *arguments],
        cwd=folder,
        capture_output=True,
        env=os.environ | {"OMP_NUM_THREADS": "1", "PYTHONUTF8": "1"},
        timeout=300,
    )
    assert ran.returncode == status, f"exit status {ran.returncode}\n{ran.stderr.decode()}"
    return ran.stdout.decode()


def without_version(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_version(item) for key, item in value.items()}
    if isinstance(value, list):
        return [without_version(item) for item in value]
    return "VERSION" if value == numerate.__version__ else value


def write_memo(path: Path) -> None:
    memo = docx.Document()
    memo.add_heading("A harvest of 5,200 tonnes", level=1)
    opening = memo.add_paragraph("The cooperative brought in a harvest of 5,700 tonnes on ")
    opening.add_run("31 April").bold = True
    opening.add_run(" 2022. Its income rose 12% to $3.4 billion from $2.1 billion a year ago.")
    memo.add_paragraph(
        "It has a total of 120 members: 60 growers and 50 shepherds. Of 80 farmers, 24 (40%) keep bees, and "
        "a hive gives 18 kilograms of honey. The tractor, bought in 2015 for $85,000, weighs 6 grams."
    )
    memo.add_paragraph(
        "Der Umsatz der Bank stieg im vergangenen Jahr um 90 Prozent, teilte der Vorstand mit, und der "
        "Gewinn lag bei 250 Millionen Euro und damit deutlich unter den Erwartungen der Analysten."
    )
    table = memo.add_table(rows=0, cols=3)
    for cells in ("3.12 4.07 5.91", "6.44 7.25 8.08", "1.19 2.36 9.73"):
        for cell, text in zip(table.add_row().cells, cells.split(), strict=True):
            cell.text = text
    memo.save(str(path))


def documents(folder: Path) -> list[str]:
    """Lay out the documents of this test and the examples in `folder`, and name them."""
    shutil.copytree(HERE / "documents", folder, dirs_exist_ok=True)
    write_memo(folder / "memo.docx")
    shutil.copytree(ROOT / "examples", folder / "examples")
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*.*"))


def checked(folder: Path, *options: str, only: tuple[str, ...] = ()) -> Any:
    names = documents(folder)
    return without_version(json.loads(run("check", *options, *(only or names), folder=folder, status=1)))


def check_json(folder: Path) -> Any:
    return checked(folder, "--format", "json")


def check_sarif(folder: Path) -> Any:
    return checked(folder, "--format", "sarif")


def check_sensitive(folder: Path) -> Any:
    """Every number, too, of texts and of a document whose places are paragraphs."""
    options = ("--false-alarms", "sensitive", "--all", "--format", "json")
    return checked(folder, *options, only=("report.md", "branches.md", "memo.docx"))


def extract_json(folder: Path) -> Any:
    """Give one record a text: the cases with what only looks like a number, a long text without."""
    cases = runpy.run_path(str(ROOT / "benchmarks" / "extract_cases.py"))["cases"]
    long = (ROOT / "benchmarks" / "extract_text.txt").read_bytes()
    (folder / "long.txt").write_bytes(long)
    # All its options are read from signatures, which takes most of the time of so short a command.
    with patch("typer.main.get_command", cache(typer.main.get_command)):
        shown = [(case.text, extracted(folder / "case.txt", case.text)) for case in cases()]
    shown.append((long.decode(), run("extract", "--format", "json", "long.txt", folder=folder)))
    return [{"text": text, "numbers": list(map(json.loads, lines.splitlines()))} for text, lines in shown]


def extracted(file: Path, text: str) -> str:
    """Run the command in this process: a new one for each of hundreds of texts would take minutes."""
    file.write_bytes(text.encode())
    command = ["numerate", "extract", "--identifiers", "--format", "json", str(file)]
    with (
        patch.object(sys, "argv", command),
        redirect_stdout(io.StringIO()) as shown,
        pytest.raises(SystemExit) as ended,
    ):
        runpy.run_module("numerate", run_name="__main__")
    assert not ended.value.code
    return shown.getvalue()


def prepare(folder: Path) -> Any:
    pytest.importorskip("torch", reason="needs the train extra")
    shutil.copytree(HERE / "corpus", folder / "corpus")
    windows = ("--tokens", "48", "--statistics")
    sentences = ("--kind", "sentence", "--clean", "news", "--split", "month:0.6/0.2/0.2")
    return {
        "windows": prepared(folder, "corpus", "--out", "windows", *windows),
        "sentences": prepared(folder, "corpus/articles.jsonl", "--out", "sentences", *sentences),
        "dollars": prepared(folder, "corpus/articles.jsonl", "--out", "dollars", "--dollar"),
    }


def prepared(folder: Path, *arguments: str) -> Any:
    options = ("--shard-mb", "0.002", "--processes", "1", "--format", "json")
    told = json.loads(run("prepare", *arguments, *options, folder=folder))
    out = folder / told["folder"]
    return without_changing(
        {
            "told": told,
            "manifest": read(out / "manifest.json"),
            "skipped": read(out / "skipped.jsonl"),
            "shards": {path.name: columns(path) for path in sorted(out.glob("shard-*"))},
        }
    )


def columns(shard: Path) -> dict[str, Any]:
    """Give type, shape, checksum and the first few values of each column."""
    from safetensors.numpy import load_file

    return {
        name: {
            "type": str(array.dtype),
            "shape": list(array.shape),
            "first": array.ravel()[:8].tolist(),
            "checksum": hashlib.sha256(array.tobytes()).hexdigest(),
        }
        for name, array in sorted(load_file(shard).items())
    }


def without_changing(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_changing(item) for key, item in value.items() if key not in CHANGING}
    if isinstance(value, list):
        return [without_changing(item) for item in value]
    return without_version(value)


def predict(folder: Path) -> Any:
    texts = (
        "The company paid $[#MASK] million for a rival that employs 4,200 people in nine countries.",
        "Founded in [#MASK], the choir has 64 singers, who are [#MASK] years old on average.",
    )
    return [json.loads(run("predict", "--format", "json", text, folder=folder)) for text in texts]


OUTPUTS: dict[str, Callable[[Path], Any]] = {
    "check.json": check_json,
    "check.sarif": check_sarif,
    "check_sensitive.json": check_sensitive,
    "extract.jsonl": extract_json,
    "prepare.json": prepare,
    "predict.json": predict,
}


def write(file: Path, output: Any) -> None:
    if file.suffix == ".jsonl":
        text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in output)
    else:
        text = pretty(output) + "\n"
    file.write_text(text, encoding="utf-8")


def read(file: Path) -> Any:
    text = file.read_text(encoding="utf-8")
    return list(map(json.loads, text.split("\n")[:-1])) if file.suffix == ".jsonl" else json.loads(text)


def pretty(output: Any) -> str:
    return json.dumps(output, ensure_ascii=False, indent=1)


def settled(seen: Any, golden: Any, near: bool = False) -> Any:
    """Give `seen` with the floats of `golden` where they are as good as the same."""
    if isinstance(seen, dict) and isinstance(golden, dict):
        return {key: settled(item, golden.get(key), near or key in NEAR) for key, item in seen.items()}
    if isinstance(seen, list) and isinstance(golden, list):
        return [settled(item, golden[i] if i < len(golden) else None, near) for i, item in enumerate(seen)]
    if near and isinstance(seen, float) and isinstance(golden, float):
        return golden if math.isclose(seen, golden, rel_tol=TOLERANCE) else seen
    if near and isinstance(seen, str) and isinstance(golden, str):
        return golden  # these floats as written for people
    return seen


@pytest.mark.parametrize("name", OUTPUTS)
def test_output_is_as_recorded(name: str, tmp_path: Path) -> None:
    golden = read(HERE / name)
    before, after = pretty(golden), pretty(settled(OUTPUTS[name](tmp_path), golden))
    if before != after:
        diff = difflib.unified_diff(before.split("\n"), after.split("\n"), name, "now", lineterm="")
        pytest.fail("\n".join(islice(diff, 200)), pytrace=False)


def test_documents_contradict_themselves_in_every_way() -> None:
    files = (file for name in ("check.json", "check_sensitive.json") for file in read(HERE / name)["files"])
    rules = {finding["rule"] for file in files for finding in file["findings"]}
    known = {rule["id"] for rule in read(HERE / "check.sarif")["runs"][0]["tool"]["driver"]["rules"]}
    assert rules == known - {"contradicted", "absent"}  # these need sources
