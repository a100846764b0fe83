"""A number model: word pieces and numbers in, for every number what it may be out."""

from __future__ import annotations

import tempfile
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt
from huggingface_hub import HfApi
from tokenizers import Tokenizer
from torch import Tensor, nn
from transformers import AutoTokenizer, PreTrainedModel

from numerate.errors import ModelFolderError
from numerate.text.wordpieces import MASK, NUMBER
from numerate.training.nn import folder as folders
from numerate.training.nn.batch import Batch, Collator
from numerate.training.nn.config import ModelConfig
from numerate.training.nn.embeddings import number_embedding
from numerate.training.nn.encoder import BiGRUEncoder, TransformerEncoder, architecture_of, load_backbone

if TYPE_CHECKING:
    from typing_extensions import Self


class Loss(NamedTuple):
    """A sum over targets and how many there were, so that processes can add up before they divide."""

    total: Tensor
    targets: Tensor

    @property
    def mean(self) -> Tensor:
        """The mean over targets; 0 where there are none."""
        return self.total / self.targets.clamp(min=1)


class NumberModel(nn.Module, ABC):
    """What all models share: the encoder, the number embedding, and how they are kept on disk.

    Make one with `NumberModel.from_config` or `NumberModel.from_pretrained`, which know the class.
    """

    def __init__(self, config: ModelConfig, backbone: PreTrainedModel, tokenizer: Tokenizer | None) -> None:
        super().__init__()
        words: int = backbone.config.vocab_size
        self.config = config
        self.tokenizer = tokenizer
        self.number_id, self.mask_id = (words, words + 1) if tokenizer is None else symbol_ids(tokenizer)
        self.hidden_word_id = (tokenizer and hidden_word_id(tokenizer)) or self.mask_id
        backbone.resize_token_embeddings(max(words, self.mask_id + 1), mean_resizing=False)
        self.encoder: TransformerEncoder | BiGRUEncoder
        if config.encoder == "transformer":
            self.encoder = TransformerEncoder(backbone, config.dropout)
        else:
            self.encoder = BiGRUEncoder(backbone.get_input_embeddings(), config.dropout)
        self.numbers = number_embedding(config, self.encoder.words.embedding_dim)

    @abstractmethod
    def forward(self, batch: Batch) -> Loss:
        """The training objective on a batch."""

    @abstractmethod
    def encode(self, batch: Batch, values: Tensor) -> Tensor:
        """(B, K, width): each number's hidden vector when the encoder is shown `values` (NaN: not shown)."""

    def loss(self, batch: Batch) -> Tensor:
        """The training objective's mean over the batch's targets."""
        loss: Loss = self(batch)
        return loss.mean

    def fit(self, numbers: npt.NDArray[np.float64]) -> None:
        """Fit what is not learned by gradients to the training numbers, once, before training."""

    def collator(self, row_length: int | None = None) -> Collator:
        """What lays instances out for this model; with a `row_length`, several in a row."""
        return Collator(self.number_id, longest=self.encoder.longest, row_length=row_length)

    @classmethod
    def from_config(cls, config: ModelConfig, tokenizer: Tokenizer | None = None) -> Self:
        """Make a model to train, from a checkpoint's weights or from scratch, as the configuration says."""
        if tokenizer is None and config.checkpoint is not None:
            tokenizer = load_tokenizer(config.checkpoint)
        backbone = load_backbone(config)
        # With the architecture written down, the model can be loaded again where the checkpoint is not.
        config = replace(config, architecture=architecture_of(backbone))
        return cls._named(config.model_class)(config, backbone, tokenizer)

    @classmethod
    def from_pretrained(cls, source: str | Path) -> Self:
        """Load a model from a folder or by its hub id."""
        folder = folders.find_folder(source)
        name, fields = folders.read_config(folder)
        try:
            config = ModelConfig.from_dict(fields)
            backbone = load_backbone(replace(config, pretrained=False))
            model = cls._named(name)(config, backbone, folders.read_tokenizer(folder))
            model.load_state_dict(folders.read_weights(folder / folders.WEIGHTS))
        except ModelFolderError:
            raise
        except (ValueError, RuntimeError) as error:
            raise ModelFolderError(f"{folder} does not hold together: {error}") from error
        return model.eval()

    def save_pretrained(self, folder: str | Path, weights: dict[str, Tensor] | None = None) -> None:
        """Write the model to a folder that `from_pretrained` reads; with other weights, if they are given."""
        name, config = type(self).__name__, self.config.to_dict()
        weights = self.state_dict() if weights is None else weights
        folders.write_folder(Path(folder), name, config, weights, self.tokenizer)

    def push_to_hub(self, repo_id: str, *, private: bool = False, token: str | None = None) -> str:
        """Upload the model to the hub and return its address there."""
        api = HfApi(token=token)
        api.create_repo(repo_id, private=private, exist_ok=True)
        with tempfile.TemporaryDirectory() as folder:
            self.save_pretrained(folder)
            return str(api.upload_folder(repo_id=repo_id, folder_path=folder))

    @classmethod
    def _named(cls, name: str) -> type[Self]:
        known = {kind.__name__: kind for kind in cls._kinds()}
        if name not in known:
            raise ValueError(f"class {name!r}: must be {' or '.join(known)}")
        return known[name]

    @classmethod
    def _kinds(cls) -> Iterator[type[Self]]:
        if cls.__subclasses__():
            for kind in cls.__subclasses__():
                yield from kind._kinds()
        else:
            yield cls


def load_tokenizer(checkpoint: str) -> Tokenizer:
    """Load the tokenizer of a folder or hub id and add the symbols to it."""
    tokenizer: Tokenizer = AutoTokenizer.from_pretrained(checkpoint).backend_tokenizer
    return add_symbols(tokenizer)


def add_symbols(tokenizer: Tokenizer) -> Tokenizer:
    """Add the symbols where they are not there yet, and see that no text is ever cut off or filled up."""
    tokenizer.add_special_tokens([NUMBER, MASK])
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def hidden_word_id(tokenizer: Tokenizer) -> int | None:
    """The id that the checkpoint's own pretraining hid words behind, where it has one of the usual names."""
    found = (tokenizer.token_to_id(name) for name in ("[MASK]", "<mask>"))
    return next((number for number in found if number is not None), None)


def symbol_ids(tokenizer: Tokenizer) -> tuple[int, int]:
    """The ids of the number symbol and of the mask symbol."""
    number_id, mask_id = tokenizer.token_to_id(NUMBER), tokenizer.token_to_id(MASK)
    if number_id is None or mask_id is None:
        raise ValueError(f"the tokenizer lacks {NUMBER} or {MASK}; give it to add_symbols first")
    return number_id, mask_id
