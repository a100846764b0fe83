"""Collect what is known of every claim that fails, in texts with and without errors, for `fit_judge.py`.

    python -m experiments.claim_reader.judge_cases --out work/judge [--processes 2] [--documents 400]

Of the equations of the network and of what rules read:

- in passages and documents with a planted error: what holds without it is an error, the rest is left out;
- in the same texts as they were written, and in traps: none is an error;
- in validation documents of every corpus: none is an error, unless somebody who read it says so.
  In a second version of each, one figure of an equation that holds is altered.

A line of JSON for each failure, with its file, the judge that it is for, and whether it is an error; of
documents also the passage, so that these lines are never committed. One line of each document counts its
numbers.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from experiments.claim_reader.mine import LONGEST, NONE, Text, text_of
from numerate.consistency import read_by_rules
from numerate.consistency.learned.failing import failures
from numerate.consistency.learned.judge import Failure, RuleFailure
from numerate.consistency.learned.kinds import equation_of
from numerate.consistency.learned.network import claim_model
from numerate.consistency.learned.reading import (
    RuleProbabilities,
    Scored,
    Unjudged,
    holding,
    judged,
    read_alone,
    read_distant,
    read_part,
)
from numerate.consistency.learned.second_opinion import describe, is_judged
from numerate.consistency.learned.topics import encode_text
from numerate.consistency.relation import Relation
from numerate.consistency.skeleton import Skeleton
from numerate.documents import read
from numerate.text import Number, extract

HERE = Path(__file__).parent
UNSEEN = HERE.parent / "unseen"
SETS = ("sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth", "thirteenth")
PASSAGES = ("g", "x2")
"""The sets and passages that the network was not trained on (HELD_OUT of train.py)."""
CORPORA = (
    "finnews", "world/diplomacy", "world/economy", "world/encyclopedia", "world/filings",
    "world/geography", "world/health", "world/institutions", "world/law", "world/manuals", "world/news",
    "world/press", "world/recipes", "world/sport", "world/textbooks", "sci",
)  # fmt: skip
AROUND = 250
"""Characters before and after a failure that are kept for reading it."""
HOPELESS, EACH_FOR = -6.0, 40
"""Log odds, by the judge as it is, below which one of many failures in documents is kept, and of how many."""
DIGITS = "0123456789"

Key = tuple[str, frozenset[int]]
"""A kind of equation or the name of a rule, and where its numbers start."""
Row = dict[str, Any]


class Case(NamedTuple):
    """A claim that fails."""

    judge: str
    key: Key
    evidence: Failure | RuleFailure
    problem: str


class Cases(NamedTuple):
    """The claims of a text that fail, and those that hold."""

    failing: list[Case]
    holding: set[Key]
    telling: list[Number]
    """Numbers of more than one digit of equations that hardly hold by accident."""


def cases(text: Text) -> Cases:
    """Read a text with rules and network."""
    model = claim_model(1)
    skeleton = Skeleton(text.text, extract(text.text, identifiers=True), text.headings)
    stated = read_by_rules(skeleton)
    problems = [each for each in stated if each.problem and is_judged(each)]
    probabilities = RuleProbabilities(problems)
    encoded = encode_text(skeleton, model.pieces)
    near = read_part(encoded, model).equations if encoded else []
    far = list(read_distant(encoded, model))
    for scored in (near, read_alone(encoded, probabilities, model), far):
        probabilities.note(scored)
    failing = [*failures(near), *failures(far, is_distant=True)]
    held = [*holding(near), *holding(far)]
    claims = judged(Unjudged(held, failing, [], probabilities), model.judges)
    found = [
        Case(
            "equations",
            (each.failure.kind, each.starts),
            each.failure,
            each.claim.problem(),
        )
        for each in failing
    ]
    found += [
        Case("rules", (each.kind, each.starts), describe(each, claims, skeleton), each.problem or "")
        for each in problems
    ]
    scored = [each for each in (*near, *far) if each.candidate.holds]
    keys = {(each.kind, _starts(each)) for each in scored}
    telling = [
        number
        for each in scored
        if each.candidate.chance < 0.05 and each.probability > 0.02
        for number in equation_of(each.candidate, each.figures).numbers
    ]
    return Cases(found, keys | {_key(each) for each in stated if not each.problem}, _alterable(telling))


def _starts(each: Scored) -> frozenset[int]:
    return frozenset(number.start for number in equation_of(each.candidate, each.figures).numbers)


def _key(relation: Relation) -> Key:
    return relation.kind, relation.starts


def _alterable(numbers: Iterable[Number]) -> list[Number]:
    return sorted(
        {each for each in numbers if sum(map(str.isdigit, each.text)) > 1}, key=lambda each: each.start
    )


def correct(name: str, text: Text) -> list[Row]:
    """Return the failures of a text without errors."""
    return [_row(name, text, case, False) for case in cases(text).failing]


def altered(name: str, pair: tuple[Text, Text]) -> list[Row]:
    """Return the failures of a text that its right version does not have, and those of the latter."""
    wrong, right = pair
    original = cases(right)
    return _errors(name, wrong, right, original) + [
        _row(name, right, case, False) for case in original.failing
    ]


def _errors(name: str, wrong: Text, right: Text, original: Cases) -> list[Row]:
    """Return the failures that an alteration brings about.

    An equation of the network must hold without it; a contradiction of rules must have the altered number and
    not be there without it.
    """
    at = next(
        (i for i, (a, b) in enumerate(zip(wrong.text, right.text, strict=False)) if a != b), len(wrong.text)
    )
    shift = len(right.text) - len(wrong.text)
    before = {case.key for case in original.failing}
    rows = []
    for case in cases(wrong).failing:
        kind, starts = case.key
        key = kind, frozenset(start if start <= at else start - shift for start in starts)
        has_altered = any(
            number.start <= at <= number.end for number in extract(wrong.text) if number.start in starts
        )
        is_new = key in original.holding if case.judge == "equations" else has_altered and key not in before
        if is_new:
            rows.append(_row(name, wrong, case, True))
    return rows


def _thinned(rows: Iterable[Row], draw: random.Random) -> Iterator[Row]:
    """Yield all failures that may be errors, and few of the many others, each for many."""
    judges = claim_model(1).judges
    for row in rows:
        is_rule = row["judge"] == "rules"
        if row["is_error"] or is_rule or judges.equations.log_odds(_failure(row)) > HOPELESS:
            yield row
        elif draw.random() < 1 / EACH_FOR:
            yield row | {"weight": EACH_FOR}


def _failure(row: Row) -> Failure:
    return Failure(**{name: row[name] for name in Failure._fields})


def _row(name: str, text: Text, case: Case, is_error: bool) -> Row:
    row = {
        "file": name,
        "text": text.text[:60],
        "judge": case.judge,
        "is_error": is_error,
        **case.evidence._asdict(),
    }
    if name in CORPORA and not is_error:
        start, end = min(case.key[1]), max(case.key[1])
        row |= {
            "problem": case.problem,
            "numbers": sorted(case.key[1]),
            "passage": text.text[max(0, start - AROUND) : end + AROUND],
        }
    return row


def alter(text: Text, numbers: list[Number], draw: random.Random) -> Text | None:
    """Return a text with one of some numbers miswritten; None if there is none."""
    if not numbers:
        return None
    number = draw.choice(numbers)
    places = [i for i in range(number.start, number.end) if text.text[i].isdigit()]
    chars = list(text.text)
    first, second = draw.sample(places, 2)
    if draw.random() < 0.3:
        chars[first], chars[second] = chars[second], chars[first]
    else:
        chars[first] = draw.choice(DIGITS[1:])
    changed = "".join(chars)
    return text._replace(text=changed) if changed != text.text else None


def planted(name: str, text: Text) -> list[Row]:
    """Return what fails in a text, and in the same with an error."""
    original = cases(text)
    changed = alter(text, original.telling, random.Random(text.text))
    errors = [] if changed is None else _errors(name, changed, text, original)
    return errors + [_row(name, text, case, False) for case in original.failing]


def document(name: str, text: Text) -> list[Row]:
    """Return the failures of a published document, with and without an error, and a count of its numbers."""
    try:
        rows = _thinned(planted(name, text), random.Random(text.text))
        return [*rows, {"file": name, "numbers": len(extract(text.text))}]
    except Exception as error:  # a document that cannot be read is not worth the others
        print(f"left out: {error!r}")
        return []


def everyday() -> Iterator[tuple[str, tuple[Text, Text]]]:
    """Yield the everyday documents of all unseen sets with one contradiction each, and without."""
    for file in sorted(UNSEEN.glob("*/documents/*.json")):
        right = file.with_name(f"{file.stem}.right.md").read_text("utf-8").split("\n")
        wrong = file.with_suffix(".md").read_text("utf-8").split("\n")
        for error in json.loads(file.read_text("utf-8")):
            if error["kind"] == "contradiction":
                at = error["line"] - 1
                planted = "\n".join([*right[:at], wrong[at], *right[at + 1 :]])
                texts = (read(text.encode(), format="markdown") for text in (planted, "\n".join(right)))
                yield f"{file.parts[-3]} documents", tuple(map(text_of, texts))  # type: ignore[misc]


def documents(data: Path, count: int) -> Iterator[tuple[str, Text]]:
    """Yield validation documents of every corpus."""
    import pyarrow.parquet as parquet

    for file in filter(Path.exists, (data / corpus / "valid.parquet" for corpus in CORPORA)):
        corpus = str(file.parent.relative_to(data))
        texts = parquet.read_table(file, columns=["text"])["text"].to_pylist()
        yield from ((corpus, Text("", text[:LONGEST])) for text in texts[:count])


def collect(out: Path, data: Path, processes: int, count: int) -> None:
    """Write the failures of passages and documents."""
    out.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(processes) as pool:
        many = partial(pool.map, chunksize=2)
        for name in SETS:
            records = [
                json.loads(line)
                for file in ("claims", "singles", "traps")
                for line in (UNSEEN / name / f"{file}.jsonl").read_text("utf-8").splitlines()
            ]
            pairs = [(Text("", r["wrong"]), Text("", r["right"])) for r in records if "wrong" in r]
            traps = [Text("", record["text"]) for record in records if "text" in record]
            rows = [*many(partial(altered, name), pairs), *many(partial(correct, f"{name} traps"), traps)]
            _write(out / f"{name}.jsonl", rows)
        for name in PASSAGES:
            lines = (HERE / "passages" / f"{name}.tsv").read_text("utf-8").splitlines()
            passages = [Text("", text, label=label) for label, _, text in (x.partition("\t") for x in lines)]
            related = [each for each in passages if each.label != NONE]
            others = [each for each in passages if each.label == NONE]
            rows = [*many(partial(planted, name), related), *many(partial(correct, f"{name} none"), others)]
            _write(out / f"{name}.jsonl", rows)
        _write(out / "everyday.jsonl", _each(many, altered, everyday()))
        _write(out / "documents.jsonl", _each(many, document, documents(data, count)))


def _each(
    many: Callable[..., Any], do: Callable[..., list[Row]], named: Iterable[tuple[str, Any]]
) -> Iterator[list[Row]]:
    names, texts = zip(*named, strict=True)
    return many(do, names, texts)


def _write(file: Path, parts: Iterable[list[Row]]) -> None:
    with file.open("w", encoding="utf-8") as out:
        for part in parts:
            out.writelines(json.dumps(row) + "\n" for row in part)
            out.flush()
    print(file, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--documents", type=int, default=400, help="of each corpus")
    given = parser.parse_args()
    collect(given.out, given.data, given.processes, given.documents)


if __name__ == "__main__":
    main()
