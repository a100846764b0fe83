import json

import pytest

from numerate.consistency.sources.support import SUPPORTED, VERDICTS
from tests.consistency.sources.helpers import supports

HARBOUR = (
    "The harbour board met on Tuesday. It approved a new quay of 340 metres at a cost of 61,500,000 euros."
)


def test_places_lead_back_to_the_source() -> None:
    [support] = supports("The quay is 340 metres long.", "Nothing.", HARBOUR)
    [place, *_] = support.evidence
    assert (place.text, place.place.line) == ("340", 1)
    assert "quay of 340 metres" in place.quote


def test_a_quote_of_a_cell_is_its_row() -> None:
    table = "| Port | Tonnes |\n|---|---|\n| Alma | 480 |\n| Brook | 120 |\n"
    [support] = supports("Alma handled 480 tonnes.", table, form="markdown")
    assert support.evidence[0].quote == "Alma | 480"


@pytest.mark.parametrize(
    ("draft", "verdict"), [("a quay of 340 metres", "same"), ("a quay of 430 metres", "contradicted")]
)
def test_what_is_written_as_json(draft: str, verdict: str) -> None:
    [support] = supports(f"The board approved {draft}.", HARBOUR)
    record = json.loads(json.dumps(support.to_dict()))
    assert record["verdict"] == verdict
    assert record["evidence"][0]["text"] == "340"
    assert support.is_supported == (verdict in SUPPORTED)
    assert support.confidence > 0.5


def test_supported_verdicts_are_verdicts() -> None:
    assert set(VERDICTS) > SUPPORTED
