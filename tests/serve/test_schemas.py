"""The schemas have the fields of the Python types."""

from __future__ import annotations

from dataclasses import fields

import pytest

from numerate import Number
from numerate.documents import Block, Place
from numerate.report import report
from numerate.report.chart import Chart
from numerate.report.options import CheckOptions
from numerate.serve import schemas


@pytest.mark.parametrize(
    ("python", "schema", "omitted"),
    [
        (Number._fields, schemas.NumberSchema, set()),
        (Place._fields, schemas.PlaceSchema, set()),
        (Block._fields, schemas.BlockSchema, set()),
        (Chart._fields, schemas.DistributionSchema, set()),
        ([field.name for field in fields(report.Finding)], schemas.FindingSchema, set()),
        # The fields of the number are those of the schema itself.
        (
            [field.name for field in fields(report.CheckedNumber)],
            schemas.CheckedNumberSchema,
            {"number", "prediction"},
        ),
        ([field.name for field in fields(report.Report)], schemas.CheckResponse, {"document"}),
        ([field.name for field in fields(CheckOptions)], schemas.CheckOptionsSchema, {"keep"}),
    ],
)
def test_a_schema_has_all_fields_of_its_python_type(
    python: list[str], schema: type, omitted: set[str]
) -> None:
    assert set(python) - omitted <= schema.model_fields.keys()


def test_suggestions_and_expected_ranges_use_the_python_types() -> None:
    assert schemas.FindingSchema.model_fields["suggestions"].annotation == list[report.Suggestion]
    assert schemas.FindingSchema.model_fields["expected"].annotation == report.Expected | None
