import cProfile
import pstats

from numerate.consistency.sources.index import SourceIndex
from numerate.consistency.sources.quantity import Quantity
from numerate.consistency.sources.reading import read_quantities
from numerate.consistency.sources.tracing import index_sources, trace_document
from numerate.consistency.sources.values import allowed
from numerate.documents import Document

SOURCE = "The quay has 40 lamps. The mill has 40 looms, and the market 12 stalls."


def look_up(draft: str, source: str) -> tuple[SourceIndex, Quantity, list[Quantity], list[Quantity]]:
    index = index_sources([Document.from_text(source)])
    [quantity, *_] = read_quantities(Document.from_text(draft)).quantities
    bounds = allowed(quantity, draft)
    matches = [index.quantities[i] for i in index.matches(quantity, bounds)]
    return index, quantity, matches, [index.quantities[i] for i in index.rivals(quantity, bounds)]


def test_matches_have_the_value_and_rivals_another() -> None:
    _, _, matches, rivals = look_up("The quay has 40 lamps.", SOURCE)
    assert [quantity.noun for quantity in matches] == ["lamp", "loom"]
    assert [quantity.noun for quantity in rivals] == ["stall"]


def test_rare_words_weigh_more() -> None:
    index, *_ = look_up("The quay has 40 lamps.", SOURCE + " The mill is old. The mill is tall.")
    assert index.idf("unheard") > index.idf("lamp") > index.idf("mill")
    assert index.knows("lamp")
    assert not index.knows("unheard")


def test_of_a_value_that_stands_everywhere_the_place_with_the_same_words_is_found() -> None:
    filler = " ".join(f"Street {name} has 40 houses." for name in _names(300))
    _, _, matches, _ = look_up("The quay has 40 lamps.", f"{filler} The quay has 40 lamps. {filler}")
    assert "lamp" in [quantity.noun for quantity in matches]
    assert len(matches) <= 16


def test_the_work_for_a_number_does_not_grow_with_the_source() -> None:
    assert _calls(2400) < 1.1 * _calls(400)


def _names(count: int) -> list[str]:
    return ["".join(chr(97 + int(digit)) for digit in str(i)).title() for i in range(count)]


def _calls(count: int) -> int:
    """Count the function calls of tracing twelve sentences to a source of `count` sentences."""
    sentences = [
        f"The {name} mill has {i % 4 + 3} boats at {i % 5 + 60} dollars in {1900 + i % 3} by {i % 3 + 5} men."
        for i, name in enumerate(_names(count))
    ]
    index = index_sources([Document.from_text(" ".join(sentences))])
    draft = Document.from_text(" ".join(sentences[::20][:12]))
    list(trace_document(draft, index))  # reads lists and the like of the source, once
    profile = cProfile.Profile()
    with profile:
        assert len(list(trace_document(draft, index))) > 30
    return int(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]
