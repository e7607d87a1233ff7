"""Notes on days, shown in charts: a fair, an article, a price change."""

from datetime import datetime
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from services.campaigns import campaigns
from services.campaigns.errors import UnknownNote
from services.campaigns.models import ChartNote
from services.campaigns.notes.schemas import NoteEditIn, NoteIn
from services.core.db.edits import assign, differing
from services.staff import audit


def notes_between(first: Any, last: Any, campaign_id: int | None) -> Select[ChartNote]:
    """Notes of these days, both included; of one campaign those that its charts show: its own and the general ones."""
    query = select(ChartNote)
    if first is not None:
        query = query.where(ChartNote.day >= first)
    if last is not None:
        query = query.where(ChartNote.day <= last)
    if campaign_id is not None:
        query = query.where((ChartNote.campaign_id == campaign_id) | ChartNote.campaign_id.is_(None))
    return query


def add(session: Session, wanted: NoteIn, actor: str, now: datetime) -> ChartNote:
    """Write a note; UnknownCampaign."""
    _check_campaign(session, wanted.campaign_id)
    note = ChartNote(**wanted.model_dump(), created_at=now, created_by=actor)
    session.add(note)
    session.flush()
    _tell(session, note, "added", actor, now)
    return note


def edit(session: Session, note_id: int, wanted: NoteEditIn, actor: str, now: datetime) -> ChartNote:
    """Change a note; UnknownNote, UnknownCampaign."""
    note = _locked(session, note_id)
    _check_campaign(session, wanted.campaign_id)
    changes = differing(note, wanted.given())
    assign(note, changes)
    if changes:
        session.flush()
        _tell(session, note, "edited", actor, now)
    return note


def remove(session: Session, note_id: int, actor: str, now: datetime) -> None:
    """Delete a note; UnknownNote."""
    note = _locked(session, note_id)
    session.delete(note)
    session.flush()
    _tell(session, note, "removed", actor, now)


def _locked(session: Session, note_id: int) -> ChartNote:
    note = session.get(ChartNote, note_id, with_for_update=True, populate_existing=True)
    if note is None:
        raise UnknownNote
    return note


def _check_campaign(session: Session, campaign_id: int | None) -> None:
    if campaign_id is not None:
        campaigns.find(session, campaign_id)


def _tell(session: Session, note: ChartNote, what: str, actor: str, now: datetime) -> None:
    # Its text is free and may name people; the log cannot forget.
    details = {"day": note.day.isoformat(), "campaign_id": note.campaign_id}
    audit.append(session, [audit.Event(actor, f"note.{what}", f"note:{note.id}", details)], now)
