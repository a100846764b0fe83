"""Tables of LaTeX commands and environments: what they typeset, and which of their arguments are text."""

from __future__ import annotations

import re


def _pairs(table: str) -> dict[str, str]:
    words = table.split()
    return dict(zip(words[::2], words[1::2], strict=True))


# Control symbols that typeset their own character.
ESCAPED = frozenset("%$&#_{}")

SYMBOLS: dict[str, str] = {
    ",": "\u2009",
    ";": "\u2005",
    ":": "\u2005",
    ">": "\u2005",
    **dict.fromkeys([" ", "\n", "\t", "space"], " "),
    **dict.fromkeys("!-/@", ""),
    "nobreakspace": "\xa0",
    "thinspace": "\u2009",
    "enspace": "\u2002",
    "quad": "\u2003",
    "qquad": "\u2003",
    **_pairs(
        r"""
        pounds £  textsterling £  euro €  EUR €  texteuro €  textdollar $  yen ¥  textyen ¥  textcent ¢
        cent ¢  percent %  textperthousand ‰  permil ‰  degree °  textdegree °  textmu µ  textpm ±
        texttimes ×  textonehalf ½  textonequarter ¼  textthreequarters ¾  textendash –  textemdash —
        textasciitilde ~  textbackslash \  textless <  textgreater >  textbar |  textunderscore _  ldots …
        dots …  textellipsis …  S §  P ¶  copyright ©  textregistered ®  texttrademark ™  ss ß  ae æ  AE Æ
        oe œ  OE Œ  o ø  O Ø  aa å  AA Å  l ł  L Ł  i ı  LaTeX LaTeX  TeX TeX
        """
    ),
}

# Symbols of formulas simple enough to be read as text.
MATH_SYMBOLS = _pairs(
    """
    times ×  cdot ·  pm ±  mp ∓  approx ≈  simeq ≈  sim ~  le ≤  leq ≤  leqslant ≤  ge ≥  geq ≥  geqslant ≥
    lt <  gt >  ll ≪  gg ≫  to →  rightarrow →  ldots …  dots …  circ °  degree °  percent %  pounds £  euro €
    """
)

GREEK = _pairs(
    """
    alpha α  beta β  gamma γ  delta δ  epsilon ε  varepsilon ε  zeta ζ  eta η  theta θ  kappa κ  lambda λ
    mu μ  nu ν  xi ξ  rho ρ  sigma σ  tau τ  phi φ  chi χ  psi ψ  omega ω  Delta Δ  Sigma Σ  Phi Φ  Omega Ω
    """
)

# Unit macros of siunitx.
UNITS = _pairs(
    """
    per /  kilo k  mega M  giga G  tera T  centi c  milli m  micro µ  nano n  metre m  meter m  gram g
    kilogram kg  tonne t  second s  minute min  hour h  day d  litre l  liter l  watt W  joule J  volt V
    ampere A  hertz Hz  pascal Pa  newton N  kelvin K  mole mol  celsius °C  degreeCelsius °C  squared ²
    cubed ³  byte B  electronvolt eV
    """
)

# Combining characters.
ACCENTS: dict[str, str] = {
    "'": "\u0301",
    "`": "\u0300",
    "^": "\u0302",
    '"': "\u0308",
    "~": "\u0303",
    "=": "\u0304",
    ".": "\u0307",
    "c": "\u0327",
    "v": "\u030c",
    "u": "\u0306",
    "H": "\u030b",
    "r": "\u030a",
    "k": "\u0328",
}

HEADINGS: dict[str, int] = {
    **dict.fromkeys("part chapter section".split(), 1),
    "subsection": 2,
    "subsubsection": 3,
    "paragraph": 4,
    "subparagraph": 5,
}

