"""Structured logs: one JSON object a line, each with the id of the request it belongs to, none with personal data."""

import logging
import sys
from typing import Any

import structlog
from pydantic_core import to_json


def configure_logging(*, pretty: bool) -> None:
    """Send structlog and the standard library through one renderer to standard error.

    `pretty` writes coloured lines for a person at a terminal instead of JSON for a collector.
    """
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
    ]
    renderer: structlog.typing.Processor = (
        structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(),
            # The default shows local variables, and those are what households typed.
            exception_formatter=structlog.dev.plain_traceback,
        )
        if pretty
        else structlog.processors.JSONRenderer(serializer=_to_json)
    )
    final = [renderer] if pretty else [structlog.processors.format_exc_info, renderer]
    structlog.configure(
        processors=[*shared, *final],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *final],
            foreign_pre_chain=shared,
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)


def _to_json(event: Any, **_options: Any) -> str:
    return to_json(event, fallback=repr).decode()
