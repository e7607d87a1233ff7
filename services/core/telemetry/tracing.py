"""Spans around work that no library instruments: jobs and mails. Without a tracer they cost a call and do nothing, so
that the libraries for traces need not be installed.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

Spans = Callable[[str, dict[str, str | int]], AbstractContextManager[object]]


def _no_spans(_name: str, _attributes: dict[str, str | int]) -> AbstractContextManager[object]:
    return nullcontext()


_spans: Spans = _no_spans


def span(name: str, **attributes: str | int) -> AbstractContextManager[object]:
    """A span during the block, if traces are on. Attributes hold numbers and names of kinds, never personal data."""
    return _spans(name, attributes)


def use_spans(spans: Spans | None) -> None:
    """Make spans by this function from now on; None: none."""
    global _spans  # noqa: PLW0603 - one tracer a process, set at its start
    _spans = spans or _no_spans
