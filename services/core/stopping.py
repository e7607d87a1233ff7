"""Cooperative shutdown of long work: between two pieces it checks for a stop and leaves the rest to other processes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Event

_event: ContextVar[Event | None] = ContextVar("stopping", default=None)


@contextmanager
def told_to_stop_by(event: Event) -> Iterator[None]:
    """Work done in this block is asked to stop once `event` is set."""
    token = _event.set(event)
    try:
        yield
    finally:
        _event.reset(token)


def stop_asked() -> Callable[[], bool]:
    """A check whether to stop, for the current work; callable from any thread."""
    event = _event.get()
    return event.is_set if event is not None else lambda: False
