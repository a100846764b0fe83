"""Table 8: the order of magnitude of a number as a class, and exaggerated numbers, after Chen et al. (2019).

    python -m experiments.magnitude [NAME …] --data ROOT --encoder CHECKPOINT [--lines FILE] [--minutes 3]

Numeracy-600K has comments and titles with the offset, length and magnitude of one numeral; ours are read from
prepared folders, `titles` and `text`, of which one number of each instance is hidden. Eight classes: numbers
below 1, then by their digits before the decimal point, one to six, and more. Every network sees the same word
pieces and the exponents of the other numbers, and starts from the same word vectors.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
import traceback
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .magnitude_networks import CLASSES, classifier, network
from .results import RESULTS, result_file, write_result
from .spec import PAPER_MODEL, STANDARD

CORPORA = {"titles": "titles", "text": "article text"}
MODELS = {
    "majority": "the most frequent class",
    "logistic": "logistic regression on TF-IDF",
    "cnn": "CNN",
    "gru": "GRU",
    "bigru": "BiGRU",
    "crnn": "CRNN",
    "transformer": "MiniLM, classifier",
    "ours": "MiniLM, leave-one-out digit decoder",
    "bundled": "the bundled model, not trained further",
}
FACTORS = (2.0, 10.0, 100.0)
"""Exaggerations: so many times the number, or that part of it."""
TABLE = "table8"
OPEN_STYLE = 103
"""BERT's [MASK]: as the symbol of a number's style, it leaves the style open."""
_EDGES = np.array([0.0, *(10.0**k for k in range(7)), np.inf])

Values = npt.NDArray[np.float64]
Classes = npt.NDArray[np.int64]


class Examples(NamedTuple):
    """Instances with one number hidden: (N, L) ids and values of the other numbers, and what is hidden."""

    ids: npt.NDArray[np.int64]
    others: Values
    places: Classes
    """The token of each hidden number."""
    values: Values
    documents: Classes

    @property
    def classes(self) -> Classes:
        return magnitude(self.values)


def magnitude(values: Values) -> Classes:
    """Return the class of each value: 0 below 1, 1 to 6 by its digits, 7 beyond."""
    return np.searchsorted(_EDGES[1:-1], values, side="right").astype(np.int64)


@lru_cache(maxsize=8)
def examples(folder: Path, split: str, hidden_id: int) -> Examples:
    """Hide one number of each instance, drawn at random but always the same."""
    from numerate.training.prepare import Instances

    instances = Instances(folder, split)
    number = instances.manifest["tokenizer"]["number"]
    rng = np.random.default_rng([len(instances), len(split)])
    found = [instance for instance in instances if (instance.values > 0).any()]
    length = max(len(instance.ids) for instance in found)
    ids, others = np.zeros((len(found), length), np.int64), np.full((len(found), length), np.nan)
    places, values = np.zeros(len(found), np.int64), np.zeros(len(found))
    for i, instance in enumerate(found):
        at = np.flatnonzero(instance.ids == number)
        chosen = int(rng.choice(np.flatnonzero(instance.values > 0)))
        ids[i, : len(instance.ids)] = instance.ids
        others[i, at] = instance.values
        places[i], values[i] = at[chosen], instance.values[chosen]
        ids[i, places[i]], others[i, places[i]] = hidden_id, np.nan
    return Examples(ids, others, places, values, np.array([instance.document for instance in found]))


# -- Models ----------------------------------------------------------------------------------------------


def train_network(name: str, folder: Path, encoder: str, seed: int, epochs: int) -> dict[str, Classes]:
    """Train a network until it is no better on validation; return its classes of the test examples."""
    import torch
    from torch.nn.functional import cross_entropy

    torch.manual_seed(seed)
    model, hidden_id = classifier(encoder)
    rate = 1e-4
    if name != "transformer":
        model, rate = network(name, model.words), 1e-3
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model.to(device)
    splits = {
        split: _tensors(examples(folder, split, hidden_id), device) for split in ("train", "valid", "test")
    }
    optimizer = torch.optim.AdamW(model.parameters(), rate, weight_decay=0.01)
    best, best_loss, waited = {}, float("inf"), 0
    generator = torch.Generator().manual_seed(seed)

    def logits(split: str) -> Any:
        model.eval()
        with torch.inference_mode():
            parts = [
                model(*(t[i : i + 512] for t in splits[split][:3]))
                for i in range(0, len(splits[split][0]), 512)
            ]
        return torch.cat(parts).float()

    for _ in range(epochs):
        model.train()
        for index in torch.randperm(len(splits["train"][0]), generator=generator).split(64):
            *inputs, classes = (t[index.to(device)] for t in splits["train"])
            with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
                loss = cross_entropy(model(*inputs).float(), classes)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
        valid = float(cross_entropy(logits("valid"), splits["valid"][3]))
        waited += 1
        if valid < best_loss:
            best_loss, waited = valid, 0
            best = {"test": logits("test").argmax(1).cpu().numpy()}
        if waited == 3:
            break
    return best


def _tensors(of: Examples, device: str) -> list[Any]:
    import torch

    others = np.where(np.isnan(of.others), 0, 1 + magnitude(np.nan_to_num(of.others)))
    return [torch.from_numpy(a).to(device) for a in (of.ids, others, of.places, of.classes)]


def logistic(folder: Path) -> Classes:
    """Classify by the words of an instance and by those near the hidden number; needs scikit-learn."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    def words(of: Examples) -> list[str]:
        return [" ".join(f"w{i}" for i in ids if i) for ids in of.ids.tolist()]

    train, test = (examples(folder, split, 1) for split in ("train", "test"))
    model = make_pipeline(
        TfidfVectorizer(ngram_range=(1, 2), min_df=2), LogisticRegression(C=10, max_iter=300)
    )
    model.fit(words(train), train.classes)
    predicted: Classes = model.predict(words(test))
    return predicted


