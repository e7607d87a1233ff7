"""The steps of a log-in: password, then code or recovery code; and re-authentication before sensitive calls."""

from datetime import datetime, timedelta

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from services.core.contact_details import read_email
from services.core.fields import Refused
from services.core.http.errors import RateLimited
from services.staff import audit, notices
from services.staff.audit import Event
from services.staff.call import Call, Presence
from services.staff.errors import SecondFactorLinkNeeded, SignedOut, WrongCode, WrongCredentials, WrongStage
from services.staff.models import Account, AccountState, StaffSession, Stage
from services.staff.sign_in import known_devices, one_time_links, sessions, totp
from services.staff.sign_in.passwords import verify_password
from services.staff.sign_in.sessions import Issued
from services.staff.sign_in.throttle import count_code, count_password, give_back_code

_ANYBODY = "anonymous"
_ALARMING = 5
"""Wrong codes in a row after which the owner gets a mail, since who guesses codes already knows the password. Every
log-in that has reached the code ends then, and each further wrong code doubles the wait, up to an hour: some 24 guesses
a day of a million codes. Browsers that the owner has signed in with before neither count here nor wait.
"""
_FIRST_WAIT, _LONGEST_WAIT = timedelta(seconds=30), timedelta(hours=1)
_MOST_DOUBLINGS = 10


def normalized_email(typed: str) -> str:
    """The address an account is looked up by; empty if it is invalid."""
    try:
        return read_email(typed, allow_test_domains=True)[1]
    except Refused:
        return ""


def subject_of(account_id: int) -> str:
    """An account's key in the audit log and the outbox."""
    return f"account:{account_id}"


def log_in(call: Call, email: str, password: str) -> Issued:
    """First step. A wrong password, an unknown address and a disabled account get the same answer in the same time."""
    normalized = normalized_email(email)
    with call.db.read() as session:
        account = session.scalar(select(Account).where(Account.email_normalized == normalized))
    count_password(call, normalized, _known_device(call, account) if account else None)
    is_right, renewed = verify_password(password, account.password_hash if account else None)
    issued = None
    if account is not None and is_right and account.state == AccountState.ACTIVE.value:
        if one_time_links.lost_second_factor(account) and not sessions.is_waived(account, call.settings):
            raise SecondFactorLinkNeeded
        known = account
        issued = call.db.write(lambda session: _begin(session, call, known, renewed))
    if issued is None:
        subject = subject_of(account.id) if account else "account:unknown"
        failed = Event(_ANYBODY, "staff.sign_in_failed", subject)
        call.db.write(lambda session: audit.append(session, [failed], call.now))
        raise WrongCredentials
    return issued


def _begin(session: Session, call: Call, known: Account, renewed: str | None) -> Issued | None:
    """The session, unless the account changed while its password was being checked."""
    account = locked(session, known.id)
    if account.state != AccountState.ACTIVE.value or account.password_hash != known.password_hash:
        return None
    if renewed:
        account.password_hash = renewed
    if call.token:
        sessions.end_token(session, call.token)
    issued = sessions.begin(session, account, sessions.next_stage(account, call.settings), call.device, call.now)
    stage = issued.presence.stage
    action = "staff.signed_in" if stage is Stage.FULL else "staff.password_accepted"
    if stage is Stage.FULL:
        account.last_seen_at = call.now
    session.flush()
    audit.append(session, [Event(issued.presence.actor, action, subject_of(account.id))], call.now)
    return issued


def enter_code(call: Call, presence: Presence, code: str) -> Issued:
    """Second step: a code of the app or a recovery code."""
    if presence.stage is not Stage.CODE:
        raise WrongStage
    account = presence.account
    device = _known_device(call, account)
    if device is None and call.settings.rate_limits.are_on:
        # Raises RateLimited while the account's backoff for unknown browsers lasts
        until = account.code_wait_until
        if until is not None and call.now < until:
            raise RateLimited(int((until - call.now).total_seconds()) + 1, "staff-code-wait")
    count_code(call, account.id, device)
    issued = call.db.write(lambda session: _accept(session, call, presence, code, "staff.signed_in", device))
    if issued is None:
        raise WrongCode
    give_back_code(call, account.id, device)
    return issued


