"""Checks cards: begins a check for a household, asks the provider what became of it, and gives back what is held.

The row is written before the provider is called, and everything that is learned comes by `follow`: from the household's
page, a signed message, a clerk, the job of each minute and that of each night. So a process may end between any two
steps, and the next look goes on from there. The deposit of the reservation changes by the operations of
`transitions.py` alone.
"""

import secrets
from datetime import datetime, timedelta
from typing import Final

import structlog
from sqlalchemy import String, cast, func, literal, or_, select, update
from sqlalchemy.orm import Session

from services.core.clock import Clock
from services.core.db.db import Database
from services.payments.errors import NoCheck, NotOffered, ProviderAway, ProviderSilent, UnknownCheck
from services.payments.models import DUE, CardCheck
from services.payments.port import Asked, Begun, Provider, Silent
from services.payments.states import Answer, Cause, CheckState, Seen, after, deposit_steps
from services.reservations.desk.perform import Request, lock_one, perform
from services.reservations.models import Reservation
from services.reservations.states import HOLDS_A_SPOT, DepositState
from services.reservations.transitions import BEFORE_CONTRACT, HOUSEHOLD, OPERATIONS, PROVIDER
from services.staff import audit

log = structlog.get_logger()

PAGE_LASTS: Final = timedelta(minutes=61)
_SHORTEST: Final = timedelta(minutes=30)
"""How long the provider's page is open, and how long at least when it is begun: Stripe asks for half an hour."""
MOST_ATTEMPTS: Final = 5
"""Of a reservation in a day: who tries stolen cards needs many."""
_FIRST_LOOK: Final = timedelta(minutes=2)
_SOONEST, _LATEST = timedelta(minutes=1), timedelta(hours=6)
_PULLED: Final = timedelta(days=8)
"""How far back the night asks again: no bank holds an authorisation for longer than seven days."""
_BATCH: Final = 50
_ENDED: Final = (CheckState.FAILED, CheckState.EXPIRED)
_DAY: Final = timedelta(days=1)
KEPT_REFERENCES: Final = timedelta(days=30)
"""After the end of a check, how long the number at the provider is kept."""
_WHY_NOT_OF_DEPOSIT: Final = {
    DepositState.VERIFIED: "Ihre Karte ist schon geprüft.",
    DepositState.REFUNDED: "Ihre Karte ist schon geprüft.",
    DepositState.WAIVED: "Für Ihre Reservierung ist keine Kartenprüfung mehr nötig.",
}


def why_not(reservation: Reservation) -> str:
    """Why this household's card is not to be checked, in German; empty: it may be."""
    if reservation.state not in HOLDS_A_SPOT:
        return "Ihre Reservierung ist beendet. Eine Kartenprüfung gehört nicht mehr dazu."
    if reservation.state not in BEFORE_CONTRACT:
        return "Es gibt schon einen Vertrag. Die Kartenprüfung gehört in die Zeit davor."
    if reason := _WHY_NOT_OF_DEPOSIT.get(DepositState(reservation.deposit_state)):
        return reason
    if reservation.email_confirmed_at is None:
        return "Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse."
    return ""


def begin(db: Database, provider: Provider | None, reservation_id: int, clock: Clock) -> str:
    """The address of the provider's page for this household, of the check that is open or of a new one. NotOffered,
    NoCheck, ProviderAway.
    """
    if provider is None:
        raise NotOffered
    asked, address = db.write(lambda session: _opened(session, reservation_id, provider.name, clock()))
    if address is None:
        try:
            address = _begun(db, provider, asked, clock)
        except Silent as silent:
            log.warning("card_check_not_begun", problem=str(silent))
            raise ProviderAway from silent
    return address


