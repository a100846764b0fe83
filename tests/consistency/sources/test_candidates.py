from numerate.consistency.sources.candidates import Aligned, align_draft
from numerate.consistency.sources.reading import read_quantities
from numerate.consistency.sources.tracing import index_sources
from numerate.documents import Document

SOURCE = "Abundance was 38% lower at lit sites, and richness 17% lower. Of 45 interviews 31 are transcribed."


def aligned(draft: str) -> list[Aligned]:
    index = index_sources([Document.from_text(SOURCE)])
    return align_draft(read_quantities(Document.from_text(draft), names=index.names), index)


def test_a_place_that_a_neighbour_states_is_no_rival() -> None:
    [abundance, richness] = aligned("Light cut abundance by 38% and richness by 17%.")
    assert [rival.quantity.number.text for rival in abundance.rivals] == []
    assert [rival.quantity.number.text for rival in richness.rivals] == []


def test_a_value_that_is_stated_twice_is_claimed_once() -> None:
    [first, second] = aligned("Light cut abundance by 17% and richness by 17%.")
    assert [first.is_claimed, second.is_claimed] == [True, False]
    assert [rival.quantity.number.text for rival in first.rivals] == ["38%"]
