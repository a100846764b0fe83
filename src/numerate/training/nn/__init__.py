"""Networks: number embeddings, encoders, leave-one-out attention, heads, the model."""

from numerate.errors import ModelFolderError
from numerate.training.nn.batch import Batch, Collator, Instance
from numerate.training.nn.config import PRESETS, ModelConfig, preset
from numerate.training.nn.disc import DiscModel
from numerate.training.nn.heads import Constant, DistributionModel
from numerate.training.nn.leave_one_out import LeaveOneOutModel
from numerate.training.nn.masked import MaskedModel, Masking
from numerate.training.nn.model import Loss, NumberModel, add_symbols, load_tokenizer

__all__ = [
    "PRESETS",
    "Batch",
    "Collator",
    "Constant",
    "DiscModel",
    "DistributionModel",
    "Instance",
    "LeaveOneOutModel",
    "Loss",
    "MaskedModel",
    "Masking",
    "ModelConfig",
    "ModelFolderError",
    "NumberModel",
    "add_symbols",
    "load_tokenizer",
    "preset",
]
