"""One-time download links: valid for one fetch, in the session that requested it, for ten minutes.

They are rows, so that any process can serve the fetch and only one does: the one that deletes the row. The token is
256 random bits, of which the database stores only the SHA-256. Search terms are in the row and never in a URL. A row is
deleted with its session, at the fetch, or after it expires.
"""

from datetime import datetime, timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from services.exports.errors import ExportGone
from services.exports.models import ExportLink
from services.exports.wish import Wish
from services.staff.call import Staff
from services.staff.errors import Forbidden
from services.staff.sign_in.sessions import new_token, token_hash

LIFE = timedelta(minutes=10)


def make(session: Session, staff: Staff, wish: Wish, now: datetime) -> str:
    """Create a link and return its token."""
    forget_expired(session, now)
    token = new_token()
    link = ExportLink(
        token_hash=token_hash(token),
        session_id=staff.session_id,
        role=staff.role.value,
        wish=wish.as_json(),
        created_at=now,
        expires_at=now + LIFE,
    )
    session.add(link)
    return token


def find(session: Session, token: str, staff: Staff, now: datetime) -> ExportLink:
    """The link of a token, unchanged. ExportGone; Forbidden if the role has changed."""
    query = select(ExportLink).where(
        ExportLink.token_hash == token_hash(token),
        ExportLink.session_id == staff.session_id,
        ExportLink.expires_at > now,
    )
    link = session.scalars(query).one_or_none()
    if link is None:
        raise ExportGone
    if link.role != staff.role.value:
        raise Forbidden
    return link


def spend(session: Session, link: ExportLink) -> None:
    """Use up the link; ExportGone if another request was faster."""
    spent = session.execute(
        delete(ExportLink).where(ExportLink.id == link.id, ExportLink.token_hash == link.token_hash)
    )
    if spent.rowcount != 1:  # type: ignore[attr-defined]
        raise ExportGone


def forget_expired(session: Session, now: datetime) -> int:
    """Delete expired links; returns how many."""
    return session.execute(delete(ExportLink).where(ExportLink.expires_at <= now)).rowcount  # type: ignore[attr-defined,no-any-return]
