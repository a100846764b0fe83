"""Retired words stay out of help texts, documentation, docstrings, comments, messages and identifiers.

Run as a script, it lists the uses by file; with the names of packages, only those in these:

    python tests/test_vocabulary.py
    python tests/test_vocabulary.py serve scan
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import CodeType
from typing import NamedTuple

import pytest
import typer
from typer.testing import CliRunner

from numerate.cli import app

ROOT = Path(__file__).resolve().parent.parent

RETIRED = {
    "desks?": "admission control",
    "tickets?": "deadline",
    "telling": "serialize",
    "standing": "WrittenNumber",
    "beside": "affixes; next to",
    "company|companies": "document adjustment",
    "gathering": "MicroBatcher",
    "workshops?": "the name of what it holds",
    "rooms?": "the name of what it holds",
    "houses?": "the name of what it holds",
    "so many": "the unit and the limit",
    "told": "the noun",
    "slip(?:s|ped|ping)?": "typo",
    "odd(?:ness|ly|er|est)?": "nonconformity score; to users, unlikely",
    "judge?ments?": "scoring, check",
    "sift(?:s|ed|ing)?": "filter",
    "the road": "the name of the step",
    "of its distributions": "the name of the parameter",
}
"""Patterns of the retired words, each with what to write instead."""

NOT_NOUNS = frozenset("found told every some asked one made".split())
"""Words that are no names for variables."""

ALLOWED: tuple[tuple[str, str, str], ...] = (
    (r"^src/numerate/consistency/sources/words\.py$", r"told|house|compan|slip", "words of the texts read"),
    (
        r"src/numerate/consistency/",
        r"slipp|slip\+|slips\?|tickets|-odd|all told|house",
        "words of the texts that rules read",
    ),
    (r"^src/numerate/consistency/kinds/implausible\.toml$", r"room|road", "words of the texts read"),
    (r"^src/numerate/consistency/kinds/everyday\.", r"rooms?|desks?|company", "words of the texts read"),
    ("src/numerate/model/calibration.py", '"company"', "keys of calibration.json"),
    (
        "src/numerate/report/baseline.py",
        "FORMER_RELATED = ",
        "a former key of baselines",
    ),
    (
        r"^src/numerate/text/(code_shapes|codes|cues|lexicon|measures|words)\.py$",
        r'^\s*r?".*"[,)]*$',
        "words of the texts read",
    ),
    (
        r"^src/numerate/text/(counts|cues)\.py$",
        r"\[ -\]odd|of out odd|_'s company",
        'a word of the texts read: "40-odd ships"',
    ),
)
"""Uses that are right: a pattern of paths, a pattern of the line, and the reason."""

_WORDS = re.compile(rf"\b(?:{'|'.join(RETIRED)})\b")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_TEXT = {".py", ".md", ".js", ".html", ".css", ".toml", ".sh"}
_LEFT_OUT = ("src/numerate/models/", "tests/golden/", "tests/test_vocabulary.py")


class Use(NamedTuple):
    """A retired word in a line."""

    path: str
    line: int
    word: str
    text: str


def uses(root: Path = ROOT) -> Iterator[Use]:
    """Find every retired word that is not allowed."""
    for path in _files(root):
        name = path.relative_to(root).as_posix()
        for line, text in [(0, name), *_lines(path, name)]:
            for word in retired_words(text):
                if not _is_allowed(name, text):
                    yield Use(name, line, word, text.strip())
        if path.suffix == ".py":
            yield from (use for use in _variables(path, name) if not _is_allowed(name, use.text))


def retired_words(text: str) -> list[str]:
    """Find retired words in prose and in the parts of identifiers."""
    words = _HUMP.sub(" ", text).replace("_", " ").lower()
    return _WORDS.findall(" ".join(words.split()))


def _files(root: Path) -> Iterator[Path]:
    names = ["src", "docs", "tests", "README.md", "CONTRIBUTING.md"]
    for top in (root / name for name in names):
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            name = path.relative_to(root).as_posix()
            if path.suffix in _TEXT and path.is_file() and not name.startswith(_LEFT_OUT):
                yield path


def _lines(path: Path, name: str) -> Iterable[tuple[int, str]]:
    """Return the lines to read: of tests only names, comments and docstrings, as their texts are data."""
    source = path.read_text(encoding="utf-8")
    if not retired_words(source):  # in most files, which need not be taken apart
        return []
    if not name.startswith("tests/"):
        return enumerate(source.splitlines(), 1)
    return _own_words(source) if path.suffix == ".py" else []


def _own_words(source: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield from enumerate(str(node.value.value).splitlines(), node.lineno)


def _variables(path: Path, name: str) -> Iterator[Use]:
    """Find variables, parameters and fields whose name is no noun."""
    source = path.read_text(encoding="utf-8")
    if not any(word.strip("_") in NOT_NOUNS for word in _names(compile(source, name, "exec"))):
        return
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            word = node.id
        elif isinstance(node, ast.arg):
            word = node.arg
        else:
            continue
        if word.strip("_") in NOT_NOUNS:
            yield Use(name, node.lineno, f"variable {word}", lines[node.lineno - 1].strip())


def _names(code: CodeType) -> Iterator[str]:
    """Yield the names that compiled code has, those of variables among them."""
    yield from (*code.co_varnames, *code.co_cellvars, *code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _is_allowed(name: str, text: str) -> bool:
    return any(re.search(path, name) and re.search(line, text) for path, line, _ in ALLOWED)


def _package(path: str) -> str:
    parts = path.split("/")
    return "/".join(parts[: 2 if parts[0] == "tests" else 3][: len(parts) - 1]) or path


def test_no_retired_word_is_used() -> None:
    assert [f"{use.path}:{use.line}: {use.word}: {use.text}" for use in uses()] == []


@pytest.mark.parametrize("command", [[], *([name] for name in typer.main.get_command(app).commands)])
def test_no_help_has_a_retired_word(command: list[str]) -> None:
    output = CliRunner().invoke(app, [*command, "--help"]).output
    assert "Usage:" in output
    assert retired_words(output) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Of the workshops", ["workshops"]),
        ("def share_of_odd(slips):", ["odd", "slips"]),
        ("class DeskTicket:", ["desk", "ticket"]),
        ("So  many were told.", ["so many", "told"]),
        ("the odds of a household, bedroom or headroom", []),
    ],
)
def test_retired_words_are_recognised_in_prose_and_names(text: str, words: list[str]) -> None:
    assert retired_words(text) == words


def test_every_allowance_is_needed() -> None:
    lines = [
        (name, text)
        for path in _files(ROOT)
        for name in [path.relative_to(ROOT).as_posix()]
        for _, text in _lines(path, name)
        if retired_words(text)
    ]
    for pattern, line, reason in ALLOWED:
        assert any(re.search(pattern, name) and re.search(line, text) for name, text in lines), reason


def main(packages: list[str]) -> None:
    """Print the uses by file, and how many there are in each package."""
    counts = Counter[str]()
    for use in uses():
        package = _package(use.path)
        if not packages or package.rpartition("/")[2] in packages:
            counts[package] += 1
            print(f"{use.path}:{use.line}: {use.word}: {use.text}")
    for package, count in sorted(counts.items()):
        print(f"{count:6} {package}")
    print(f"{counts.total():6} in all")


if __name__ == "__main__":
    main(sys.argv[1:])
