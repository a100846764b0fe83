import pytest

from numerate.documents import OBJECT, CellPosition, read
from tests.documents.helpers import blocks_of, numbers_of, reasons_of, text_of


@pytest.mark.parametrize(
    ("source", "number", "written"),
    [
        (r"\$3.4~billion", "$3.4\xa0billion", "$3.4~billion"),
        (r"5\,000", "5\u2009000", r"5\,000"),
        (r"12\%", "12%", r"12\%"),
        (r"\textbf{3}.4", "3.4", "3}.4"),
        (r"\pounds 5 million", "£5 million", r"\pounds 5 million"),
        (r"\euro{}5", "€5", r"\euro{}5"),
        ("3.%\n  4", "3.4", "3.%\n  4"),
        (r"$5\%$", "5%", r"5\%"),
        (r"$5 000$", "5000", "5 000"),
        (r"$5{,}000$", "5,000", "5{,}000"),
        (r"$3.4 \times 10^{5}$", "3.4 × 10⁵", r"3.4 \times 10^{5"),
        (r"10$^5$", "10⁵", "10$^5"),
        (r"\SI{12}{\percent}", "12\xa0%", r"12}{\percent"),
        (r"\num{41915}", "41915", "41915"),
    ],
)
def test_a_number_is_read_through_its_markup(source, number, written):
    assert numbers_of(f"It was {source} then.", "latex") == {number: written}


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        ("n = 42", "n = 42"),
        (r"\alpha=0.05", "α=0.05"),
        ("N_{1} > 30", "N₁ > 30"),
        (r"\sim 5", "~ 5"),
        ("-5", "-5"),
        (r"5 \pm 1", "5 ± 1"),
        (r"37^{\circ}\mathrm{C}", "37°C"),
        ("x", "x"),
        ("10-15", "10-15"),
        ("t(38) = 2.10", "t(38) = 2.10"),
        ("t(38)=-2.10, p < .05", "t(38)=-2.10, p < .05"),
        ("F_{1,24}=4.5", "F₁,₂₄=4.5"),
        (r"F(1,\,24) = 4.5", "F(1,\u200924) = 4.5"),
        (r"\chi^2(2, N = 90) = 7.1, p = .03", "χ²(2, N = 90) = 7.1, p = .03"),
        (r"\chi^{2}_{2} = 7.1", "χ²₂ = 7.1"),
        ("r(34) = .45; p < 10^{-3}", "r(34) = .45; p < 10⁻³"),
        ("f(38) = 2.10", OBJECT),
        ("t(x) = 2.10", OBJECT),
        ("t(38) = 2x", OBJECT),
        ("x^2 = 4", OBJECT),
        ("3 + 4", OBJECT),
        ("f(3)", OBJECT),
        (r"\frac{1}{2}", OBJECT),
        ("3x", OBJECT),
        (r"\sum_{i=1}^{10} i", OBJECT),
    ],
)
def test_simple_formulas_are_text_and_others_are_left_out(formula, text):
    assert text_of(f"We have ${formula}$ here.", "latex") == f"We have {text} here."
    assert text_of(rf"We have \({formula}\) here.", "latex") == f"We have {text} here."


