"""Exports spans without personal data: each is sent as a copy with allowlisted attributes only.

The libraries record addresses of callers, query strings and messages of exceptions, which quote user input. With an
allowlist a new version of theirs cannot add to that."""

from collections.abc import Sequence
from typing import Final

from opentelemetry.context import Context
from opentelemetry.propagators.textmap import TextMapPropagator
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult
from opentelemetry.trace import Status
from opentelemetry.util.types import Attributes

ALLOWED: Final = frozenset(
    {
        "http.route",
        "http.method",
        "http.request.method",
        "http.status_code",
        "http.response.status_code",
        "db.system",
        "db.statement",
        "db.system.name",
        "db.query.text",
        "request_id",
        "job",
        "kind",
        "mail",
    }
)
"""Statements have placeholders in place of values."""
_STATEMENTS: Final = frozenset({"db.statement", "db.query.text"})
_LONGEST_STATEMENT: Final = 2_000


class CleanExporter(SpanExporter):
    """Hands copies on to another exporter."""

    def __init__(self, exporter: SpanExporter) -> None:
        self._exporter = exporter

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        return self._exporter.export([_clean(span) for span in spans])

    def shutdown(self) -> None:
        self._exporter.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        return self._exporter.force_flush(timeout_millis)


class NoPropagation(TextMapPropagator):
    """Takes no trace from a caller, and gives none to servers that we call."""

    def extract(self, carrier: object, context: Context | None = None, getter: object = None) -> Context:
        """A context without a trace of a caller's."""
        return context or Context()

    def inject(self, carrier: object, context: Context | None = None, setter: object = None) -> None:
        """Add nothing."""

    @property
    def fields(self) -> set[str]:
        return set()


def _clean(span: ReadableSpan) -> ReadableSpan:
    attributes = span.attributes or {}
    kept = {
        name: (str(value)[:_LONGEST_STATEMENT] if name in _STATEMENTS else value)
        for name, value in attributes.items()
        if name in ALLOWED
    }
    if errors := [str((event.attributes or {}).get("exception.type", "")) for event in span.events]:
        kept["error.type"] = errors[-1]
    return ReadableSpan(
        name=_name(span, attributes),
        context=span.context,
        parent=span.parent,
        resource=span.resource,
        attributes=kept,
        kind=span.kind,
        status=Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )


def _name(span: ReadableSpan, attributes: Attributes) -> str:
    """Of a request its method and route, of a statement its first word: the libraries may take the address, or the name
    of the database.
    """
    found = attributes or {}
    if method := found.get("http.method") or found.get("http.request.method"):
        return f"{method} {found.get('http.route', 'unmatched')}"
    if "db.system" in found or "db.system.name" in found:
        return span.name.split(" ", 1)[0]
    return span.name
