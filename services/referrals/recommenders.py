"""Resolves who recommended whom, from the codes of reservations to the households behind them."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.contact_details import name_key
from services.core.folding import fold
from services.referral_codes.codes import code_key
from services.referral_codes.models import ReferralCode, ReferralUse
from services.referral_codes.verdicts import Verdict
from services.referrals.judge import Household
from services.reservations.models import ACTIVE, Reservation
from services.visits.models import ReservationTouch

_FURTHEST = 1000
"""Reservations looked at for one verdict; real chains have a handful."""
_MARKS = (
    Reservation.id,
    Reservation.mailbox,
    Reservation.mobile_phone_e164,
    Reservation.last_name,
    Reservation.first_name,
    Reservation.postcode,
)


def raw_codes(session: Session, ids: Sequence[int]) -> dict[int, str]:
    """The code each of these reservations came with, as it was written; those without one are missing.

    It is the code of the last touch that was not direct. Where that had none, an earlier recommendation of the
    same visit still counts: a newsletter in between does not take it from the recommender.
    """
    touched = (
        select(ReservationTouch.reservation_id, ReservationTouch.referral_code)
        .where(ReservationTouch.reservation_id.in_(ids), ReservationTouch.referral_code != "")
        .order_by(ReservationTouch.reservation_id, ReservationTouch.position)
    )
    found = {row.reservation_id: row.referral_code for row in session.execute(touched)}
    flat = select(Reservation.id, Reservation.referral_code).where(
        Reservation.id.in_(ids), Reservation.referral_code != ""
    )
    return found | {row.id: row.referral_code for row in session.execute(flat)}


def codes_by_key(session: Session, raw: Iterable[str]) -> Mapping[str, ReferralCode]:
    """The codes that exist, by their spelling for comparison."""
    keys = {code_key(code) for code in raw}
    return {row.code: row for row in session.scalars(select(ReferralCode).where(ReferralCode.code.in_(keys)))}


def households(session: Session, ids: Sequence[int]) -> dict[int, Household]:
    """The marks of the households behind these reservations."""
    rows = session.execute(select(*_MARKS).where(Reservation.id.in_(ids)))
    return {
        id_: Household(mailbox, phone, (fold(last), fold(first), postcode))
        for id_, mailbox, phone, last, first, postcode in rows
    }


def recommenders(session: Session, code: ReferralCode, before: datetime) -> Iterator[Household]:
    """The household of the code, then those who had recommended it, the nearest first.

    Only reservations made `before` are followed: households recommended in turn later do not close a loop backwards.
    """
    waiting = deque([code.reservation_id] if code.reservation_id is not None else [])
    seen: set[int] = set(waiting)
    while waiting and len(seen) < _FURTHEST:
        id_ = waiting.popleft()
        household = households(session, [id_]).get(id_)
        if household is None:
            continue
        yield household
        alike = _alike(session, id_, before)
        seen |= alike
        for owner in _owners(session, sorted({id_, *alike})):
            if owner not in seen:
                seen.add(owner)
                waiting.append(owner)


def _owners(session: Session, ids: Sequence[int]) -> list[int]:
    """The owners (reservations) of the codes these came with. A use that does not count is not followed."""
    refused = select(ReferralUse.reservation_id).where(
        ReferralUse.reservation_id.in_(ids), ReferralUse.verdict != Verdict.VALID.value
    )
    counting = set(ids) - set(session.scalars(refused))
    known = codes_by_key(session, raw_codes(session, sorted(counting)).values())
    return [code.reservation_id for code in known.values() if code.reservation_id is not None]


def _alike(session: Session, id_: int, before: datetime) -> set[int]:
    """Earlier reservations of the same household: by mailbox all, by telephone and name only those that hold a spot."""
    row = session.execute(select(*_MARKS).where(Reservation.id == id_)).one()
    of_name = name_key(row.last_name, row.first_name)
    same_name = (Reservation.name_key == of_name) & (Reservation.postcode == row.postcode)
    conditions: list[tuple[Any, ...]] = [(same_name, ACTIVE)]
    if row.mailbox:
        conditions.append((Reservation.mailbox == row.mailbox,))
    if row.mobile_phone_e164:
        conditions.append((Reservation.mobile_phone_e164 == row.mobile_phone_e164, ACTIVE))
    found: set[int] = set()
    for condition in conditions:
        query = select(Reservation.id).where(*condition, Reservation.created_at < before).limit(_FURTHEST)
        found |= set(session.scalars(query))
    return found - {id_}