def _opened(session: Session, reservation_id: int, provider: str, now: datetime) -> tuple[Asked, str | None]:
    reservation = lock_one(session, reservation_id)
    if reason := why_not(reservation):
        raise NoCheck(reason)
    of_it = CardCheck.reservation_id == reservation.id
    found = session.scalars(select(CardCheck).where(of_it, CardCheck.state == CheckState.OPEN.value)).one_or_none()
    if found is not None and found.reference is None and now > found.closes_at - _SHORTEST:
        # The provider was away for so long that this one cannot be begun any more, and nobody was sent anywhere.
        found.state, found.ended_at, found.look_at = CheckState.EXPIRED.value, now, None
        session.flush()
        found = None
    if found is not None:
        if found.provider != provider or now >= found.closes_at:
            raise NoCheck("Ihre letzte Prüfung ist noch nicht abgeschlossen. Bitte sehen Sie später noch einmal nach.")
        return _asked(found), found.address
    lately = session.scalar(select(func.count()).select_from(CardCheck).where(of_it, CardCheck.begun_at > now - _DAY))
    if (lately or 0) >= MOST_ATTEMPTS:
        raise NoCheck("Heute gab es schon mehrere Versuche. Bitte versuchen Sie es morgen noch einmal.")
    last = session.scalar(select(func.max(CardCheck.attempt)).where(of_it)) or 0
    check = CardCheck(
        reservation_id=reservation.id,
        attempt=last + 1,
        key=secrets.token_urlsafe(32),
        provider=provider,
        state=CheckState.OPEN.value,
        cause=Cause.NONE.value,
        begun_at=now,
        closes_at=now + PAGE_LASTS,
        look_at=now + _FIRST_LOOK,
    )
    session.add(check)
    session.flush()
    audit.append(
        session, [audit.Event(HOUSEHOLD, "reservation.begin_card_check", f"reservation:{reservation.id}", {})], now
    )
    return _asked(check), None


def _begun(db: Database, provider: Provider, asked: Asked, clock: Clock) -> str:
    """Begin it at the provider. Of two calls at once the first counts, and the other's page is closed if the provider
    has made two of one key.
    """
    begun = provider.begin(asked)
    kept = db.write(lambda session: _noted(session, asked.key, begun))
    if kept.reference != begun.reference:
        provider.release(Asked(asked.key, begun.reference, asked.closes_at))
    return kept.address


def _noted(session: Session, key: str, begun: Begun) -> Begun:
    check = session.scalars(select(CardCheck).where(CardCheck.key == key).with_for_update()).one()
    if check.reference is None or check.address is None:
        check.reference, check.address = begun.reference, begun.address
    return Begun(check.reference, check.address)


def follow(db: Database, provider: Provider, check_id: int, clock: Clock, *, is_to_close: bool = False) -> CheckState:
    """Ask the provider, note what it says, and give back what is held; `is_to_close` also ends what is still open.
    UnknownCheck, Silent.
    """
    with db.read() as session:
        check = session.get(CardCheck, check_id)
        if check is None or check.provider != provider.name:
            raise UnknownCheck
        asked, is_over = _asked(check), _place_is_gone(session, check)
    if asked.reference is None:
        # We ended before its answer was noted, so nobody was sent anywhere: begin it again, or let it be.
        if clock() >= asked.closes_at:
            return db.write(lambda session: _settled(session, check_id, Answer(Seen.CLOSED), clock()))
        _begun(db, provider, asked, clock)
        with db.read() as session:
            asked = _asked(session.get_one(CardCheck, check_id))
    answer = provider.look_up(asked)
    state = db.write(lambda session: _settled(session, check_id, answer, clock()))
    if state is CheckState.HELD or (not answer.is_over and (is_over or is_to_close)):
        provider.release(asked)
        released = provider.look_up(asked)
        state = db.write(lambda session: _settled(session, check_id, released, clock()))
    return state


def _asked(check: CardCheck) -> Asked:
    return Asked(check.key, check.reference, check.closes_at)


def _place_is_gone(session: Session, check: CardCheck) -> bool:
    return session.get_one(Reservation, check.reservation_id).state not in HOLDS_A_SPOT


def _settled(session: Session, check_id: int, answer: Answer, now: datetime) -> CheckState:
    """Take over what the provider says: the check and the reservation's deposit in one transaction."""
    reservation_id = session.get_one(CardCheck, check_id).reservation_id
    lock_one(session, reservation_id)
    check = session.get_one(CardCheck, check_id, with_for_update=True, populate_existing=True)
    before = CheckState(check.state)
    state = after(before, answer.seen)
    check.state, check.seen_at = state.value, now
    if state is CheckState.FAILED and answer.cause:
        check.cause = answer.cause.value
    if state in (CheckState.HELD, CheckState.RELEASED):
        check.held_at, check.cause = check.held_at or now, Cause.NONE.value
    is_over = answer.is_over and state is not CheckState.HELD
    check.ended_at = (check.ended_at or now) if is_over else None
    check.look_at = None if is_over else now + _pause(check.held_at or check.begun_at, now)
    session.flush()
    for name in deposit_steps(before, state):
        perform(session, Request(OPERATIONS[name], (reservation_id,), PROVIDER, is_fact=True), now)
    return state


