"""What goes in and out over HTTP: the Python types of a check, described for OpenAPI."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, get_type_hints

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, create_model

from numerate.documents import FORMATS, Format
from numerate.documents.document import BlockKind
from numerate.report.options import CheckOptions, declared
from numerate.report.report import Expected, Suggestion
from numerate.text import Kind

_EXAMPLE = "Profit rose 12% to $3.4 trillion, from $3.04 billion a year earlier."


def _whole(text: str) -> str:
    """Refuse what is half a character: no text file could hold it."""
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise ValueError("holds half of a surrogate pair, which is no character")
    return text


Text = Annotated[str, AfterValidator(_whole)]
Share = Annotated[float, Field(ge=0, le=1)]


class _Schema(BaseModel):
    model_config = ConfigDict(from_attributes=True, use_attribute_docstrings=True, frozen=True)


# -- questions -----------------------------------------------------------------------------------------------


_OPTIONS = [(name, option) for name, option in declared(CheckOptions) if not option.python_only]

if TYPE_CHECKING:
    _Options = _Schema
else:
    _types = get_type_hints(CheckOptions)
    _Options = create_model(
        "_Options",
        __base__=_Schema,
        **{
            name: (
                Annotated[_types[name], AfterValidator(option.parse)],
                Field(getattr(CheckOptions, name), description=option.help, json_schema_extra=option.schema),
            )
            for name, option in _OPTIONS
        },
    )


class CheckOptionsSchema(_Options):
    """Options of a check, and of what its answer holds."""

    model_config = ConfigDict(extra="forbid")

    distributions: bool = False
    """Include the distribution of every number, for charts."""
    format: Format | None = None
    """Format of the document; detected from its name or content by default."""

    @property
    def settings(self) -> CheckOptions:
        """The options of the check itself."""
        return CheckOptions(**{name: getattr(self, name) for name, _ in _OPTIONS})


class CheckQuestion(CheckOptionsSchema):
    """A text to check."""

    text: Text = Field(examples=[_EXAMPLE])
    format: Format = "text"
    """Of the text."""


class PredictQuestion(_Schema):
    """A text that leaves numbers open."""

    model_config = ConfigDict(extra="forbid")

    text: Text = Field(examples=["Shares fell [#MASK] percent on Friday."])
    """With [#MASK] for each number to predict. The others are seen."""
    at: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = Field(None, examples=[50])
    """Also tell how likely this value is."""
    count: Annotated[int, Field(ge=1, le=50)] = 10
    """Of the likeliest numbers to tell."""


class ExtractQuestion(_Schema):
    """A text to read."""

    model_config = ConfigDict(extra="forbid")

    text: Text = Field(examples=[_EXAMPLE])
    identifiers: bool = False
    """Also give what only looks like a number: A380, version 2.0.1."""


# -- answers -------------------------------------------------------------------------------------------------


class Number(_Schema):
    """A number as written. Offsets count characters (Unicode code points) of the text."""

    start: int
    end: int
    text: str
    value: float | None
    """Never negative: the sign is kept apart. None where it is beyond what JSON can hold."""
    decimal: str | None
    """The value exactly as written."""
    kind: Kind
    numeral: tuple[int, int]
    """The narrower span of the number alone, without currency and sign."""
    sign: int
    """-1 or 1 where a sign is written, 0 where none is."""
    currency: str | None
    unit: str | None


class Tick(_Schema):
    """A mark of an axis."""

    value: float
    label: str


class Axis(_Schema):
    """A logarithmic axis: from 10^low to 10^high."""

    low: float
    high: float
    ticks: list[Tick]


class Labels(_Schema):
    """Values to be read at a glance."""

    median: str
    half: str
    most: str


class Distribution(_Schema):
    """What a number may be, to be drawn."""

    axis: Axis
    mass: list[float]
    """How probable each of so many equal parts of the axis is."""
    zero: float
    """How probable zero is, which has no place on the axis."""
    median: float
    half: tuple[float, float]
    """The interval that holds one half of the true values."""
    most: tuple[float, float]
    """The interval that holds nine in ten."""
    labels: Labels
    """The same in words."""


class CheckedNumberSchema(Number):
    """A number of a document: judged, or not and why."""

    p_value: float | None
    """How often a correct number in such a place would look at least this odd."""
    reason: str | None
    """Why it was not judged."""
    distribution: Distribution | None = None


class Place(_Schema):
    """Where something stands in the user's own file. Lines and columns count from 1."""

    start: int
    end: int
    where: str
    """In words: "line 3, column 14", "table 2, row 3, column 1", "page 4, line 12"."""
    line: int | None
    column: int | None
    end_line: int | None
    end_column: int | None
    page: int | None
    byte_start: int | None
    """Only text formats have it."""
    byte_end: int | None


class Finding(_Schema):
    """Something worth a second look. Offsets are in the text of the report."""

    rule: str
    """"unlikely" by the model, or what kind of contradiction it is."""
    title: str
    """The rule in words."""
    start: int
    end: int
    text: str
    value: float | None
    message: str
    p_value: float | None
    """None for what is certain: a contradiction within the document."""
    expected: Expected | None
    suggestions: list[Suggestion]
    related: list[tuple[int, int]]
    """Where the other numbers stand that a contradiction is with."""
    place: Place


class Block(_Schema):
    """A paragraph, heading or table cell of the text."""

    start: int
    end: int
    kind: BlockKind
    level: int
    cell: tuple[int, int, int] | None
    """Table, row and column, each counted from 1."""


class Skipped(_Schema):
    """A stretch of the file that is not in the text, and why."""

    where: str
    reason: str


class CheckAnswer(_Schema):
    """What a check of a document came to."""

    name: str
    format: Format = Field(examples=list(FORMATS))
    text: str
    """What a reader of the rendered document sees, blocks separated by a blank line."""
    blocks: list[Block]
    numbers: list[CheckedNumberSchema]
    """Every number, in order."""
    findings: list[Finding]
    """Worst first."""
    false_alarms: float
    skipped: list[Skipped]


class Progress(_Schema):
    """A line of a stream: how much of the document has been judged."""

    event: Literal["progress"] = "progress"
    done: Share


class Likely(_Schema):
    """A number, and how likely it is."""

    value: float
    label: str
    """The value to be read at a glance."""
    probability: float


class At(_Schema):
    """How likely the value is that was asked for."""

    value: float
    tail: float
    """The probability of a number at least as far out, on either side."""
    cdf: float
    """The probability of a number that is not larger."""
    relative_density: float | None
    """The density over ln y, as a share of the highest."""


class Prediction(_Schema):
    """What a [#MASK] may be. Values are whole: of "$[#MASK] billion" some 3400000000."""

    start: int
    end: int
    text: str
    median: float
    mode: float
    intervals: dict[str, tuple[float, float]] = Field(examples=[{"0.5": [1.1, 4.2], "0.9": [0.3, 14]}])
    """Those that hold a share of the true values."""
    quantiles: dict[str, float]
    likeliest: list[Likely]
    distribution: Distribution
    at: At | None = None


class PredictAnswer(_Schema):
    """One for each [#MASK], in order."""

    predictions: list[Prediction]


class ExtractAnswer(_Schema):
    """Every number, in order."""

    numbers: list[Number]


class HealthAnswer(_Schema):
    """Whether the server is well."""

    status: Literal["ok"] = "ok"
    version: str
    open: int
    """Requests being worked on or waiting."""


class ModelAnswer(_Schema):
    """The model that judges here."""

    name: str
    family: str
    """Of its distributions."""
    known: str
    """The numbers that it knows, in words."""
    tokens: int
    """Of text that it sees at once."""
    weights: str
    card: str
    """Its README: data, figures, limits."""
