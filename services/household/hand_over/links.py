"""Links in the mails to the household that a place is offered to, with the rules of `household_links`.

They have a table of their own: a server that does not know hand-overs would take one of them for the way into the page
of the household that offers its place.
"""

from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.household.errors import UnknownLink
from services.household.hand_over.models import HandOverLink
from services.mail.link_tokens import new_seed, seed_of, seed_sha256

LIFETIME = timedelta(hours=48)


def issue(session: Session, hand_over_id: int, now: datetime) -> str:
    """Store a link; returns its seed."""
    seed = new_seed()
    row = HandOverLink(
        seed_sha256=seed_sha256(seed), hand_over_id=hand_over_id, created_at=now, expires_at=now + LIFETIME
    )
    session.add(row)
    session.flush()
    return seed


def find(session: Session, key: bytes, token: str) -> HandOverLink:
    """The link of a token, expired or not. UnknownLink: no such link was ever sent, or it was forgotten."""
    seed = seed_of(key, token)
    is_it = HandOverLink.seed_sha256 == (seed_sha256(seed) if seed else "")
    link = session.scalars(select(HandOverLink).where(is_it)).one_or_none()
    if link is None:
        raise UnknownLink
    return link
