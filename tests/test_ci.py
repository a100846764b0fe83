"""The files for CI: read as YAML, and searched for what GitHub would refuse or nobody should trust."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from numerate.documents import SUFFIXES

ROOT = Path(__file__).parents[1]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text())
RELEASE = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text())
VSCODE = yaml.safe_load((ROOT / ".github/workflows/vscode.yml").read_text())
VERSIONS = yaml.safe_load((ROOT / ".github/workflows/versions.yml").read_text())


def steps() -> list[dict[str, Any]]:
    workflows = (RELEASE, VSCODE, VERSIONS)
    jobs = (step for each in workflows for job in each["jobs"].values() for step in job["steps"])
    return [*ACTION["runs"]["steps"], *jobs]


def test_every_step_runs_or_uses_something_at_a_version() -> None:
    for step in steps():
        assert ("run" in step) != ("uses" in step)
        if "uses" in step:
            assert re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step["uses"])


def test_no_expression_is_a_piece_of_a_script() -> None:
    assert not [step["run"] for step in steps() if "${{" in step.get("run", "")]


def test_inputs_are_declared_used_and_explained() -> None:
    used = set(re.findall(r"inputs\.([\w-]+)", (ROOT / "action.yml").read_text()))
    assert used == set(ACTION["inputs"])
    assert all(value["description"].endswith(".") for value in ACTION["inputs"].values())


def test_the_action_gives_options_that_exist() -> None:
    [script] = [step["run"] for step in ACTION["runs"]["steps"] if "numerate check" in step.get("run", "")]
    code = "from numerate.cli import main; main()"
    shown = subprocess.run([sys.executable, "-c", code, "check", "--help"], capture_output=True, text=True)
    for option in re.findall(r"--[a-z-]{2,}", script):
        assert option in shown.stdout


def test_releases_are_tested_on_every_supported_python_and_system() -> None:
    matrix = RELEASE["jobs"]["test"]["strategy"]["matrix"]
    assert matrix["python"] == ["3.10", "3.11", "3.12", "3.13"]
    assert {name.partition("-")[0] for name in matrix["os"]} == {"ubuntu", "macos", "windows"}
    assert 'requires-python = ">=3.10"' in (ROOT / "pyproject.toml").read_text()


def test_old_and_new_dependencies_are_tested_on_every_supported_python() -> None:
    job = VERSIONS["jobs"]["test"]
    assert job["strategy"]["matrix"]["python"] == RELEASE["jobs"]["test"]["strategy"]["matrix"]["python"]
    assert job["strategy"]["matrix"]["age"] == ["oldest", "newest"]
    assert '.ci/versions "$AGE" "$VERSION"' in [step.get("run") for step in job["steps"]]
    assert os.access(ROOT / ".ci/versions", os.X_OK)


@pytest.mark.parametrize("job", RELEASE["jobs"])
def test_jobs_have_few_rights_and_known_needs(job: str) -> None:
    assert RELEASE["permissions"] == {"contents": "read"}
    assert RELEASE["jobs"][job].get("needs", "build") in RELEASE["jobs"]


def test_the_image_runs_without_rights() -> None:
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    assert lines.index("USER numerate") < lines.index('ENTRYPOINT ["numerate"]')
    assert all(line.split()[1].endswith("-slim") for line in lines if line.startswith("FROM"))


def test_the_hook_takes_every_format() -> None:
    [hook] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    missing = [suffix for suffix in SUFFIXES if not re.search(hook["files"], f"a{suffix}")]
    assert missing == []
