from pathlib import Path

import pytest

from numerate.model import Model, load


@pytest.fixture(scope="session")
def model(tiny_folder: Path) -> Model:
    return load(tiny_folder, threads=1)
