"""How long work learns that its process is about to end: between two pieces it asks, and leaves the rest to others."""

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
    """A question whether to stop, for the work under way; it may be put from any thread."""
    event = _event.get()
    return event.is_set if event is not None else lambda: False
