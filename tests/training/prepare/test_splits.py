from __future__ import annotations

import contextlib
import datetime
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate.errors import InputError
from numerate.training.prepare.sources import SourceDocument
from numerate.training.prepare.splits import PERIODS, SplitRule, parse_split


def documents(count: int) -> list[SourceDocument]:
    first = datetime.date(2006, 10, 20)
    return [
        SourceDocument("text", f"x.jsonl:{i}", first + datetime.timedelta(days=i // 3)) for i in range(count)
    ]


def assigned(split: SplitRule, count: int) -> list[int | str]:
    assign = split.assigner()
    return [assign(document, i) for i, document in enumerate(documents(count))]


@pytest.mark.parametrize("sizes", [(246065, 30000, 30000), (20000, 2000, 2000), (5, 0, 1)])
def test_sizes_are_exact(sizes: tuple[int, int, int]) -> None:
    split = parse_split("/".join(map(str, sizes)))
    assert split.limit == sum(sizes)
    assign = split.assigner()
    counts = Counter(assign(SourceDocument("", ""), i) for i in range(sum(sizes)))
    assert tuple(counts[i] for i in range(3)) == sizes


def test_shares_are_approximate() -> None:
    counts = Counter(assigned(parse_split("0.8/0.1/0.1"), 20_000))
    assert counts[0] / 20_000 == pytest.approx(0.8, abs=0.01)
    assert counts[1] / 20_000 == pytest.approx(0.1, abs=0.01)


@pytest.mark.parametrize("text", ["600/100/100", "0.8/0.1/0.1", "week:0.8/0.1/0.1"])
def test_the_split_follows_the_seed(text: str) -> None:
    assert assigned(parse_split(text, 1), 800) == assigned(parse_split(text, 1), 800)
    assert assigned(parse_split(text, 1), 800) != assigned(parse_split(text, 2), 800)


@pytest.mark.parametrize("period", PERIODS)
def test_documents_of_a_period_are_in_the_same_split(period: str) -> None:
    splits: dict[str, set[int | str]] = {}
    for document, split in zip(
        documents(3000), assigned(parse_split(f"{period}:0.6/0.2/0.2"), 3000), strict=True
    ):
        assert isinstance(document.date, datetime.date)
        splits.setdefault(PERIODS[period](document.date), set()).add(split)
    assert all(len(indices) == 1 for indices in splits.values())
    assert period == "year" or set().union(*splits.values()) == {0, 1, 2}


@pytest.mark.parametrize(
    "date",
    [
        "2006-10-20",
        "2006-10-20T22:20:00.000+02:00",
        datetime.datetime(2006, 10, 20, 3),
        datetime.date(2006, 10, 20),
    ],
)
def test_dates_are_read_in_several_forms(date: object) -> None:
    split = parse_split("day:0.4/0.3/0.3")
    assert split.assigner()(SourceDocument("", "", date), 9) == split.assigner()(
        SourceDocument("", "", "2006-10-20"), 0
    )


@pytest.mark.parametrize("date", [None, "", "yesterday", "2006-13-01"])
def test_a_document_without_a_date_is_skipped(date: object) -> None:
    assert parse_split("week:0.8/0.1/0.1").assigner()(SourceDocument("", "", date), 0) == "no date"


@pytest.mark.parametrize(
    ("where", "split"),
    [
        ("finnews/train.parquet:17", 0),
        ("train-00001-of-3.jsonl:2", 0),
        ("x/validation.csv:1", 1),
        ("dev/a.txt", 1),
        ("x/test/2018/a.txt", 2),
    ],
)
def test_the_split_is_read_from_the_name_of_a_file_or_folder(where: str, split: int) -> None:
    assert parse_split("given").assigner()(SourceDocument("", where), 0) == split


def test_a_file_whose_name_has_no_split_is_an_error() -> None:
    with pytest.raises(InputError, match=r"stories\.jsonl"):
        parse_split("given").check(["train.jsonl", "stories.jsonl"])
    parse_split("0.8/0.1/0.1").check(["stories.jsonl"])


@pytest.mark.parametrize(
    "text", ["", "1/2", "a/b/c", "0.5/0.5/0.5", "1.5.2/0/0", "decade:0.8/0.1/0.1", "week:80/10/10"]
)
def test_malformed_splits_are_errors(text: str) -> None:
    with pytest.raises(InputError, match="split"):
        parse_split(text)


@given(st.text())
def test_any_text_is_a_split_or_an_error(text: str) -> None:
    with contextlib.suppress(InputError):
        parse_split(text)
