"""Train a larger teacher of the reader of claims: SmolLM2-135M with attention in both directions.

    python experiments/claim_reader/smollm_teacher.py --data work/claims --smollm FOLDER --out OUT/s0
    python experiments/claim_reader/train.py --data work/claims --out OUT --name s1 --taught OUT/s0 …

FOLDER has the packed weights in parts, and tokenizer.json (`experiments/default-model/smollm.py`). Windows of
`mine.py` are written in SmolLM2's tokens, with one symbol of its own for each type of figures and the end of
a paragraph; loss, batches and measures are those of `train.py`.

The learning rate falls by the clock. The result is OUT/taught-NAME.npz for each file of training windows,
held out or not, with the probability of each of its equations; and a line of OUT/results.jsonl. A teacher
that --save has written can go on with --start; with --minutes 0 it is only measured and asked.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from tokenizers import AddedToken, Tokenizer

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "default-model")]
from network import FIRST_SYMBOL, TYPES  # noqa: E402
from smollm import Retokenizer, weights  # noqa: E402
from smollm_network import Sizes, Teacher  # noqa: E402
from train import (  # noqa: E402
    Windows,
    arguments,
    epoch,
    fit,
    hidden,
    mean_loss,
    read,
    training_sets,
    validated,
    write,
)

PIECES = Path("src/numerate/models/default/tokenizer.json")
BREAK = FIRST_SYMBOL - 1
"""Id, among the word pieces, of the end of a paragraph; the types of figures follow it."""
SYMBOLS = 1 + TYPES
SPELLED = [chr(0xE000 + i) for i in range(SYMBOLS)]
"""How the symbols are spelled for SmolLM2's tokenizer: characters that no word piece has."""
FIRST_WORD = 17
"""The first of SmolLM2's tokens that is no symbol."""
WARM_UP = 0.05
"""Share of the time in which the learning rate rises."""
HEADS_RATE = 8.0
"""How much faster heads and symbols, which are new, learn than the pretrained part."""
CHUNK = 500
"""Windows that a process retokenizes at a time."""

Arrays = dict[str, npt.NDArray[Any]]


# -- Windows in SmolLM2's tokens -------------------------------------------------------------------------


class ClaimRetokenizer(Retokenizer):
    """Writes windows in SmolLM2's tokens, and each symbol as one new token after them."""

    def __init__(self, pieces: str, target: str) -> None:
        source = Tokenizer.from_file(pieces)
        symbols = {str(source.id_to_token(BREAK + i)): spelled for i, spelled in enumerate(SPELLED)}
        super().__init__(pieces, target, symbols)
        # The space before a symbol belongs to it, or it would be a token of its own.
        self.target.add_special_tokens([AddedToken(s, lstrip=True, special=True) for s in SPELLED])


_retokenizer: ClaimRetokenizer


def _load(*files: str) -> None:
    global _retokenizer
    os.environ["TOKENIZERS_PARALLELISM"] = "false"  # the processes are the parallelism
    _retokenizer = ClaimRetokenizer(*files)


def _encode(windows: list[npt.NDArray[np.int32]]) -> list[npt.NDArray[np.int32]]:
    return _retokenizer.encode(windows)


def retokenized(parts: Sequence[Arrays], pieces: Path, target: Path, processes: int) -> list[Arrays]:
    """Return files of windows in SmolLM2's tokens; all else, and the order, is as it was."""
    windows = [w for part in parts for w in np.split(part["ids"], np.cumsum(part["lengths"], dtype=int)[:-1])]
    chunks = [windows[i : i + CHUNK] for i in range(0, len(windows), CHUNK)]
    files = (str(pieces), str(target))
    with ProcessPoolExecutor(processes, initializer=_load, initargs=files) as pool:
        encoded = (window for chunk in pool.map(_encode, chunks) for window in chunk)
        return [_with_tokens(part, list(islice(encoded, len(part["lengths"]))), target) for part in parts]


def _with_tokens(part: Arrays, encoded: Sequence[npt.NDArray[np.int32]], target: Path) -> Arrays:
    """Replace the word pieces of a file by other tokens, and find its figures among them."""
    first = Tokenizer.from_file(str(target)).get_vocab_size()
    ids, lengths = np.concatenate(encoded), np.array([len(window) for window in encoded])
    symbols, at = np.flatnonzero(_is_symbol(part["ids"])), np.flatnonzero(ids >= first)
    starts, starts_before = (np.cumsum(n, dtype=int) - n for n in (lengths, part["lengths"]))
    windows, windows_before = (
        np.searchsorted(s, where, "right") for s, where in ((starts, at), (starts_before, symbols))
    )
    same_symbols = np.array_equal(ids[at] - first, part["ids"][symbols] - BREAK)
    if not same_symbols or not np.array_equal(windows, windows_before):
        raise ValueError("a window has other symbols in the other tokens")
    owner = np.repeat(np.arange(len(lengths)), part["figures"])
    nth = np.searchsorted(symbols, starts_before[owner] + part["places"])
    return part | {
        "ids": ids.astype(np.uint16),
        "lengths": lengths.astype(np.uint16),
        "places": (at[nth] - starts[owner]).astype(np.uint16),
    }


