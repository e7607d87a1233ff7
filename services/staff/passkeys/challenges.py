"""Challenges: 256 random bits, good for one answer within five minutes.

They are rows, not signed cookies: a row can be used up, by whichever server gets the answer. Only the hash is stored.
"""

import secrets
from base64 import urlsafe_b64encode
from datetime import datetime, timedelta

from sqlalchemy import delete
from sqlalchemy.orm import Session

from services.staff.passkeys.models import PasskeyChallenge, Purpose
from services.staff.sign_in.sessions import token_hash

LASTS = timedelta(minutes=5)


def random_text() -> str:
    """256 random bits as base64url without padding, the way browsers write bytes."""
    return urlsafe_b64encode(secrets.token_bytes(32)).decode().rstrip("=")


def issue(
    session: Session, purpose: Purpose, now: datetime, *, session_id: int | None = None, user_handle: str | None = None
) -> str:
    """Issue a challenge; one that is not for `sign_in` is bound to a session of staff, and voids its earlier one."""
    if session_id is not None:
        is_earlier = (PasskeyChallenge.session_id == session_id) & (PasskeyChallenge.purpose == purpose.value)
        session.execute(delete(PasskeyChallenge).where(is_earlier))
    challenge = random_text()
    session.add(
        PasskeyChallenge(
            challenge_hash=token_hash(challenge),
            purpose=purpose.value,
            session_id=session_id,
            user_handle=user_handle,
            expires_at=now + LASTS,
        )
    )
    session.flush()
    return challenge


def spend(
    session: Session, challenge: str, purpose: Purpose, now: datetime, session_id: int | None
) -> PasskeyChallenge | None:
    """Use the challenge up, if it was issued for this, is still good, and nobody was quicker."""
    is_ours = PasskeyChallenge.session_id == session_id  # None becomes IS NULL
    is_it = (PasskeyChallenge.challenge_hash == token_hash(challenge)) & (PasskeyChallenge.purpose == purpose.value)
    spent = (
        delete(PasskeyChallenge).where(is_it, is_ours, PasskeyChallenge.expires_at > now).returning(PasskeyChallenge)
    )
    return session.scalars(spent).one_or_none()


def forget_expired(session: Session, now: datetime) -> int:
    """Delete expired challenges; returns how many."""
    expired = delete(PasskeyChallenge).where(PasskeyChallenge.expires_at <= now)
    return session.execute(expired).rowcount  # type: ignore[attr-defined,no-any-return]
