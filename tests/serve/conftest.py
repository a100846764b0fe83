from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from numerate.model import Predictor, load
from tests.serve.servers import PATIENCE, run_command


@pytest.fixture(scope="session")
def model(tiny_folder: Path) -> Predictor:
    return load(tiny_folder, threads=1)


@pytest.fixture(scope="session")
def address(tiny_folder: Path) -> Iterator[str]:
    with run_command("--model", tiny_folder) as (address, _):
        yield address


@pytest.fixture
def client(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=PATIENCE, verify=False) as client:
        yield client
