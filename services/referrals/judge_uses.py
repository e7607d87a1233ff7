"""Judges the referral codes of new reservations in a job, so that the reservation call stays quick.

A verdict is final: the facts of that day count. Only an unknown code is judged again, when it is registered.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import reduce
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.campaigns.locks import Lock, hold
from services.core.clock import Clock
from services.core.db.db import Database
from services.core.db.rows import Insertion
from services.referral_codes.codes import SEPARATORS, code_key
from services.referral_codes.models import ReferralCode, ReferralUse
from services.referral_codes.verdicts import Verdict
from services.referrals.judge import CodeFacts, judge
from services.referrals.recommenders import codes_by_key, households, raw_codes, recommenders
from services.referrals.windows import Rounds, Span, portions
from services.reservations.models import Reservation
from services.staff import audit
from services.visits.models import ReservationTouch

_BATCH = 20
"""Each verdict takes some ten queries; this many at once block the writer for some hundredths of a second."""


_USES = Insertion(ReferralUse.__table__, lambda insert: insert.on_conflict_do_nothing())
"""Nothing where another process was first with the reservation."""
_key_of_use = reduce(
    lambda value, separator: func.replace(value, separator, ""), SEPARATORS, func.upper(ReferralUse.raw_code)
)
"""`code_key` in SQL. Codes have plain letters, so what `upper` does to others does not matter."""


class _Judged(NamedTuple):
    """Columns of `referral_uses`."""

    reservation_id: int
    raw_code: str
    code_id: int | None
    verdict: str
    checked_at: datetime


class ReferralWatch:
    """The periodic job that judges the codes of new reservations."""

    def __init__(self, db: Database, clock: Clock) -> None:
        self._db = db
        self._clock = clock
        self._rounds = Rounds()

    def check(self) -> int:
        """Judge unjudged uses, and unknown codes that exist by now; returns the number of verdicts."""
        now = self._clock()
        since = self._rounds.begin(now)
        judged = 0
        for span in portions(self._db, since):
            with self._db.read() as session:
                waiting = waiting_in(session, span)
            for start in range(0, len(waiting), _BATCH):
                batch = waiting[start : start + _BATCH]
                judged += self._db.write(lambda session, batch=batch: judge_uses(session, batch, now))  # type: ignore[misc]
        if since is None:
            judged += self._db.write(lambda session: judge_registered(session, now))
        self._rounds.end(since, now)
        return judged


def waiting_in(session: Session, span: Span) -> list[int]:
    """Reservations of this batch with an unjudged code, in order."""
    touched = select(ReservationTouch.reservation_id).where(
        ReservationTouch.reservation_id.between(*span), ReservationTouch.referral_code != ""
    )
    flat = select(Reservation.id).where(Reservation.id.between(*span), Reservation.referral_code != "")
    judged = select(ReferralUse.reservation_id).where(ReferralUse.reservation_id.between(*span))
    with_code = {*session.scalars(touched), *session.scalars(flat)}
    return sorted(with_code - set(session.scalars(judged)))


def unjudged(session: Session, ids: Sequence[int]) -> dict[int, str]:
    """Those of these reservations with an unjudged code: id and code as written."""
    found = raw_codes(session, ids)
    judged = session.scalars(select(ReferralUse.reservation_id).where(ReferralUse.reservation_id.in_(list(found))))
    return {id_: found[id_] for id_ in found.keys() - set(judged)}


def judge_uses(session: Session, ids: Sequence[int], now: datetime) -> int:
    """Judge the codes of these reservations, the earliest first; returns how many were."""
    hold(session, Lock.REFERRALS)
    waiting = unjudged(session, ids)
    if not waiting:
        return 0
    counts: Counter[str] = Counter()
    for judged in _verdicts(session, waiting, now):
        _USES.run(session, [judged._asdict()])
        counts[judged.verdict] += 1
    audit.append(session, [audit.Event("system", "referral_use.judged", "referral_uses", dict(counts))], now)
    return counts.total()


def judge_again(session: Session, code: ReferralCode, now: datetime) -> int:
    """After a code's registration: judge its unknown uses again. Returns how many."""
    unknown = select(ReferralUse).where(ReferralUse.verdict == Verdict.UNKNOWN.value, _key_of_use == code.code)
    uses = {use.reservation_id: use for use in session.scalars(unknown.with_for_update())}
    for judged in _verdicts(session, {id_: use.raw_code for id_, use in uses.items()}, now):
        use = uses[judged.reservation_id]
        use.code_id, use.verdict, use.checked_at = judged.code_id, judged.verdict, now
        session.flush()
    return len(uses)


def judge_registered(session: Session, now: datetime) -> int:
    """Judge unknown uses whose code exists by now: it was registered while they were being judged."""
    hold(session, Lock.REFERRALS)
    is_known = (ReferralUse.verdict == Verdict.UNKNOWN.value) & (ReferralCode.code == _key_of_use)
    codes = session.scalars(select(ReferralCode).join(ReferralUse, is_known).distinct()).all()
    judged = sum(judge_again(session, code, now) for code in codes)
    if judged:
        audit.append(session, [audit.Event("system", "referral_use.judged", "referral_uses", {"again": judged})], now)
    return judged


def _verdicts(session: Session, waiting: Mapping[int, str], now: datetime) -> Iterator[_Judged]:
    """One per use, earliest first. The caller stores each before reading the next, which may depend on it."""
    ids = sorted(waiting)
    guests = households(session, ids)
    moments = select(Reservation.id, Reservation.created_at).where(Reservation.id.in_(ids))
    came_at = {row.id: row.created_at for row in session.execute(moments)}
    known = codes_by_key(session, waiting.values())
    for id_ in ids:
        code = known.get(code_key(waiting[id_]))
        facts = CodeFacts(code.disabled_at) if code else None
        chain = recommenders(session, code, came_at[id_]) if code else ()
        verdict = judge(guests[id_], came_at[id_], facts, chain)
        yield _Judged(id_, waiting[id_], code.id if code else None, verdict.value, now)
