import pytest

import numerate
from numerate.checking import faithfulness as module
from numerate.errors import InputError

SOURCE = "The mill has 340 workers and exported 1,200 tonnes in 2021. It runs for 16 hours a day."
GOOD = "The mill exported 1,200 tonnes in 2021."
BAD = "The mill has 430 workers and exported 1,200 tonnes."


def test_a_batch_has_precision_recall_and_the_share_of_faithful_summaries() -> None:
    result = numerate.faithfulness([(SOURCE, GOOD), {"source": [SOURCE], "summary": BAD}])
    assert (result.precision, result.faithful_share) == (3 / 4, 1 / 2)
    assert result.recall == pytest.approx((2 / 4 + 1 / 4) / 2)
    first, second = result.scores
    assert first.is_faithful
    assert [record["text"] for record in second.unsupported] == ["430"]
    assert result.to_dict()["pairs"] == 2


def test_summaries_without_numbers_are_neither_faithful_nor_not() -> None:
    result = numerate.faithfulness([(SOURCE, "The mill is old.")])
    assert (result.precision, result.faithful_share) == (None, None)
    assert result.scores[0].to_dict()["faithful"] is None
    both = numerate.faithfulness([(SOURCE, "The mill is old."), (SOURCE, GOOD)])
    assert (both.faithful_share, both.to_dict()["pairs_with_numbers"]) == (1.0, 1)
    empty = numerate.faithfulness([])
    assert (empty.precision, empty.recall, empty.faithful_share) == (None, None, None)


def test_processes_give_the_same_scores_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_CHUNK", 2)
    pairs = [(SOURCE, GOOD), (SOURCE, BAD), (SOURCE, "None.")] * 2
    assert numerate.faithfulness(pairs, processes=2) == numerate.faithfulness(pairs, processes=1)


@pytest.mark.parametrize("pair", [{"source": SOURCE}, (SOURCE, 5), ([1], "a")])
def test_pairs_that_are_not_texts_are_refused(pair: object) -> None:
    with pytest.raises(InputError, match="a pair"):
        numerate.faithfulness([pair])  # type: ignore[list-item]


def test_the_metric_shows_its_figures() -> None:
    assert "number_precision=1.0" in repr(numerate.faithfulness([("It has 340 rooms.", "340 rooms.")]))
