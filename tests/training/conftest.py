from pathlib import Path

import pytest

from numerate.training.batches.corpus import Corpus
from tests.training.runs import write_corpus


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_corpus(tmp_path_factory.mktemp("corpus"))


@pytest.fixture(scope="session")
def corpus(folder: Path) -> Corpus:
    return Corpus.load(folder)
