"""Events of marketing's own doing: notes, campaigns, costs, spellings."""

from collections.abc import Iterator
from datetime import date
from typing import Final

from sqlalchemy import select

from analytics.compared import Event
from services.campaigns.models import Alias, Campaign, ChartNote, CostImport
from services.core.german import counted
from services.reports.events.window import EventWindow
from services.reports.parameters import LABELS
from services.staff.models import AuditEntry

_ANYTHING: Final = "je nach Anmerkung"
_VISITS: Final = "Besuche und Mischung"
_COSTS: Final = "nur Kosten"
_MIX: Final = "Mischung; nichts in der Summe"


def note_events(window: EventWindow) -> Iterator[Event]:
    """Notes on days of charts."""
    for note in window.session.scalars(select(ChartNote).where(window.days(ChartNote.day))):
        yield Event(note.day, "note", note.text, _ANYTHING, "/notes")


def campaign_events(window: EventWindow) -> Iterator[Event]:
    """Campaigns that began, ended, were registered, archived or changed."""
    campaigns = {one.id: one for one in window.session.scalars(select(Campaign))}
    for campaign in campaigns.values():
        yield from _of_campaign(window, campaign)
    edits = select(AuditEntry).where(AuditEntry.action == "campaign.edited", window.moments(AuditEntry.at))
    edited = {(window.day_of(one.at), int(one.subject.rpartition(":")[2])) for one in window.session.scalars(edits)}
    for day, number in edited:
        if day is not None and number in campaigns:
            yield _campaign(day, campaigns[number], "wurde geändert.")


def _of_campaign(window: EventWindow, campaign: Campaign) -> Iterator[Event]:
    steps = (
        (campaign.starts_on, "beginnt."),
        (campaign.ends_on, "endet."),
        (window.day_of(campaign.created_at), "wurde angelegt."),
        (window.day_of(campaign.archived_at), "wurde archiviert."),
    )
    for day, verb in steps:
        if day is not None and window.holds(day):
            yield _campaign(day, campaign, verb)


def _campaign(day: date, campaign: Campaign, verb: str) -> Event:
    words = f"Kampagne „{campaign.name}“ {verb}"
    return Event(day, "campaign", words, _VISITS, f"/campaigns/{campaign.id}/show")


def cost_events(window: EventWindow) -> Iterator[Event]:
    """Cost files taken over or undone."""
    for one in window.session.scalars(select(CostImport)):
        rows = counted(one.rows, "Zeile", "Zeilen")
        for at, verb in ((one.at, "übernommen"), (one.undone_at, "zurückgenommen")):
            if day := window.day_of(at):
                yield Event(day, "costs", f"Kostendatei „{one.file_name}“ ({rows}) {verb}.", _COSTS, "/costs")


def spelling_events(window: EventWindow) -> Iterator[Event]:
    """Aliases made or undone. They apply to all visits ever made, so they change both periods."""
    for one in window.session.scalars(select(Alias)):
        label = LABELS[f"only_{one.field}"]
        for at, verb in ((one.created_at, "zählt jetzt als"), (one.undone_at, "zählt nicht mehr als")):
            if day := window.day_of(at):
                words = f"{label}: „{one.raw}“ {verb} „{one.canonical}“, auch rückwirkend."
                yield Event(day, "spelling", words, _MIX, "/aliases/assigned")
