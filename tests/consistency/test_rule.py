from dataclasses import FrozenInstanceError

import pytest

from numerate.consistency import RULES
from numerate.report.rules import RULES as REPORTED


def test_a_rule_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        RULES["change"].title = "other"


@pytest.mark.parametrize("name", RULES)
def test_every_rule_is_reported_with_its_own_words(name):
    rule, reported = RULES[name], REPORTED[name]
    assert rule.name == name
    assert (reported.title, reported.level, reported.description) == (rule.title, "error", rule.description)
