"""Shares where a sentence or passage has no other figures."""

import pytest

from numerate.consistency.shares.passages import read_passages, read_sparse_sentence
from tests.consistency.sentences import read, read_one


def stated(shares):
    return [(share.part.written, share.whole.written, share.stated.written) for share in shares]


def test_a_sentence_with_three_figures():
    sentence = read_one("There were 60 letters; 45 came back, a rate of 75%.")
    assert stated(read_sparse_sentence(sentence, ())) == [("45", "60", "75%")]
    assert stated(read_sparse_sentence(sentence, sentence.having("P"))) == []  # it is a change


@pytest.mark.parametrize(
    "text",
    [
        "There were 60 letters in 12 bags; 45 came back, a rate of 75%.",  # another figure
        "There were 60 letters; perhaps 45 would come back, a rate of 75%.",  # a guess
        "Against 60 letters, 45 came back, a rate of 75%.",
    ],
)
def test_sentences_that_leave_the_part_open(text):
    assert stated(read_sparse_sentence(read_one(text), ())) == []


def test_a_passage_with_three_figures():
    first, _ = read("The shop took £60. Its margin was 25%, that is £15.")
    assert stated(read_passages(first)) == [("£15", "£60", "25%")]


@pytest.mark.parametrize(
    "text",
    [
        "The shop took £60. Its margin was 25%. It pays £1 in rent.",  # far from a share
        "The shop took £60. Its margin rose by 25%. That is £15.",
        "A quarter of the 60 flats are let, and 15 have a view.",  # a claim of its own
    ],
)
def test_passages_about_something_else(text):
    assert stated(read_passages(read(text)[0])) == []
