"""`numerate rules` lists every rule with an example."""

import json

import pytest
from typer.testing import CliRunner

from numerate.cli import app
from numerate.errors import InputError
from numerate.report.rules import RULES

RUNNER = CliRunner()


def test_every_rule_is_listed_with_its_words_and_its_example() -> None:
    output = RUNNER.invoke(app, ["rules"]).output
    for rule in RULES.values():
        assert f"{rule.name}  ({rule.level})" in output
        assert rule.title in output
        assert all(line in output for line in rule.example.splitlines())


def test_json_has_every_rule() -> None:
    rules = json.loads(RUNNER.invoke(app, ["rules", "--format", "json"]).output)["rules"]
    assert [rule["name"] for rule in rules] == list(RULES)
    assert all(rule.keys() == {"name", "level", "title", "description", "example"} for rule in rules)


def test_rules_are_shown_by_name() -> None:
    output = RUNNER.invoke(app, ["rules", "date", "share"]).output
    assert output.count("(error)") == 2
    error = RUNNER.invoke(app, ["rules", "dates"]).exception
    assert isinstance(error, InputError)
    assert str(error).startswith("'dates': no such rule; there are unlikely, change")


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_examples_are_text(rule) -> None:
    assert rule.example.strip()
