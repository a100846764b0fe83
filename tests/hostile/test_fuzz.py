"""Documents made of a format's own tokens, drawn so as to find what takes longest: no reader raises or lies.

Hypothesis steers toward documents that are slow for their length. `--hypothesis-profile hunt` draws
new ones, and many more; what fails is kept here with `@example`.
"""

from __future__ import annotations

import time

import pytest
from hypothesis import given, target
from hypothesis import strategies as st

from numerate.documents.readers import FORMATS
from tests.hostile.targets import TOKENS, check


@pytest.mark.parametrize("form", TOKENS)
@given(data=st.data())
def test_a_document_of_any_tokens_is_read_or_refused(form: str, data: st.DataObject) -> None:
    source = "".join(data.draw(st.lists(st.sampled_from(TOKENS[form]), max_size=60)))
    began = time.process_time()
    if check(source.encode(), form) and source:
        target((time.process_time() - began) / len(source), label="seconds per character")


@pytest.mark.parametrize("form", FORMATS)
@given(source=st.binary(max_size=200))
def test_any_bytes_are_a_document_or_refused(form: str, source: bytes) -> None:
    check(source, form)
