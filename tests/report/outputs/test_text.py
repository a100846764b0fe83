from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from numerate.report.outputs import Layout
from numerate.report.outputs.text import to_text
from numerate.report.report import Run
from tests.report.samples import HOSTILE, report, run

SHOWN = """\
notes/a b.md:3:22  unlikely
  $3.4 trillion is unlikely here: usually $1.1–$9 billion

    Profit rose 12% to $3.4 trillion from $3.04 billion.
                       ^^^^^^^^^^^^^

  expected  $1.1–$9 billion (90% of correct numbers); 0.04% of correct numbers
            are at least this unlikely
  perhaps   $3.4 billion  trillion for billion? (64.0%)

notes/a b.md:3:13  change
  That is no rise of 12%.

    Profit rose 12% to $3.4 trillion from $3.04 billion.
                ^^^    -------------      -------------

  perhaps   21%  two digits were swapped

2 findings among 4 numbers of 1 document; 3 of 4 numbers judged, 1 (25%) not
judged (7 is a name). 1 document could not be read.
"""


def test_a_finding_is_shown_in_its_sentence() -> None:
    assert to_text(run()) == SHOWN


def test_with_colour_numbers_are_underlined_in_place() -> None:
    coloured = to_text(run(), Layout(colour=True))
    assert "\x1b[1;4;33m$3.4 trillion\x1b[0m" in coloured
    assert "^^^" not in coloured
    lines = [line for line in SHOWN.splitlines() if not re.fullmatch(r"[ ^-]+", line)]
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured).splitlines() == lines


def test_every_number_is_listed_on_request() -> None:
    shown = to_text(run(), Layout(numbers=True))
    assert "notes/a b.md:3:13  12%            p = 30.0%\n" in shown
    assert "notes/a b.md:5:9   7              not judged: 7 is a name\n" in shown


def test_related_numbers_of_other_sentences_are_listed() -> None:
    shown = to_text(run(report("It rose 12%.\n\nIt was $3 million. It is $4 million.")))
    assert "see also  $3 million  notes/a b.md:3:8" in shown


@pytest.mark.parametrize("width", [40, 60, 100])
def test_signs_are_below_their_number_after_wide_characters_too(width: int) -> None:
    text = "彼は言った：\t「利益」 Ünïcode e\u0301 and so on " * 3 + "rose 12% to 34% of all " + "x" * 120
    lines = to_text(run(report(text, "a.txt")), Layout(width=width)).splitlines()
    for above, below in pairwise(lines):
        if re.fullmatch(r"[ ^-]*\^[ ^-]*", below):
            before, sign = re.match(r"( *(?:-+ +)?)(\^+)", below).groups()
            marked = "".join(
                char
                for i, char in enumerate(above)
                if len(before) <= cell_len(above[:i]) < len(before) + len(sign)
            )
            assert marked in ("12%", "34%")
            break
    else:
        pytest.fail("nothing is underlined")
    assert all(cell_len(line) <= width for line in lines)


def test_the_ends_of_a_long_sentence_are_marked() -> None:
    shown = to_text(run(report("word " * 200 + "12% " + "word " * 200, "a.txt")))
    assert "    …word" in shown
    assert "word…\n" in shown


@given(st.text(max_size=60), st.integers(20, 90))
def test_no_text_controls_the_terminal(text: str, width: int) -> None:
    shown = to_text(run(report(f"{HOSTILE}{text} 5", None, keep=False)), Layout(width=width))
    assert not set(shown) & {"\x1b", "\x00", "\x7f", "\x9b", "\u202e", "\r"}


def test_a_run_without_documents_has_a_summary() -> None:
    assert to_text(Run(())) == "No findings among 0 numbers of 0 documents.\n"
