"""Documents made of a format's own tokens, drawn so as to find what takes longest: no reader raises or lies.

Hypothesis steers toward documents that are slow for their length. `--hypothesis-profile hunt` draws
new ones, and many more; what fails is kept here with `@example`.
"""

from __future__ import annotations

import time

import pytest
from hypothesis import given, target
from hypothesis import strategies as st

import numerate
from numerate.documents import DocumentError, read
from numerate.documents.readers import FORMATS
from tests.hostile.kinds import KINDS

_COMMON = [
    "5",
    "6%",
    "$7 million",
    "one in five",
    " ",
    "\n",
    "\n\n",
    "\t",
    "a",
    "rose",
    "to",
    "é",
    "\u202e",
    "\0",
]
_TOKENS = {
    form: _COMMON
    + sorted({part for kind in KINDS if kind.format == form for part in (kind.start, kind.unit)})
    for form in FORMATS
    if any(kind.format == form for kind in KINDS)
}


@pytest.mark.parametrize("form", _TOKENS)
@given(data=st.data())
def test_a_document_of_any_tokens_is_read_or_refused(form: str, data: st.DataObject) -> None:
    source = "".join(data.draw(st.lists(st.sampled_from(_TOKENS[form]), max_size=60)))
    began = time.process_time()
    try:
        document = read(source.encode(), format=form)
    except DocumentError:
        return
    report = numerate.check(document, unlikely=False)
    if source:
        target((time.process_time() - began) / len(source), label="seconds per character")
    for block in document.blocks:
        assert 0 <= block.start < block.end <= len(document.text)
    for number in report.numbers:
        place = document.locate(number.start, number.end)
        assert 0 <= place.start <= place.end <= len(document.source)
        if number.text.isdigit() and form in ("text", "rst"):  # no entities and macros stand for digits there
            written = document.source[place.start : place.end]
            # In reStructuredText, a backslash escapes the digit after it.
            assert (written.replace("\\", "") if form == "rst" else written) == number.text


@pytest.mark.parametrize("form", FORMATS)
@given(source=st.binary(max_size=200))
def test_any_bytes_are_a_document_or_refused(form: str, source: bytes) -> None:
    try:
        document = read(source, format=form)
    except DocumentError as error:
        refusal = str(error)
    else:
        refusal = f"{document.name}: "
        numerate.check(document, unlikely=False)
    assert ": " in refusal
