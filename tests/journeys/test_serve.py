"""`numerate serve`, run as the installed command."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.commands import quick_command
from tests.serve.servers import PATIENCE, open_requests, run_command
from tests.waiting import wait_until


def test_start_check_and_stop(tiny_folder: Path) -> None:
    with run_command("--model", tiny_folder) as (address, process):
        assert address.startswith("http://127.0.0.1:")
        page = httpx.get(address, timeout=PATIENCE)
        assert page.headers["content-type"].startswith("text/html")
        assert "<title>numerate</title>" in page.text
        text = "In a survey, 180 of 240 (65%) agreed."
        report = httpx.post(f"{address}/v1/check", json={"text": text}, timeout=PATIENCE).json()
        assert [finding["rule"] for finding in report["findings"] if finding["p_value"] is None] == ["share"]
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
        # Neither clients nor requests are logged.
        assert process.stdout.read() == process.stderr.read() == ""


def test_requests_in_progress_are_answered_after_sigterm(tiny_folder: Path) -> None:
    book = {"text": "It sold 5 trucks in 2016.\n" * 100, "consistency": False}
    with (
        run_command("--model", tiny_folder) as (address, process),
        ThreadPoolExecutor(4) as pool,
        httpx.Client(base_url=address, timeout=PATIENCE) as client,
    ):
        posts = [
            pool.submit(httpx.post, f"{address}/v1/check", json=book, timeout=PATIENCE) for _ in range(4)
        ]
        # Each takes part of a second: some are in progress once the last has arrived.
        wait_until(lambda: open_requests(client) + sum(post.done() for post in posts) == 4)
        process.send_signal(signal.SIGTERM)
        assert [post.result().status_code for post in posts] == [200] * 4
        assert process.wait(PATIENCE) == -signal.SIGTERM
        assert process.stderr.read() == ""


def test_the_page_refers_to_no_other_site() -> None:
    pages = Path(__file__).parents[2] / "src" / "numerate" / "serve" / "page"
    for file in pages.iterdir():
        assert "http://" not in file.read_text().replace("http://www.w3.org/2000/svg", "")
        assert "https://" not in file.read_text()


def serve(*arguments: str | Path, **environment: str) -> tuple[int, str]:
    result = subprocess.run(
        [quick_command(), "serve", *map(str, arguments)],
        capture_output=True,
        text=True,
        env=os.environ | environment,
        timeout=PATIENCE,
    )
    assert "Traceback" not in result.stderr
    return result.returncode, result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--model", "nowhere/at/all"], "nowhere/at/all: no such folder"),
        (["--host", "0.0.0.0"], "--host 0.0.0.0: other machines could use the server; set a token"),
        (["--token", ""], "--token: must consist of one or more ASCII characters"),
        (["--workers", "0"], "workers=0: must be positive"),
    ],
)
def test_an_invalid_option_is_reported_in_one_line(arguments: list[str], message: str) -> None:
    status, err = serve(*arguments)
    assert status == 2
    assert err.startswith(f"numerate: {message}")
    assert err.count("\n") == 1


def test_a_port_in_use_is_reported(tiny_folder: Path) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        status, err = serve("--model", tiny_folder, "--port", str(port))
    assert status == 2
    assert err.startswith(f"numerate: 127.0.0.1:{port}: cannot listen there: Address already in use; choose")


def test_a_server_with_a_token_can_listen_on_all_addresses(tiny_folder: Path) -> None:
    with run_command("--model", tiny_folder, "--host", "0.0.0.0", NUMERATE_TOKEN="s3cret") as (address, _):
        address = address.replace("0.0.0.0", "127.0.0.1")
        assert httpx.get(f"{address}/v1/model", timeout=PATIENCE).status_code == 401
        headers = {"Authorization": "Bearer s3cret", "Host": "numbers.example"}
        assert httpx.get(f"{address}/v1/model", headers=headers, timeout=PATIENCE).status_code == 200


@pytest.mark.parametrize("missing", ["fastapi", "uvicorn", "multipart", "prometheus_client"])
def test_without_the_extra_the_message_says_how_to_install_it(missing: str) -> None:
    """Simulate an installation without the extra by blocking the import of a package."""
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
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE)
    assert result.returncode == 2
    assert "pip install 'numerate[serve]'" in result.stderr
    assert result.stderr.count("\n") == 1
