from __future__ import annotations

import pytest
from tests.scale.dangerous import judge

from numerate.scale.worker import Judge


@pytest.fixture
def dangerous(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let scans be judged by a model that some texts are deadly to."""
    monkeypatch.setattr(Judge, "choose", judge)
