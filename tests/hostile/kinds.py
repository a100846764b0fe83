"""Hostile documents: what a reader could be slow, fat or wrong on, as a unit that is repeated."""

from __future__ import annotations

from typing import NamedTuple


class Kind(NamedTuple):
    """A hostile document of any size: `start`, then `unit` as often as it takes, then `end`.

    A wide table is that in each of some `lines`.
    """

    format: str
    start: str
    unit: str
    end: str = ""
    lines: int = 1

    def __str__(self) -> str:
        times = f" × {self.lines} lines" if self.lines > 1 else ""
        return f"{self.format}: {self.start}{self.unit!r} …{self.end}{times}"

    def make(self, size: int) -> str:
        """Write a document of about `size` characters."""
        line = self.start + self.unit * (size // len(self.unit) // self.lines) + self.end
        return "\n".join([line] * self.lines)


_REPEATED: dict[str, list[str]] = {
    "text": [
        *[
            "\n",
            " \n",
            "\r",
            "numerate: ignore\n",
            "numerate: ignore\n\n5\n\n",
            "References\n",
            "5\n",
            "5 ",
            "a",
        ],
        *["Sales rose 5% to $6 million. ", "5 of 6 (83%) ", "one million ", "half a ", "1,", "5-", "3 and "],
        *[
            "\u05e9\u05dc\u05d5\u05dd 5 ",
            "\u0645\u0631\u062d\u0628\u0627 ",
            "5\u200f 6\u202b ",
            "\u202e5",
            "\U0001d7d3 ",
        ],
        *[
            "p < .05, ",
            "F(1, 20) = 4.5, ",
            "(5",
            "[5",
            '"5',
            "\u00bd",
            "5e5",
            "95% CI 1-2; ",
            "Total 5 6 11\n",
        ],
        *["a   5\n", "a\t5\n", "a | 5\n", "   5"],
    ],
    "csv": ['"', '""', '",', ",", "\n", "5,6\n", "a\n\n", "a,b\n\n", '"5"\n', " "],
    "markdown": [
        *"[ ![[ [a]( **a ` <!-- <![CDATA[ &a |a ~~ [^1]".split(),
        *["*a ", "<a ", "- ", "> ", "[a]: b\n", "a|b\n", "5 and *6*\n", "A[^1].\n\n[^1]: B 5.\n\n"],
        *[
            "<!-- numerate: ignore -->\n\n5\n\n",
            "Sales rose 5 percent.\n",
            "# 5\n",
            "1. 5\n",
            "|5|6|\n|-|-|\n",
        ],
        *["<p hidden>5</p>\n\n", "![5](6)", "***", "_5_", "\\", "```\n", "    5\n\n", "&#53;"],
    ],
    "html": [
        *"< <!-- <a_b=' <div> <table> <td> <code> <sup> & &# <script> </ <! <p>5</p> <b>5</b> <pre".split(),
        *["<a ", "= ", "<p hidden>5</p>", "<td rowspan=9999>5", "<tr><td colspan=999>5"],
        *[
            "<tr><td rowspan=9999>5<td>6",
            "<p>5 <!-- numerate: ignore --></p>",
            "<b style='display:none'>5</b>",
        ],
        *["<p>5</p>\n<!-- numerate: ignore -->\n", "<table><tr><td>5\n<!-- numerate: ignore -->\n"],
        *["5<!-- numerate: ignore-start -->6<!-- numerate: ignore-end -->", "<p class='a' id='b'>5</p>"],
        *[
            "<tr><td>5</td></tr>",
            "<h1>5</h1>",
            "<li>5",
            "<br>5",
            "&nbsp;5",
            "<sup>5</sup>",
            "<svg>",
        ],
    ],
    "quarto": ["$$", "$a ", "[", "[@a", "@a", "{#", "{{<", "`", "```\n~~~\n", "`" * 9 + "\n", ":::", "$5 "],
    "rst": [
        *r"**a \ ..\n +- [1]_ :a:`".split(),
        *["*a ", "`a ", "``a ", "|a ", ".. ", "- ", "== ", "|", "..\n", "::\n\n", "a\n=\n"],
        *[
            ".. numerate: ignore\n\n5\n\n",
            "5\n\n",
            ".. [1] 5\n",
            "=== ===\n5   6\n=== ===\n\n",
            "| 5\n",
            ":a: 5\n",
        ],
    ],
    "latex": [
        *r"""
        { } $ \cite{ \footnote{ \begin{a} \begin{tabular}{a} \[ \( \item[ % & \\ \verb| \def\a \section{ \SI{
        \title[ \title{5} \lstinline[ \newcommand{\a}{\b}\newcommand{\b}{\a}\a \foo[ \cmidrule( \vskip1
        """.split(),
        *["$a\n\n", r"\footnote{5}", r"\num{5}", r"\section{5}", "5\n\n", r"\textbf{5} ", r"$5$ ", r"\a{"],
    ],
}
_LONG: list[Kind] = [
    Kind("html", "<p", " "),
    Kind("html", "<p style='", " "),
    Kind("html", "<p ", 'style="a" '),
    Kind("html", "<table>", "<tr><td>5<td>6", "</table>"),
    Kind("latex", r"\def", " "),
    Kind("latex", r"\newcommand{\a}", " "),
    Kind("latex", r"\vskip", " "),
    Kind("latex", r"\vskip", "1"),
    Kind("latex", r"\begin", " "),
    Kind(
        "latex", r"\newcommand{\a}{\b\b}\newcommand{\b}{\c\c}\newcommand{\c}{\d\d}\newcommand{\d}{5 }", r"\a"
    ),
    Kind("latex", r"\begin{tabular}{ll}", r"5 & 6 \\ ", r"\end{tabular}"),
    *(
        Kind("latex", "", unit, r"\begin{document}5")
        for unit in ("\\title[", "\\title{", "\\title{5}", "\\usepackage[", "%\n")
    ),
    Kind("markdown", "---\na", "\na"),
    Kind("markdown", "[a](", " "),
    Kind("markdown", "|-|\n|", " "),
    Kind("markdown", "|a|b|\n|-|-|\n", "|5|6|\n"),
    Kind("rst", ".. note::", " "),
    Kind("rst", "a", " "),
    Kind("rst", "a::\n\n", " b\n"),
    Kind("text", "5", " "),
    Kind("text", "5\n", " "),
]
_WIDE = [
    Kind("csv", "a", ",5", lines=3),
    Kind("markdown", "|a", "|5", "|", lines=3),
    Kind("html", "<table><tr><td>a", "<td>5", "</table>", lines=3),
    *(Kind("text", "a   ", unit, lines=3) for unit in ("5   ", "a\t", "a |")),
]
KINDS: list[Kind] = [
    *(Kind(form, "Of 5 ", unit) for form, units in _REPEATED.items() for unit in units),
    *(kind._replace(start=f"Of 5 {kind.start}") if not kind.end else kind for kind in _LONG),
    *_WIDE,
]
"""Every kind, for the suite at small sizes and for `make attack` at large ones."""

GUESSED = [
    "<!-- -->", "<?xml >", "[", "[a](", "[a](b", "**a", "\n", "\n    ", "a\n====\n\n", "====\n\n", "`",
    "\\sub", "a,b\n", '"', "\\begin{", "%\n", ".. a::\n", "#", "|a|\n",
]  # fmt: skip
"""Units of texts whose format is guessed."""
