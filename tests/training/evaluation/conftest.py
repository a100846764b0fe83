from pathlib import Path

import pytest

from numerate.training.evaluation import Cases, draw_cases

from .tiny import write_corpus


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_corpus(tmp_path_factory.mktemp("prepared"))


@pytest.fixture(scope="session")
def cases(prepared: Path) -> Cases:
    return draw_cases(prepared)
