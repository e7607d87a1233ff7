"""OpenTelemetry traces, if a receiver is configured: spans of requests, statements, jobs and mails."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any, Final

import structlog
from starlette.applications import Starlette

from services.core.db.db import Database
from services.core.telemetry.tracing import use_spans
from services.settings import Settings

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span

log = structlog.get_logger()

MISSING: Final = (
    "VOLTIGO_TRACES_URL ist gesetzt, aber die Bibliotheken dafür sind nicht installiert: "
    "`.venv/bin/uv pip install --require-hashes -r requirements-extras.lock`, oder lassen Sie es leer."
)
_EXPORT_SECONDS: Final = 5
"""A receiver that is away must hold nothing up for long, the end of the process least of all."""


class TracesMissing(Exception):
    """Traces are wanted, and the libraries for them are not there."""


def provider_for(settings: Settings) -> "TracerProvider | None":
    """The source of spans for this process; None where traces are off. Raises TracesMissing."""
    if not settings.traces_url:
        return None
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        from services.operation.clean_spans import CleanExporter
    except ImportError as error:
        raise TracesMissing(MISSING) from error
    exporter = CleanExporter(OTLPSpanExporter(endpoint=settings.traces_url, timeout=_EXPORT_SECONDS))
    # Its own resource: the default one takes names of machine and user from the environment.
    provider = TracerProvider(resource=Resource({"service.name": "voltigo"}), shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(exporter, schedule_delay_millis=1_000))
    return provider


def trace_requests(app: Starlette, provider: "TracerProvider") -> None:
    """Make a span of each request, with the id that its log lines have; and those lines get the id of the trace."""
    from opentelemetry import propagate
    from opentelemetry.instrumentation.fastapi import FastAPIInstrumentor

    from services.operation.clean_spans import NoPropagation

    # What callers claim about traces of their own is not believed.
    propagate.set_global_textmap(NoPropagation())
    FastAPIInstrumentor.instrument_app(
        app,  # type: ignore[arg-type]  # ours is one of FastAPI, which only the edge imports
        tracer_provider=provider,
        server_request_hook=_join_log,
        exclude_spans=["receive", "send"],
    )


def _join_log(span: "Span", _scope: dict[str, Any]) -> None:
    if not span.is_recording():
        return
    bound = structlog.contextvars.get_contextvars()
    span.set_attribute("request_id", str(bound.get("request_id", "")))
    structlog.contextvars.bind_contextvars(trace_id=f"{span.get_span_context().trace_id:032x}")


@contextmanager
def traced(provider: "TracerProvider | None", db: Database) -> Iterator[None]:
    """While the block runs, statements, jobs and mails are spans; at its end what waits is sent."""
    if provider is None:
        yield
        return
    from opentelemetry.instrumentation.sqlalchemy import SQLAlchemyInstrumentor

    tracer = provider.get_tracer("voltigo")

    def spans(name: str, attributes: dict[str, str | int]) -> AbstractContextManager[object]:
        return tracer.start_as_current_span(name, attributes=attributes)

    instrumentor = SQLAlchemyInstrumentor()
    # Its list of versions is older than ours; a test proves that statements arrive.
    instrumentor.instrument(engines=db.engines, tracer_provider=provider, skip_dep_check=True)
    use_spans(spans)
    log.info("traces_sent")
    try:
        yield
    finally:
        use_spans(None)
        instrumentor.uninstrument()
        provider.shutdown()
