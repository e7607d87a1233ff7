"""Staff API for notes on days."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.campaigns.models import ChartNote
from services.campaigns.notes import notes
from services.campaigns.notes.schemas import NoteEditIn, NoteIn, NoteOut, NotesOut, NotesQuery
from services.core.http.paging import page_of
from services.core.http.transactions import Reads, Writes
from services.core.inputs import RowId
from services.staff.access import CallOf, MarketerOf, StaffRouter
from services.staff.actor_names import with_actor_names

router = StaffRouter(tag="notes")


def _out(session: Session, rows: list[ChartNote]) -> list[NoteOut]:
    return [NoteOut.model_validate(row) for row in with_actor_names(session, rows, "created_by")]


@router.get("/notes")
def list_notes(wanted: Annotated[NotesQuery, Query()], session: Reads, _staff: MarketerOf) -> NotesOut:
    """Notes by day."""
    query = notes.notes_between(wanted.from_, wanted.to, wanted.campaign_id)
    rows, has_next = page_of(session, query, wanted, (ChartNote.day, ChartNote.id))
    total = session.scalar(select(func.count()).select_from(query.subquery())) or 0
    return NotesOut(data=_out(session, list(rows)), has_next=has_next, total=total)


@router.post("/notes", status_code=201)
def add_note(body: NoteIn, session: Writes, call: CallOf, staff: MarketerOf) -> NoteOut:
    """Add a note."""
    return _out(session, [notes.add(session, body, staff.actor, call.now)])[0]


@router.patch("/notes/{note_id:int}")
def edit_note(note_id: RowId, body: NoteEditIn, session: Writes, call: CallOf, staff: MarketerOf) -> NoteOut:
    """Change the given fields."""
    return _out(session, [notes.edit(session, note_id, body, staff.actor, call.now)])[0]


@router.delete("/notes/{note_id:int}", status_code=204)
def remove_note(note_id: RowId, session: Writes, call: CallOf, staff: MarketerOf) -> None:
    """Delete a note."""
    notes.remove(session, note_id, staff.actor, call.now)
