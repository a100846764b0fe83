"""Networks: number embeddings, encoders, leave-one-out attention, heads, the model."""

from numerate.errors import ModelFolderError

from .baselines import Constant
from .batch import Batch
from .collate import Collator, Instance
from .config import ModelConfig
from .density import DistributionModel
from .disc import DiscModel
from .leave_one_out import LeaveOneOutModel
from .masked import MaskedModel, Masking
from .model import Loss, NumberModel
from .presets import PRESETS, preset
from .tokenizer import add_symbols, load_tokenizer

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
