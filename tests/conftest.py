from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

# What passes here passes everywhere: the same examples each time, and no deadline, as a machine may do other
# things too. New examples are looked for with --hypothesis-profile hunt; what they find is kept by @example.
settings.register_profile("numerate", deadline=None, derandomize=True)
settings.register_profile("hunt", deadline=None, max_examples=3000)
settings.load_profile("numerate")

WORDS = (
    "the a of to in and company bank shares rose fell by percent dollars million year profit sales from said "
    "on its quarter with was per cost about people tonnes index points trade"
).split()


@pytest.fixture(scope="session")
def tokenizer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A word-piece tokenizer like BERT's, small enough to read."""
    pieces = [
        "[PAD]",
        "[UNK]",
        "[CLS]",
        "[SEP]",
        *WORDS,
        *"abcdefghijklmnopqrstuvwxyz0123456789.,$%()-'\"[]#",
    ]
    pieces += [f"##{letter}" for letter in "abcdefghijklmnopqrstuvwxyz0123456789"]
    vocabulary = {piece: i for i, piece in enumerate(dict.fromkeys(pieces))}
    tiny = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tiny.normalizer = normalizers.BertNormalizer(lowercase=True)
    tiny.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tiny.add_special_tokens(["[PAD]", "[UNK]", "[CLS]", "[SEP]"])
    path = tmp_path_factory.mktemp("tokenizer") / "tokenizer.json"
    tiny.save(str(path))
    return path


@pytest.fixture(scope="session")
def tiny_checkpoint(tokenizer: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An untrained leave-one-out network as `numerate train` would leave it."""
    import torch

    from numerate.distributions import SHIPPED
    from numerate.training.nn import ModelConfig, NumberModel, add_symbols

    words = add_symbols(Tokenizer.from_file(str(tokenizer)))
    network = {
        "model_type": "bert",
        "vocab_size": words.get_vocab_size(),
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 48,
        "max_position_embeddings": 64,
    }
    config = ModelConfig(
        pretrained=False,
        architecture=network,
        input="exponent+digits",
        head="digits",
        head_digits=3,
        objective="leave-one-out",
        support=SHIPPED,
    )
    torch.manual_seed(0)
    model = NumberModel.from_config(config, words)
    for parameter in model.parameters():  # uneven enough that what is wrong shows
        torch.nn.init.normal_(parameter, std=0.3)
    folder = tmp_path_factory.mktemp("checkpoint")
    model.save_pretrained(folder)
    return folder


@pytest.fixture(scope="session")
def tiny_folder(tiny_checkpoint: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, exported; once for all processes of a test run."""
    from filelock import FileLock

    here = tmp_path_factory.getbasetemp()
    common = here.parent if os.environ.get("PYTEST_XDIST_WORKER") else here
    folder = common / "tiny-model"
    with FileLock(f"{folder}.lock"):
        if not folder.exists():
            from numerate.training.export import export

            export(tiny_checkpoint, folder, weights="fp32")
    return folder
