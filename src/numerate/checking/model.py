"""The public interface to a model: `load`, `check`, `predict`, and the class `Model`."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar, overload

from numerate import model
from numerate.errors import InputError
from numerate.model import folder
from numerate.report.options import CheckOptions, declared

if TYPE_CHECKING:
    from typing import TypeAlias

    from numerate.documents import Document
    from numerate.model import Prediction
    from numerate.report.report import Report

    Source: TypeAlias = str | os.PathLike[str] | Document

_Self = TypeVar("_Self")
_Options = ParamSpec("_Options")

_LONGEST_PATH = 1000
"""Characters from which on a string is a text, and nobody looks for a file of that name."""


class _Decorator(Protocol[_Options]):
    @overload
    def __call__(
        self, function: Callable[[Source, CheckOptions], Report]
    ) -> Callable[Concatenate[Source, _Options], Report]: ...
    @overload
    def __call__(
        self, function: Callable[[_Self, Source, CheckOptions], Report]
    ) -> Callable[Concatenate[_Self, Source, _Options], Report]: ...


def _takes_options(options: Callable[_Options, CheckOptions]) -> _Decorator[_Options]:
    """Let a function take its last parameter, the options, as keyword arguments."""
    make: Callable[..., CheckOptions] = options

    def decorate(function: Callable[..., Report]) -> Callable[..., Report]:
        @wraps(function)
        def run(*arguments: Any, **keywords: Any) -> Report:
            return function(*arguments, make(**keywords))

        *first, _ = inspect.signature(function).parameters.values()
        keywords = inspect.signature(options).parameters.values()
        run.__signature__ = inspect.Signature([*first, *keywords])  # type: ignore[attr-defined]
        lines = [f"        {name}: {option.help}" for name, option in declared(CheckOptions)]
        run.__doc__ = "\n".join([f"{inspect.getdoc(function)}\n\nOptions:", *lines])
        return run

    return decorate


class Model(model.Predictor):
    """A model that predicts the numbers of a text and finds those that look wrong; `load` returns one."""

    @_takes_options(CheckOptions)
    def check(self, source: Source, options: CheckOptions) -> Report:
        """Check every number of a text, of a file (given as a `Path`), or of a `Document`.

        The fields of `CheckOptions` are keyword arguments.
        """
        return _check(source, self, options)


def load(source: str | Path | None = None, *, threads: int | None = None, device: str = "cpu") -> Model:
    """Load a model: from a folder, from the hub by its id, or by default the one that comes with numerate.

    threads: processors to use; by default as many as OMP_NUM_THREADS of the environment says, else all.
    device: what the network runs on: "cpu"; "cuda", or "cuda:1" for the second of several GPUs, with the
        `train` extra; "torch" runs the GPU's code on the processors.
    """
    return Model.from_folder(folder.DEFAULT if source is None else source, threads, device)


@_takes_options(CheckOptions)
def check(source: Source, options: CheckOptions) -> Report:
    """Check a text, a file (given as a `Path`), or a `Document` with the model that comes with numerate.

    The fields of `CheckOptions` are keyword arguments. The model is loaded once, and not at all where
    the rules to look for do without it.
    """
    return _check(source, _default() if options.needs_model else None, options)


@overload
def predict(texts: str) -> list[Prediction]: ...
@overload
def predict(texts: list[str] | tuple[str, ...]) -> list[list[Prediction]]: ...
def predict(texts: str | list[str] | tuple[str, ...]) -> list[Prediction] | list[list[Prediction]]:
    """Predict each [#MASK] of a text, in order, with the model that comes with numerate.

    For several texts, return a list for each.
    """
    return _default().predict(texts)


@cache
def _default() -> Model:
    return load()


def _check(source: Source, predictor: model.Predictor | None, options: CheckOptions) -> Report:
    # Imported here so that predicting does not load the readers of documents.
    from numerate.checking.check import check_document
    from numerate.documents import Document, read

    if isinstance(source, str):
        _refuse_path(source)
        document = Document.from_text(source)
    elif isinstance(source, os.PathLike):
        document = read(source)
    elif isinstance(source, Document):
        document = source
    else:
        raise TypeError(
            f"a text, a path or a Document was expected, not {source!r}; pass a str, a pathlib.Path, or the "
            "result of numerate.documents.read"
        )
    return check_document(document, predictor, options)


def _refuse_path(text: str) -> None:
    """Raise if a string is the path of a file, or looks like one: nobody means to check a file's name."""
    from numerate.documents import SUFFIXES

    if not text or len(text) > _LONGEST_PATH or "\n" in text or "\0" in text:
        return
    looks_like_one = text == "".join(text.split()) and Path(text).suffix.lower() in SUFFIXES
    if looks_like_one or Path(text).is_file():
        raise InputError(
            f"{text!r}: a text was expected, and this is the path of a file; pass Path({text!r}) to check "
            "the file, or Document.from_text(...) to check the string itself"
        )
