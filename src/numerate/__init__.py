"""Number sense for text: extract every number, predict what it should be, find those that look wrong."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numerate.checking.against import compare, trace
    from numerate.checking.faithfulness import Faithfulness, faithfulness
    from numerate.checking.model import Model, check, load, predict
    from numerate.documents import Document
    from numerate.errors import DocumentError, InputError, ModelFolderError
    from numerate.model import Judged, Prediction
    from numerate.report.finding import Finding, Suggestion
    from numerate.report.options import CheckOptions
    from numerate.report.report import CheckedNumber, Report
    from numerate.text import Number, Unit, convert, extract, render, sentences
    from numerate.text.frame import extract_frame

__version__ = "0.1.0"

_MODULES = {
    "numerate.text": ("Number", "Unit", "convert", "extract", "render", "sentences"),
    "numerate.text.frame": ("extract_frame",),
    "numerate.checking.against": ("compare", "trace"),
    "numerate.checking.faithfulness": ("Faithfulness", "faithfulness"),
    "numerate.checking.model": ("Model", "check", "load", "predict"),
    "numerate.documents": ("Document",),
    "numerate.model": ("Judged", "Prediction"),
    "numerate.report.finding": ("Finding", "Suggestion"),
    "numerate.report.options": ("CheckOptions",),
    "numerate.report.report": ("CheckedNumber", "Report"),
    "numerate.errors": ("DocumentError", "InputError", "ModelFolderError"),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [
    "CheckOptions",
    "CheckedNumber",
    "Document",
    "DocumentError",
    "Faithfulness",
    "Finding",
    "InputError",
    "Judged",
    "Model",
    "ModelFolderError",
    "Number",
    "Prediction",
    "Report",
    "Suggestion",
    "Unit",
    "check",
    "compare",
    "convert",
    "extract",
    "extract_frame",
    "faithfulness",
    "load",
    "predict",
    "render",
    "sentences",
    "trace",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import numerate` is quick and loads no network."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'numerate' has no attribute {name!r}")
    value = getattr(import_module(_MODULE_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
