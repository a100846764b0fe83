"""Number models: from word pieces and numbers to a distribution for every number."""

from __future__ import annotations

import tempfile
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from huggingface_hub import HfApi
from tokenizers import Tokenizer
from torch import Tensor, nn
from transformers import AutoTokenizer, PreTrainedModel

from numerate.distributions import Distribution
from numerate.errors import ModelFolderError
from numerate.text.wordpieces import MASK, NUMBER
from numerate.training.nn import folder as folders
from numerate.training.nn.batch import Batch, Collator
from numerate.training.nn.config import ModelConfig
from numerate.training.nn.digit_tokens import DigitTokens
from numerate.training.nn.embeddings import number_embedding
from numerate.training.nn.encoder import BiGRUEncoder, TransformerEncoder, architecture_of, load_backbone
from numerate.training.nn.heads import FamilyHead, family_head

if TYPE_CHECKING:
    from typing_extensions import Self


class Loss(NamedTuple):
    """The sum of the losses and the number of targets, so that processes can add both before they divide."""

    total: Tensor
    targets: Tensor

    @property
    def mean(self) -> Tensor:
        """Mean over the targets; 0 if there are none."""
        return self.total / self.targets.clamp(min=1)


class NumberModel(nn.Module, ABC):
    """Base of all models: the encoder, the number embedding, and the checkpoint's folder.

    Create models with `NumberModel.from_config` or `NumberModel.from_pretrained`, which select the class.
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
        self.digit_tokens = (
            DigitTokens(self.encoder.words, tokenizer) if config.input == "digit-tokens" else None
        )

    @abstractmethod
    def forward(self, batch: Batch) -> Loss:
        """Compute the training objective on a batch."""

    @abstractmethod
    def encode(self, batch: Batch, values: Tensor) -> Tensor:
        """Return (B, K, width) hidden vectors of the numbers when `values` are shown (NaN: not shown)."""

    def loss(self, batch: Batch) -> Tensor:
        """Compute the training objective's mean over the targets of a batch."""
        loss: Loss = self(batch)
        return loss.mean

    def fit(self, numbers: npt.NDArray[np.float64]) -> None:
        """Fit what is not learned by gradients to the training numbers, once before training."""

    def collator(self, row_length: int | None = None) -> Collator:
        """Return a collator for this model; with `row_length` it packs several instances into a row."""
        return Collator(self.number_id, max_tokens=self.encoder.max_tokens, row_length=row_length)

    @classmethod
    def from_config(cls, config: ModelConfig, tokenizer: Tokenizer | None = None) -> Self:
        """Create a model to train, with a checkpoint's weights or random ones, as configured."""
        if tokenizer is None and config.checkpoint is not None:
            tokenizer = load_tokenizer(config.checkpoint)
        backbone = load_backbone(config)
        # With its architecture recorded, the model can be loaded where the checkpoint is not available.
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
            raise ModelFolderError(f"{folder} is inconsistent: {error}") from error
        return model.eval()

    def save_pretrained(self, folder: str | Path, weights: dict[str, Tensor] | None = None) -> None:
        """Write the model, or the given weights, to a folder that `from_pretrained` reads."""
        name, config = type(self).__name__, self.config.to_dict()
        weights = self.state_dict() if weights is None else weights
        folders.write_folder(Path(folder), name, config, weights, self.tokenizer)

    def push_to_hub(self, repo_id: str, *, private: bool = False, token: str | None = None) -> str:
        """Upload the model to the hub and return its URL."""
        api = HfApi(token=token)
        api.create_repo(repo_id, private=private, exist_ok=True)
        with tempfile.TemporaryDirectory() as folder:
            self.save_pretrained(folder)
            return str(api.upload_folder(repo_id=repo_id, folder_path=folder))

    @classmethod
    def _named(cls, name: str) -> type[Self]:
        classes = {subclass.__name__: subclass for subclass in cls._leaf_classes()}
        if name not in classes:
            raise ValueError(f"class {name!r}: must be {' or '.join(classes)}")
        return classes[name]

    @classmethod
    def _leaf_classes(cls) -> Iterator[type[Self]]:
        if cls.__subclasses__():
            for subclass in cls.__subclasses__():
                yield from subclass._leaf_classes()
        else:
            yield cls


class DistributionModel(NumberModel):
    """Predicts a distribution for every number."""

    head: FamilyHead

    def __init__(self, config: ModelConfig, backbone: PreTrainedModel, tokenizer: Tokenizer | None) -> None:
        super().__init__(config, backbone, tokenizer)
        self.head = family_head(config, self.encoder.width)

    @abstractmethod
    def distributions(self, batch: Batch, hidden: Tensor | None = None) -> Distribution:
        """Predict each of the (B, K) numbers from the text and the other numbers.

        With `hidden`, a (B, K) mask, no number sees the values of the hidden ones.
        """

    def fit(self, numbers: npt.NDArray[np.float64]) -> None:
        """Fit the components of a mixture to the training numbers; other heads have nothing to fit."""
        self.head.fit(numbers)

    def distributions_at(self, states: Tensor) -> Distribution:
        """Predict distributions from hidden vectors, in float32 whatever the encoder's precision."""
        with torch.autocast(states.device.type, enabled=False):
            distribution: Distribution = self.head(states.float())
            return distribution

    def negative_log_likelihood(self, batch: Batch, states: Tensor, targets: Tensor) -> Loss:
        """Score the true values at `targets` by the family's objective, as a rule densities over ln y."""
        values = batch.values.masked_fill(~targets, self.config.support.lower)
        with torch.autocast(states.device.type, enabled=False):
            log_prob: Tensor = self.distributions_at(states).training_score(values)
        return Loss(-torch.where(targets, log_prob, 0.0).sum(), targets.sum())

    def targets(self, batch: Batch) -> Tensor:
        """Return (B, K) booleans: the numbers to predict that have a value and lie in the support."""
        inside: Tensor = self.config.support.class_of(batch.values) >= 0
        return batch.candidates & inside


def load_tokenizer(checkpoint: str) -> Tokenizer:
    """Load the tokenizer of a folder or hub id and add numerate's symbols."""
    tokenizer: Tokenizer = AutoTokenizer.from_pretrained(checkpoint).backend_tokenizer
    return add_symbols(tokenizer)


def add_symbols(tokenizer: Tokenizer) -> Tokenizer:
    """Add numerate's symbols if they are missing, and disable truncation and padding."""
    tokenizer.add_special_tokens([NUMBER, MASK])
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def hidden_word_id(tokenizer: Tokenizer) -> int | None:
    """Return the id of the mask token of the checkpoint's pretraining, if it has one of the usual names."""
    ids = (tokenizer.token_to_id(name) for name in ("[MASK]", "<mask>"))
    return next((mask_id for mask_id in ids if mask_id is not None), None)


def symbol_ids(tokenizer: Tokenizer) -> tuple[int, int]:
    """Return the ids of the number symbol and of the mask symbol."""
    number_id, mask_id = tokenizer.token_to_id(NUMBER), tokenizer.token_to_id(MASK)
    if number_id is None or mask_id is None:
        raise ValueError(f"the tokenizer lacks {NUMBER} or {MASK}; call add_symbols on it first")
    return number_id, mask_id
