"""The server and its tools."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import Field

import numerate
from numerate.checking.model import Model, load
from numerate.documents import Document, Format, read
from numerate.errors import InputError
from numerate.mcp.comparing import compare
from numerate.mcp.results import (
    CheckResult,
    CompareResult,
    ExtractResult,
    NumberResult,
    PredictionResult,
    PredictResult,
    TraceResult,
)
from numerate.report.options import CheckOptions
from numerate.report.report import Report
from numerate.text import extract

_INSTRUCTIONS = (
    "Tools for the numbers of a text. After you have written or changed a text with numbers, call `check` "
    "and look at every finding: correct what is wrong, and keep what is right. `coverage` says how many "
    "numbers could be judged; the others were not checked. Offsets count characters of the text."
)
_READ_ONLY = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)

Text = Annotated[str | None, Field(description="The text. Give this or `path`.")]
PathName = Annotated[
    str | None,
    Field(description="A file of the folder that the server may read: text, Markdown, HTML, DOCX, PDF …"),
]
TextFormat = Annotated[
    Format | None, Field(description="Format of `text`, such as markdown; without it, it is taken as it is.")
]
FalseAlarms = Annotated[
    float | str,
    Field(description="Share of correct numbers that may be flagged: 0.01, or strict, balanced, sensitive."),
]
Rules = Annotated[list[str] | None, Field(description="Rules to look for; without it all.")]


class Tools:
    """The tools: what an agent can ask about numbers."""

    def __init__(self, root: Path, model: str | None = None) -> None:
        """Prepare the tools; the model is loaded when it is first needed.

        root: the folder whose files may be read.
        model: a model folder or hub id.
        """
        self._root = root.resolve()
        self._name = model
        self._loaded: Model | None = None

    def check(
        self,
        text: Text = None,
        path: PathName = None,
        format: TextFormat = None,  # noqa: A002  the user's word for it
        false_alarms: FalseAlarms = "balanced",
        select: Rules = None,
        only_consistency: Annotated[
            bool, Field(description="Look for contradictions only; needs no model and is quick.")
        ] = False,
    ) -> CheckResult:
        """Check the numbers of a text or file.

        Finds numbers that are unlikely in their context and numbers that contradict each other (percentages,
        totals, ranges, dates, test statistics), each with its arithmetic and suggested corrections.
        """
        options = _options(false_alarms=false_alarms, select=select, unlikely=not only_consistency)
        return CheckResult.of(self._check(self._document(text, path, format), options))

    def extract(
        self,
        text: Text = None,
        path: PathName = None,
        format: TextFormat = None,  # noqa: A002
    ) -> ExtractResult:
        """List the numbers of a text or file with value, kind, unit and place."""
        document = self._document(text, path, format)
        return ExtractResult(numbers=[NumberResult.of(number) for number in extract(document.text)])

    def predict(
        self,
        text: Annotated[str, Field(description="A text with [#MASK] in place of each number to predict.")],
    ) -> PredictResult:
        """Predict masked numbers from their context: median, intervals and likeliest values."""
        predictions = self._model().predict(text)
        if not predictions:
            raise ToolError("the text has no [#MASK]; write it in place of the number to predict")
        return PredictResult(predictions=[PredictionResult.of(prediction) for prediction in predictions])

    def compare(
        self,
        before: Annotated[str, Field(description="The earlier text.")],
        after: Annotated[str, Field(description="The later text.")],
        only_consistency: Annotated[
            bool, Field(description="Compare contradictions only; needs no model and is quick.")
        ] = False,
    ) -> CompareResult:
        """Compare the numbers of two versions of a text.

        Returns the numbers that changed, were removed or added, and the findings that came and went.
        """
        options = _options(unlikely=not only_consistency)
        texts = (self._check(Document.from_text(text), options) for text in (before, after))
        try:
            return compare(*texts)
        except InputError as error:
            raise ToolError(str(error)) from None

    def trace(
        self,
        text: Text = None,
        path: PathName = None,
        sources: Annotated[list[str] | None, Field(description="The texts of the sources.")] = None,
        source_paths: Annotated[
            list[str] | None, Field(description="Files and folders of sources that the server may read.")
        ] = None,
        format: TextFormat = None,  # noqa: A002
    ) -> TraceResult:
        """Trace every number of a text to its sources.

        Says for each number whether the sources state it, whether it follows from them by rounding or
        arithmetic, or whether they contradict it or do not have it; with the places in the sources.
        """
        from numerate.checking.against import trace

        document = self._document(text, path, format)
        try:
            files = [self._file(name) for name in source_paths or []]
            return TraceResult.of(trace(document, [*(sources or []), *files]))
        except InputError as error:
            raise ToolError(str(error)) from None

    def _check(self, document: Document, options: CheckOptions) -> Report:
        from numerate.checking.check import check_document

        try:
            return check_document(document, self._model() if options.needs_model else None, options)
        except InputError as error:
            raise ToolError(str(error)) from None

    def _model(self) -> Model:
        if self._loaded is None:
            self._loaded = load(self._name)
        return self._loaded

    def _document(self, text: str | None, path: str | None, form: str | None) -> Document:
        try:
            if (text is None) == (path is None):
                raise InputError("give either `text` or `path`")
            if path is not None:
                return read(self._file(path))
            if form is None:
                return Document.from_text(text or "")
            return read((text or "").encode("utf-8", "surrogatepass"), format=form)
        except InputError as error:
            raise ToolError(str(error)) from None

    def _file(self, name: str) -> Path:
        path = (self._root / name).resolve()
        if not path.is_relative_to(self._root):
            raise InputError(
                f"{name}: outside of {self._root}, the folder that may be read; pass the text itself, or "
                "start the server with another --root"
            )
        return path


def _options(**values: Any) -> CheckOptions:
    try:
        return CheckOptions(**values)
    except InputError as error:
        raise ToolError(str(error)) from None


def make_server(root: Path, model: str | None = None) -> MCPServer[Any]:
    """Return the server.

    root: the folder whose files may be read.
    model: a model folder or hub id.
    """
    server: MCPServer[Any] = MCPServer(
        "numerate", version=numerate.__version__, instructions=_INSTRUCTIONS, log_level="WARNING"
    )
    tools = Tools(root, model)
    for tool in (tools.check, tools.extract, tools.predict, tools.trace, tools.compare):
        server.add_tool(tool, annotations=_READ_ONLY)
    return server
