from typing import get_args

from numerate.checking.consistency.relation import Kind
from numerate.checking.report import UNLIKELY
from numerate.checking.rules import RULES


def test_every_rule_has_its_words() -> None:
    assert set(RULES) == {UNLIKELY, *get_args(Kind)}
    assert {name for name, rule in RULES.items() if rule.level == "warning"} == {UNLIKELY}
