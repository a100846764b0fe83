from __future__ import annotations

import json

import pytest
from fastapi import FastAPI, HTTPException
from fastapi.testclient import TestClient
from pydantic import BaseModel

from numerate.serve.problems import MEDIA_TYPE, ProblemError, add_problem_handlers, internal_error, log_error


class Body(BaseModel):
    model_config = {"extra": "forbid"}

    text: str
    share: float = 0.5


@pytest.fixture(scope="module")
def client() -> TestClient:
    app = FastAPI()
    add_problem_handlers(app)

    @app.post("/echo")
    async def _(body: Body) -> str:
        return body.text

    @app.get("/full")
    async def _() -> None:
        raise ProblemError(503, "the queue is {full}; try again later", Retry_After="7")

    @app.get("/nonstandard")
    async def _() -> None:
        raise HTTPException(499, "gone {for good}", {"X-Seen": "yes"})

    @app.get("/surrogate")
    async def _() -> None:
        raise ProblemError(422, "not \udcff.txt")

    return TestClient(app)


def test_a_problem_has_the_form_of_rfc_9457(client: TestClient) -> None:
    response = client.get("/full")
    assert response.headers["content-type"] == MEDIA_TYPE == "application/problem+json"
    assert response.headers["retry-after"] == "7"
    assert response.status_code == 503
    assert response.json() == {
        "type": "about:blank",
        "title": "Service Unavailable",
        "status": 503,
        "detail": "the queue is {full}; try again later",
    }


@pytest.mark.parametrize(
    ("method", "path", "status", "detail"),
    [
        ("GET", "/nowhere", 404, "no resource at /nowhere; GET /v1/openapi.json"),
        ("GET", "/%7Bbraces%7D", 404, "no resource at /{braces}"),
        ("GET", "/echo", 405, "/echo does not support this method"),
    ],
)
def test_errors_of_the_framework_say_what_to_do(
    client: TestClient, method: str, path: str, status: int, detail: str
) -> None:
    response = client.request(method, path)
    assert response.headers["content-type"] == MEDIA_TYPE
    assert response.status_code == response.json()["status"] == status
    assert response.json()["detail"].startswith(detail)


def test_an_unsupported_method_is_answered_with_those_supported(client: TestClient) -> None:
    assert client.get("/echo").headers["allow"] == "POST"


def test_a_nonstandard_status_has_a_title(client: TestClient) -> None:
    response = client.get("/nonstandard")
    assert response.status_code == response.json()["status"] == 499
    assert (response.json()["title"], response.json()["detail"]) == ("Error", "gone {for good}")
    assert response.headers["x-seen"] == "yes"


def test_invalid_fields_are_named_without_repeating_their_values(client: TestClient) -> None:
    response = client.post("/echo", json={"text": ["secret"], "share": "secret too"})
    problem = response.json()
    assert response.status_code == problem["status"] == 422
    assert [field["where"] for field in problem["errors"]] == ["text", "share"]
    for field in problem["errors"]:
        assert f"{field['where']}: {field['what']}" in problem["detail"]
    assert "secret" not in response.text


def test_an_invalid_request_as_a_whole_is_called_body(client: TestClient) -> None:
    [field] = client.post("/echo", content=b"[]", headers={"Content-Type": "application/json"}).json()[
        "errors"
    ]
    assert field["where"] == "body"


def test_a_problem_is_short_even_if_the_request_is_long(client: TestClient) -> None:
    problem = client.post("/echo", json={"text": "5"} | {letter * 500: 1 for letter in "abcdef"}).json()
    assert len(problem["errors"]) == 6
    assert [len(field["where"]) for field in problem["errors"]] == [200] * 6
    assert len(problem["detail"]) == 1000


def test_a_lone_surrogate_is_escaped(client: TestClient) -> None:
    response = client.get("/surrogate")
    assert b"not \\udcff.txt" in response.content
    assert json.loads(response.content)["status"] == 422


def test_an_internal_error_is_logged_with_its_place_but_not_its_message(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail() -> None:
        raise RuntimeError("secret document")

    with pytest.raises(RuntimeError) as caught:
        fail()
    log_error(caught.value)
    logged = capsys.readouterr()
    assert logged.out == ""
    assert "numerate: bug: RuntimeError at" in logged.err
    assert f"{__file__}:" in logged.err
    assert "fail" in logged.err
    assert "secret" not in logged.err
    assert internal_error().status_code == 500
    assert "log" in internal_error().problem.detail
