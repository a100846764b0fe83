from __future__ import annotations

from numerate.serve.metrics import Metrics


def test_metrics_of_one_server_are_its_own() -> None:
    first, second = Metrics(), Metrics()
    first.requests.labels("/v1/check", "200").inc()
    first.observe_batch(3, 8)
    text = first.text().decode()
    assert 'numerate_requests_total{path="/v1/check",status="200"} 1.0' in text
    assert "numerate_batch_requests_sum 3.0" in text
    assert "numerate_batch_windows_sum 8.0" in text
    assert "numerate_requests_total{" not in second.text().decode()
