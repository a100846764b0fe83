import json
import re
import runpy
import sys
from pathlib import Path

import pytest

import numerate

ROOT = Path(__file__).parents[1]


def test_figures_are_those_last_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(ROOT / "benchmarks"), *sys.path])
    table = runpy.run_path(str(ROOT / "benchmarks" / "extract.py"))["table"]
    record = json.loads((ROOT / "benchmarks" / "results" / "extract.json").read_text())
    summary = table(record["readers"]).split("\n\n")[0]
    assert summary in (ROOT / "README.md").read_text()


def test_links_lead_somewhere() -> None:
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md"):
        for link in re.findall(r"\]\(([^)]+)\)", page.read_text()):
            assert (ROOT / link).exists(), f"{page.name}: {link}"


def test_version_is_the_same_everywhere() -> None:
    assert f"version: {numerate.__version__}\n" in (ROOT / "CITATION.cff").read_text()
