from __future__ import annotations

import pytest

from numerate.scan.worker import ModelSpec
from tests.scan.dangerous import judge


@pytest.fixture
def dangerous(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let scans be judged by a model that some texts are deadly to."""
    monkeypatch.setattr(ModelSpec, "choose", judge)
