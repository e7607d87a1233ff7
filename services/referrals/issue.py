"""Issues referral codes: to every household that holds a spot by a job, to partners by staff.

A household's code is random: nothing about the household can be derived from it.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Final

from sqlalchemy import ColumnElement, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from services.campaigns.locks import Lock, hold
from services.core.clock import Clock
from services.core.db.db import Database
from services.core.db.rows import Insertion
from services.core.inputs import Body, Default, Line, Lines, Required
from services.referral_codes.codes import Code, random_code
from services.referral_codes.models import ReferralCode
from services.referral_codes.verdicts import CodeKind
from services.referrals.errors import CodeTaken, UnknownCode
from services.referrals.judge_uses import judge_again
from services.referrals.windows import Rounds, portions
from services.reservations.models import ACTIVE, Reservation
from services.staff import audit
from services.staff.records import Records

_BATCH: Final = 200
_RECORDS: Final = Records(
    ReferralCode, "referral_code", UnknownCode, logged=lambda code: {"code": code.code, "kind": code.kind}
)


class PartnerIn(Body):
    """A partner's code; without one of their own they get a random one."""

    partner_name: Annotated[str, Line(120), Required("Bitte geben Sie den Namen des Partners an.")]
    code: Annotated[Code | None, Default(None)] = None
    note: Annotated[str, Lines(500), Default("")] = ""


def _or_nothing(insert: postgresql.Insert | sqlite.Insert) -> Any:
    """Another process was first with this reservation, or a random code was taken: the next run tries again."""
    return insert.on_conflict_do_nothing().returning(ReferralCode.id)


_CODES = Insertion(ReferralCode.__table__, _or_nothing)


class CodeIssue:
    """The periodic job that issues codes to households."""

    def __init__(self, db: Database, clock: Clock) -> None:
        self._db = db
        self._clock = clock
        self._rounds = Rounds()

    def issue(self) -> int:
        """Issue a code for each reservation that holds a spot and has none; returns how many."""
        now = self._clock()
        since = self._rounds.begin(now)
        issued = 0
        for span in portions(self._db, since):
            with self._db.read() as session:
                wanting = without_code(session, Reservation.id.between(*span))
            for start in range(0, len(wanting), _BATCH):
                batch = wanting[start : start + _BATCH]
                issued += self._db.write(lambda session, batch=batch: give_codes(session, batch, now))  # type: ignore[misc]
        self._rounds.end(since, now)
        return issued


def without_code(session: Session, among: ColumnElement[bool]) -> list[int]:
    """Those among these reservations that hold a spot and have no code."""
    has_code = select(ReferralCode.id).where(ReferralCode.reservation_id == Reservation.id).exists()
    wanting = select(Reservation.id).where(among, ACTIVE, ~has_code)
    return list(session.scalars(wanting.order_by(Reservation.id)))


def give_codes(session: Session, ids: Sequence[int], now: datetime) -> int:
    """Issue a code for each of these that still has none; returns how many."""
    rows = [
        {
            "code": random_code(),
            "kind": CodeKind.HOUSEHOLD.value,
            "reservation_id": id_,
            "partner_name": "",
            "note": "",
            "created_at": now,
            "created_by": "system",
        }
        for id_ in without_code(session, Reservation.id.in_(ids))
    ]
    given = sum(len(result.all()) for result in _CODES.run(session, rows))
    if given:
        audit.append(session, [audit.Event("system", "referral_code.issued", "referral_codes", {"count": given})], now)
    return given


def add_partner(session: Session, wanted: PartnerIn, actor: str, now: datetime) -> ReferralCode:
    """Register a partner's code; uses before its registration count from now on. CodeTaken."""
    hold(session, Lock.REFERRALS)
    code = wanted.code or _free_code(session)
    if session.scalar(select(ReferralCode.id).where(ReferralCode.code == code)) is not None:
        raise CodeTaken
    added = ReferralCode(
        code=code,
        kind=CodeKind.PARTNER.value,
        partner_name=wanted.partner_name,
        note=wanted.note,
        created_at=now,
        created_by=actor,
    )
    session.add(added)
    try:
        session.flush()
    except IntegrityError as error:
        raise CodeTaken from error
    return _RECORDS.save(session, added, "added", actor, now, earlier_uses=judge_again(session, added, now))


def _free_code(session: Session) -> str:
    code = random_code()
    while session.scalar(select(ReferralCode.id).where(ReferralCode.code == code)) is not None:
        code = random_code()
    return code


def set_disabled(session: Session, code_id: int, is_disabled: bool, actor: str, now: datetime) -> ReferralCode:
    """Disable a code or enable it again; earlier uses keep their verdict. UnknownCode."""
    code = _RECORDS.locked(session, code_id)
    if (code.disabled_at is not None) != is_disabled:
        code.disabled_at = now if is_disabled else None
        _RECORDS.save(session, code, "disabled" if is_disabled else "enabled", actor, now)
    return code
