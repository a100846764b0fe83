"""Every system with every score: what is found of planted errors at 1% false alarms.

    python -m experiments.check.scores --data ../shared/data --model FOLDER [--baselines FOLDER]
        [--documents 320]

A number's distribution does not depend on its own value, so one pass over a document serves the document
itself and every error planted in it. Systems and scores are compared at the same false alarms: the point of
the ROC curve at which 1% of the correct numbers of the same documents are flagged. Writes scores.json, as
results come, and SCORES.md; no text of the corpora.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from numerate.checking.prose import Prose
from numerate.distributions import Distribution
from numerate.documents import Document
from numerate.model import load
from numerate.text import Number, extract
from numerate.text.wordpieces import DEFAULT, WordPieces
from numerate.training.evaluation.bootstrap import Weights, resample
from numerate.training.evaluation.cases import NEAR
from numerate.training.export.measuring import sample
from numerate.training.prepare.sources import SourceCorpus
from numerate.typos.typos import Typos, channel_evidence

from .planting import BOUNDS, KINDS, SEED, generator, plant
from .systems import Marginal, Remembering, Streaming, load_baseline

HERE = Path(__file__).parent
RATE = 0.01
USED_SEED, USED = 20, 5000
"""The draw of documents that earlier checks were tuned and reported on."""
LONGEST = 3000
"""Characters of a document that are read: enough context, and a masked model needs a pass for each number."""
WORLD = (
    *("diplomacy", "economy", "encyclopedia", "filings", "geography", "health", "institutions", "law"),
    *("manuals", "news", "press", "recipes", "sport", "textbooks"),
)
FRESH = {
    "finnews": "test documents that no earlier check had drawn",
    "sci": "not fresh: earlier checks read all test documents",
    "world": "test documents of 14 domains, on which nothing was tuned",
}
VOCABULARY = WordPieces(DEFAULT).whole_words
"""Words around a number without which a check does not judge it."""
RARE, RARE_DOCUMENTS, MOST_RARE = "magnitude", 100, 4
"""A kind of error that few documents can have, the documents drawn for it alone, and how many each gets."""
_MAGNITUDE = re.compile(r"\d (?:million|billion|trillion)\b")
_FLOOR = 1e-6
_TRIES = 20
_FURTHER = 8000
"""Documents among which those with a rare kind of error are looked for."""
REPLICATES = 400
UNIT = 1e-4
"""Replicates are kept as whole numbers of this."""
_UNHEARD_OF = 60.0

Values = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


class Scored(NamedTuple):
    """Numbers with the distributions that a system predicts for them, and the texts they stand in."""

    numbers: list[Number]
    texts: list[str]
    distributions: Distribution

    def by(self, score: str) -> Values:
        """Return the score of each number; the higher, the less likely."""
        if not self.numbers:
            return np.zeros(0)
        scores = SCORES[score](self, np.array([number.value for number in self.numbers]))
        if np.isnan(scores).any():
            raise ValueError(f"{score}: {np.isnan(scores).sum()} scores are not numbers")
        return scores


def _density(of: Scored, values: Values) -> Values:
    log_density = np.asarray(of.distributions.log_prob(values, measure="log"), np.float64)
    return np.where(np.isfinite(log_density), -log_density, _UNHEARD_OF)


def _near(of: Scored, values: Values) -> Values:
    return -np.asarray(of.distributions.log_prob_near(values, NEAR), np.float64)


def _tail(of: Scored, values: Values) -> Values:
    below, above = (np.asarray(tail, np.float64) for tail in of.distributions.tails(values))
    return -np.log(np.clip(2 * (1 - np.maximum(below, above)), _FLOOR, 1))


def _typo(of: Scored, values: Values) -> Values:
    """Return how much likelier a typo of another number is than the number itself."""
    own = np.asarray(of.distributions.log_mass(values), np.float64)
    parts = []
    for start in range(0, len(values), 256):
        batch = slice(start, start + 256)
        typos = Typos.of(of.numbers[batch], of.texts[batch])
        joint = typos.log_priors + np.asarray(of.distributions[batch][:, None].log_mass(typos.values))
        parts.append(np.logaddexp.reduce(joint, axis=1))
    return np.concatenate(parts) - np.where(np.isfinite(own), own, -_UNHEARD_OF)


def _ours(of: Scored, values: Values) -> Values:
    return np.asarray(channel_evidence(of.numbers, of.texts, of.distributions).scores(), np.float64)


SCORES: dict[str, Callable[[Scored, Values], Values]] = {
    "density": _density,
    "near": _near,
    "tail": _tail,
    "typo": _typo,
    "ours": _ours,
}


# -- Documents -------------------------------------------------------------------------------------------


def documents(data: Path, corpus: str, split: str, count: int) -> list[str]:
    """Return the beginnings of so many documents; of finnews, documents that were not drawn before."""
    if corpus == "world":
        each = -(-count // len(WORLD))
        return [text for name in WORLD for text in documents(data / "world", name, split, each)]
    file = data / corpus / f"{split}.parquet"
    wanted = count + USED if corpus == "finnews" and split == "test" else count
    records = list(sample(SourceCorpus((file,)), wanted, SEED))
    if wanted > count:
        used = {record.where for record in sample(SourceCorpus((file,)), USED, USED_SEED)}
        records = [record for record in records if record.where not in used][:count]
    return [_beginning(record.text) for record in records]


def with_magnitudes(data: Path, corpus: str, besides: Sequence[str]) -> list[str]:
    """Return the beginnings of further test documents that write magnitudes as words."""
    drawn = set(besides)
    further = documents(data, corpus, "test", _FURTHER)
    fitting = [text for text in further if text not in drawn and _MAGNITUDE.search(text)]
    return random.Random(SEED).sample(fitting, min(RARE_DOCUMENTS, len(fitting)))


def _beginning(text: str) -> str:
    """Cut a text at the end of a paragraph or sentence."""
    if len(text) <= LONGEST:
        return text
    head = text[:LONGEST]
    return head[: max(head.rfind("\n"), head.rfind(". ") + 1, LONGEST // 2)]


def predictions(system: Streaming, text: str) -> Iterator[tuple[Number, Distribution]]:
    """Yield the numbers in prose, each with its distribution."""
    prose = Prose(Document.from_text(text), VOCABULARY.__contains__)
    for judged in system.stream(text):
        reasons = list(prose.reasons(judged.numbers))
        for position, i in enumerate(judged.index.tolist()):
            number = judged.numbers[i]
            if reasons[i] is None and BOUNDS.allow(number.value, -1.0):
                yield number, judged.distributions[position]


Observed = tuple[Number, str, Distribution]


def observe(
    system: Streaming, texts: Sequence[str], pool: Sequence[float], rare: Sequence[str] = ()
) -> tuple[Scored, list[int], Scored, list[int], list[str]]:
    """Return the correct numbers of documents, and the wrong ones planted in them, one of each kind.

    With the document of each, and the kind of each error. What is drawn depends on the text alone, so that
    all systems that judge the same numbers get the same errors. The `rare` documents get errors of the rare
    kind only, several each.
    """
    correct: list[Observed] = []
    wrong: list[Observed] = []
    of_correct, of_wrong, kinds = [], [], []
    for i, text in enumerate([*texts, *rare]):
        found = sorted(predictions(system, text), key=lambda pair: pair[0].start)
        ordinary = i < len(texts)
        if ordinary:
            correct += [(number, text, distribution) for number, distribution in found]
            of_correct += [i] * len(found)
        for kind in KINDS if ordinary else (RARE,):
            planted = islice(_planted(text, found, kind, pool), 1 if ordinary else MOST_RARE)
            for error in planted:
                wrong.append(error)
                of_wrong.append(i)
                kinds.append(kind)
    return _scored(correct), of_correct, _scored(wrong), of_wrong, kinds


def _planted(
    text: str, found: list[tuple[Number, Distribution]], kind: str, pool: Sequence[float]
) -> Iterator[Observed]:
    """Yield numbers of a document gone wrong in one way, in random order, as far as they can."""
    replacements = pool if kind == "random" else [number.value for number, _ in found]
    tries = len(found) if kind == RARE else min(_TRIES, len(found))
    for number, distribution in generator(text, kind).sample(found, tries):
        planted = plant(text, number, kind, replacements)
        if planted is not None:
            yield (*planted, distribution)


def _scored(items: list[Observed]) -> Scored:
    numbers = [number for number, _, _ in items]
    texts = [text for _, text, _ in items]
    distributions = [distribution[None] for _, _, distribution in items]
    return Scored(numbers, texts, distributions[0].concat(distributions) if distributions else None)  # type: ignore[arg-type]


# -- Figures ---------------------------------------------------------------------------------------------


def found_at(rate: float, correct: Values, wrong: Values, weights: Weights) -> tuple[Flags, Values]:
    """Return which wrong numbers are found where `rate` of the correct ones is flagged, and the threshold.

    For each replicate of the bootstrap, in whose rows weights of the correct numbers come first: (R, wrong)
    and (R,). Every system and every score has the same false alarms, so that what is found can be compared.
    """
    order = np.argsort(-correct, kind="stable")
    flagged = np.cumsum(weights[:, order], axis=1)
    most = rate * weights[:, : len(correct)].sum(1, keepdims=True)
    thresholds = correct[order][(flagged <= most).sum(1).clip(max=len(correct) - 1)]
    return wrong > thresholds[:, None], thresholds


def measure(
    system: Streaming, texts: Sequence[str], pool: Sequence[float], rare: Sequence[str] = ()
) -> dict[str, Any]:
    """Return for each score the share of errors found at 1% false alarms, of all and by kind."""
    correct, of_correct, wrong, of_wrong, kinds = observe(system, texts, pool, rare)
    drawn = resample(np.array([*of_correct, *of_wrong]), REPLICATES)
    weights = np.concatenate([np.ones_like(drawn[:1]), drawn])
    of_errors = weights[:, len(of_correct) :]
    result: dict[str, Any] = {"numbers": len(of_correct), "errors": len(kinds), "scores": {}}
    for score in SCORES:
        found, _ = found_at(RATE, correct.by(score), wrong.by(score), weights)
        shares = {"all": _shares(found, of_errors)}
        for kind in KINDS:
            of_kind = np.array(kinds) == kind
            if of_kind.any():
                shares[kind] = _shares(found[:, of_kind], of_errors[:, of_kind])
        result["scores"][score] = {
            "found": {kind: _estimate(values, count) for kind, (values, count) in shares.items()},
            "replicates": (shares["all"][0] / UNIT).round().astype(int).tolist(),
        }
    return result


def _shares(found: Flags, weights: Weights) -> tuple[Values, int]:
    with np.errstate(invalid="ignore"):
        return (found * weights).sum(1) / weights.sum(1), found.shape[1]


def _estimate(values: Values, count: int) -> list[float]:
    """Return the first of some replicates, which is the figure itself, with an interval of 95%."""
    low, high = np.nanquantile(values[1:], [0.025, 0.975])
    return [round(float(value), 4) for value in (values[0], low, high)] + [count]


def gain(first: Sequence[int], second: Sequence[int]) -> list[float]:
    """Return by how much more of the same errors is found by the first replicates, with an interval."""
    return _estimate(UNIT * (np.array(first) - np.array(second)), 0)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--model", type=Path, required=True, help="the exported model that ships")
    parser.add_argument("--baselines", type=Path, help="folder that experiments.check.baselines unpacked")
    parser.add_argument("--documents", type=int, default=320, help="of each corpus")
    parser.add_argument("--systems", nargs="*", help="else all")
    parser.add_argument("--corpora", nargs="*", default=list(FRESH))
    parser.add_argument("--out", type=Path, default=HERE)
    return parser.parse_args()


def main() -> None:
    from .scores_report import to_markdown

    given = parse()
    out = given.out / "scores.json"
    results: dict[str, Any] = json.loads(out.read_text("utf-8")) if out.exists() else {}
    model = load(given.model, threads=1)
    model.network = Remembering(model.network)
    train = [text for corpus in ("finnews", "sci") for text in documents(given.data, corpus, "train", 300)]
    numbers = [number.value for text in train for number in extract(text)]
    pool = [value for value in numbers if BOUNDS.allow(value, -1.0)]
    systems: dict[str, Callable[[], Streaming]] = {
        "shipped": lambda: model,
        "marginal": lambda: Marginal(pool),
    }
    for folder in sorted(given.baselines.iterdir()) if given.baselines else ():
        systems[folder.name] = lambda folder=folder: load_baseline(folder)
    for name in given.systems or systems:
        make, system = systems[name], None
        for corpus in given.corpora:
            if name in results.get(corpus, {}).get("systems", {}):
                continue
            system = system or make()
            texts = documents(given.data, corpus, "test", given.documents)
            rare = with_magnitudes(given.data, corpus, besides=texts)
            entry = results.setdefault(
                corpus, {"documents": len(texts), "fresh": FRESH[corpus], "systems": {}}
            )
            entry["systems"][name] = measure(system, texts, pool, rare)
            given.out.mkdir(parents=True, exist_ok=True)
            out.write_text(json.dumps(results) + "\n", encoding="utf-8")
            (given.out / "SCORES.md").write_text(to_markdown(results), encoding="utf-8")
            print(f"{name}, {corpus}: {entry['systems'][name]['scores']['ours']['found']['all']}", flush=True)


if __name__ == "__main__":
    main()
