"""Merges two or more reservations of one household into the earliest, which keeps its spot.

The later ones are cancelled and point to it. Their touches stay with them, since a reservation's touches never change;
tags are copied, and notes are read with those of the one that stays (`notes/notes.py`). Within 24 hours `undo.py` can
revert all of it.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from services.mail import outbox
from services.reservations.changes import Note, change
from services.reservations.desk import tags as tagging
from services.reservations.desk.perform import Request, lock, move_spots, record
from services.reservations.desk.refusals import refusal, unknown
from services.reservations.desk.withholding import withhold
from services.reservations.errors import OperationRefused
from services.reservations.labels import STATE
from services.reservations.mails import card_check, letter
from services.reservations.models import Reservation, StaffOperation
from services.reservations.states import HOLDS_A_SPOT, DepositState
from services.reservations.transitions import MERGE
from services.staff import audit

FEWEST, MOST = 2, 10


def merge(session: Session, ids: Sequence[int], actor: str, reason: str, now: datetime) -> int:
    """Merge; returns the id of the one that stays. Raises OperationRefused, and then nothing has changed."""
    rows = lock(session, ids, with_parks=True)
    if len(rows) < len(set(ids)):
        raise OperationRefused(unknown().code, unknown().detail)
    kept, *dropped = sorted(rows, key=lambda row: (row.created_at, row.id))
    _check(kept, dropped)
    performed = record(session, Request(MERGE, tuple(ids), actor, reason), now)
    note = Note(actor, MERGE.name, reason, performed.id)
    told = {
        "dropped_references": [row.reference for row in dropped],
        "card_check": card_check([row.deposit_state for row in dropped]),
    }
    mail = letter(kept, MERGE, performed, now, **told)
    _carry_over(session, kept, dropped, note, now)
    withheld = withhold(session, MERGE, dropped, now)
    for row in dropped:
        change(session, row, _closing_values(row, kept, now), note, now, withheld.get(row.id))
    move_spots(session, dropped, MERGE.spot, performed.undo_until or now, now)
    session.flush()
    outbox.order(session, [mail], now)
    audit.append(session, _events(actor, performed, kept, dropped), now)
    return kept.id


def _check(kept: Reservation, dropped: Sequence[Reservation]) -> None:
    if kept.state not in HOLDS_A_SPOT:
        sentence = f"Die frühere Reservierung {kept.reference} steht auf „{STATE[kept.state]}“ und kann nicht bleiben."  # type: ignore[index]
        raise OperationRefused("wrong_state", sentence)
    for row in dropped:
        reason = refusal(MERGE, row)
        if reason is not None:
            raise OperationRefused(reason.code, f"{row.reference}: {reason.detail}")


def _carry_over(session: Session, kept: Reservation, dropped: Sequence[Reservation], note: Note, now: datetime) -> None:
    """Copy the tags of the later ones to the one that stays."""
    tags = tagging.tags_of(session, [kept.id, *(row.id for row in dropped)])
    before = tags.get(kept.id, [])
    after = sorted({tag for found in tags.values() for tag in found})
    tagging.replace_tags(session, kept.id, before, after)
    references = [row.reference for row in dropped]
    change(session, kept, {}, note, now, {"tags": (before, after), "merged_from": (None, references)})


def _closing_values(row: Reservation, kept: Reservation, now: datetime) -> dict[str, Any]:
    return {
        "state": str(MERGE.to_state),
        "deposit_state": MERGE.deposit_after(DepositState(row.deposit_state)).value,
        "merged_into_id": kept.id,
        "duplicate_checked_at": row.duplicate_checked_at or now,
    }


def _events(
    actor: str, performed: StaffOperation, kept: Reservation, dropped: Sequence[Reservation]
) -> list[audit.Event]:
    ids = [row.id for row in dropped]
    whole = {"kept": kept.id, "dropped": ids}
    details = {"operation": performed.id, **whole}
    return [
        audit.Event(actor, "operation.merge", f"operation:{performed.id}", whole),
        *(audit.Event(actor, "reservation.merge", f"reservation:{id_}", details) for id_ in (kept.id, *ids)),
    ]
