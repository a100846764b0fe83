"""Property-based tests of the API against its OpenAPI description."""

from __future__ import annotations

import hypothesis
import pytest
import schemathesis
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.serve.servers import PATIENCE

pytestmark = pytest.mark.slow

OPERATIONS = [
    ("POST", "/v1/check"),
    ("POST", "/v1/predict"),
    ("POST", "/v1/extract"),
    ("GET", "/v1/health"),
    ("GET", "/v1/model"),
    ("GET", "/metrics"),
]
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def api(address: str) -> schemathesis.BaseSchema:
    return schemathesis.openapi.from_url(f"{address}/v1/openapi.json")


def test_all_operations_are_tested(api: schemathesis.BaseSchema) -> None:
    operations = [result.ok() for result in api.get_all_operations()]
    assert {(operation.method.upper(), operation.path) for operation in operations} == set(OPERATIONS)


@pytest.mark.parametrize("mode", list(GenerationMode))
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_responses_match_the_description(
    api: schemathesis.BaseSchema, method: str, path: str, mode: GenerationMode
) -> None:
    if method == "GET" and mode is GenerationMode.NEGATIVE:
        pytest.skip("has no parameters that could be invalid")

    @hypothesis.settings(
        max_examples=40 if method == "POST" else 1,
        derandomize=True,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(case=api[path][method].as_strategy(generation_mode=mode))
    def run(case: schemathesis.Case) -> None:
        case.call_and_validate(checks=CHECKS, timeout=PATIENCE)

    run()
