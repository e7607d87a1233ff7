"""What happened on the days of two periods and can explain a change: one source a kind of event, in one list.

Rooms above reports add theirs by `add_source`, since reports cannot import them.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from analytics.compared import Event
from services.core.db.db import Database
from services.reports.events.campaigns import campaign_events, cost_events, note_events, spelling_events
from services.reports.events.offer import price_events, rule_events
from services.reports.events.self_checks import self_check_events
from services.reports.events.window import Days, EventWindow

EventSource = Callable[[EventWindow], Iterator[Event]]
_OWN: Final[tuple[EventSource, ...]] = (
    note_events,
    campaign_events,
    cost_events,
    spelling_events,
    price_events,
    rule_events,
    self_check_events,
)
_ADDED: Final[dict[str, EventSource]] = {}


def add_source(name: str, source: EventSource) -> None:
    """Add a room's events; adding the same name again replaces it."""
    _ADDED[name] = source


def events_between(db: Database, periods: Sequence[Days]) -> list[Event]:
    """Everything that happened on these days, in no order."""
    with db.read() as session:
        window = EventWindow(session, tuple(periods))
        return [event for source in (*_OWN, *_ADDED.values()) for event in source(window)]
