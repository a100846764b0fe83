"""Documents that a search for new code has found (tests/hostile/explore.py): every promise holds for each."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.hostile import explore
from tests.hostile.targets import TARGETS, Target, load_corpus


@pytest.mark.parametrize("name", TARGETS)
def test_every_document_of_the_corpus_is_read_or_refused(name: str) -> None:
    documents = load_corpus(name)
    assert documents
    for tokens in documents:
        TARGETS[name].read("".join(tokens))


def read_brackets(text: str) -> None:
    depth = 0
    for character in text:
        if character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
            if depth < 0:
                raise ValueError(text)


def test_a_search_finds_what_raises_and_keeps_it_short(capsys: pytest.CaptureFixture[str]) -> None:
    target = Target("brackets", Path(__file__).parent, ["a", "(", ")"], read_brackets)
    search = explore.Search(target, random.Random(0))
    while not search.failures:
        search.explore(0.05)
    assert [")"] in search.corpus
    assert "ValueError" in capsys.readouterr().out
    assert max(map(len, search.corpus)) <= 3


def test_what_takes_no_new_step_is_not_kept() -> None:
    target = Target("brackets", Path(__file__).parent, ["a"], read_brackets, [("(", ")")])
    search = explore.Search(target, random.Random(0))
    for tokens in (["a", "a"], ["a"], ["(a)"], ["(a)", "a"]):
        search.add(tokens)
    assert search.corpus == [["a"], ["(a)"]]
