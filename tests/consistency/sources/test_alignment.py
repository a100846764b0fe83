from numerate.consistency.sources.alignment import FEATURES, Weighed, align, score
from numerate.consistency.sources.reading import read_quantities
from numerate.consistency.sources.tracing import index_sources
from numerate.documents import Document


def features(draft: str, source: str) -> list[dict[str, float]]:
    """Return the features of the first number of a draft and each number of a source."""
    index = index_sources([Document.from_text(source)])
    [quantity, *_] = read_quantities(Document.from_text(draft), names=index.names).quantities
    weighed = Weighed.of(quantity, index)
    pairs = [align(weighed, other, index) for other in index.quantities]
    return [dict(zip(FEATURES, pair, strict=True)) for pair in pairs]


SOURCE = (
    "Sales of the Norton mill rose to 340 kg in 2021. The Dale mill has 215 workers, and lay idle in May."
)


def test_two_numbers_about_the_same_share_unit_words_and_period() -> None:
    mass, _, workers = features("Sales of the mill were 320 kg in 2021.", SOURCE)
    assert (mass["same unit"], mass["same period"], mass["other measure"]) == (1, 1, 0)
    assert (workers["same unit"], workers["same period"], workers["other measure"]) == (0, 0, 1)
    assert mass["near words"] > workers["near words"]


def test_nouns_and_names_of_others() -> None:
    *_, workers = features("Dale has 340 workers.", SOURCE)
    assert (workers["same noun"], workers["same name"], workers["other name"]) == (1, 1, 0)
    [mass, *_] = features("Dale has 340 workers.", SOURCE)
    assert mass["other name"] == 1


def test_directions_and_ends_of_changes() -> None:
    [rise, *_] = features("Sales fell to 340 kg.", SOURCE)
    assert (rise["opposite"], rise["same direction"]) == (1, 0)
    [start, end] = features("Sales rose from 92 tonnes.", "Sales rose from 40 tonnes to 92 tonnes.")
    assert (start["start for end"], end["start for end"]) == (0, 1)


def test_the_better_place_has_the_higher_score() -> None:
    mass, _, workers = features("The workers of the Dale mill number 215.", SOURCE)
    assert score(tuple(workers.values())) > score(tuple(mass.values()))
