"""Request and response bodies of the HTTP API; OpenAPI descriptions are generated from the docstrings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal, get_type_hints

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, create_model

from numerate.consistency.sources.support import Verdict
from numerate.documents import FORMATS, Document, Format
from numerate.documents.document import BlockKind
from numerate.report.finding import Expected, Suggestion
from numerate.report.options import CheckOptions, declared
from numerate.text import Kind
from numerate.text.number import Role

_EXAMPLE = "Profit rose 12% to $3.4 trillion, from $3.04 billion a year earlier."


def _without_surrogates(text: str) -> str:
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise ValueError("contains a lone surrogate, which is not a character")
    return text


Text = Annotated[str, AfterValidator(_without_surrogates)]
Share = Annotated[float, Field(ge=0, le=1)]


class _Schema(BaseModel):
    model_config = ConfigDict(use_attribute_docstrings=True, frozen=True)


class _RequestSchema(_Schema):
    model_config = ConfigDict(extra="forbid")


_OPTIONS = [(name, option) for name, option in declared(CheckOptions) if not option.python_only]

if TYPE_CHECKING:
    _Options = _RequestSchema
else:
    _types = get_type_hints(CheckOptions)
    _Options = create_model(
        "_Options",
        __base__=_RequestSchema,
        **{
            name: (
                Annotated[_types[name], AfterValidator(option.parse)],
                Field(getattr(CheckOptions, name), description=option.help, json_schema_extra=option.schema),
            )
            for name, option in _OPTIONS
        },
    )


MOST_SOURCES = 50


class CheckOptionsSchema(_Options):
    """Options of a check and of its response."""

    distributions: bool = False
    """Include the predicted distribution of every number, for charts."""
    format: Format | None = None
    """Format of the document; detected from its name or content if omitted."""

    against: list[Text] = Field([], max_length=MOST_SOURCES)
    """Texts of sources that the numbers must follow from."""

    @property
    def check_options(self) -> CheckOptions:
        """The options of the check itself."""
        sources = tuple(
            replace(Document.from_text(text), name=f"source {i}") for i, text in enumerate(self.against, 1)
        )
        return CheckOptions(**{name: getattr(self, name) for name, _ in _OPTIONS}, against=sources)


class CheckRequest(CheckOptionsSchema):
    """A text to check."""

    text: Text = Field(examples=[_EXAMPLE])
    format: Format = "text"
    """Format of the text."""


class PredictRequest(_RequestSchema):
    """A text with masked numbers."""

    text: Text = Field(examples=["Shares fell [#MASK] percent on Friday."])
    """Text with [#MASK] in place of each number to predict; the model sees all other numbers."""
    at: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = Field(None, examples=[50])
    """Also report how likely this value is."""
    count: Annotated[int, Field(ge=1, le=50)] = 10
    """How many of the likeliest numbers to report."""


class ExtractRequest(_RequestSchema):
    """A text to extract numbers from."""

    text: Text = Field(examples=[_EXAMPLE])
    identifiers: bool = False
    """Include identifiers, which only look like numbers: A380, version 2.0.1."""


class UnitSchema(_Schema):
    """A unit as written with a number, and its meaning."""

    text: str
    start: int
    end: int
    symbol: str
    """Normalised symbol: "km" for kilometres, "USD" for $."""
    dimension: str
    factor: float
    """Factor that converts a value to SI base units."""


class QuantitySchema(_Schema):
    """A value in a unit: one part of a compound quantity, or one reading of an ambiguous number."""

    value: float | str
    unit: str | None
    """Normalised symbol."""


class NumberSchema(_Schema):
    """A number as written. Offsets count characters (Unicode code points) of the text."""

    start: int
    end: int
    text: str
    value: float | None
    """Absolute value, the sign being separate; null if it exceeds the range of JSON numbers."""
    decimal: str | None
    """Exact decimal value as written."""
    kind: Kind
    numeral: tuple[int, int]
    """Start and end of the numeral alone, without currency and sign."""
    sign: int
    """-1 or 1 if a sign is written, else 0."""
    currency: str | None
    unit: UnitSchema | None
    noun: str | None
    """Noun that a plain count counts, as written: "patients"."""
    parts: list[QuantitySchema]
    """Parts of a share or of a compound quantity, whose value is in the unit of the first part."""
    readings: list[QuantitySchema]
    """Possible readings of an ambiguous suffix, likeliest first."""
    role: Role | None
    """Relation to the number at `of`: its uncertainty, an end of its interval, or the level of that."""
    of: int | None
    """Start of the number that this one belongs to."""


class TickSchema(_Schema):
    """A tick of an axis."""

    value: float
    label: str


class AxisSchema(_Schema):
    """A logarithmic axis from 10^low to 10^high."""

    low: float
    high: float
    ticks: list[TickSchema]


class LabelsSchema(_Schema):
    """Median and intervals of a distribution, rounded and formatted."""

    median: str
    half: str
    most: str


class DistributionSchema(_Schema):
    """The predicted distribution of a number, for a chart."""

    axis: AxisSchema
    mass: list[float]
    """Probability of each of the equal parts that the axis is divided into."""
    zero: float
    """Probability of zero, which is not on the axis."""
    median: float
    half: tuple[float, float]
    """Interval that contains 50% of the true values."""
    most: tuple[float, float]
    """Interval that contains 90% of the true values."""
    labels: LabelsSchema


class PlaceSchema(_Schema):
    """A place in the user's own file. Lines and columns count from 1."""

    start: int
    end: int
    where: str
    """Description: "line 3, column 14", "table 2, row 3, column 1", "page 4, line 12"."""
    line: int | None
    column: int | None
    end_line: int | None
    end_column: int | None
    page: int | None
    byte_start: int | None
    """Byte offset in the file; only text formats have it."""
    byte_end: int | None


class EvidenceSchema(_Schema):
    """A number of a source. Offsets refer to the text of the source."""

    source: str
    """Name of the source: "source 1" for the first."""
    start: int
    end: int
    text: str
    place: PlaceSchema
    quote: str
    """Words of the source around the number."""
    alignment: float
    """Probability that it is about the same thing as the number of the text."""


class SupportSchema(_Schema):
    """The verdict of the sources on a number."""

    verdict: Verdict
    confidence: float
    formula: str | None
    """How a derived number is computed."""
    reason: str | None
    evidence: list[EvidenceSchema]


class CheckedNumberSchema(NumberSchema):
    """A number of a document with its p-value, or the reason why it was not judged."""

    p_value: float | None
    """Share of correct numbers that are at least as unlikely."""
    error_probability: float | None
    """Probability that the number is wrong, if one number in 200 is."""
    reason: str | None
    """Why the number was not judged."""
    distribution: DistributionSchema | None = None
    """Predicted distribution, if it was requested."""
    support: SupportSchema | None = None
    """What the sources say about the number, if there are any."""


class CellSchema(_Schema):
    """The cell of a table, counted from 1."""

    table: int
    row: int
    column: int


class ViewedCellSchema(_Schema):
    """A cell of the part of a table that is shown with a finding."""

    text: str
    mark: Literal["", "finding", "related"]


class TableViewSchema(_Schema):
    """The part of a table around a finding: headers, the figures involved and their neighbours."""

    header: list[str]
    """Label of each column, that of the row labels first."""
    rows: list[list[ViewedCellSchema] | None]
    """Rows, the label first; null for rows that are left out."""


class RelatedSchema(_Schema):
    """A number that a finding contradicts."""

    start: int
    end: int
    text: str
    place: PlaceSchema
    cell: CellSchema | None = None
    """Cell of a table, if it is in one."""


class FindingSchema(_Schema):
    """A number worth a second look. Offsets refer to the text of the report."""

    rule: str
    """"unlikely" if found by the model, else the kind of contradiction."""
    level: Literal["error", "warning"]
    """"error" for a contradiction, "warning" for an unlikely number."""
    title: str
    """Title of the rule."""
    message: str
    start: int
    end: int
    text: str
    value: float | None
    place: PlaceSchema
    sentence: str
    """Sentence that contains the number; if it is long, the part around the number."""
    p_value: float | None
    """Share of correct numbers that are at least as unlikely; null for a contradiction."""
    error_probability: float | None
    """Probability that the number is wrong, if one number in 200 is; null without a model."""
    expected: Expected | None
    suggestions: list[Suggestion]
    related: list[RelatedSchema]
    """Numbers that this one contradicts."""
    fingerprint: str
    """Hash of the rule, the numbers and the words around them; moved lines leave it unchanged."""
    evidence: list[EvidenceSchema] = []
    """Numbers of the sources, best first."""
    cell: CellSchema | None = None
    """Cell of a table, if the number is in one."""
    table: TableViewSchema | None = None
    """The part of the table around the number."""


class BlockSchema(_Schema):
    """A paragraph, heading or table cell of the text."""

    start: int
    end: int
    kind: BlockKind
    level: int
    cell: tuple[int, int, int, int, int, bool] | None
    """Table, row and column, each counted from 1; rows and columns it spans; whether it is a header."""


class SkippedSchema(_Schema):
    """A part of the file that is not in the text."""

    where: str
    reason: str


class CheckResponse(_Schema):
    """The report on a document."""

    name: str
    format: Format = Field(examples=list(FORMATS))
    text: str
    """Text as a reader of the rendered document sees it, blocks separated by a blank line."""
    blocks: list[BlockSchema]
    numbers: list[CheckedNumberSchema]
    """All numbers, in order."""
    findings: list[FindingSchema]
    """Findings, worst first."""
    identities: list[dict[str, str]]
    """For each finding, what a baseline identifies it by: rule, number, related numbers, context."""
    false_alarms: float
    """Accepted share of correct numbers that are flagged."""
    skipped: list[SkippedSchema]
    assumption: str
    """What was assumed to read the document, such as its encoding; empty where nothing was."""
    summary: str
    """Findings, numbers that were judged or not and why, parts that were not read, on one line."""


class ProgressSchema(_Schema):
    """A progress event of a stream."""

    event: Literal["progress"] = "progress"
    done: Share
    """Share of the document that has been processed."""


class LikelyNumberSchema(_Schema):
    """A number and its probability."""

    value: float
    label: str
    """Value, rounded and formatted."""
    probability: float


class LikelihoodSchema(_Schema):
    """The likelihood of the requested value."""

    value: float
    tail: float
    """Two-sided tail probability: of a number at least as far from the median."""
    cdf: float
    """Probability of a number that is not larger."""
    relative_density: float | None
    """Density over ln y, relative to its maximum."""


class PredictionSchema(_Schema):
    """The prediction for a [#MASK]. Values include the magnitude: 3400000000 for "$[#MASK] billion"."""

    start: int
    end: int
    text: str
    median: float
    mode: float
    intervals: dict[str, tuple[float, float]] = Field(examples=[{"0.5": [1.1, 4.2], "0.9": [0.3, 14]}])
    """Intervals by the share of true values that they contain."""
    quantiles: dict[str, float]
    likeliest: list[LikelyNumberSchema]
    distribution: DistributionSchema
    at: LikelihoodSchema | None = None


class PredictResponse(_Schema):
    """Predictions for each [#MASK], in order."""

    predictions: list[PredictionSchema]


class ExtractResponse(_Schema):
    """All numbers of a text, in order."""

    numbers: list[NumberSchema]


class HealthResponse(_Schema):
    """Health of the server."""

    status: Literal["ok"] = "ok"
    version: str
    open: int
    """Number of requests in progress or queued."""


class ModelResponse(_Schema):
    """The model of the server."""

    name: str
    family: str
    """Family of the predicted distributions."""
    known: str
    """Range of the numbers that the model covers."""
    tokens: int
    """Context length in tokens."""
    weights: str
    """Numeric type of the weights."""
    card: str
    """Model card (README): data, figures, limits."""
