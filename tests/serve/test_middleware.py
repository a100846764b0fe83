from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from numerate.model import Predictor
from tests.serve.servers import run_app

TOKEN = "s3cret"


@pytest.fixture(scope="module")
def protected(model: Predictor) -> Iterator[httpx.Client]:
    with run_app(model, token=TOKEN) as client:
        yield client


def test_every_response_has_the_security_headers(client: httpx.Client) -> None:
    for response in (client.get("/"), client.get("/page/main.js"), client.get("/v1/nothing")):
        policy = dict(part.split(" ", 1) for part in response.headers["content-security-policy"].split("; "))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
        assert policy["frame-ancestors"] == "'none'"
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["referrer-policy"] == "no-referrer"
        assert response.headers["cache-control"] == "no-store"
        assert "server" not in response.headers


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "[::2]"])
def test_foreign_host_names_are_refused_on_loopback(client: httpx.Client, host: str) -> None:
    assert client.get("/v1/model", headers={"Host": host}).status_code == 421


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1:8000", "[::1]:8000"])
def test_loopback_host_names_are_accepted(client: httpx.Client, host: str) -> None:
    assert client.get("/v1/model", headers={"Host": host}).status_code == 200


def test_pages_of_other_sites_are_refused(client: httpx.Client) -> None:
    own = str(client.base_url).rstrip("/")
    for origin, status in (("http://evil.example", 403), ("null", 403), (own, 200)):
        response = client.post("/v1/extract", json={"text": "5"}, headers={"Origin": origin})
        assert response.status_code == status


@pytest.mark.parametrize(
    "given", [None, "Bearer", "Bearer wrong", f"Basic {TOKEN}", f"Bearer {TOKEN}x", "Bearer é"]
)
def test_requests_without_the_token_are_refused(protected: httpx.Client, given: str | None) -> None:
    headers = {} if given is None else {"Authorization": given.encode()}
    for method, path in (
        ("GET", "/v1/model"),
        ("POST", "/v1/check"),
        ("GET", "/metrics"),
        ("GET", "/v1/nothing"),
    ):
        response = protected.request(method, path, headers=headers)
        assert response.status_code == 401
        assert response.headers["www-authenticate"] == "Bearer"
        assert response.headers["content-type"] == "application/problem+json"


def test_requests_with_the_token_are_answered(protected: httpx.Client) -> None:
    headers = {"Authorization": f"bearer {TOKEN}"}
    assert protected.post("/v1/extract", json={"text": "5"}, headers=headers).status_code == 200
    assert protected.get("/v1/health").status_code == protected.get("/").status_code == 200
    api = protected.get("/v1/openapi.json").json()
    assert api["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    assert api["paths"]["/v1/check"]["post"]["security"] == [{"token": []}]
