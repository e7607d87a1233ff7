"""Staff sessions, with a new token at every step of the log-in. Ending a session deletes its row.

The cookie is 256 random bits; the database stores only its SHA-256. A session ends 30 minutes after it was last used
and 12 hours after the log-in; one without the second factor much sooner.
"""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, select, update
from sqlalchemy.orm import Session

from services.settings import Settings
from services.staff.call import Presence
from services.staff.errors import SignedOut
from services.staff.models import Account, AccountState, StaffSession, Stage

IDLE = timedelta(minutes=30)
ABSOLUTE = timedelta(hours=12)
UNFINISHED = timedelta(minutes=15)
"""How long the second factor may be asked for or set up."""
CONFIRMED = timedelta(minutes=10)
_SEEN_EVERY = timedelta(minutes=1)
_BY_TOKEN = (
    select(StaffSession, Account)
    .join(Account, Account.id == StaffSession.account_id)
    .where(StaffSession.token_hash == bindparam("hash"))
)
"""Every call of the console begins with this query: to put it together takes longer than to run it."""


@dataclass(frozen=True, slots=True)
class Issued:
    """A session with its new cookie token."""

    token: str
    presence: Presence


def token_hash(token: str) -> str:
    """The hash a token is looked up by."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    """256 random bits."""
    return secrets.token_urlsafe(32)


def is_waived(account: Account, settings: Settings) -> bool:
    """Whether this account signs in without a second factor: made-up people on a loopback demonstration only."""
    return settings.environment == "demo" and account.second_factor_waived


def next_stage(account: Account, settings: Settings) -> Stage:
    """The stage after a correct password."""
    if account.totp_seed:
        return Stage.CODE
    return Stage.FULL if is_waived(account, settings) else Stage.ENROL


def begin(session: Session, account: Account, stage: Stage, device: str, now: datetime) -> Issued:
    token = new_token()
    is_full = stage is Stage.FULL
    row = StaffSession(
        account_id=account.id,
        token_hash=token_hash(token),
        stage=stage.value,
        created_at=now,
        last_seen_at=now,
        expires_at=now + (ABSOLUTE if is_full else UNFINISHED),
        confirmed_until=now + CONFIRMED if is_full else None,
        device=device,
    )
    session.add(row)
    session.flush()
    return Issued(token, Presence(row, account, stage))


def carry_on(session: Session, presence: Presence, now: datetime, *, is_confirmed: bool) -> Issued:
    """Renew the session under a new token, fully signed in; the old token is void.

    `is_confirmed`: password and code were confirmed just now. Of two concurrent steps with the same token one
    is refused, and its whole transaction with it.
    """
    old, token = presence.session, new_token()
    values: dict[str, object] = {
        "token_hash": token_hash(token),
        "stage": Stage.FULL.value,
        "last_seen_at": now,
        "pending_totp_seed": None,
    }
    if presence.stage is not Stage.FULL:
        values["expires_at"] = now + ABSOLUTE
    if is_confirmed:
        values["confirmed_until"] = now + CONFIRMED
    is_unchanged = (StaffSession.id == old.id) & (StaffSession.token_hash == old.token_hash)
    changed = update(StaffSession).where(is_unchanged).values(**values).returning(StaffSession)
    row = session.scalars(changed, execution_options={"populate_existing": True}).one_or_none()
    if row is None:
        raise SignedOut
    return Issued(token, Presence(row, presence.account, Stage.FULL))


def find(session: Session, token: str, settings: Settings, now: datetime) -> Presence | None:
    """The session and account of a token, if it is still valid."""
    found = session.execute(_BY_TOKEN, {"hash": token_hash(token)}).one_or_none()
    if found is None:
        return None
    row, account = found
    has_ended = now >= row.expires_at or now >= row.last_seen_at + IDLE
    if has_ended or account.state != AccountState.ACTIVE.value:
        return None
    stage = Stage(row.stage)
    if stage is Stage.FULL and not account.totp_seed and not is_waived(account, settings):
        stage = Stage.ENROL
    return Presence(row, account, stage)


def is_due_to_be_seen(presence: Presence, now: datetime) -> bool:
    """Whether this use must be recorded: once a minute, so that reading a list does not write."""
    return now >= presence.session.last_seen_at + _SEEN_EVERY


def note_seen(session: Session, presence: Presence, now: datetime) -> None:
    """Record the use, which extends the session. The account is locked first, as by every step that renews a session:
    in the other order two calls at once would wait for each other.
    """
    session.execute(update(Account).where(Account.id == presence.account.id).values(last_seen_at=now))
    session.execute(update(StaffSession).where(StaffSession.id == presence.session.id).values(last_seen_at=now))


def end_token(session: Session, token: str) -> None:
    """End the session of a cookie."""
    session.execute(delete(StaffSession).where(StaffSession.token_hash == token_hash(token)))


def end(session: Session, account_id: int, session_id: int) -> bool:
    """End one session of an account; False if it has none with this id."""
    is_it = (StaffSession.id == session_id) & (StaffSession.account_id == account_id)
    return session.execute(delete(StaffSession).where(is_it)).rowcount == 1  # type: ignore[attr-defined,no-any-return]


def end_all(session: Session, account_id: int, *, but: int | None = None) -> int:
    """End every session of an account except `but`; returns how many."""
    is_theirs = StaffSession.account_id == account_id
    ended = delete(StaffSession).where(is_theirs if but is None else is_theirs & (StaffSession.id != but))
    return session.execute(ended).rowcount  # type: ignore[attr-defined,no-any-return]


def of_account(session: Session, account_id: int, now: datetime) -> list[StaffSession]:
    """The live sessions of an account, most recently used first."""
    is_alive = (StaffSession.expires_at > now) & (StaffSession.last_seen_at > now - IDLE)
    query = select(StaffSession).where(StaffSession.account_id == account_id, is_alive)
    return list(session.scalars(query.order_by(StaffSession.last_seen_at.desc(), StaffSession.id.desc())))


def forget_ended(session: Session, now: datetime) -> int:
    """Delete expired sessions; returns how many."""
    has_ended = (StaffSession.expires_at <= now) | (StaffSession.last_seen_at <= now - IDLE)
    return session.execute(delete(StaffSession).where(has_ended)).rowcount  # type: ignore[attr-defined,no-any-return]
