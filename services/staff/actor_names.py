"""Who an actor of the audit log or of a change is, by name."""

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.staff.models import Account


def actor_names(session: Session, actors: Iterable[str]) -> dict[str, str]:
    """`{"staff:7": "Kim Berger"}`; actors that are no account (`household`, `system`) have no name."""
    ids = {int(actor.removeprefix("staff:")) for actor in actors if actor.startswith("staff:")}
    if not ids:
        return {}
    rows = session.execute(select(Account.id, Account.name).where(Account.id.in_(ids)))
    return {f"staff:{id_}": name for id_, name in rows}
