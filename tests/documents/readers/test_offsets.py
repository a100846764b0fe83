"""Every character of the text maps to the file, whatever the markup."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numerate.documents import OBJECT, read

# Generated sources mix plain words with the markup of each format.
_SPACES = [" ", "  ", "\n", "\n\n", "\t", "\r\n"]
_WORDS = [*"rose 3 .4 12 % $ 5,000 billion é € &".split(), *_SPACES]
_MARKS = {
    "text": ["numerate: ignore", "References", "Appendix", "\r", "\x0b", "\u2028"],
    "csv": [*', ; \t | " "" "," ,,'.split(" "), "\r", "\n"],
    "markdown": r"""
        * ** _ ` `` ``` # ## > - 1. [ ] ( ) ![ ]( | |-|-| \ \. \| <b> </b> <code> </code> <br> <sup> </sup>
        &pound; &#53; &nbsp; --- === ~~ [^1] <!-- --> <div> </div> <table> <td> <http://a.b/5> [a]: +++ \\
    """.split(),
    "html": """
        <b> </b> <p> </p> <td> <tr> <table> </table> <h1> </h1> <sup> </sup> <code> </code> <pre> </pre> < >
        <script> </script> <!-- --> &pound; &#53; &#x35 &amp; &notanentity; <a='5> <br/> <head> <body> <svg/>
        <li> = "
    """.split(),
    "rst": [
        *r"* ** ` `` :math:` :sup:` `_ | \ :: - === --- +--+ >>> :a: [1]_ __ <a>".split(),
        ".. ",
        "== ==\n",
    ],
    "latex": r"""
        { } \textbf{ \section{ $ $$ \( \) \[ \] \% \$ \, ~ -- `` '' \pounds \'e \cite{a} \footnote{ % & \\
        \SI{ }{ [ ] \begin{tabular}{ll} \end{tabular} \begin{verbatim} \end{verbatim} \verb|5| ^ _
        \begin{document} \item \times
    """.split(),
}
_TEXTS = {
    form: st.lists(st.sampled_from([*_WORDS, *marks, *marks]), max_size=30).map("".join)
    for form, marks in _MARKS.items()
}
# Superscripts and subscripts, which replace digits and signs one by one.
_SCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻₀₁₂₃₄₅₆₇₈₉₊₋", "0123456789+-0123456789+-", strict=True))
_ANYTHING = st.text(st.characters(exclude_categories=["Cc", "Cs"]) | st.sampled_from("\n\r\t\f"), max_size=60)


def check(source: str, form: str) -> None:
    document = read(source.encode(), format=form)
    texts = [document.text[block.start : block.end] for block in document.blocks]
    assert document.text == "\n\n".join(texts)
    assert all(text and text == text.strip() for text in texts)
    for span in document.source_map:
        shown = document.text[span.start : span.start + span.length]
        written = document.source[span.source : span.source + span.source_length]
        assert len(written) == span.source_length
        if span.length == span.source_length:
            for character, original in zip(shown, written, strict=True):
                same = original in (character, _SCRIPTS.get(character)) or (
                    character.isspace() and original.isspace()
                )
                assert same or character in f"{OBJECT}\xa0‘’"
        elif any(character.isdigit() for character in shown):
            assert "&" in written  # a character reference
    for offset in range(len(document.text)):
        place = document.locate(offset, offset + 1)
        assert 0 <= place.start <= place.end <= len(source)
        assert source.encode()[place.byte_start : place.byte_end].decode() == source[place.start : place.end]


@pytest.mark.parametrize("form", _MARKS)
def test_every_character_maps_to_the_file(form):
    @settings(max_examples=150)
    @given(_TEXTS[form])
    def run(source):
        check(source, form)

    run()


@pytest.mark.parametrize("form", _MARKS)
@given(source=_ANYTHING)
@settings(max_examples=60)
def test_any_text_can_be_read(form, source):
    check(source, form)


@pytest.mark.parametrize("form", _MARKS)
def test_every_number_maps_to_its_own_place(form):
    """All numbers are different, so that none can be mistaken for another."""

    @settings(max_examples=100)
    @given(st.lists(st.sampled_from([*_WORDS, *_MARKS[form]]), max_size=20))
    def run(marks):
        source = "".join(f"{mark}{100_000 + index} " for index, mark in enumerate(marks))
        if not source:
            return
        document = read(source.encode(), format=form)
        for number in re.finditer(r"(?<!\d)1000\d\d(?!\d)", document.text):
            place = document.locate(*number.span())
            assert place.start == source.index(number[0])
            assert place.end == place.start + 6

    run()
