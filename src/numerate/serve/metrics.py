"""Prometheus metrics. None of them contains any content of a document."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_BATCH_SIZES = (1, 2, 4, 8, 16, 32, 64)


class Metrics:
    """The metrics of one server, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        GCCollector(registry=registry)
        self.requests = Counter(
            "numerate_requests", "Requests answered.", ["path", "status"], registry=registry
        )
        self.seconds = Histogram(
            "numerate_request_seconds",
            "Seconds from the start of a request to the end of its response.",
            ["path"],
            buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120),
            registry=registry,
        )
        self.open = Gauge("numerate_requests_open", "Requests in progress or queued.", registry=registry)
        self.dropped = Counter(
            "numerate_requests_dropped",
            "Requests whose client disconnected before the response.",
            registry=registry,
        )
        self.numbers = Counter(
            "numerate_numbers", "Numbers in checked documents.", ["judged"], registry=registry
        )
        self.findings = Counter("numerate_findings", "Findings reported.", ["rule"], registry=registry)
        self.batch_windows = Histogram(
            "numerate_batch_windows",
            "Windows of text in one batch of the network.",
            buckets=_BATCH_SIZES,
            registry=registry,
        )
        self.batch_requests = Histogram(
            "numerate_batch_requests",
            "Requests that shared one batch of the network.",
            buckets=_BATCH_SIZES,
            registry=registry,
        )

    def observe_batch(self, requests: int, windows: int) -> None:
        """Record the size of one batch of the network."""
        self.batch_requests.observe(requests)
        self.batch_windows.observe(windows)

    def text(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        return generate_latest(self.registry)
