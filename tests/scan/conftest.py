from __future__ import annotations

import pytest

from numerate.scan.worker import Judge
from tests.scan.dangerous import judge


@pytest.fixture
def dangerous(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let scans be judged by a model that some texts are deadly to."""
    monkeypatch.setattr(Judge, "choose", judge)
