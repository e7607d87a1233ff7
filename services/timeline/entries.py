"""Pages of a reservation's timeline: one function for each kind of entry, and one list of them."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.http.answers import Extended
from services.declarations.models import Declaration, DeclarationCase, DeclarationChange
from services.mail.models import Mail
from services.messages.merged import standing_for
from services.messages.models import Conversation, Direction, Message, MessageAttachment
from services.reservations.desk.notes import shown_notes
from services.reservations.desk.schemas import ReservationChangeOut, ReservationMailOut, TouchOut, UndoOut
from services.reservations.desk.show import find
from services.reservations.desk.undoable import undoable
from services.reservations.history import history_of
from services.reservations.models import Reservation
from services.self_reported_source.answers import label_of
from services.self_reported_source.models import ToldOrigin
from services.staff.actor_names import display_names
from services.staff.models import AuditEntry
from services.timeline.schemas import (
    DeclarationStepOut,
    TimelineCountsOut,
    TimelineEntryOut,
    TimelineGroup,
    TimelineMessageOut,
    TimelineOut,
    TimelineQuery,
    ToldOut,
    WaitingStepOut,
)
from services.visits.models import ReservationTouch
from services.waiting_list.models import WaitingEntry, WaitingOffer

_HOUSEHOLD: Final = "Haushalt"
_EXCERPT: Final = 200
_PAGE: Final = 50
_FILES: Final = (
    select(func.count()).where(MessageAttachment.message_id == Message.id).correlate(Message).scalar_subquery()
)
_READ: Final = {"reservation.revealed": "reveal", "reservation.evidence_read": "evidence_read"}
"""Actions of the audit log that change nothing, but that the history shows."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """A reading of a timeline; `reader` is an actor, `staff:7`."""

    session: Session
    reservation: Reservation
    reader: str
    now: datetime

    @property
    def subject(self) -> str:
        """The reservation as mails and log name it."""
        return f"reservation:{self.reservation.id}"


@dataclass(frozen=True, slots=True)
class _Piece:
    """What a source knows of an entry."""

    id: int
    at: datetime
    kind: str
    group: TimelineGroup
    actor_name: str | None
    member: Any = None
    is_own: bool = False
    undo: UndoOut | None = None


def timeline(session: Session, reservation_id: int, wanted: TimelineQuery, reader: str, now: datetime) -> TimelineOut:
    """A page of the timeline; UnknownReservation when there is no such reservation.

    All of it is read for each page: the counts need it anyway, and a reservation has some dozens of entries.
    """
    found = _everything(_Reading(session, find(session, reservation_id), reader, now))
    in_group = [one for one in found if wanted.group in (None, one.group)]
    older = [
        one
        for one in in_group
        if not _is_pinned(one) and (wanted.after is None or _place(one.key) < _place(wanted.after))
    ]
    page = older[:_PAGE]
    counts = Counter(one.group for one in found)
    return TimelineOut(
        pinned=[one.note for one in in_group if one.note is not None and _is_pinned(one)],
        entries=page,
        counts=TimelineCountsOut(all=len(found), **{group.value: counts[group] for group in TimelineGroup}),
        after=page[-1].key if len(older) > _PAGE else None,
    )


def _everything(reading: _Reading) -> list[TimelineEntryOut]:
    """Newest first: by moment, then by source, then by id, so that no two share a place."""
    found = [_entry(rank, piece) for rank, source in enumerate(_SOURCES) for piece in source(reading)]
    return sorted(found, key=lambda one: _place(one.key), reverse=True)


def _entry(rank: int, piece: _Piece) -> TimelineEntryOut:
    members = {piece.kind: piece.member} if piece.member is not None else {}
    return TimelineEntryOut(
        key=f"{round(piece.at.timestamp() * 1_000_000)}_{rank}_{piece.id}",
        at=piece.at,
        kind=piece.kind,
        group=piece.group,
        actor_name=piece.actor_name,
        is_own=piece.is_own,
        undo=piece.undo,
        **members,
    )


def _place(key: str) -> tuple[int, ...]:
    return tuple(map(int, key.split("_")))


def _is_pinned(one: TimelineEntryOut) -> bool:
    return one.note is not None and one.note.pinned_at is not None


def _touches(reading: _Reading) -> Iterable[_Piece]:
    query = select(ReservationTouch).where(ReservationTouch.reservation_id == reading.reservation.id)
    for row in reading.session.scalars(query.order_by(ReservationTouch.position)):
        yield _Piece(row.position, row.at, "touch", TimelineGroup.TRACES, _HOUSEHOLD, TouchOut.model_validate(row))


def _told(reading: _Reading) -> Iterable[_Piece]:
    query = select(ToldOrigin).where(ToldOrigin.reservation_id == reading.reservation.id, ToldOrigin.answer != "")
    for row in reading.session.scalars(query):
        told = ToldOut(label=label_of(row.answer), text=row.text)
        yield _Piece(row.id, row.answered_at or row.asked_at, "told", TimelineGroup.TRACES, _HOUSEHOLD, told)


def _waiting(reading: _Reading) -> Iterable[_Piece]:
    """The way over the waiting list, where its offer became this reservation."""
    query = select(WaitingOffer, WaitingEntry).join(WaitingEntry, WaitingEntry.id == WaitingOffer.entry_id)
    for offer, entry in reading.session.execute(query.where(WaitingOffer.reservation_id == reading.reservation.id)):
        steps = (("joined", entry.joined_at), ("offered", offer.offered_at), ("accepted", offer.answered_at))
        for number, (step, at) in enumerate(steps):
            if at is not None:
                told = WaitingStepOut(entry_id=entry.id, step=step)
                name = None if step == "offered" else _HOUSEHOLD
                yield _Piece(offer.id * len(steps) + number, at, "waiting", TimelineGroup.TRACES, name, told)


def _changes(reading: _Reading) -> Iterable[_Piece]:
    undoes = {one.operation_id: one for one in undoable(reading.session, reading.reservation, reading.now)}
    for row in history_of(reading.session, reading.reservation):
        undo = undoes.get(row.operation_id or 0)
        yield _Piece(
            row.id,
            row.at,
            "change",
            _group_of(row),
            row.actor_name,
            row,
            row.actor == reading.reader,
            UndoOut.model_validate(undo) if undo is not None and undo.name == row.action else None,
        )


def _group_of(row: ReservationChangeOut) -> TimelineGroup:
    """The card check is money, unless it follows from another step."""
    return (
        TimelineGroup.MONEY if "deposit_state" in row.after and "state" not in row.after else TimelineGroup.OPERATIONS
    )


def _mails(reading: _Reading) -> Iterable[_Piece]:
    query = select(Mail).where(Mail.subject_ref == reading.subject)
    for row in reading.session.scalars(query):
        told = ReservationMailOut.model_validate(Extended(row, subject=row.subject, state=row.shown_state))
        yield _Piece(row.id, row.created_at, "mail", TimelineGroup.MESSAGES, None, told)


def _messages(reading: _Reading) -> Iterable[_Piece]:
    """Conversations about the reservation and those merged into it, both sides, without what the mails show
    already.
    """
    told = select(Mail.id).where(Mail.subject_ref == reading.subject)
    is_new = (Message.direction == Direction.IN.value) | Message.mail_id.is_(None) | Message.mail_id.not_in(told)
    query = select(Message, Conversation, _FILES).join(Conversation).where(is_new)
    standing = standing_for(reading.session, [reading.reservation.id])
    rows = reading.session.execute(query.where(Conversation.reservation_id.in_(standing))).all()
    names = display_names(reading.session, (f"staff:{row.author_id}" for row, _, _ in rows if row.author_id))
    for row, conversation, files in rows:
        told_of = Extended(
            row,
            reference=conversation.reference,
            excerpt=" ".join(row.reply_text.split())[:_EXCERPT],
            attachment_count=files,
        )
        author = f"staff:{row.author_id}"
        writer = (row.from_name or row.from_address or None) if row.is_other_address else _HOUSEHOLD
        name = writer if row.direction == Direction.IN else names.get(author)
        entry = TimelineMessageOut.model_validate(told_of)
        is_own = author == reading.reader
        yield _Piece(row.id, row.received_at, "message", TimelineGroup.MESSAGES, name, entry, is_own)


def _readings(reading: _Reading) -> Iterable[_Piece]:
    """Disclosures of contact data, and readings of the evidence."""
    query = select(AuditEntry).where(AuditEntry.subject == reading.subject, AuditEntry.action.in_(_READ))
    rows = reading.session.scalars(query).all()
    names = display_names(reading.session, (row.actor for row in rows))
    for row in rows:
        is_own = row.actor == reading.reader
        kind, member = _READ[row.action], row.details.get("field")
        yield _Piece(row.id, row.at, kind, TimelineGroup.TRACES, names[row.actor], member, is_own)


def _declarations(reading: _Reading) -> Iterable[_Piece]:
    is_its = DeclarationCase.reservation_id == reading.reservation.id
    query = select(Declaration).join(DeclarationCase, DeclarationCase.declaration_id == Declaration.id)
    for row in reading.session.scalars(query.where(is_its)):
        yield _Piece(
            row.id,
            row.received_at,
            "declaration",
            TimelineGroup.OPERATIONS,
            _HOUSEHOLD,
            _declaration_step(row, "received"),
        )


def _declaration_steps(reading: _Reading) -> Iterable[_Piece]:
    is_its = DeclarationCase.reservation_id == reading.reservation.id
    query = (
        select(DeclarationChange, Declaration)
        .join(Declaration, Declaration.id == DeclarationChange.declaration_id)
        .join(DeclarationCase, DeclarationCase.declaration_id == Declaration.id)
    )
    rows = reading.session.execute(query.where(is_its)).all()
    names = display_names(reading.session, (change.actor for change, _ in rows))
    for change, row in rows:
        group = TimelineGroup.MONEY if change.action == "refund" else TimelineGroup.OPERATIONS
        told, is_own = _declaration_step(row, change.action), change.actor == reading.reader
        yield _Piece(change.id, change.at, "declaration", group, names[change.actor], told, is_own)


def _declaration_step(row: Declaration, step: str) -> DeclarationStepOut:
    return DeclarationStepOut(id=row.id, reference=row.reference, kind=row.kind, step=step)


def _notes(reading: _Reading) -> Iterable[_Piece]:
    for note in shown_notes(reading.session, reading.reservation.id, reading.reader, reading.now):
        yield _Piece(
            note.id, note.called_at or note.created_at, "note", TimelineGroup.NOTES, note.author_name, note, note.is_own
        )


_SOURCES: Final[Sequence[Callable[[_Reading], Iterable[_Piece]]]] = (
    _touches,
    _told,
    _waiting,
    _changes,
    _mails,
    _messages,
    _readings,
    _declarations,
    _declaration_steps,
    _notes,
)
"""In this order, earliest first, if at the same moment."""
