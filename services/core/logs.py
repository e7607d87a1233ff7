"""Structured logs: one JSON object a line, each with the id of the request it belongs to, none with personal data."""

import logging
import sys
import threading
from contextlib import suppress
from types import TracebackType
from typing import Any, TextIO

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
        logger_factory=structlog.WriteLoggerFactory(_Expendable(sys.stderr)),  # type: ignore[arg-type]  # it writes
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
    if not pretty:
        # Warnings, and errors that nobody caught, are lines like all others. Python would print them as text, with
        # the message of the error, which may quote what a person typed.
        logging.captureWarnings(True)
        sys.excepthook = _log_uncaught
        threading.excepthook = lambda told: _log_uncaught(
            told.exc_type, told.exc_value, told.exc_traceback, told.thread
        )


def _log_uncaught(
    kind: type[BaseException],
    _error: BaseException | None,
    trace: TracebackType | None,
    thread: threading.Thread | None = None,
) -> None:
    if issubclass(kind, KeyboardInterrupt):
        return
    nameless: Exception = type(kind.__name__, (Exception,), {})()
    where = {"thread": thread.name} if thread else {}
    structlog.get_logger().critical(
        "uncaught_error", error=kind.__name__, exc_info=nameless.with_traceback(trace), **where
    )


class _Expendable:
    """A stream on which a line may be lost. Where the disk of the log is full, requests must be answered all the same:
    the standard library's handlers ignore it by themselves, structlog's loggers would raise it into the request.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> None:
        with suppress(OSError):
            self._stream.write(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._stream.flush()


def _to_json(event: Any, **_options: Any) -> str:
    return to_json(event, fallback=repr).decode()
