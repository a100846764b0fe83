from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import settings

from tests.models.make_tiny import TINY, make_tokenizer, write_checkpoint

# Reproducible: the same examples each time, and no deadline, which a busy machine would exceed.
# `--hypothesis-profile hunt` looks for new examples; those that fail are kept with @example.
settings.register_profile("numerate", deadline=None, derandomize=True, max_examples=60)
settings.register_profile("hunt", deadline=None, max_examples=3000)
settings.load_profile("numerate")

# Without the `train` extra, and with versions too old for a tool of `dev`, all other tests still run.
collect_ignore = [] if find_spec("schemathesis") else ["serve/test_openapi.py"]
if find_spec("pyarrow") is None:
    collect_ignore += ["hostile/test_entry_points.py"]
if find_spec("torch") is None:
    collect_ignore += [
        "training",
        "experiments",
        *(f"journeys/test_{command}.py" for command in ("prepare", "train", "evaluate", "export")),
        *(f"distributions/test_{name}.py" for name in ("base", "contract", "contributing", "numeric")),
        "typos/test_typos.py",
        *(f"model/test_{name}.py" for name in ("network", "predictor", "torch_backend")),
        "cli/test_train_settings.py",
    ]


@pytest.fixture(scope="session")
def tokenizer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a word-piece tokenizer without numerate's symbols."""
    path = tmp_path_factory.mktemp("tokenizer") / "tokenizer.json"
    make_tokenizer().save(str(path))
    return path


@pytest.fixture(scope="session")
def tiny_checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The untrained checkpoint that `tiny_folder` was exported from; needs torch."""
    folder = tmp_path_factory.mktemp("checkpoint")
    write_checkpoint(folder)
    return folder


@pytest.fixture(scope="session")
def tiny_folder() -> Path:
    """A small exported model, committed; needs no torch. Copy it before you change it."""
    return TINY
