"""Networks: number embeddings, encoders, leave-one-out attention, heads, models, baselines."""

from numerate.errors import ModelFolderError
from numerate.training.nn.baselines import Constant, DiscModel
from numerate.training.nn.batch import Batch, Collator, TokenizedInstance
from numerate.training.nn.config import PRESETS, ModelConfig, preset
from numerate.training.nn.leave_one_out import LeaveOneOutModel
from numerate.training.nn.masked import MaskedModel, Masking
from numerate.training.nn.model import DistributionModel, Loss, NumberModel, add_symbols, load_tokenizer

__all__ = [
    "PRESETS",
    "Batch",
    "Collator",
    "Constant",
    "DiscModel",
    "DistributionModel",
    "LeaveOneOutModel",
    "Loss",
    "MaskedModel",
    "Masking",
    "ModelConfig",
    "ModelFolderError",
    "NumberModel",
    "TokenizedInstance",
    "add_symbols",
    "load_tokenizer",
    "preset",
]
