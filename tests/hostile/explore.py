"""Search for documents that reach new code of a reader: coverage-guided fuzzing.

    python -m tests.hostile.explore [--seconds 60] [--seed 0] [READER ...]

A document is a list of tokens. One that runs two lines after one another which no document before it did is
kept, without the tokens that this does not need, and is changed further: tokens are inserted, deleted,
repeated, put between others, or taken from another document. What is kept is the corpus of a reader,
tests/hostile/corpus/READER.json, from which the next search begins, and which `make test` reads. A document
on which a reader raises, or breaks another promise, is printed and kept, too.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from tests.hostile.targets import CORPUS, TARGETS, Target, load_corpus

Steps = set[tuple[str, int, int]]
"""Pairs of lines that ran one after the other in a call, each with its file."""
LONGEST = 60
"""Tokens of a document."""


def steps_of(run: Callable[[], object], folder: Path) -> Steps:
    """Run a function; return the steps through the code of a folder."""
    steps: Steps = set()
    prefix = f"{folder}/"

    def enter(frame: FrameType, event: str, argument: Any) -> Any:
        file = frame.f_code.co_filename
        if not file.startswith(prefix):
            return None
        last = 0

        def step(frame: FrameType, event: str, argument: Any) -> Any:
            nonlocal last
            if event == "line":
                steps.add((file, last, frame.f_lineno))
                last = frame.f_lineno
            return step

        return step

    sys.settrace(enter)
    try:
        run()
    finally:
        sys.settrace(None)
    return steps


class Search:
    """A search for documents of one reader."""

    def __init__(self, target: Target, draw: random.Random) -> None:
        self.target = target
        self.corpus: list[list[str]] = []
        self.failures: set[str] = set()
        """The tracebacks of what raised, each once."""
        self.steps: Steps = set()
        self._draw = draw

    def add(self, tokens: list[str]) -> None:
        """Keep a document if it takes a new step, or if a promise does not hold for it."""
        steps, failure = self._run(tokens)
        new = steps - self.steps
        if failure in self.failures:
            failure = ""
        if not new and not failure:
            return
        for position in reversed(range(len(tokens))):
            shorter = tokens[:position] + tokens[position + 1 :]
            steps, still_failure = self._run(shorter)
            if new <= steps and (not failure or failure == still_failure):
                tokens = shorter
        self.steps |= self._run(tokens)[0] | new
        self.corpus.append(tokens)
        if failure:
            self.failures.add(failure)
            print(f"{self.target.name}: {tokens!r}\n{failure}", flush=True)

    def explore(self, seconds: float) -> int:
        """Change documents until the time is up; return how many were tried."""
        until, tried = time.monotonic() + seconds, 0
        while time.monotonic() < until:
            self.add(self._change(self._draw.choice(self.corpus or [[]])))
            tried += 1
        return tried

    def _run(self, tokens: list[str]) -> tuple[Steps, str]:
        """Return the steps of a document, and where what was raised if a promise does not hold."""
        failure = ""

        def run() -> None:
            nonlocal failure
            try:
                self.target.read("".join(tokens))
            except Exception as error:  # without its message, which often holds the document
                failure = "".join(traceback.format_tb(error.__traceback__)) + type(error).__name__

        return steps_of(run, self.target.folder), failure

    def _change(self, tokens: list[str]) -> list[str]:
        """Change a document in one to four places."""
        tokens, draw = list(tokens), self._draw
        for _ in range(draw.randint(1, 4)):
            start, end = sorted(draw.randint(0, len(tokens)) for _ in range(2))
            change = draw.randrange(6)
            if change < 2:
                tokens[start:start] = draw.choices(self.target.tokens, k=draw.randint(1, 3))
            elif change == 2:
                del tokens[start:end]
            elif change == 3:
                tokens[start:start] = tokens[start:end] * draw.randint(1, 3)
            elif change == 4 and self.target.pairs:
                opening, closing = draw.choice(self.target.pairs)
                tokens[start:end] = ["".join([opening, *tokens[start:end], closing])]
            elif self.corpus:
                other = draw.choice(self.corpus)
                cut = draw.randint(0, len(other))
                tokens[start:end] = other[cut : cut + draw.randint(1, 8)]
        return tokens[:LONGEST]


def main() -> None:
    """Search, and write what was found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("readers", nargs="*", metavar="READER", help=f"{', '.join(TARGETS)}; all by default")
    parser.add_argument("--seconds", type=float, default=60, help="for each reader")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    failures = 0
    for name in options.readers or TARGETS:
        search = Search(TARGETS[name], random.Random(options.seed))
        for tokens in sorted(load_corpus(name), key=len):
            search.add(tokens)
        before = len(search.steps)
        tried = search.explore(options.seconds)
        content = ",\n".join(json.dumps(tokens) for tokens in search.corpus)
        (CORPUS / f"{name}.json").write_text(f"[\n{content}\n]\n", encoding="utf-8")
        failures += len(search.failures)
        print(
            f"{name}: {tried:,} documents tried, {len(search.corpus)} kept, {len(search.steps):,} steps "
            f"({before:,} before), {len(search.failures)} failures",
            flush=True,
        )
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
