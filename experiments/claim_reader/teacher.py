"""A larger reader of claims, SmolLM2-135M with its attention opened in both directions, as a teacher.

    python experiments/claim_reader/teacher.py --data work/claims --smollm PACKED TOKENIZER --out OUT --minutes 7

It is trained as the network that ships, on the same windows in its own tokens. It then writes its logit of every
equation of the training windows beside them (DATA/NAME.teacher.npy), for `train.py --teacher`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "default-model")]
from network import FIRST_SYMBOL, TYPES, ClaimHeads  # noqa: E402
from smollm import CONFIG, Retokenizer, checkpoint  # noqa: E402
from train import HELD_OUT, Windows, fit, losses, measure, read  # noqa: E402

Arrays = dict[str, npt.NDArray[Any]]

BREAK = FIRST_SYMBOL - 1
SYMBOLS = [f"[unused{i - 1}]" for i in range(BREAK, FIRST_SYMBOL + TYPES)]
"""A symbol for the end of a paragraph, and one for each type of figures."""
PIECES = Path("src/numerate/models/default/tokenizer.json")
RATE, HEAD_RATE = 2e-4, 1e-3


class Teacher(ClaimHeads):
    """SmolLM2 with the heads of the reader of claims."""

    def __init__(self, folder: Path) -> None:
        from transformers import AutoModel

        super().__init__(CONFIG["hidden_size"])  # type: ignore[arg-type]
        self.backbone = AutoModel.from_pretrained(folder, dtype=torch.float32)
        self.backbone.resize_token_embeddings(CONFIG["vocab_size"] + len(SYMBOLS))

    def forward(self, ids: Tensor, lengths: Tensor, places: Tensor) -> tuple[Tensor, Tensor]:
        """Read windows; every token sees every other."""
        within = torch.arange(ids.shape[1], device=ids.device) < lengths[:, None]
        mask = within[:, None, None].expand(-1, 1, ids.shape[1], -1)
        states = self.backbone(input_ids=ids, attention_mask=mask).last_hidden_state
        return self.read(states, places)


_retokenizer: Retokenizer


def _load(target: str) -> None:
    global _retokenizer
    _retokenizer = Retokenizer(str(PIECES), target, frozenset(SYMBOLS))


def _encode(windows: list[npt.NDArray[np.int32]]) -> list[npt.NDArray[np.int32]]:
    return _retokenizer.encode(windows)


def retokenized(arrays: Arrays, target: Path, processes: int) -> Arrays:
    """Return the same windows in the teacher's tokens."""
    windows = np.split(arrays["ids"].astype(np.int32), np.cumsum(arrays["lengths"].astype(np.int64))[:-1])
    chunks = [windows[i : i + 1000] for i in range(0, len(windows), 1000)]
    with ProcessPoolExecutor(processes, initializer=_load, initargs=(str(target),)) as pool:
        encoded = [window for chunk in pool.map(_encode, chunks) for window in chunk]
    first_figure = CONFIG["vocab_size"] + 1  # type: ignore[operator]
    # A window may show more figures than are read of it.
    counts = arrays["figures"].tolist()
    shown = (np.flatnonzero(window >= first_figure) for window in encoded)
    places = [each[:count] for each, count in zip(shown, counts, strict=True)]
    if [len(each) for each in places] != counts:
        raise ValueError("a window has other figures in the other tokens")
    return arrays | {
        "ids": np.concatenate(encoded).astype(np.uint16),
        "lengths": np.array([len(window) for window in encoded], np.uint16),
        "places": np.concatenate(places).astype(np.uint16),
    }


@torch.no_grad()
def predictions(model: Teacher, windows: Windows, device: str) -> Iterator[npt.NDArray[np.float16]]:
    """Yield the logits of the equations of some windows, in order."""
    model.eval()
    for start in range(0, len(windows), 256):
        batch = windows.batch(np.arange(start, min(len(windows), start + 256)), device)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            _, logits, _ = losses(model, batch)
        yield logits.float().cpu().numpy().astype(np.float16)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--smollm", type=Path, nargs=2, required=True, metavar=("PACKED", "TOKENIZER"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=7.0)
    parser.add_argument("--batch", type=int, default=96)
    parser.add_argument("--passages", type=int, default=3)
    parser.add_argument("--processes", type=int, default=8)
    # Like the student's, but that no words are hidden.
    parser.set_defaults(name="teacher", hide=0.0, scale=10.0, teacher=0.0, seed=0)
    given = parser.parse_args()
    torch.manual_seed(0)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    folder = given.out / "smollm"
    checkpoint(*given.smollm, folder, SYMBOLS)
    files = sorted(given.data.glob("*.npz"))
    arrays = {f.stem: retokenized(read(f), folder / "tokenizer.json", given.processes) for f in files}
    held = Path(HELD_OUT).stem
    train = [arrays[name] for name in arrays if name.startswith("train-")]
    passages = [arrays[name] for name in arrays if name.startswith("passages-") and name != held]
    knowledge = [arrays[name] for name in arrays if name.startswith("knowledge-")]
    sets = [Windows(train), Windows(passages, given.passages), *([Windows(knowledge)] if knowledge else [])]
    model = Teacher(folder).to(device)
    body = list(model.backbone.parameters())
    heads = [p for name, p in model.named_parameters() if not name.startswith("backbone.")]
    groups = [{"params": body, "lr": RATE}, {"params": heads, "lr": HEAD_RATE}]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01, betas=(0.9, 0.98))
    results: dict[str, Any] = {"name": given.name, **fit(model, sets, optimizer, given, device)._asdict()}
    results["passages"] = measure(model, Windows([arrays[held]]), device)
    results["valid"] = measure(model, Windows([arrays[n] for n in arrays if n.startswith("valid-")]), device)
    (given.out / "teacher.json").write_text(json.dumps(results) + "\n")
    print(json.dumps(results), flush=True)
    for name, windows in arrays.items():
        if not name.startswith("valid-"):
            logits = np.concatenate(list(predictions(model, Windows([windows]), device)))
            np.save(given.data / f"{name}.teacher.npy", logits)


if __name__ == "__main__":
    main()
