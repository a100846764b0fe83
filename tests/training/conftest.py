from pathlib import Path

import pytest
from runs import write_corpus

from numerate.training.corpus import Corpus


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_corpus(tmp_path_factory.mktemp("corpus"))


@pytest.fixture(scope="session")
def corpus(folder: Path) -> Corpus:
    return Corpus.load(folder)
