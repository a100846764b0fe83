"""What a user does with `numerate serve`, with the command as installed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.serve.running import COMMAND, command


def test_start_ask_and_stop(tiny_folder: Path) -> None:
    with command("--model", tiny_folder) as (address, process):
        assert address.startswith("http://127.0.0.1:")
        page = httpx.get(address)
        assert page.headers["content-type"].startswith("text/html")
        assert "<title>numerate</title>" in page.text
        told = httpx.post(
            f"{address}/v1/check", json={"text": "In a survey, 180 of 240 (65%) agreed."}
        ).json()
        assert [finding["rule"] for finding in told["findings"] if finding["p_value"] is None] == ["share"]
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        # Neither who asked nor for what.
        assert process.stdout.read() == process.stderr.read() == ""


def test_everything_the_page_needs_is_served_here(tiny_folder: Path) -> None:
    pages = Path(__file__).parents[2] / "src" / "numerate" / "serve" / "page"
    for file in pages.iterdir():
        assert "http://" not in file.read_text().replace("http://www.w3.org/2000/svg", "")
        assert "https://" not in file.read_text()


def serve(*arguments: str | Path, **environment: str) -> tuple[int, str]:
    ran = subprocess.run(
        [COMMAND, "serve", *map(str, arguments)],
        capture_output=True,
        text=True,
        env=os.environ | environment,
        timeout=60,
    )
    assert "Traceback" not in ran.stderr
    return ran.returncode, ran.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--model", "nowhere/at/all"], "nowhere/at/all: no such folder"),
        (["--host", "0.0.0.0"], "--host 0.0.0.0: others could reach it; set a token"),
        (["--token", ""], "--token: must be some ASCII characters"),
        (["--workers", "0"], "workers=0: must be positive"),
    ],
)
def test_what_is_in_the_way_is_said_in_one_line(arguments: list[str], message: str) -> None:
    status, err = serve(*arguments)
    assert status == 2
    assert err.startswith(f"numerate: {message}")
    assert err.count("\n") == 1


def test_a_port_that_is_taken_is_named(tiny_folder: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        status, err = serve("--model", tiny_folder, "--port", str(port))
    assert status == 2
    assert err.startswith(f"numerate: 127.0.0.1:{port}: cannot listen there: Address already in use; choose")


def test_with_a_token_others_may_reach_it(tiny_folder: Path) -> None:
    with command("--model", tiny_folder, "--host", "0.0.0.0", NUMERATE_TOKEN="s3cret") as (address, _):
        address = address.replace("0.0.0.0", "127.0.0.1")
        assert httpx.get(f"{address}/v1/model").status_code == 401
        headers = {"Authorization": "Bearer s3cret", "Host": "numbers.example"}
        assert httpx.get(f"{address}/v1/model", headers=headers).status_code == 200


@pytest.mark.parametrize("missing", ["fastapi", "uvicorn", "multipart", "prometheus_client"])
def test_without_the_extra_the_way_out_is_named(tmp_path: Path, missing: str) -> None:
    """An installation without the extra, imitated: the package cannot be imported."""
    code = (
        "import sys, importlib.abc\n"
        "class Missing(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name.partition('.')[0] in ({missing!r}, 'python_' + {missing!r}):\n"
        "            raise ModuleNotFoundError(f'No module named {name!r}', name=name)\n"
        "sys.meta_path.insert(0, Missing())\n"
        "sys.argv = ['numerate', 'serve']\n"
        "from numerate.cli import main; main()\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert ran.returncode == 2
    assert "pip install 'numerate[serve]'" in ran.stderr
    assert ran.stderr.count("\n") == 1
