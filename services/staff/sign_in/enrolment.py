"""Enrolment of the second factor: set-up, change, and recovery codes."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import update
from sqlalchemy.orm import Session

from services.staff import audit, notices
from services.staff.audit import Event
from services.staff.call import Call, Presence
from services.staff.errors import ConfirmationRequired, WrongCode, WrongStage
from services.staff.models import StaffSession, Stage
from services.staff.sign_in import sessions, totp
from services.staff.sign_in.log_in import locked, subject_of
from services.staff.sign_in.sessions import Issued
from services.staff.sign_in.throttle import count_code
from services.staff.sign_in.totp import Picture


@dataclass(frozen=True, slots=True)
class Offer:
    """A second factor that has been shown but is not in use yet."""

    secret: str
    uri: str
    picture: Picture


def _require_right(call: Call, presence: Presence) -> None:
    """An account without a second factor may set one up; an account that has one must have confirmed the change."""
    if presence.stage is Stage.CODE:
        raise WrongStage
    if presence.stage is Stage.FULL and not presence.is_confirmed(call.now):
        raise ConfirmationRequired


def start(call: Call, presence: Presence) -> Offer:
    """Create a new second factor, stored in this session only. The current one stays in use."""
    _require_right(call, presence)
    seed = totp.new_seed()
    ours = StaffSession.id == presence.session.id
    call.db.write(
        lambda session: session.execute(update(StaffSession).where(ours).values(pending_totp_seed=seed)) and None
    )
    secret = totp.totp_secret(seed, call.settings.secret_key)
    uri = totp.otpauth_uri(secret, presence.account.email)
    return Offer(secret, uri, totp.qr_picture(uri))


def confirm(call: Call, presence: Presence, code: str) -> tuple[Issued, Sequence[str]]:
    """Activate the shown second factor; returns the session and ten recovery codes."""
    _require_right(call, presence)
    seed = presence.session.pending_totp_seed
    if seed is None:
        raise WrongStage
    count_code(call, presence.account.id)
    counter = totp.matching_counter(seed, call.settings.secret_key, code, call.now)
    if counter is None:
        raise WrongCode
    return call.db.write(lambda session: _take_into_use(session, call, presence, (seed, counter)))


def _take_into_use(
    session: Session, call: Call, presence: Presence, factor: tuple[str, int]
) -> tuple[Issued, Sequence[str]]:
    account = locked(session, presence.account.id)
    is_change = account.totp_seed is not None
    if is_change and presence.stage is not Stage.FULL:
        raise WrongStage  # another session of the same account was quicker
    account.totp_seed, account.totp_last_counter = factor
    account.last_seen_at = call.now
    session.flush()
    issued = sessions.carry_on(
        session, Presence(presence.session, account, presence.stage), call.now, is_confirmed=True
    )
    sessions.end_all(session, account.id, but=presence.session.id)
    codes = totp.new_recovery_codes(session, account.id, call.settings.secret_key)
    if is_change:
        notices.tell(session, account, "second_factor_changed", call.now)
    session.flush()
    subject = subject_of(account.id)
    events = [Event(presence.actor, "staff.second_factor_changed" if is_change else "staff.second_factor_set", subject)]
    if presence.stage is not Stage.FULL:
        events.append(Event(presence.actor, "staff.signed_in", subject))
    audit.append(session, events, call.now)
    return issued, codes


def renew_recovery_codes(call: Call, presence: Presence) -> Sequence[str]:
    """Replace the recovery codes by ten new ones."""

    def unit(session: Session) -> Sequence[str]:
        account = locked(session, presence.account.id)
        codes = totp.new_recovery_codes(session, account.id, call.settings.secret_key)
        notices.tell(session, account, "recovery_codes_renewed", call.now)
        session.flush()
        event = Event(presence.actor, "staff.recovery_codes_renewed", subject_of(account.id))
        audit.append(session, [event], call.now)
        return codes

    return call.db.write(unit)
