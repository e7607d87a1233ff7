"""Display names of actors in the audit log and in change histories."""

import re
from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.http.answers import Extended
from services.staff.models import Account

_ACCOUNT = re.compile(r"staff:([0-9]{1,18})")
_NO_ACCOUNTS = {
    "system": "System",
    "household": "Haushalt",
    "payment provider": "Zahlungsdienst",
    "anonymous": "Jemand ohne Anmeldung",
    "recipient": "Empfänger eines Berichts",
}


def actor_names(session: Session, actors: Iterable[str]) -> dict[str, str]:
    """`{"staff:7": "Kim Berger"}`; actors that are no account (`household`, `system`) have no name."""
    ids = {int(found[1]) for actor in actors if (found := _ACCOUNT.fullmatch(actor))}
    if not ids:
        return {}
    rows = session.execute(select(Account.id, Account.name).where(Account.id.in_(ids)))
    return {f"staff:{id_}": name for id_, name in rows}


def display_names(session: Session, actors: Iterable[str]) -> dict[str, str]:
    """A name for each of the actors; one that is not known is called what the log calls it."""
    wanted = set(actors)
    known = _NO_ACCOUNTS | actor_names(session, wanted)
    return {actor: known.get(actor, actor) for actor in wanted}


def with_actor_names(session: Session, rows: Iterable[object], *members: str) -> list[Extended]:
    """The rows, each with the name of the actor that a member holds as `<member>_name`; None where there is none."""
    found = list(rows)
    names = actor_names(session, {getattr(row, member) for row in found for member in members} - {None})
    return [Extended(row, **{f"{member}_name": names.get(getattr(row, member)) for member in members}) for row in found]
