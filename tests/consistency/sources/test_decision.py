import pytest

from numerate.consistency.sources.candidates import align_draft
from numerate.consistency.sources.decision import (
    SIGNALS,
    alarm_score,
    sigmoid,
    signals,
    wants_odds,
    weigh_odds,
)
from numerate.consistency.sources.reading import read_quantities
from numerate.consistency.sources.tracing import index_sources
from numerate.documents import Document

SOURCE = (
    "Marlow Foods had revenue of $4.2 million and a loss of $1.9 million. Its costs rose from $2 million to "
    "$6.1 million. It has 35 shops, and 410 people work there."
)


def scores(draft: str) -> list[float]:
    index = index_sources([Document.from_text(SOURCE)])
    aligned = align_draft(read_quantities(Document.from_text(draft), names=index.names), index)
    return [alarm_score(entry, index) for entry in aligned]


def test_a_number_that_is_stated_scores_low_and_one_that_is_not_high() -> None:
    assert scores("It has 35 shops.")[0] < 0.5
    assert scores("It has 53 shops.")[0] >= 0.9


def test_the_very_phrase_with_another_value() -> None:
    right, wrong = scores("It had revenue of $4.2 million."), scores("It had revenue of $1.9 million.")
    assert right[0] < 0.5
    assert wrong[0] > 0.7


def test_the_start_of_a_change_is_not_its_end() -> None:
    assert scores("Its costs rose to $2 million.")[0] > 0.9
    assert scores("Its costs rose to $6.1 million.")[0] < 0.5


def test_one_signal_for_each_name() -> None:
    index = index_sources([Document.from_text(SOURCE)])
    [entry] = align_draft(read_quantities(Document.from_text("It has 35 shops.")), index)
    assert len(signals(entry, index)) == len(SIGNALS)


def test_a_model_is_asked_where_the_words_leave_doubt() -> None:
    index = index_sources([Document.from_text(SOURCE)])
    [entry] = align_draft(read_quantities(Document.from_text("It lost $1.9 million.")), index)
    assert wants_odds(entry, 0.4)
    assert not wants_odds(entry, 0.01)
    assert weigh_odds(0.5, 5.0) < weigh_odds(0.5, 0.0) < weigh_odds(0.5, -5.0)


@pytest.mark.parametrize("logit", [-1e9, 0.0, 1e9])
def test_probabilities_do_not_overflow(logit: float) -> None:
    assert 0 <= sigmoid(logit) <= 1
