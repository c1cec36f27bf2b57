"""What is counted and measured, for Prometheus to fetch. Every app has a registry of its own: nothing is global."""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from starlette.datastructures import Headers
from starlette.types import Scope

from eminence.server.http.addresses import Networks

QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
THINKING: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
NOW: Final = ("live_matches", "open_streams")
PROXIED: Final = ("forwarded", "x-forwarded-for", "x-real-ip")


class Metrics:
    """The measures of one app."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        own = self.registry
        ProcessCollector(registry=own)
        self.requests = Counter("eminence_requests", "Requests answered.", ["route", "method", "status"], registry=own)
        self.request_seconds = Histogram(
            "eminence_request_seconds",
            "Seconds until a request was answered; of a stream, until it began.",
            ["route"],
            buckets=QUICK,
            registry=own,
        )
        self.answers = Counter("eminence_answers", "Answers committed, those of bots included.", registry=own)
        self.bot_answers = Counter("eminence_bot_answers", "Answers of bots committed.", registry=own)
        self.commit_seconds = Histogram(
            "eminence_answer_commit_seconds",
            "Seconds from an answer's arrival to its commit.",
            buckets=QUICK,
            registry=own,
        )
        self.thinking_seconds = Histogram(
            "eminence_bot_thinking_seconds", "Seconds a bot thought about an answer.", buckets=THINKING, registry=own
        )
        self.streams = Gauge("eminence_open_streams", "Event streams open now.", registry=own)
        self.matches = Gauge("eminence_live_matches", "Matches held in memory now.", registry=own)

    def now(self) -> dict[str, float]:
        """What goes on just now, in a few numbers."""
        values = {name: self.registry.get_sample_value(f"eminence_{name}") for name in NOW}
        return {name: value or 0.0 for name, value in values.items()}


def render(registry: CollectorRegistry) -> tuple[bytes, str]:
    """All measures in the text format of Prometheus, and its content type."""
    return generate_latest(registry), CONTENT_TYPE_LATEST


def may_read(scope: Scope, monitors: Networks) -> bool:
    """Whether whoever asks may see the measures: an address that the operator named, and no proxy that asks for others.

    A player who fetched them around a bot's answer would learn how long it thought, which is nobody's business.
    """
    headers = Headers(scope=scope)
    client = scope.get("client")
    return client is not None and client[0] in monitors and not any(name in headers for name in PROXIED)
