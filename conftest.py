"""Every code block of README and docs runs as a test: Python here, bash with the commands installed here.

Blocks of one page run in order and share their names and their folder, a copy of what a checkout holds that
pages use. What must not run in a test (it would install packages, or run these tests again) is checked
instead; nothing is skipped.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from sybil import Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser
from tests.commands import COMMAND, quick_command

ROOT = Path(__file__).parent

# Tests run on as many processes as there are cores; threads of their own would only get in each other's way.
os.environ.setdefault("OMP_NUM_THREADS", "1")
# They start many more processes, each of which would compile the package again if it kept no bytecode.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

SLOW = ("README.md", "docs", "tests/training", "tests/journeys", "tests/experiments", "tests/golden")


def pytest_configure(config: pytest.Config) -> None:
    config.option.loadscopereorder = False  # xdist would begin with the files of most tests


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take long, so that all processes end at about the same time."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    slow |= {item.path for item in items if item.nodeid.startswith(SLOW)}
    items.sort(key=lambda item: item.path not in slow)


def open_page(namespace: dict[str, Any]) -> None:
    folder = tempfile.mkdtemp(prefix="numerate-docs-")
    shutil.copytree(ROOT / "examples", Path(folder, "examples"))
    namespace |= {"_folder": folder, "_back": Path.cwd(), "_path": os.environ["PATH"]}
    os.chdir(folder)
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"


def close_page(namespace: dict[str, Any]) -> None:
    os.environ["PATH"] = namespace["_path"]
    os.chdir(namespace["_back"])
    shutil.rmtree(namespace["_folder"])


def run_bash(example: Example) -> None:
    script = []
    for line in example.parsed.replace("\\\n", " ").splitlines():
        # Whole lines only: `make test` in the middle of another command has no business in a page.
        words = shlex.split(line, comments=True)
        if check := next((check for start, check in CHECKED.items() if line.startswith(start)), None):
            check(words)
        else:
            script.append(line)
    # `which numerate` asks for the installed script, which another launcher then runs.
    command = COMMAND if "which numerate" in example.parsed else quick_command()
    ran = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", "\n".join(script)],
        cwd=example.namespace["_folder"],
        env=os.environ | {"PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, f"exit status {ran.returncode}\n{ran.stdout}\n{ran.stderr}"


def check_make(words: list[str]) -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(words[1:]) <= targets, f"the Makefile has no {set(words[1:]) - targets}"


def check_install(words: list[str]) -> None:
    """Only this package, with extras that exist, or requirements that lie in the checkout."""
    project = (ROOT / "pyproject.toml").read_text()
    extras = set(re.findall(r"^(\w+) = \[", project.partition("optional-dependencies]")[2], re.MULTILINE))
    arguments = iter(words[words.index("install") + 1 :])
    for argument in arguments:
        if argument == "-r":
            assert (ROOT / next(arguments)).exists()
        elif not argument.startswith("-"):
            name = re.fullmatch(r"(?:numerate|\.)(?:\[([\w,]+)\])?", argument)
            assert name, f"{argument} is not this package"
            assert set((name[1] or "").split(",")) <= extras | {""}, f"no such extra: {argument}"


def check_script(words: list[str]) -> None:
    script = next(word for word in words if word.endswith(".py"))
    assert (ROOT / script).exists(), f"there is no {script}"


CHECKED = {
    "make ": check_make,
    "pip install ": check_install,
    # Minutes of measuring, and peers that are not installed here.
    ".venv/bin/python benchmarks/": check_script,
    ".venv/bin/python experiments/": check_script,
    "python3 -m venv .peers": check_install,
    ".peers/bin/python benchmarks/": check_script,
}

pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(), CodeBlockParser(language="bash", evaluator=run_bash)],
    patterns=["README.md", "docs/*.md"],
    setup=open_page,
    teardown=close_page,
).pytest()
