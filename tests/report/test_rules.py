from numerate.consistency import RULES as CONSISTENCY_RULES
from numerate.report.options import UNLIKELY
from numerate.report.rules import RULES


def test_reports_know_the_models_rule_and_every_rule_of_consistency() -> None:
    assert set(RULES) == {UNLIKELY, *CONSISTENCY_RULES}
    assert {name for name, rule in RULES.items() if rule.level == "warning"} == {UNLIKELY}
    assert all(name == rule.name for name, rule in RULES.items())
