"""Proposes reservations for a declaration: by its reference, its address, its name."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.contact_details import mailbox_of
from services.core.folding import fold
from services.core.references import parse_reference
from services.declarations.models import Declaration
from services.reservations.models import Reservation, ReservationChange

Because = Literal["reference", "email", "name"]
MOST: Final = 12
"""Proposals shown; staff look up further ones by hand."""
_NUMBER = re.compile(r"(?:\bvg[\W_]*)?\b[0-9a-z]{4}[\W_]*[0-9a-z]{4}\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A reservation and why it is proposed, the strongest reason first."""

    reservation: Reservation
    because: list[Because]


def proposals(session: Session, declaration: Declaration) -> list[Proposal]:
    """At most `MOST`, those with the strongest reasons first."""
    found: dict[int, list[Because]] = defaultdict(list)
    for because, ids in _ids(session, declaration):
        for id_ in ids:
            found[id_].append(because)
    order: Sequence[Because] = ("reference", "email", "name")
    ranked = sorted(found, key=lambda id_: (order.index(found[id_][0]), -len(found[id_]), -id_))[:MOST]
    rows = {row.id: row for row in session.scalars(select(Reservation).where(Reservation.id.in_(ranked)))}
    return [Proposal(rows[id_], found[id_]) for id_ in ranked if id_ in rows]


def references_in(*texts: str) -> list[str]:
    """The references named in these texts, each once: `vg 7k3m q2xh` and `7K3M-Q2XH` too."""
    named = (parse_reference(found) for text in texts for found in _NUMBER.findall(text))
    return list(dict.fromkeys(filter(None, named)))


def concluded_at(session: Session, reservation: Reservation) -> datetime | None:
    """When its contract was concluded, as staff entered it last; None without one."""
    concluded = (ReservationChange.reservation_id == reservation.id) & (
        ReservationChange.action.in_(("contract", "undo_contract"))
    )
    last = session.scalar(select(ReservationChange).where(concluded).order_by(ReservationChange.id.desc()).limit(1))
    return last.at if last is not None and last.action == "contract" else None


def _ids(session: Session, declaration: Declaration) -> Iterable[tuple[Because, Sequence[int]]]:
    named = references_in(declaration.contract, declaration.remark)
    by_reference = select(Reservation.id).where(Reservation.reference.in_(named))
    by_mailbox = select(Reservation.id).where(Reservation.mailbox == mailbox_of(declaration.email_normalized))
    # The name as lists compare it, last name first, wherever the last name may begin
    words = fold(declaration.name).replace(",", " ").split()
    name_keys = list({" ".join((*words[cut:], *words[:cut])) for cut in range(len(words))})
    by_name = select(Reservation.id).where(Reservation.name_key.in_(name_keys))
    yield "reference", session.scalars(by_reference).all()
    yield "email", session.scalars(by_mailbox.order_by(Reservation.id.desc()).limit(MOST)).all()
    yield "name", session.scalars(by_name.order_by(Reservation.id.desc()).limit(MOST)).all()
