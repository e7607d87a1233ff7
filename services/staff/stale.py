"""Saves that came too late: refused with the document as it is now, and with who changed it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from pydantic import BaseModel, create_model
from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from services.core.http.openapi import ProblemOut, refused_as
from services.staff.actor_names import actor_names
from services.staff.errors import Stale
from services.staff.models import AuditEntry

Changes = Select[datetime, str]
"""Moment and actor of the changes of one thing, latest first."""


class LastChangeOut(BaseModel):
    """`by_name` is None for an automatic change."""

    at: datetime
    by_name: str | None


class StaleOut(ProblemOut):
    """The refusal of a stale save. Also has `current`, the document as it is now."""

    version: int
    changed: LastChangeOut | None


def stale(document: type[BaseModel]) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route that saves over a version and may answer other conflicts, too."""
    current: Any = (document, ...)
    return stale_by(create_model(f"Stale{document.__name__}", __base__=StaleOut, current=current))


def stale_by(refusal: type[StaleOut]) -> dict[int | str, dict[str, Any]]:
    """As `stale`, for a refusal with additional members."""
    return {409: refused_as(ProblemOut, refusal)}


def acts(subject: str, *actions: str) -> Changes:
    """The entries of the audit log about a subject, `campaign:7`, that changed what an edit is based on."""
    is_one = (AuditEntry.subject == subject) & AuditEntry.action.in_(actions)
    return select(AuditEntry.at, AuditEntry.actor).where(is_one).order_by(AuditEntry.id.desc())


@contextmanager
def with_current(session: Session, show: Callable[[], BaseModel], changes: Changes) -> Iterator[None]:
    """Add the members of StaleOut to a stale save that is refused in the block."""
    try:
        yield
    except Stale as late:
        current = show().model_dump(mode="json", by_alias=True)
        members = {**late.members, "current": current, "changed": _last(session, changes)}
        members.pop("version", None)
        raise Stale(late.what, current["version"], **members) from late


def _last(session: Session, changes: Changes) -> dict[str, Any] | None:
    found = session.execute(changes.limit(1)).one_or_none()
    if found is None:
        return None
    at, actor = found
    return LastChangeOut(at=at, by_name=actor_names(session, {actor}).get(actor)).model_dump(mode="json")
