"""Forms of verbs."""

import re

import pytest

from numerate.consistency.verbs import FALLING, RISING, verbs


@pytest.mark.parametrize(
    ("entry", "forms"),
    [
        ("climb", {"climb", "climbs", "climbing", "climbed"}),
        ("drop+", {"drop", "drops", "dropping", "dropped"}),
        ("reduce", {"reduce", "reduces", "reducing", "reduced"}),
        ("fall:fell:fallen", {"fall", "falls", "falling", "fell", "fallen"}),
        ("go_up:went_up", {"go up", "goes up", "going up", "went up"}),
        ("slash", {"slash", "slashes", "slashing", "slashed"}),
    ],
)
def test_forms(entry, forms):
    assert {form.replace("\\ ", " ") for form in verbs(entry).split("|")} == forms


def test_no_verb_rises_and_falls():
    assert not set(RISING.split("|")) & set(FALLING.split("|"))
    assert re.fullmatch(RISING, "edging up")
