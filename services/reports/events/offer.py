"""Events of what is sold, and of how origins are grouped."""

from collections.abc import Iterator
from typing import Final

from sqlalchemy import select

from analytics.channel_groups import CHANNEL_GROUPS
from analytics.compared import Event
from services.privacy.models import KeptText
from services.privacy.published import TextKind
from services.reports.events.window import EventWindow

_RATE: Final = "Reservierungsquote und Größe"
_MIX: Final = "Mischung; nichts in der Summe"


def price_events(window: EventWindow) -> Iterator[Event]:
    """New versions of the price book. The first one is no change."""
    books = select(KeptText.version, KeptText.kept_at).where(KeptText.kind == TextKind.PRICE_BOOK.value)
    for version, kept_at in list(window.session.execute(books.order_by(KeptText.kept_at, KeptText.version)))[1:]:
        if day := window.day_of(kept_at):
            yield Event(day, "prices", f"Neue Preise: Fassung {version} des Preisbuchs gilt.", _RATE, "")


def rule_events(window: EventWindow) -> Iterator[Event]:
    """New versions of the rules for channel groups. They apply to all visits ever made."""
    for change in CHANNEL_GROUPS.changes[1:]:
        if window.holds(change.since):
            words = f"Kanalgruppen, Fassung {change.version}: {change.what}"
            yield Event(change.since, "rules", words, _MIX, "")
