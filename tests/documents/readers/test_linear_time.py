"""Hostile sources take linear time: four times the input takes at most ten times the processor time."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from numerate.documents import DocumentError, read
from numerate.documents.formats import TextReader
from numerate.documents.readers import READERS

pytestmark = pytest.mark.slow

SMALL = 12_000
"""Characters of the smaller input; the larger has four times as many."""
REPEATED = {
    "text": [
        "\n",
        " \n",
        "\r",
        "numerate: ignore\n",
        "numerate: ignore\n\n5\n\n",
        "References\n",
        "5\n",
        "a   5\n",
        "a\t5\n",
        "a | 5\n",
        "   5",
    ],
    "csv": ['"', '""', '",', ",", "\n", "5,6\n", "a\n\n", "a,b\n\n", '"5"\n', " "],
    "markdown": [
        *"[ ![[ [a]( **a ` <!-- <![CDATA[ &a |a ~~ [^1]".split(),
        "*a ",
        "<a ",
        "- ",
        "> ",
        "[a]: b\n",
        "a|b\n",
        "5 and *6*\n",
        "A[^1].\n\n[^1]: B 5.\n\n",
        "<!-- numerate: ignore -->\n\n5\n\n",
    ],
    "html": [
        *"< <!-- <a_b=' <div> <table> <td> <code> <sup> & &# <script> </ <! <p>5</p> <b>5</b> <pre".split(),
        "<a ",
        "= ",
        "<p hidden>5</p>",
        "<td rowspan=9999>5",
        "<tr><td colspan=999>5",
        "<tr><td rowspan=9999>5<td>6",
        "<p>5 <!-- numerate: ignore --></p>",
        "<p>5</p>\n<!-- numerate: ignore -->\n",
        "<table><tr><td>5\n<!-- numerate: ignore -->\n",
        "5<!-- numerate: ignore-start -->6<!-- numerate: ignore-end -->",
    ],
    "quarto": ["$$", "$a ", "[", "[@a", "@a", "{#", "{{<", "`", "```\n~~~\n", "`" * 9 + "\n", ":::", "$5 "],
    "rst": [
        *r"**a \ ..\n +- [1]_ :a:`".split(),
        *["*a ", "`a ", "``a ", "|a ", ".. ", "- ", "== ", "|", "..\n", "::\n\n", "a\n=\n"],
        ".. numerate: ignore\n\n5\n\n",
    ],
    "latex": [
        *r"""
        { } $ \cite{ \footnote{ \begin{a} \begin{tabular}{a} \[ \( \item[ % & \\ \verb| \def\a \section{ \SI{
        \title[ \title{5} \lstinline[ \newcommand{\a}{\b}\newcommand{\b}{\a}\a \foo[ \cmidrule( \vskip1
        """.split(),
        "$a\n\n",
    ],
}
LONG = {
    "html": [("<p", " "), ("<p style='", " "), ("<p ", 'style="a" ')],
    "latex": [
        (r"\def", " "),
        (r"\newcommand{\a}", " "),
        (r"\vskip", " "),
        (r"\vskip", "1"),
        (r"\begin", " "),
    ],
    "markdown": [("---\na", "\na"), ("[a](", " "), ("|-|\n|", " ")],
    "rst": [(".. note::", " "), ("a", " "), ("a::\n\n", " b\n")],
    "text": [("5", " "), ("5\n", " ")],
}
SOURCES = [(form, "", unit) for form, units in REPEATED.items() for unit in units]
SOURCES += [(form, start, unit) for form, pairs in LONG.items() for start, unit in pairs]
SNIFFED = [
    "<!-- -->",
    "<?xml >",
    "[",
    "[a](",
    "[a](b",
    "**a",
    "\n",
    "\n    ",
    "a\n====\n\n",
    "====\n\n",
    "`",
    "\\sub",
]


@pytest.fixture(autouse=True)
def paused_collector() -> Iterator[None]:
    """Pause the garbage collector, which would traverse all objects of the test run."""
    gc.disable()
    yield
    gc.enable()


def assert_linear(run: Callable[[str], object], start: str, unit: str) -> None:
    def seconds(size: int) -> float:
        source = start + unit * (size // len(unit))
        began = time.process_time()  # not affected by other work on the machine
        with suppress(DocumentError):  # nested too deeply
            run(source)
        return time.process_time() - began

    # Below a few milliseconds the clock is too coarse.
    assert any(seconds(4 * SMALL) <= 10 * max(seconds(SMALL), 0.005) for _ in range(3))


@pytest.mark.parametrize(("form", "start", "unit"), SOURCES)
def test_reading_takes_linear_time(form: str, start: str, unit: str) -> None:
    assert_linear(lambda source: read(source.encode(), format=form), f"Of 5 {start}", unit)


@pytest.mark.parametrize("unit", ["\\title[", "\\title{", "\\title{5}", "\\usepackage[", "%\n"])
def test_a_latex_preamble_takes_linear_time(unit: str) -> None:
    assert_linear(lambda source: read(f"{source}\\begin{{document}}5".encode(), format="latex"), "", unit)


@pytest.mark.parametrize("unit", ["5   ", "a\t", "a |"])
def test_a_wide_table_of_text_takes_linear_time(unit: str) -> None:
    assert_linear(lambda source: read(f"{source}\n{source}\n{source}".encode(), format="text"), "a   ", unit)


@pytest.mark.parametrize("unit", SNIFFED)
@pytest.mark.parametrize("reader", [reader for reader in READERS if isinstance(reader, TextReader)])
def test_recognising_a_format_takes_linear_time(reader: TextReader, unit: str) -> None:
    assert_linear(reader.sniff, "", unit)
