"""Notes on days, shown in charts: a fair, an article, a price change."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from services.campaigns import campaigns
from services.campaigns.errors import UnknownNote
from services.campaigns.field_rules import day, line, refuse_faults
from services.campaigns.models import ChartNote
from services.core.fields import Fields, Refused, number
from services.staff import audit

LONGEST = 200
_DAY = "Bitte geben Sie den Tag an."
_TEXT = "Bitte schreiben Sie, was an diesem Tag war."
_RULES = {"day": (day, _DAY), "text": (line(LONGEST), _TEXT)}


def read_note(given: Mapping[str, Any], *, is_new: bool) -> dict[str, Any]:
    """Checked values by column; ValidationProblem."""
    fields = Fields(given, [])
    values: dict[str, Any] = {}
    for name, (rule, missing) in _RULES.items():
        if is_new or name in given:
            values[name] = fields.read(name, rule, missing)
    if is_new or "campaign_id" in given:
        values["campaign_id"] = fields.read_optional("campaign_id", _id, None)
    refuse_faults(fields)
    return values


def _id(value: object) -> int:
    read = number(value)
    if read != int(read) or read < 1:
        raise Refused("unknown_choice", "Bitte wählen Sie eine Kampagne.")
    return int(read)


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


def add(session: Session, values: Mapping[str, Any], actor: str, now: datetime) -> ChartNote:
    """Write a note; UnknownCampaign."""
    _check_campaign(session, values)
    note = ChartNote(**values, created_at=now, created_by=actor)
    session.add(note)
    session.flush()
    _tell(session, note, "added", actor, now)
    return note


def edit(session: Session, note_id: int, values: Mapping[str, Any], actor: str, now: datetime) -> ChartNote:
    """Change a note; UnknownNote, UnknownCampaign."""
    note = _locked(session, note_id)
    _check_campaign(session, values)
    differing = {name: value for name, value in values.items() if getattr(note, name) != value}
    for name, value in differing.items():
        setattr(note, name, value)
    if differing:
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


def _check_campaign(session: Session, values: Mapping[str, Any]) -> None:
    if (campaign_id := values.get("campaign_id")) is not None:
        campaigns.find(session, campaign_id)


def _tell(session: Session, note: ChartNote, what: str, actor: str, now: datetime) -> None:
    # Its text is free and may name people; the log cannot forget.
    details = {"day": note.day.isoformat(), "campaign_id": note.campaign_id}
    audit.append(session, [audit.Event(actor, f"note.{what}", f"note:{note.id}", details)], now)
