from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from numerate.errors import InputError
from numerate.model import Predictor
from numerate.serve.settings import ServerSettings
from tests.serve.running import serving

TOKEN = "s3cret"


@pytest.fixture(scope="module")
def closed(model: Predictor) -> Iterator[httpx.Client]:
    with serving(model, token=TOKEN) as client:
        yield client


def test_every_answer_has_the_safe_headers(client: httpx.Client) -> None:
    for answer in (client.get("/"), client.get("/page/main.js"), client.get("/v1/nothing")):
        policy = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
        assert policy["frame-ancestors"] == "'none'"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cache-control"] == "no-store"
        assert "server" not in answer.headers


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "[::2]"])
def test_another_name_for_this_machine_is_refused(client: httpx.Client, host: str) -> None:
    assert client.get("/v1/model", headers={"Host": host}).status_code == 421


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1:8000", "[::1]:8000"])
def test_its_own_names_are_not(client: httpx.Client, host: str) -> None:
    assert client.get("/v1/model", headers={"Host": host}).status_code == 200


def test_a_page_of_another_site_may_not_ask(client: httpx.Client) -> None:
    own = str(client.base_url).rstrip("/")
    for origin, status in (("http://evil.example", 403), ("null", 403), (own, 200)):
        answer = client.post("/v1/extract", json={"text": "5"}, headers={"Origin": origin})
        assert answer.status_code == status


@pytest.mark.parametrize(
    "given", [None, "Bearer", "Bearer wrong", f"Basic {TOKEN}", f"Bearer {TOKEN}x", "Bearer é"]
)
def test_without_the_token_nothing_is_told(closed: httpx.Client, given: str | None) -> None:
    headers = {} if given is None else {"Authorization": given.encode()}
    for method, path in (
        ("GET", "/v1/model"),
        ("POST", "/v1/check"),
        ("GET", "/metrics"),
        ("GET", "/v1/odd"),
    ):
        answer = closed.request(method, path, headers=headers)
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"] == "Bearer"
        assert answer.headers["content-type"] == "application/problem+json"


def test_with_the_token_all_is(closed: httpx.Client) -> None:
    answer = closed.post("/v1/extract", json={"text": "5"}, headers={"Authorization": f"bearer {TOKEN}"})
    assert answer.status_code == 200
    assert closed.get("/v1/health").status_code == closed.get("/").status_code == 200
    api = closed.get("/v1/openapi.json").json()
    assert api["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    assert api["paths"]["/v1/check"]["post"]["security"] == [{"token": []}]


@pytest.mark.parametrize(
    "wrong",
    [{"token": ""}, {"token": "two words"}, {"token": "é"}, {"workers": 0}, {"queue": -1}, {"seconds": 0}],
)
def test_settings_that_cannot_be_are_refused(wrong: dict) -> None:
    with pytest.raises(InputError):
        ServerSettings(**wrong)


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True),
        ("localhost", True),
        ("::1", True),
        ("127.3.2.1", True),
        ("0.0.0.0", False),
        ("x", False),
    ],
)
def test_loopback_is_known(host: str, loopback: bool) -> None:
    assert ServerSettings(host=host).is_loopback is loopback
