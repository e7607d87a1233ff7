"""Keys to an entry's page: links in mails, and the cookies of browsers."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from services.mail.link_tokens import new_seed, seed_of, seed_sha256
from services.waiting_list.models import KeyKind, WaitingKey

LINK_LASTS = timedelta(hours=72)
"""As long as an offer."""
SESSION_LASTS = timedelta(hours=12)
_KEPT = timedelta(days=30)
"""After its end a link still sends a fresh one."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A browser's new session, with the secret for its cookie."""

    token: str
    expires_at: datetime


def issue_link(session: Session, entry_id: int, now: datetime) -> str:
    """Store a link; returns the seed its token is made from."""
    seed = new_seed()
    _add(session, KeyKind.LINK, seed_sha256(seed), entry_id, now, LINK_LASTS)
    return seed


def find_link(session: Session, key: bytes, token: str) -> WaitingKey | None:
    """The link of a token, over or not; None: there was none, or it was forgotten."""
    seed = seed_of(key, token)
    return _found(session, KeyKind.LINK, seed_sha256(seed)) if seed else None


def use_link(link: WaitingKey, now: datetime) -> bool:
    """Note its first press. False: it is over."""
    if link.expires_at <= now:
        return False
    link.used_at = link.used_at or now
    return True


def open_session(session: Session, entry_id: int, now: datetime) -> Opened:
    """Let a browser in."""
    token = secrets.token_urlsafe(32)
    _add(session, KeyKind.SESSION, _hash(token), entry_id, now, SESSION_LASTS)
    return Opened(token, now + SESSION_LASTS)


def entry_of(session: Session, token: str, now: datetime) -> int | None:
    """The id of the entry that a cookie opens."""
    found = _found(session, KeyKind.SESSION, _hash(token))
    return found.entry_id if found and found.expires_at > now else None


def forget_expired(session: Session, now: datetime) -> int:
    """Delete keys that ended long ago; returns how many."""
    gone = delete(WaitingKey).where(WaitingKey.expires_at <= now - _KEPT)
    return session.execute(gone).rowcount  # type: ignore[attr-defined,no-any-return]


def _add(session: Session, kind: KeyKind, digest: str, entry_id: int, now: datetime, lasts: timedelta) -> None:
    row = WaitingKey(kind=kind.value, sha256=digest, entry_id=entry_id, created_at=now, expires_at=now + lasts)
    session.add(row)
    session.flush()


def _found(session: Session, kind: KeyKind, digest: str) -> WaitingKey | None:
    is_it = (WaitingKey.kind == kind.value) & (WaitingKey.sha256 == digest)
    return session.scalars(select(WaitingKey).where(is_it)).one_or_none()


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
