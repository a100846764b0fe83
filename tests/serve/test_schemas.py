"""The schemas have the fields of the Python types."""

from __future__ import annotations

from dataclasses import fields

import pytest

from numerate import Number
from numerate.documents import Block, Place
from numerate.report import finding, report
from numerate.report.chart import Chart
from numerate.report.options import CheckOptions
from numerate.serve import schemas
from tests.report.samples import report as make_report


@pytest.mark.parametrize(
    ("python", "schema", "omitted"),
    [
        (Number._fields, schemas.NumberSchema, set()),
        (Place._fields, schemas.PlaceSchema, set()),
        (Block._fields, schemas.BlockSchema, set()),
        (Chart._fields, schemas.DistributionSchema, set()),
        # The fields of the number are those of the schema itself.
        (
            [field.name for field in fields(report.CheckedNumber)],
            schemas.CheckedNumberSchema,
            {"number", "prediction"},
        ),
        (
            [field.name for field in fields(report.Report)],
            schemas.CheckResponse,
            {"document", "tables", "sources"},
        ),
        ([field.name for field in fields(CheckOptions) if field.init], schemas.CheckOptionsSchema, {"keep"}),
    ],
)
def test_a_schema_has_all_fields_of_its_python_type(
    python: list[str], schema: type, omitted: set[str]
) -> None:
    assert set(python) - omitted <= schema.model_fields.keys()


def test_a_finding_has_the_members_that_it_has_in_json() -> None:
    record = make_report().findings[1].to_dict()
    optional = {"cell", "table", "evidence"}
    assert record.keys() | optional == schemas.FindingSchema.model_fields.keys() | optional
    assert record["related"][0].keys() | optional == schemas.RelatedSchema.model_fields.keys() | optional


def test_suggestions_and_expected_ranges_use_the_python_types() -> None:
    assert schemas.FindingSchema.model_fields["suggestions"].annotation == list[finding.Suggestion]
    assert schemas.FindingSchema.model_fields["expected"].annotation == finding.Expected | None
