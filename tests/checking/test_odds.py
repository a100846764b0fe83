from collections.abc import Sequence

import numerate
from numerate.checking.odds import LARGEST, ValueOdds
from numerate.consistency.sources.candidates import Aligned, align_draft
from numerate.consistency.sources.index import SourceIndex
from numerate.consistency.sources.reading import SourceText, read_quantities
from numerate.consistency.sources.tracing import index_sources, score_alarms
from numerate.documents import Document

SOURCE = (
    "The mill employs 340 people in Norton and 215 people in Dale. Output was 1,200 tonnes in 2021. "
    "The owner, who bought it for $4.2 million, plans to hire 30 more."
)
DRAFT = "In Dale the mill has about 340 people on its books, and 30 will be hired."


def test_the_model_says_how_much_likelier_a_value_is_than_its_rivals() -> None:
    index = index_sources([Document.from_text(SOURCE)])
    draft = read_quantities(Document.from_text(DRAFT), names=index.names)
    odds = ValueOdds(numerate.load(threads=1))(align_draft(draft, index), draft, index)
    assert len(odds) == 2
    assert all(value is None or abs(value) <= LARGEST for value in odds)
    assert any(value is not None for value in odds)


def test_odds_count_where_the_words_leave_doubt() -> None:
    index = index_sources([Document.from_text(SOURCE)])
    draft = read_quantities(Document.from_text("Dale has 340 people."), names=index.names)
    aligned = align_draft(draft, index)

    def score(answer: float | None) -> float:
        def odds(aligned: Sequence[Aligned], _: SourceText, __: SourceIndex) -> list[float | None]:
            return [answer] * len(aligned)

        [alarm] = score_alarms(aligned, draft, index, odds)
        return alarm

    [without] = score_alarms(aligned, draft, index)
    assert score(-LARGEST) > score(LARGEST)
    assert score(None) == without


def test_a_check_with_sources_asks_the_model() -> None:
    [checked, *_] = numerate.load(threads=1).check(DRAFT, against=[SOURCE]).numbers
    assert checked.support is not None
    assert checked.support.verdict in ("same", "contradicted")
