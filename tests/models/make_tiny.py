"""Write tests/models/tiny: a small untrained model, committed so that most tests need no PyTorch.

Run `python -m tests.models.make_tiny` after a change of the exported graph or of the model's folder.
tests/training/export/test_graph.py checks that the committed model still equals its checkpoint.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

TINY = Path(__file__).parent / "tiny"
SEED = 0

WORDS = (
    "the a of to in and company bank shares rose fell by percent dollars million year profit sales from said "
    "on its quarter with was per cost about people tonnes index points trade"
).split()
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


def make_tokenizer() -> Tokenizer:
    """A word-piece tokenizer like BERT's, small enough to read."""
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    pieces = [*special, *WORDS, *LETTERS, *".,$%()-'\"[]#", *(f"##{letter}" for letter in LETTERS)]
    vocabulary = {piece: i for i, piece in enumerate(dict.fromkeys(pieces))}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.add_special_tokens(special)
    return tokenizer


def write_checkpoint(folder: Path) -> None:
    """Write an untrained leave-one-out model as `numerate train` would leave it."""
    import torch

    from numerate.distributions import SHIPPED
    from numerate.training.nn import ModelConfig, NumberModel, add_symbols

    tokenizer = add_symbols(make_tokenizer())
    architecture = {
        "model_type": "bert",
        "vocab_size": tokenizer.get_vocab_size(),
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 48,
        "max_position_embeddings": 64,
    }
    config = ModelConfig(
        pretrained=False,
        architecture=architecture,
        input="exponent+digits",
        head="digits",
        head_digits=3,
        objective="leave-one-out",
        support=SHIPPED,
    )
    torch.manual_seed(SEED)
    model = NumberModel.from_config(config, tokenizer)
    # Weights this large make predictions depend visibly on the input; the default initialisation hardly does.
    for parameter in model.parameters():
        torch.nn.init.normal_(parameter, std=0.3)
    model.save_pretrained(folder)


def main() -> None:
    from numerate.training.export import export

    shutil.rmtree(TINY, ignore_errors=True)
    with tempfile.TemporaryDirectory() as checkpoint:
        write_checkpoint(Path(checkpoint))
        export(checkpoint, TINY, weights="fp32")


if __name__ == "__main__":
    main()
