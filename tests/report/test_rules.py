from typing import get_args

from numerate.consistency.relation import Kind
from numerate.report.report import UNLIKELY
from numerate.report.rules import RULES


def test_every_rule_has_its_words() -> None:
    assert set(RULES) == {UNLIKELY, *get_args(Kind)}
    assert {name for name, rule in RULES.items() if rule.level == "warning"} == {UNLIKELY}
