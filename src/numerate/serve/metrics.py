"""Figures for Prometheus: how many, how long, how full. None of them comes from a document."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """The figures of one server."""

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
            "Time from the first byte of a request to the last of its answer.",
            ["path"],
            buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120),
            registry=registry,
        )
        self.open = Gauge("numerate_requests_open", "Requests being worked on or waiting.", registry=registry)
        self.dropped = Counter(
            "numerate_requests_dropped", "Requests whose client left before the answer.", registry=registry
        )
        self.numbers = Counter(
            "numerate_numbers", "Numbers of checked documents.", ["judged"], registry=registry
        )
        self.findings = Counter("numerate_findings", "Findings reported.", ["rule"], registry=registry)
        self.batch_windows = Histogram(
            "numerate_batch_windows",
            "Windows of text that the network judged in one run.",
            buckets=(1, 2, 4, 8, 16, 32, 64),
            registry=registry,
        )
        self.batch_requests = Histogram(
            "numerate_batch_requests",
            "Requests that shared a run of the network.",
            buckets=(1, 2, 4, 8, 16, 32, 64),
            registry=registry,
        )

    def ran(self, requests: int, windows: int) -> None:
        """Note a run of the network."""
        self.batch_requests.observe(requests)
        self.batch_windows.observe(windows)

    def text(self) -> bytes:
        """All figures as Prometheus reads them."""
        return generate_latest(self.registry)
