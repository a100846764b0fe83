from pathlib import Path

import pytest

from numerate.model import Predictor, load


@pytest.fixture(scope="session")
def model(tiny_folder: Path) -> Predictor:
    return load(tiny_folder, threads=1)
