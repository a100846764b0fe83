from __future__ import annotations

import json

import pytest
from fastapi import FastAPI, HTTPException
from fastapi.testclient import TestClient
from pydantic import BaseModel

from numerate.serve.problems import MEDIA_TYPE, ProblemError, internal, note, tell_problems


class Question(BaseModel):
    model_config = {"extra": "forbid"}

    text: str
    share: float = 0.5


@pytest.fixture(scope="module")
def client() -> TestClient:
    app = FastAPI()
    tell_problems(app)

    @app.post("/ask")
    async def _(question: Question) -> str:
        return question.text

    @app.get("/full")
    async def _() -> None:
        raise ProblemError(503, "too many {are} here; try again", Retry_After="7")

    @app.get("/strange")
    async def _() -> None:
        raise HTTPException(499, "gone {for good}", {"X-Seen": "yes"})

    @app.get("/half")
    async def _() -> None:
        raise ProblemError(422, "not \udcff.txt")

    return TestClient(app)


def test_a_problem_has_the_form_that_the_standard_asks_for(client: TestClient) -> None:
    answer = client.get("/full")
    assert answer.headers["content-type"] == MEDIA_TYPE == "application/problem+json"
    assert answer.headers["retry-after"] == "7"
    assert answer.status_code == 503
    assert answer.json() == {
        "type": "about:blank",
        "title": "Service Unavailable",
        "status": 503,
        "detail": "too many {are} here; try again",
    }


@pytest.mark.parametrize(
    ("method", "path", "status", "detail"),
    [
        ("GET", "/nowhere", 404, "there is nothing at /nowhere; GET /v1/openapi.json"),
        ("GET", "/%7Bodd%7D", 404, "there is nothing at /{odd}"),
        ("GET", "/ask", 405, "/ask does not take this method"),
    ],
)
def test_errors_of_the_framework_say_the_way_out(
    client: TestClient, method: str, path: str, status: int, detail: str
) -> None:
    answer = client.request(method, path)
    assert answer.headers["content-type"] == MEDIA_TYPE
    assert answer.status_code == answer.json()["status"] == status
    assert answer.json()["detail"].startswith(detail)


def test_what_a_method_is_answered_with_says_which_are_taken(client: TestClient) -> None:
    assert client.get("/ask").headers["allow"] == "POST"


def test_an_error_of_no_standard_has_a_title_too(client: TestClient) -> None:
    answer = client.get("/strange")
    assert answer.status_code == answer.json()["status"] == 499
    assert (answer.json()["title"], answer.json()["detail"]) == ("Error", "gone {for good}")
    assert answer.headers["x-seen"] == "yes"


def test_each_mistake_of_a_request_is_named_and_its_input_is_not_repeated(client: TestClient) -> None:
    answer = client.post("/ask", json={"text": ["secret"], "share": "secret too"})
    problem = answer.json()
    assert answer.status_code == problem["status"] == 422
    assert [mistake["where"] for mistake in problem["errors"]] == ["text", "share"]
    for mistake in problem["errors"]:
        assert f"{mistake['where']}: {mistake['what']}" in problem["detail"]
    assert "secret" not in answer.text


def test_what_is_wrong_with_the_whole_of_a_request_is_called_its_body(client: TestClient) -> None:
    [mistake] = client.post("/ask", content=b"[]", headers={"Content-Type": "application/json"}).json()[
        "errors"
    ]
    assert mistake["where"] == "body"


def test_a_long_request_makes_no_long_problem(client: TestClient) -> None:
    problem = client.post("/ask", json={"text": "5"} | {letter * 500: 1 for letter in "abcdef"}).json()
    assert len(problem["errors"]) == 6
    assert [len(mistake["where"]) for mistake in problem["errors"]] == [200] * 6
    assert len(problem["detail"]) == 1000


def test_half_a_character_is_told_as_its_code(client: TestClient) -> None:
    answer = client.get("/half")
    assert b"not \\udcff.txt" in answer.content
    assert json.loads(answer.content)["status"] == 422


def test_a_bug_is_noted_by_its_place_and_told_without_its_message(capsys: pytest.CaptureFixture[str]) -> None:
    def broken() -> None:
        raise RuntimeError("secret document")

    with pytest.raises(RuntimeError) as caught:
        broken()
    note(caught.value)
    noted = capsys.readouterr()
    assert noted.out == ""
    assert "numerate: bug: RuntimeError at" in noted.err
    assert f"{__file__}:" in noted.err
    assert "broken" in noted.err
    assert "secret" not in noted.err
    assert internal().status_code == 500
    assert "log" in internal().problem.detail
