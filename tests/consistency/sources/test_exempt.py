import pytest

from numerate.consistency.sources.exempt import (
    IDIOM,
    LIST_NUMBER,
    NAMED_HERE,
    ORDINAL,
    PRONOUN,
    REFERS_BACK,
    exemption,
)
from numerate.consistency.sources.reading import read_quantities
from numerate.documents import Document
from tests.consistency.sources.helpers import supports


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("She saw one such ship.", PRONOUN),
        ("First, the ships sank.", ORDINAL),
        ("12: Ships\n13: Boats", LIST_NUMBER),
        ("It is a two-way street.", IDIOM),
        ("The two agreed.", REFERS_BACK),
        ("There are three colours: red, white and blue.", NAMED_HERE),
        ("There are three colours: red and white.", None),
        ("The port has two ships.", None),
        ("It was the second flight.", None),
    ],
)
def test_reasons(text: str, reason: str | None) -> None:
    document = Document.from_text(text)
    [quantity, *_] = read_quantities(document).quantities
    assert exemption(quantity, document) == reason


def test_numbers_that_need_no_source_are_exempt_with_a_reason() -> None:
    exempt = supports(
        "First, the ships sank.\n\nThey had three colours: red, white and blue.", "A ship sank."
    )
    assert [support.verdict for support in exempt] == ["exempt"] * 2
    assert all(support.reason for support in exempt)