def _pause(since: datetime, now: datetime) -> timedelta:
    """Until the next look: the longer it takes, the less often."""
    return min(max((now - since) / 4, _SOONEST), _LATEST)


def follow_due(db: Database, provider: Provider | None, clock: Clock) -> int:
    """Look at every check that is due; returns how many. Any number of processes may run it at once."""
    return _follow_all(db, provider, clock, DUE & (CardCheck.look_at <= clock()))


def pull(db: Database, provider: Provider | None, clock: Clock) -> int:
    """The look of the night: also at checks that ended without money, in case the provider knows better."""
    is_late = CardCheck.state.in_([state.value for state in _ENDED]) & (CardCheck.begun_at > clock() - _PULLED)
    return _follow_all(db, provider, clock, or_(DUE, is_late))


def _follow_all(db: Database, provider: Provider | None, clock: Clock, which: object) -> int:
    if provider is None:
        return 0
    query = select(CardCheck.id).where(CardCheck.provider == provider.name, which)  # type: ignore[arg-type]
    done, last = 0, 0
    while True:
        with db.read() as session:
            ids = list(session.scalars(query.where(CardCheck.id > last).order_by(CardCheck.id).limit(_BATCH)))
        for last in ids:
            try:
                follow(db, provider, last, clock)
            except Silent as silent:
                log.warning("card_check_not_seen", check=last, problem=str(silent))
                db.write(lambda session, id_=last: _postpone(session, id_, clock()))  # type: ignore[misc]
            done += 1
        if len(ids) < _BATCH:
            return done


def _postpone(session: Session, check_id: int, now: datetime) -> None:
    check = session.get_one(CardCheck, check_id, with_for_update=True)
    check.look_at = now + _pause(check.held_at or check.begun_at, now)


def nudge(session: Session, key: str, now: datetime) -> None:
    """The provider has sent a message about this key: ask it at the next turn. Nothing of the message is believed."""
    session.execute(
        update(CardCheck).where(CardCheck.key == key, CardCheck.state != CheckState.RELEASED.value).values(look_at=now)
    )


def latest_of(session: Session, reservation_id: int) -> CardCheck | None:
    """The newest check of a reservation."""
    query = select(CardCheck).where(CardCheck.reservation_id == reservation_id)
    return session.scalars(query.order_by(CardCheck.attempt.desc()).limit(1)).one_or_none()


def follow_latest(db: Database, provider: Provider | None, reservation_id: int, clock: Clock) -> None:
    """Look at the newest check of a reservation that has not ended; a provider that is silent is asked later."""
    with db.read() as session:
        check = latest_of(session, reservation_id)
    if provider is None or check is None or check.ended_at is not None or check.provider != provider.name:
        return
    try:
        follow(db, provider, check.id, clock)
    except Silent as silent:
        log.warning("card_check_not_seen", check=check.id, problem=str(silent))


def end(db: Database, provider: Provider | None, of: tuple[int, int], actor: str, clock: Clock) -> None:
    """A clerk has a check, given by the ids of its reservation and itself, released or closed.
    NotOffered, UnknownCheck, NoCheck, ProviderSilent.
    """
    reservation_id, check_id = of
    if provider is None:
        raise NotOffered

    def unit(session: Session) -> None:
        check = session.get(CardCheck, check_id)
        if check is None or check.reservation_id != reservation_id or check.provider != provider.name:
            raise UnknownCheck
        if check.ended_at is not None:
            raise NoCheck("Diese Prüfung ist zu Ende, und vorgemerkt ist nichts mehr.")
        subject = f"reservation:{reservation_id}"
        audit.append(session, [audit.Event(actor, "reservation.end_card_check", subject, {"check": check_id})], clock())

    db.write(unit)
    try:
        follow(db, provider, check_id, clock, is_to_close=True)
    except Silent as silent:
        log.warning("card_check_not_seen", check=check_id, problem=str(silent))
        raise ProviderSilent from silent


def forget_references(session: Session, now: datetime) -> None:
    """Forget the number at the provider 30 days after the end: what remains leads to nobody there."""
    is_old = (CardCheck.ended_at < now - KEPT_REFERENCES) & CardCheck.reference.is_not(None)
    session.execute(
        update(CardCheck)
        .where(is_old)
        .values(reference=None, address=None, key=literal("ended-") + cast(CardCheck.id, String), simulated=None)
        .execution_options(synchronize_session=False)
    )
