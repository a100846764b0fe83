from __future__ import annotations

from pathlib import Path

import pytest

from numerate.scan.worker import ModelSpec
from tests.scan.poisoned import Gate, poisoned_model


@pytest.fixture
def gate(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Gate:
    """Let scans use the model that some texts are deadly to, and return its gate."""
    folder: Path = tmp_path_factory.mktemp("gate")
    monkeypatch.setattr(ModelSpec, "resolve", lambda *_: poisoned_model(folder))
    return Gate(folder)
