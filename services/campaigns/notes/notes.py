"""Notes on days, shown in charts: a fair, an article, a price change."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from services.campaigns import campaigns
from services.campaigns.errors import UnknownNote
from services.campaigns.models import ChartNote
from services.campaigns.notes.schemas import NoteEditIn, NoteIn
from services.staff.records import Records

_NOTES: Final = Records(
    ChartNote,
    "note",
    UnknownNote,
    logged=lambda note: {"day": note.day.isoformat(), "campaign_id": note.campaign_id},
)


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
    """Add a note; UnknownCampaign."""
    _check_campaign(session, wanted.campaign_id)
    return _NOTES.add(session, ChartNote(**wanted.model_dump(), created_at=now, created_by=actor), actor, now)


def edit(session: Session, note_id: int, wanted: NoteEditIn, actor: str, now: datetime) -> ChartNote:
    """Change a note; UnknownNote, UnknownCampaign."""
    note = _NOTES.locked(session, note_id)
    _check_campaign(session, wanted.campaign_id)
    return _NOTES.edit(session, note, wanted.given(), actor, now)


def sending(session: Session, note_id: int) -> ChartNote:
    """A note that tells of a sending; UnknownNote."""
    note = session.get(ChartNote, note_id)
    if note is None or note.kind is None:
        raise UnknownNote
    return note


def sendings_before(session: Session, note: ChartNote) -> Sequence[ChartNote]:
    """What else was sent up to its day, as far back as it may matter to the eight weeks before."""
    query = select(ChartNote).where(ChartNote.kind.is_not(None), ChartNote.id != note.id)
    return session.scalars(query.where(ChartNote.day.between(note.day - timedelta(weeks=10), note.day))).all()


def remove(session: Session, note_id: int, actor: str, now: datetime) -> None:
    """Delete a note; UnknownNote."""
    note = _NOTES.locked(session, note_id)
    session.delete(note)
    _NOTES.save(session, note, "removed", actor, now)


def _check_campaign(session: Session, campaign_id: int | None) -> None:
    if campaign_id is not None:
        campaigns.find(session, campaign_id)