def train_ours(folder: Path, encoder: str, seed: int, changes: dict[str, Any]) -> tuple[Classes, Any]:
    """Train the digit decoder; return its likeliest classes and its distributions of the hidden numbers."""
    import torch

    from numerate.distributions import SHIPPED
    from numerate.training.batches.corpus import Corpus
    from numerate.training.nn import NumberModel, TokenizedInstance
    from numerate.training.run.loop import train

    config = replace(
        PAPER_MODEL,
        checkpoint=encoder,
        head="digits",
        objective="leave-one-out",
        input="exponent+digits",
        support=SHIPPED,
    )
    recipe = replace(STANDARD, **{"epochs": 8, "patience": 3, "seed": seed, **changes})
    with tempfile.TemporaryDirectory() as scratch:
        train(
            config, recipe, Corpus.load(folder), scratch, checkpoint_seconds=float("inf"), tensorboard=False
        )
        model = NumberModel.from_pretrained(scratch)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model.to(device)
    test = examples(folder, "test", model.mask_id)
    parts = []
    for start in range(0, len(test.ids), 256):
        rows, slots = [], []
        for i in range(start, min(start + 256, len(test.ids))):
            ids = test.ids[i][test.ids[i] != 0].copy()
            ids[test.places[i]] = model.number_id
            at = np.flatnonzero(ids == model.number_id)
            rows.append(TokenizedInstance(ids, test.others[i, at]))
            slots.append(int(np.searchsorted(at, test.places[i])))
        batch = model.collator()(rows).to(device)
        with torch.inference_mode(), torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            found = model.distributions(batch)
        parts.append(found[torch.arange(len(rows), device=device), torch.tensor(slots, device=device)])
    every = parts[0].concat(parts).double()
    edges = torch.tensor(_EDGES[1:-1], device=device)
    cdf = torch.stack([every.cdf(edge.expand(every.batch_shape)) for edge in edges], -1)
    ends = torch.nn.functional.pad(cdf, (1, 0)), torch.nn.functional.pad(cdf, (0, 1), value=1.0)
    return (ends[1] - ends[0]).argmax(-1).cpu().numpy(), every


def bundled(folder: Path) -> tuple[Classes, Any]:
    """Return the likeliest classes of the bundled model, and its distributions of the hidden numbers."""
    from numerate.model import load
    from numerate.model.network import Window

    model, test = load(threads=1), examples(folder, "test", 1)
    network = model.network
    windows, targets, count = [], [], 0
    for row, others, place in zip(test.ids, test.others, test.places, strict=True):
        ids = row[row != 0].copy()
        ids[place] = network.number_id
        at = np.flatnonzero(ids == network.number_id)
        # A model that sees how numbers are written gets no hint of it here, as the others get none.
        shown = np.insert(ids, at + 1, OPEN_STYLE) if model.config.styles else ids
        windows.append(Window(shown, others[at]))
        targets.append(count + int(np.searchsorted(at, place)))
        count += len(at)
    every = network.distributions(windows)[np.array(targets)]
    cdf = np.stack([np.asarray(every.cdf(np.full(len(targets), edge))) for edge in _EDGES[1:-1]], -1)
    ends = np.pad(cdf, ((0, 0), (1, 0))), np.pad(cdf, ((0, 0), (0, 1)), constant_values=1.0)
    return (ends[1] - ends[0]).argmax(-1), every


# -- Figures ---------------------------------------------------------------------------------------------


def f1_scores(
    true: npt.NDArray[Any], predicted: npt.NDArray[Any], weight: npt.NDArray[Any]
) -> tuple[float, float]:
    """Return micro and macro F1 of weighted examples, over the classes that occur."""
    scores = []
    for each in np.unique(true):
        right = weight[(true == each) & (predicted == each)].sum()
        wrong = weight[(true == each) ^ (predicted == each)].sum()
        scores.append(2 * right / max(2 * right + wrong, 1e-12))
    return float(weight[true == predicted].sum() / weight.sum()), float(np.mean(scores))


