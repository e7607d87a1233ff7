"""Nights from which the site lost what visits are attributed by."""

from collections.abc import Iterator
from typing import Final

from sqlalchemy import select

from analytics.compared import Event
from services.campaigns.models import SelfCheck
from services.core.german import counted
from services.reports.events.window import EventWindow, begun

_ATTRIBUTION: Final = "Mischung, bei fehlendem Skript auch Besuche"


def self_check_events(window: EventWindow) -> Iterator[Event]:
    """The first check of each run of checks with findings."""
    checks = select(SelfCheck.at, SelfCheck.findings).where(window.moments(SelfCheck.at)).order_by(SelfCheck.id)
    for at, found in begun((at, len(findings)) for at, findings in window.session.execute(checks)):
        if day := window.day_of(at):
            addresses = counted(found, "Stelle", "Stellen")
            words = f"Selbstprüfung der Seite: An {addresses} ging Herkunft verloren oder die Adresse antwortete nicht."
            yield Event(day, "self_check", words, _ATTRIBUTION, "/site-check")
