from hypothesis import given
from hypothesis import strategies as st

from numerate.consistency.learned.distant import distant_pairs
from numerate.consistency.learned.network import claim_model
from numerate.consistency.learned.windows import encode_sentence
from tests.consistency.learned.helpers import skeleton

LEASE = """The tenant pays a deposit of £1,050 before moving in.

The garden is shared with the upper flat. It is mown every 14 days.

Smoking is not allowed in the hall. Bicycles go into the shed.

At the end of the tenancy the deposit of £1,150 is paid back, and the tenant returns 3 keys.
"""


def pairs(text: str) -> list[tuple[str, str]]:
    sentences = skeleton(text).sentences
    encoded = [encode_sentence(sentence, claim_model().pieces) for sentence in sentences]
    return [
        (text[sentences[i].start : sentences[i].end], text[sentences[j].start : sentences[j].end])
        for i, j in distant_pairs(encoded)
    ]


def test_sentences_about_the_same_thing_are_compared() -> None:
    [(first, second)] = pairs(LEASE)
    assert "£1,050" in first
    assert "£1,150" in second


def test_sentences_of_one_paragraph_are_not() -> None:
    assert not pairs(LEASE.replace("\n\n", " "))


def test_sentences_without_a_shared_unit_are_not() -> None:
    assert not pairs(LEASE.replace("£1,150", "five weeks' rent"))


@given(
    st.lists(st.sampled_from(["The rent is £5.", "The pool is 9 m deep.", "It rained.", "The rent was £6."]))
)
def test_pairs_are_in_order_and_few(sentences: list[str]) -> None:
    assert len(pairs("\n\n".join(sentences))) <= 2 * len(sentences)
