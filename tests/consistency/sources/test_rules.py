from numerate.consistency.sources.rules import RULES
from tests.consistency.sources.helpers import verdicts


def test_the_examples_of_the_rules_are_found() -> None:
    for name, rule in RULES.items():
        draft, source = rule.example.removeprefix("Draft: ").split(" Source: ")
        assert name in [verdict for _, verdict in verdicts(draft, source)]