def confirm(call: Call, presence: Presence, password: str, code: str) -> Issued:
    """Password and code again, before a sensitive call. The code may be empty where the account needs none."""
    check_password(call, presence, password)
    issued = call.db.write(lambda session: _accept(session, call, presence, code, "staff.confirmed"))
    if issued is None:
        raise WrongCode
    give_back_code(call, presence.account.id, _known_device(call, presence.account))
    return issued


def check_password(call: Call, presence: Presence, password: str) -> None:
    """Check the password of a signed-in account; a wrong one is counted and audited."""
    account = presence.account
    count_code(call, account.id, _known_device(call, account))
    if not verify_password(password, account.password_hash)[0]:
        failed = Event(presence.actor, "staff.confirmation_failed", subject_of(account.id))
        call.db.write(lambda session: audit.append(session, [failed], call.now))
        raise WrongCredentials


def _accept(
    session: Session, call: Call, presence: Presence, code: str, action: str, device: str | None = None
) -> Issued | None:
    """Spend the code and renew the session; None, with the failure audited, if the code is wrong."""
    account = locked(session, presence.account.id)
    if account.state != AccountState.ACTIVE.value:
        raise SignedOut
    subject = subject_of(account.id)
    events = spend_second_factor(session, call, account, code)
    is_sign_in = presence.stage is Stage.CODE
    if events is None:
        if is_sign_in and device is None:
            _note_wrong_code(session, account, call.now)
        audit.append(session, [Event(presence.actor, "staff.code_failed", subject)], call.now)
        return None
    if is_sign_in:
        _note_right_code(account)
        tell_of_new_browser(session, call, account)
        session.flush()
    issued = sessions.carry_on(
        session, Presence(presence.session, account, presence.stage), call.now, is_confirmed=True
    )
    note_last_seen(session, account, call.now)
    audit.append(session, [*events, Event(presence.actor, action, subject)], call.now)
    return issued


def _note_wrong_code(session: Session, account: Account, now: datetime) -> None:
    """Count a wrong code of a locked account and take the steps its number calls for."""
    account.code_failures += 1
    beyond = account.code_failures - _ALARMING
    if beyond >= 0:
        wait = _FIRST_WAIT * 2 ** min(beyond, _MOST_DOUBLINGS)
        account.code_wait_until = now + min(wait, _LONGEST_WAIT)
        pending = (StaffSession.account_id == account.id) & (StaffSession.stage == Stage.CODE.value)
        session.execute(delete(StaffSession).where(pending))
        if beyond % _ALARMING == 0:
            notices.tell(session, account, "codes_guessed", now)
    session.flush()


def _note_right_code(account: Account) -> None:
    """Reset the count after a correct code."""
    account.code_failures, account.code_wait_until = 0, None


def spend_second_factor(session: Session, call: Call, account: Account, code: str) -> list[Event] | None:
    """Additional audit events if the code is accepted, else None. A waived factor needs no code."""
    if not account.totp_seed:
        return [] if sessions.is_waived(account, call.settings) else None
    key = call.settings.secret_key
    if totp.spend_code(session, account, key, code, call.now):
        return []
    left = totp.spend_recovery_code(session, account.id, key, code)
    if left is None:
        return None
    notices.tell(session, account, "recovery_code_used", call.now, left=left)
    return [Event(f"staff:{account.id}", "staff.recovery_code_used", subject_of(account.id), {"left": left})]


def tell_of_new_browser(session: Session, call: Call, account: Account) -> None:
    """Notify the owner of a log-in without the cookie of a known browser, unless it is the first log-in of all."""
    if _known_device(call, account) is None and account.last_seen_at is not None:
        notices.tell(session, account, "new_device", call.now, device=call.device)


def _known_device(call: Call, account: Account) -> str | None:
    return known_devices.number_of(call.known_device, account, call.settings.secret_key)


def note_last_seen(session: Session, account: Account, now: datetime) -> None:
    """Record that the owner has just been here."""
    session.execute(update(Account).where(Account.id == account.id).values(last_seen_at=now))


def locked(session: Session, account_id: int) -> Account:
    """Reload the account and lock it until the commit."""
    return session.scalars(select(Account).where(Account.id == account_id).with_for_update()).one()


def log_out(call: Call, presence: Presence) -> None:
    """End this session."""

    def unit(session: Session) -> None:
        sessions.end(session, presence.account.id, presence.session.id)
        event = Event(presence.actor, "staff.signed_out", subject_of(presence.account.id))
        audit.append(session, [event], call.now)

    call.db.write(unit)
