"""Mails that look ahead are withheld while they wait, once the place they are about is not the household's any more.

An operation's mail waits ten minutes, and longer while the mail server is away. A household that has given its place up
by then must not read that its park will be built. A household that gets the place back gets the mails, too.

`contract_closed` is not among them: a household that has signed is owed it, even after a withdrawal (§ 312f BGB).
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.mail import outbox
from services.mail.models import WAITING, Mail
from services.mail.reservation_letters import ContractInvitation, ParkConfirmed, SupplyBegins
from services.parks.models import Park
from services.reservations.models import Reservation
from services.reservations.states import HOLDS_A_SPOT
from services.reservations.transitions import Operation

WITHHELD: Final = "withheld_mails"
"""Name in a reservation's history: the kinds of the mails that were withheld."""
LOOKING_AHEAD: Final = (ParkConfirmed.kind, ContractInvitation.kind, SupplyBegins.kind)
"""Kinds of mails that only a household with a place is sent."""
_GONE: Final = "Der Haushalt hat den Platz nicht mehr"
"""Why a refused mail is settled: sending everything again must not bring it back."""
Related = dict[str, tuple[list[str], list[str]]]


def withhold(session: Session, operation: Operation, rows: Sequence[Reservation], now: datetime) -> dict[int, Related]:
    """Cancel what waits for these locked reservations if the operation takes their places; returns what their history
    has to keep of it, by id. A mail that is being sent at this moment cannot be stopped; one that was refused is
    settled.
    """
    if not _takes_place(operation):
        return {}
    ids = {f"reservation:{row.id}": row.id for row in rows}
    ahead = Mail.subject_ref.in_(ids) & Mail.kind.in_(LOOKING_AHEAD)
    outbox.settle(session, ahead, "system", _GONE, now)
    waiting = select(Mail.dedupe_key, Mail.kind, Mail.subject_ref).where(WAITING, ahead)
    found = {key: (kind, ids[subject]) for key, kind, subject in session.execute(waiting)}
    if not found:
        return {}
    kinds: dict[int, list[str]] = {}
    for key in sorted(outbox.cancel(session, list(found), now)):
        kind, id_ = found[key]
        kinds.setdefault(id_, []).append(kind)
    return {id_: {WITHHELD: ([], told)} for id_, told in kinds.items()}


def resume(session: Session, operation: Operation, reservation: Reservation, kinds: Iterable[str]) -> None:
    """Let the mails wait again that the operation withheld, until the moment they were meant for, and the refused ones
    for a clerk. A confirmation of the park that was taken back meanwhile is not announced.
    """
    if not _takes_place(operation):
        return
    about = Mail.subject_ref == f"reservation:{reservation.id}"
    outbox.unsettle(session, about & (Mail.settled_reason == _GONE))
    confirmed_at = session.get_one(Park, reservation.park_id).confirmed_at
    for kind in kinds:
        is_it = about & (Mail.kind == kind)
        mail = session.scalars(select(Mail).where(is_it).order_by(Mail.id.desc()).limit(1)).one()
        if kind == ParkConfirmed.kind and (confirmed_at is None or mail.created_at < confirmed_at):
            continue
        outbox.requeue_cancelled(session, mail.id)


def _takes_place(operation: Operation) -> bool:
    return operation.to_state is not None and operation.to_state not in HOLDS_A_SPOT
