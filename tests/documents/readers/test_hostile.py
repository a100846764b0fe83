"""Texts made to be slow or deep: time grows with their length, and no recursion runs out."""

import time
from contextlib import suppress

import pytest

from numerate.documents import DocumentError, read

_SIZE = 24_000
HOSTILE = {
    "text": ["\n", " \n", "\r", "numerate: ignore\n", "References\n"],
    "markdown": [
        *"[ ![[ [a]( **a ` <!-- <![CDATA[ &a |a ~~".split(),
        "*a ",
        "<a ",
        "- ",
        "> ",
        "[a]: b\n",
        "a|b\n",
    ],
    "html": [*"< <!-- <a_b=' <div> <table> <td> <code> <sup> & &# <script> </ <!".split(), "<a ", "= "],
    "rst": [*r"**a \ ..\n +- [1]_ :a:`".split(), *"*a `a ``a |a .. - == |".replace(" ", " \0").split("\0")],
    "latex": r"""
        { } $ \cite{ \footnote{ \begin{a} \begin{tabular}{a} \[ \( \item[ % & \\ \verb| \def\a \section{ \SI{
    """.split(),
}
HOSTILE["rst"] += ["..\n", "::\n\n", "a\n=\n"]
HOSTILE["latex"] += ["$a\n\n"]


@pytest.mark.parametrize(
    ("form", "mark"), [(form, mark) for form, marks in HOSTILE.items() for mark in marks]
)
def test_repeated_marks_take_time_in_step_with_their_number(form, mark):
    def took(size):
        data = b"Of 5 " + (mark * (size // len(mark))).encode()
        start = time.process_time()  # other work on the machine does not count
        with suppress(DocumentError):  # nested too deeply
            read(data, format=form)
        return time.process_time() - start

    # Eight times the length; sixty-four times the time would be quadratic.
    assert any(took(_SIZE) < 30 * took(_SIZE // 8) + 0.2 for _ in range(3))