def test_text_is_what_is_typeset():
    source = r"""\documentclass[12pt]{article} \usepackage[margin=3cm]{geometry} \newcommand{\x}[1]{5 #1}
\title{Profit up 12\%}
\author{Jane Doe}
\begin{document}
\maketitle
\section[Short 1]{Results}\label{sec:1} % comment 2
It rose\footnote{From 7 in 2015.} in Figure~\ref{fig:3}, as \citet[p.~4]{doe2010} says---on pages 10--12.
\[ E = 5 \]
\begin{itemize} \item Caf\'e \item[b)] ``na\"{\i}ve'' \end{itemize}
\begin{verbatim} 6 \end{verbatim} \texttt{x = 7} \verb|8| \url{http://nine.com/9} \href{http://ten.com/10}{ten}
\vspace{11pt} \setlength{\parskip}{12pt} \includegraphics[width=13cm]{fig14}
\begin{table}[h] \begin{tabular}{l|r} \hline a & 15 \\[2pt] \multicolumn{2}{c}{b} \\ \end{tabular}
\caption{Costs in 16.} \end{table}
\begin{thebibliography}{9} \bibitem{doe2010} Doe 2010. \end{thebibliography}
\end{document}
17"""
    document = read(source.encode(), format="latex")
    assert blocks_of(document) == [
        "Profit up 12%",
        "Results",
        f"It rose in Figure\xa0{OBJECT}, as {OBJECT} says—on pages 10–12. {OBJECT}",
        "From 7 in 2015.",
        "Café",
        "[b)] “naïve”",
        f"{OBJECT} {OBJECT} {OBJECT} ten",
        "a",
        "15",
        "b",
        "Costs in 16.",
    ]
    kinds = ["title", "heading", "paragraph", "note", *["paragraph"] * 3, *["table"] * 3, "caption"]
    assert [block.kind for block in document.blocks] == kinds
    assert document.blocks[8].cell == CellPosition(1, 1, 2)
    assert reasons_of(document) == [
        "preamble",
        "preamble",
        "formula",
        "code",
        "code",
        "code",
        "address",
        "image",
        "reference list",
        "after the document",
    ]


def test_a_file_without_a_preamble_is_read_completely():
    assert text_of("\\section{One}\nText of 5.\n\nMore.", "latex") == "One\n\nText of 5.\n\nMore."


@pytest.mark.parametrize(
    "source", ["\\", "{", "}}", "$", "\\footnote{a", "\\begin{", "\\begin{equation}", "\\verb|", "\\'"]
)
def test_broken_markup_is_read_to_the_end(source):
    assert text_of(f"It was 5 {source}", "latex").startswith("It was 5")


def test_a_footnote_does_not_split_its_sentence():
    document = read(rb"Sales\footnote{Of 3 kinds.\footnote{Or 4.}} rose 12\%.", format="latex")
    assert blocks_of(document) == ["Sales rose 12%.", "Or 4.", "Of 3 kinds."]


def test_cells_span_columns_and_rows():
    source = r"""
        \begin{table}[ht]
        \begin{tabular*}{\textwidth}{lSS}
        \toprule
         & \multicolumn{2}{c}{Year} \\ \cmidrule(lr){2-3}
         & {2023} & {\makecell{2022 \\ restated}} \\
        \midrule
        \multirow{2}{*}{North} & 1{,}234 & $-5.2$ \\
         & 7 & -- \\
        \rowcolor{gray!20} Total\tnote{a} & \num{5} & 12\,345$^{*}$ \\[2pt]
        \bottomrule
        \end{tabular*}
        \caption{Sales}
        \end{table}
        \begin{figure}\caption{A picture of 5}\end{figure}"""
    [table] = read(source.encode(), format="latex").tables
    assert [(cell.row, cell.column, cell.row_span, cell.column_span, cell.text) for cell in table.cells] == [
        (1, 2, 1, 2, "Year"),
        (2, 2, 1, 1, "2023"),
        (2, 3, 1, 1, "2022 restated"),
        (3, 1, 2, 1, "North"),
        (3, 2, 1, 1, "1,234"),
        (3, 3, 1, 1, "-5.2"),
        (4, 2, 1, 1, "7"),
        (4, 3, 1, 1, "–"),
        (5, 1, 1, 1, "Total"),
        (5, 2, 1, 1, "5"),
        (5, 3, 1, 1, f"12\u2009345{OBJECT}"),
    ]
    assert (table.header_rows, table.header_columns, table.caption) == (2, 1, "Sales")


def test_captions_belong_to_the_table_of_their_environment():
    tabular = r"\begin{tabular}{lr} a & 5 \\ b & 6 \end{tabular}"
    above = r"\begin{table}\caption{First}" + tabular + r"\end{table}"
    below = r"\begin{table}" + tabular + r"\caption{Second}\end{table}"
    long = r"\begin{longtable}{lr}\caption{Third}\\ x & 1 \endhead a & 5 \end{longtable}"
    document = read(f"{above}{tabular}{below}{long}".encode(), format="latex")
    assert [table.caption for table in document.tables] == ["First", "", "Second", "Third"]
