"""The worked example in CONTRIBUTING.md is a rule that works."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

from numerate.consistency import RULES
from tests.consistency.helpers import holds, kinds, only

CONTRIBUTING = Path(__file__).parents[2] / "CONTRIBUTING.md"


@pytest.fixture(autouse=True)
def rule(monkeypatch: pytest.MonkeyPatch) -> None:
    [source] = re.findall(r'```python\n("""Rule `product`.*?)```', CONTRIBUTING.read_text("utf-8"), re.DOTALL)
    module = ModuleType("numerate.consistency.kinds.products")
    exec(compile(source, "CONTRIBUTING.md", "exec"), vars(module))
    monkeypatch.setitem(RULES, "product", module.RULE)


def test_its_example_breaks_it_and_no_other_rule() -> None:
    assert kinds(RULES["product"].example) == ["product"]


def test_its_message_shows_the_arithmetic_and_a_typo_is_identified() -> None:
    inconsistency = only("We packed 12 × 30 = 380 eggs.")
    assert inconsistency.message == "12 × 30 = 360, not 380."
    corrections = {correction.number.text: correction.text for correction in inconsistency.suggestions}
    assert corrections["380"] == "360"


@pytest.mark.parametrize("text", ["We packed 12 × 30 = 360 eggs.", "That is 1.5 * 2.5 = 3.8 in all."])
def test_correct_products_hold(text: str) -> None:
    assert holds(text, "product")


def test_parts_of_longer_calculations_are_not_reported() -> None:
    assert kinds("We packed 2 × 12 × 30 = 720 eggs.") == []