# The number of leading arguments that are not text; what follows them is read.
SKIPPED_ARGUMENT_COUNTS: dict[str, int] = {
    **dict.fromkeys(
        """
        label includeonly bibliography bibliographystyle addbibresource
        usepackage documentclass pagestyle thispagestyle pagenumbering vspace hspace index glossary color href
        textcolor colorbox cline cmidrule hypersetup graphicspath fontfamily selectlanguage foreignlanguage
        scalebox raisebox parbox hypertarget hyperlink vphantom phantom hphantom geometry captionsetup sisetup
        lstset RequirePackage pgfplotsset tikzset email rowcolor cellcolor columncolor noalign
        """.split(),
        1,
    ),
    **dict.fromkeys(
        """
        setlength addtolength setcounter addtocounter rule fcolorbox resizebox newtheorem newcolumntype
        """.split(),
        2,
    ),
    **dict.fromkeys("newenvironment renewenvironment definecolor specialrule".split(), 3),
}
DEFINITIONS = frozenset(
    "newcommand renewcommand providecommand DeclareMathOperator def gdef edef let newlength".split()
)
DIMENSIONS = frozenset("vskip hskip kern parindent parskip textwidth textheight baselineskip".split())
SEPARATE_BLOCKS = frozenset("title subtitle author date dedication".split())
"""Commands whose argument is a block of its own."""
CAPTIONS = frozenset("caption subcaption captionof".split())
RULES = frozenset("midrule hline endfirsthead endhead".split())
"""Commands that separate the header of a table from its body, where they follow its first rows."""
NOTES = frozenset("footnote footnotetext endnote thanks marginpar sidenote".split())
SKIPPED_ARGUMENTS: dict[str, str] = {
    **dict.fromkeys("texttt code lstinline mintinline".split(), "code"),
    **dict.fromkeys("url path nolinkurl".split(), "address"),
    "tnote": "footnote mark",
    **dict.fromkeys("ce ch ensuremath".split(), "formula"),
}
INCLUDED: dict[str, tuple[str, int]] = {
    **dict.fromkeys("includegraphics includesvg".split(), ("image", 1)),
    **dict.fromkeys(
        """
        input include subfile includepdf lstinputlisting verbatiminput VerbatimInput csvautotabular
        csvautolongtable csvautobooktabular pgfplotstabletypeset
        """.split(),
        ("another file", 1),
    ),
    **dict.fromkeys("import subimport includefrom inputminted csvreader".split(), ("another file", 2)),
}
"""Commands that show what is in another file: what that is, and the number of their arguments."""
SCRIPTS = frozenset("textsuperscript textsubscript".split())
CITATION = re.compile(r"(?:[a-zA-Z]*cite[a-zA-Z]*|(?:auto|page|eq|name|sub|[cC]|v|V)?ref|Cref|crefrange)\*?")
# The texts between arguments: \SI{5}{km} is typeset as "5 km", \SIrange{1}{5}{km} as "1–5 km".
QUANTITIES: dict[str, tuple[str, ...]] = {
    "num": (),
    "ang": (),
    "si": (),
    "unit": (),
    "SI": ("\xa0",),
    "qty": ("\xa0",),
    "numrange": ("–",),
    "SIrange": ("–", "\xa0"),
    "qtyrange": ("–", "\xa0"),
    "nicefrac": ("/",),
    "sfrac": ("/",),
}

FORMULAS = frozenset(
    "equation align gather multline eqnarray displaymath math alignat flalign split array".split()
)
SKIPPED_ENVIRONMENTS: dict[str, str] = {
    **dict.fromkeys(
        "verbatim Verbatim lstlisting minted alltt algorithm algorithmic algorithm2e".split(), "code"
    ),
    **dict.fromkeys(FORMULAS, "formula"),
    **dict.fromkeys("tikzpicture pgfpicture picture".split(), "image"),
    "thebibliography": "reference list",
    "comment": "comment",
    "filecontents": "code",
    "CCSXML": "code",
}
# Environments with the number of arguments that are not text.
TABLES: dict[str, int] = {
    **dict.fromkeys("tabular longtable supertabular tabu longtabu tblr longtblr NiceTabular".split(), 1),
    **dict.fromkeys("tabularx tabulary xltabular tabular*".split(), 2),
}
FLOATS = frozenset("table wraptable sidewaystable margintable threeparttable".split())
"""Environments around a table and its caption."""
ENVIRONMENT_ARGUMENTS: dict[str, int] = {
    "minipage": 1,
    "multicols": 1,
    "wrapfigure": 2,
    "wraptable": 2,
    **TABLES,
}