def figures(
    true: npt.NDArray[Any], predicted: npt.NDArray[Any], documents: Classes, prefix: str = ""
) -> dict[str, Any]:
    """Return both scores with intervals from a bootstrap over documents."""
    from numerate.training.evaluation.bootstrap import interval, resample

    ones = np.ones(len(true))
    replicates = np.array([f1_scores(true, predicted, w) for w in resample(documents, 300)])
    values = f1_scores(true, predicted, ones)
    found = {}
    for i, name in enumerate(("micro", "macro")):
        estimate = interval(values[i], replicates[:, i], len(true))
        found[f"{prefix}{name}"] = [estimate.value, estimate.low, estimate.high, estimate.count]
    return found


def exaggerated(test: Examples, classes: Classes, distributions: Any | None) -> dict[str, Any]:
    """Tell overstated and understated numbers from true ones, each number once as each.

    By class: overstated where the class of the number is above the predicted one. By the distribution: where
    less than a share of it lies beyond the number; the share is the one that would be right for two in three
    numbers wrong, a sixth on each side.
    """
    found: dict[str, Any] = {}
    for factor in FACTORS:
        shown = np.concatenate([test.values, test.values * factor, test.values / factor])
        truth = np.repeat([0, 1, -1], len(test.values))
        documents, predicted = np.tile(test.documents, 3), np.tile(classes, 3)
        by_class = np.sign(magnitude(shown) - predicted)
        found |= figures(truth, by_class, documents, f"exaggerated.{factor:g}.class.")
        if distributions is not None:
            cdf = np.concatenate([_cdf(distributions, part) for part in np.split(shown, 3)])
            by_tail = np.where(cdf > 1 - 1 / 6, 1, np.where(cdf < 1 / 6, -1, 0))
            found |= figures(truth, by_tail, documents, f"exaggerated.{factor:g}.tail.")
    return found


def _cdf(distributions: Any, values: Values) -> Values:
    if isinstance(distributions.logits, np.ndarray):
        return np.asarray(distributions.cdf(values), np.float64)
    import torch

    at = torch.from_numpy(values).to(distributions.logits.device)
    found: Values = distributions.cdf(at).detach().cpu().numpy()
    return found


def carry_out(name: str, options: argparse.Namespace) -> dict[str, Any]:
    """Train and test one model on one corpus: "titles-cnn-seed0"."""
    corpus, model, seed = name.removeprefix(f"{TABLE}/").rsplit("-", 2)
    folder, started = options.data / corpus, time.perf_counter()
    number = int(seed.removeprefix("seed"))
    distributions = None
    test = examples(folder, "test", 1)
    if model == "majority":
        train = examples(folder, "train", 1).classes
        classes = np.full(len(test.values), np.bincount(train).argmax())
    elif model == "logistic":
        classes = logistic(folder)
    elif model == "bundled":
        classes, distributions = bundled(folder)
    elif model == "ours":
        classes, distributions = train_ours(folder, options.encoder, number, options.recipe)
    else:
        epochs = options.recipe.get("epochs", 15)
        classes = train_network(model, folder, options.encoder, number, epochs)["test"]
    return {
        "run": {"name": name, "corpus": corpus, "model": model},
        "training": {
            "instances": len(examples(folder, "train", 1).values),
            "seconds": time.perf_counter() - started,
        },
        "classes": {str(c): int((test.classes == c).sum()) for c in range(CLASSES)},
        "figures": {
            **figures(test.classes, classes, test.documents),
            **exaggerated(test, classes, distributions),
        },
    }


def names() -> list[str]:
    """All runs: one seed of each, then the others of those that have any."""
    single = [f"{TABLE}/{corpus}-{model}-seed0" for corpus in CORPORA for model in MODELS]
    seeded = [
        f"{TABLE}/{corpus}-{model}-seed{seed}"
        for seed in (1, 2)
        for corpus in CORPORA
        for model in ("bigru", "transformer", "ours")
    ]
    return single + seeded


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("runs", nargs="*")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--encoder", required=True)
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--lines", type=Path)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--recipe", type=json.loads, default={})
    parser.add_argument("--without", nargs="*", default=[], help="models to leave out, such as logistic")
    given = parser.parse_args(arguments)
    deadline = time.time() + 60 * given.minutes
    for name in given.runs or names():
        if result_file(name, given.results).exists() or name.rsplit("-", 2)[1] in given.without:
            continue
        if time.time() > deadline:
            print(f"not done: {name}", flush=True)
            continue
        try:
            result = carry_out(name, given)
        except Exception:  # one that fails must not take the others along
            traceback.print_exc()
            continue
        write_result(result, given.results)
        if given.lines:
            with given.lines.open("ab", buffering=0) as file:
                file.write(json.dumps(result).encode() + b"\n")
        micro, macro = (result["figures"][key][0] for key in ("micro", "macro"))
        print(
            f"{name}: {result['training']['seconds']:.1f} s  micro {micro:.3f}  macro {macro:.3f}", flush=True
        )


if __name__ == "__main__":
    main()
