import pytest

from numerate.consistency import RULES as CONSISTENCY_RULES
from numerate.consistency.sources.rules import RULES as SOURCE_RULES
from numerate.consistency.tables import RULES as TABLE_RULES
from numerate.documents import DocumentError, read
from numerate.report.options import UNLIKELY
from numerate.report.rules import RULES, check_comments, unknown


def test_reports_know_the_models_rule_and_every_rule_of_consistency() -> None:
    assert set(RULES) == {UNLIKELY, *CONSISTENCY_RULES, *TABLE_RULES, *SOURCE_RULES}
    assert {name for name, rule in RULES.items() if rule.level == "warning"} == {
        UNLIKELY,
        "absent",
        "table-outlier",
    }
    assert all(name == rule.name for name, rule in RULES.items())


def test_names_that_are_no_rules_are_named() -> None:
    assert unknown(["change", UNLIKELY]) is None
    assert unknown(["change", "dates"]) == f"'dates': no such rule; there are {', '.join(RULES)}"


def test_a_comment_that_names_no_rule_is_refused_with_its_place() -> None:
    document = read(b"5 of 6.\n\nOr 7. numerate: ignore chnage\n", format="text", name="a.txt")
    message = r"^a\.txt: line 3, column 7: numerate: ignore 'chnage': no such rule"
    with pytest.raises(DocumentError, match=message):
        check_comments(document)
    check_comments(read(b"5 of 6. numerate: ignore change, unlikely -- checked\n", format="text"))