def _is_symbol(ids: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    return (ids >= BREAK) & (ids < BREAK + SYMBOLS)


# -- Training --------------------------------------------------------------------------------------------


def optimizer_of(model: Teacher, rate: float) -> torch.optim.Optimizer:
    """Return an optimizer that learns heads and symbols faster than the pretrained part."""
    parameters = list(model.named_parameters())
    new = [p for n, p in parameters if not n.startswith("decoder.") or n.startswith("decoder.symbols.")]
    old = [p for n, p in parameters if n.startswith("decoder.") and not n.startswith("decoder.symbols.")]
    groups = [{"params": old, "lr": rate}, {"params": new, "lr": HEADS_RATE * rate}]
    fused = parameters[0][1].is_cuda
    return torch.optim.AdamW(groups, weight_decay=0.01, betas=(0.9, 0.98), fused=fused)


def compile_blocks(model: Teacher, sets: list[Windows], given: argparse.Namespace, device: str) -> None:
    """Compile the blocks before the clock starts; one that does not compile runs as it is."""
    torch._dynamo.config.suppress_errors = True
    for layer in model.decoder.layers:
        layer.compile(dynamic=True)
    for windows, chosen in islice(epoch(sets, given.batch, np.random.default_rng(0)), 4):
        mean_loss(model.train(), windows.batch(chosen, device), given, device).backward()
    model.zero_grad(set_to_none=True)


def train(given: argparse.Namespace) -> None:
    """Train, measure, and write what the teacher says of the training windows."""
    torch.manual_seed(given.seed)
    kinds = ("train", "passages", "knowledge", "sizes", "valid")
    files = [file for kind in kinds for file in given.data.glob(f"{kind}-*.npz")]
    tokenizer = given.smollm / "tokenizer.json"
    parts = retokenized([read(file) for file in files], given.pieces, tokenizer, given.processes)
    read_tokens = dict(zip(files, parts, strict=True)).__getitem__
    device = "cuda" if torch.cuda.is_available() else "cpu"
    model, sets = initial(given).to(device), training_sets(given, read_tokens)
    if given.compile:
        compile_blocks(model, sets, given, device)
    words = model.decoder.sizes.words
    results: dict[str, Any] = {"name": given.name, "layers": given.layers}
    results |= fit(
        model,
        optimizer_of(model, given.rate),
        sets,
        given,
        lambda ids: hidden(ids, given.hide, range(FIRST_WORD, words), words + SYMBOLS),
        lambda _, progress: min(1.0, progress / WARM_UP),
    )
    results["sizes"] = [len(each) for each in sets]
    given.out.mkdir(parents=True, exist_ok=True)
    if given.save:
        torch.save({name: value.half().cpu() for name, value in model.state_dict().items()}, given.save)
    write(results | validated(model, given, read_tokens, device), given.out)
    for file in files:
        if not file.stem.startswith("valid-"):
            taught, _ = Windows([read_tokens(file)]).probabilities(model, device)
            np.savez_compressed(given.out / f"taught-{file.stem}.npz", taught=taught)


def initial(given: argparse.Namespace) -> Teacher:
    """Return a teacher with SmolLM2's weights, or with those that an earlier run has saved."""
    model = Teacher(replace(Sizes(), layers=given.layers), SYMBOLS + 1)  # and one for a hidden word
    if given.start:
        model.load_state_dict(torch.load(given.start, weights_only=True))
    else:
        model.decoder.load(weights(given.smollm))
    return model


@torch.no_grad()
def complete(text: str, given: argparse.Namespace, most: int = 5) -> list[str]:
    """Return the tokens that SmolLM2 expects most after a text, which shows that its weights are right."""
    model, tokenizer = (
        initial(given).decoder.eval(),
        Tokenizer.from_file(str(given.smollm / "tokenizer.json")),
    )
    ids = torch.tensor([tokenizer.encode(text).ids])
    last = model(ids, torch.tensor([ids.shape[1]]), causal=True)[0, ids.shape[1] - 1]
    return [tokenizer.decode([int(i)]) for i in (model.embed_tokens.weight @ last).topk(most).indices]


if __name__ == "__main__":
    parser = arguments(__doc__)
    parser.set_defaults(name="smollm", hide=0.1)
    parser.add_argument(
        "--smollm", type=Path, required=True, help="folder of packed weights and tokenizer.json"
    )
    parser.add_argument("--pieces", type=Path, default=PIECES, help="tokenizer.json of the word pieces")
    parser.add_argument("--layers", type=int, default=30, help="first of the 30 blocks that are used")
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=7e-5, help="of the pretrained part")
    parser.add_argument("--processes", type=int, default=min(16, os.cpu_count() or 1), help="that retokenize")
    parser.add_argument("--compile", action="store_true", help="the blocks")
    parser.add_argument("--save", type=Path, help="file for the trained weights, 270 MB")
    parser.add_argument("--start", type=Path, help="file of --save to begin with")
    parser.add_argument("--complete", metavar="TEXT", help="print what SmolLM2 expects next, and end")
    given = parser.parse_args()
    if given.complete:
        print(complete(given.complete, given))
    else:
        train(given)
