"""The schemas and the Python types say the same."""

from __future__ import annotations

from dataclasses import fields

import pytest

from numerate import Number
from numerate.documents import Block, Place
from numerate.report import report
from numerate.report.chart import Drawing
from numerate.report.options import CheckOptions
from numerate.serve import schemas


@pytest.mark.parametrize(
    ("python", "schema", "left_out"),
    [
        (Number._fields, schemas.Number, set()),
        (Place._fields, schemas.Place, set()),
        (Block._fields, schemas.Block, set()),
        (Drawing._fields, schemas.Distribution, set()),
        ([field.name for field in fields(report.Finding)], schemas.Finding, set()),
        # A number's own fields stand beside what was found of it.
        (
            [field.name for field in fields(report.CheckedNumber)],
            schemas.CheckedNumberSchema,
            {"number", "prediction"},
        ),
        ([field.name for field in fields(report.Report)], schemas.CheckAnswer, {"document"}),
        ([field.name for field in fields(CheckOptions)], schemas.CheckOptionsSchema, {"keep"}),
    ],
)
def test_every_field_is_there(python: list[str], schema: type, left_out: set[str]) -> None:
    assert set(python) - left_out <= schema.model_fields.keys()


def test_suggestions_and_expectations_are_the_python_types_themselves() -> None:
    assert schemas.Finding.model_fields["suggestions"].annotation == list[report.Suggestion]
    assert schemas.Finding.model_fields["expected"].annotation == report.Expected | None
